"""Tells any battle of an archived season, by the very rules it was played by: `python3 battles.pyz 3 17`.

This file is the program in the archive. It runs without Hikyaku, on Python alone.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, Final, cast

from app.engine import Lang, Ruleset, TellingSheet, plain
from app.engine.matches.game import SEATS
from app.engine.matches.proof import prove
from app.engine.matches.record import is_numbered
from app.games import match_game, ruleset
from app.games.house import with_cards

USAGE: Final = "python3 battles.pyz NUMBER NUMBER [ja|en]\n"
_RECORD: Final = "data/record.json"


def main(arguments: list[str]) -> int:
    """Write the battle of these two numbers. The exit code is 1 if there is no such battle."""
    folder = Path(arguments[0]).resolve().parent
    langs = [each for each in arguments[1:] if each in ("ja", "en")]
    numbers = [each for each in arguments[1:] if each.isdecimal()]
    if len(numbers) != 2 or len(langs) + len(numbers) != len(arguments) - 1:
        sys.stderr.write(USAGE)
        return 2
    spoken = "ja" if os.environ.get("LANG", "").startswith("ja") else "en"
    try:
        record = json.loads((folder / _RECORD).read_text("utf-8"))
    except OSError as error:
        sys.stderr.write(f"{folder / _RECORD}: {error.strerror}\n")
        return 1
    entries = {str(each["number"]): each for each in record["entries"]}
    if not {*numbers} <= {*entries} or numbers[0] == numbers[1]:
        sys.stderr.write(f"{' '.join(numbers)}: 1-{len(entries)}\n")
        return 1
    lang = cast(Lang, langs[0] if langs else spoken)
    sys.stdout.buffer.write(told(record, entries[numbers[0]], entries[numbers[1]], lang).encode())
    return 0


def told(record: dict[str, Any], home: dict[str, Any], away: dict[str, Any], lang: Lang) -> str:
    """The battle of these entries in sentences; of a game with decisions, every match of theirs."""
    slug, rules = record["season"]["game"], record["rules"]
    house = record.get("house")
    game = with_cards(slug, house, rules) if house else ruleset(slug, rules)
    if record.get("matches"):
        names = {key: str(each["name"]) for each in (home, away) for key in _called(each)}
        return "\n".join(_match(text, names, lang) for text in record["matches"]["records"])
    builds = [game.read_build(each["build"]).nameless() for each in (home, away)]
    battle = game.play(*builds)
    sheets = _sheet(home), _sheet(away)
    return _heading(game, home, away, lang) + plain(game.tell(battle.events, *sheets, lang))


def _heading(game: Ruleset, home: dict[str, Any], away: dict[str, Any], lang: Lang) -> str:
    sides = " - ".join(f"{each['name']} ({each['build']})" for each in (home, away))
    return f"{game.title.to(lang)}: {sides}\n\n"


def _sheet(entry: dict[str, Any]) -> TellingSheet:
    extras = entry["extras"]
    return TellingSheet(
        entry["name"],
        extras.get("labels", {}),
        tuple(extras.get("flavour", ())),
        extras.get("lines", {}),
        lore=entry["lore"],
    )


def _called(entry: dict[str, Any]) -> list[tuple[bool, str]]:
    """The name of this entry in the heads of matches: its number, in earlier seasons its name."""
    return [(True, str(entry["number"])), (False, entry["name"])]


def _match(text: str, known: dict[tuple[bool, str], str], lang: Lang) -> str:
    """The match of this record, if these two played it; else nothing."""
    head = json.loads(text.partition("\n")[0])
    seats = {seat: known.get((is_numbered(head), it)) for seat, it in head["seats"].items()}
    if None in seats.values():
        return ""
    proof = prove(text.encode(), match_game)
    game = proof.positions[-1].match.game
    heard = [event for each in proof.held for event, _ in each.steps if event.audience != "server"]
    names = {seat: str(seats[seat]) for seat in SEATS}
    return f"{names['A']} - {names['B']}\n\n{plain(game.tell(heard, names, lang))}"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv))
