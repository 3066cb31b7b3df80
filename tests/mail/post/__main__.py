"""How many of the mails become what a good organiser would make of them.

`python -m tests.mail.post` tells it in a table, with `-v` also each wrong mail in a line; `python -m tests.mail.post NAME…` brings
those mails whose names begin so, and prints each with the whole answer.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import parseaddr
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlmodel import Session

from app.games import ruleset
from app.jobs.inbox import desk
from app.settings import settings
from app.store.tables import Season
from tests.kept.world import World, text_of
from tests.mail.post.became import DONE, Became, became, own_matches, same_orders, stands_in
from tests.mail.post.filling import Filling
from tests.mail.post.worlds import PEOPLE, set_up
from tests.mail.test_corpus import undone

FOLDER: Final = Path(__file__).parent
ROWS: Final[dict[str, dict[str, Any]]] = json.loads((FOLDER / "expected.json").read_bytes())
LETTERS: Final = {"confirm": "confirmation", "opens": "opened"}
"""Kinds of letters, where the README has another word."""


@dataclass
class Outcome:
    """A mail, and what is wrong with what became of it; nothing if it is right."""

    name: str
    raw: bytes
    got: Became
    wrong: list[str] = field(default_factory=list)


def outcomes(names: Sequence[str]) -> Iterator[Outcome]:
    """What became of these mails, world by world."""
    for name in dict.fromkeys(ROWS[each]["world"] for each in names):
        with TemporaryDirectory() as folder, set_up(name, Path(folder)) as world:
            for each in names:
                if ROWS[each]["world"] == name:
                    yield bring(world, each)


def bring(world: World, name: str) -> Outcome:
    """The mail comes into this world, and out of it again."""
    row, raw = ROWS[name], (FOLDER / name).read_bytes()
    address = PEOPLE.get(row["from"], ("",))[0]
    letter = turn = None
    if b"{{" in raw:
        of = address or next(each for each, _ in PEOPLE.values() if each.encode() in raw)
        letter, turn = _letters(world, of, row)
        raw = (filling := Filling(letter, turn)).of(raw)
        row = row | {"games": filling.games()}
    sender = parseaddr(re.findall(r"(?m)^From: (.*)$", raw.decode("utf-8", "replace"))[0])[1]
    with undone(world.database) as session:
        try:
            got = became(session, raw, address or sender, desk(settings()))
        except Exception as error:  # the mail brought the program down
            return Outcome(name, raw, Became({f"crash: {error!r}"[:200]}), ["crash"])
        own = own_matches(session, got.player)
        wrong = [*_wrong(session, row, got, own, letter)]
    return Outcome(name, raw, got, wrong)


def _letters(world: World, address: str, row: dict[str, Any]) -> tuple[EmailMessage, EmailMessage]:
    """The letter that the mail answers, and the last one with blanks."""
    every = world.letters(address)
    turns = [each for each in every if str(each["Message-ID"]).startswith("<turn")]
    kind = row.get("letter", "turn" if turns else "receipt")
    kind = LETTERS.get(kind, kind)
    these = [each for each in every if str(each["Message-ID"]).startswith(f"<{kind}")]
    letter = these[-1] if these else every[-1]
    return letter, turns[-1] if turns else letter


def _wrong(
    session: Session,
    row: dict[str, Any],
    got: Became,
    own: dict[str, Any],
    letter: EmailMessage | None,
) -> Iterator[str]:
    """Everything that is not as the row says: by the first of its words that fits, or by what it should be."""
    tries = {
        each: [*_wrong_as(each, session, row, got, own, letter)]
        for each in [row["should"], *row.get("also", ())]
    }
    if all(tries.values()):
        yield from tries[row["should"]]
        return
    for each in row.get("besides", ()):
        if found := [*_wrong_as(each, session, row, got, own, letter, besides=True)]:
            yield f"besides {each}: {'; '.join(found)}"


def _wrong_as(
    word: str,
    session: Session,
    row: dict[str, Any],
    got: Became,
    own: dict[str, Any],
    letter: EmailMessage | None,
    *,
    besides: bool = False,
) -> Iterator[str]:
    done = {
        "orders-taken": {"orders", "auto"},
        "suggestion-taken": {"orders"},
        "repeated": {"orders"},
        "orders-refused-with-blank": {"orders"} if row.get("orders") else set(),
        "resigned": {"resigned"},
        "settings": {"settings", "stopped"},
        "stopped": {"settings", "stopped", "dropped"},
    }.get(word, {word})
    others = {each for one in row.get("besides", ()) for each in (one, _plain(one))}
    if not besides and (more := got.words & DONE - done - others):
        yield f"did {', '.join(sorted(more))}"
    has_answer = bool(got.answers)
    match word:
        case "orders-taken" | "repeated":
            yield from _wrong_orders(session, row, got, own, letter)
        case "suggestion-taken":
            yield from _wrong_suggestion(got, letter, _named(row.get("matches", "all"), own))
        case "auto":
            for number in _named(row.get("auto", row.get("matches", "all")), own):
                if number not in got.plans or not _is_auto(got, number):
                    yield f"no auto in {number}"
        case "orders-refused-with-blank":
            if "orders-refused-with-blank" not in got.words:
                yield "no refusal with a blank"
            for number in row.get("matches", ()):
                if number in got.plans:
                    yield f"something is in force in {number}"
                if f"game {row['games'][int(number) - 1]}" not in got.told:
                    yield f"no blank of {number}"
            if row.get("wrong") and row["wrong"] not in got.told and " " not in row["wrong"]:
                yield f"does not show {row['wrong']}"
            yield from (
                f"does not say {each}"
                for each in row.get("nearest", "").split()
                if each not in got.told
            )
            if row.get("orders"):
                yield from _wrong_orders(session, row, got, own, letter)
        case "resigned":
            if got.resigned != [*_named(row.get("resign", row.get("matches", "all")), own)]:
                yield f"resigned {got.resigned}"
        case "draw-offered":
            if got.drawn != [*_named(row["matches"], own)]:
                yield f"draw offered in {got.drawn}"
        case "which-match" | "which-season":
            if word not in got.words:
                yield f"not {word}"
        case "entry-held" | "change-asked" | "entry-changed":
            yield from _wrong_entry(session, word, row, got)
        case "nothing":
            if has_answer:
                yield "answered"
        case _ if word.startswith("answered:"):
            if word not in got.words:
                yield f"not {word}"
            yield from _unsaid(row, got)
        case "entry-refused" | "short-letter" | "help":
            if word not in got.words:
                yield f"not {word}"
            yield from _unsaid(row, got)
        case _:
            if word not in got.words:
                yield f"not {word}"
    if word != "nothing" and not has_answer:
        yield "no answer"


def _plain(word: str) -> str:
    return {"orders-taken": "orders", "auto": "auto"}.get(word, word)


def _named(numbers: str | list[str], own: dict[str, Any]) -> list[str]:
    return [*own] if numbers == "all" else [*numbers]


def _is_auto(got: Became, number: str) -> bool:
    return {*got.plans[number].canonical.split("\n")} <= {"", "then auto", "ready"}


def _unsaid(row: dict[str, Any], got: Became) -> Iterator[str]:
    yield from (f"does not say {each}" for each in row.get("contains", ()) if each not in got.told)


def _wrong_orders(
    session: Session,
    row: dict[str, Any],
    got: Became,
    own: dict[str, Any],
    letter: EmailMessage | None,
) -> Iterator[str]:
    """Where what is in force is not what was written, or more than that is."""
    wanted: dict[str, list[str]] = row.get("orders", {})
    for number, lines in wanted.items():
        plan = got.plans.get(number)
        if plan is None:
            yield f"nothing in force in {number}"
        elif not same_orders(session, own[number], plan, lines):
            yield f"in force in {number}: {plan.canonical!r}"
    suggestion, auto = row.get("suggestion", ()), row.get("auto", ())
    yield from _wrong_suggestion(got, letter, suggestion, others=True)
    yield from (
        f"no auto in {each}" for each in auto if each in got.plans and not _is_auto(got, each)
    )
    if not wanted and not got.plans:
        yield "nothing in force"
    elif wanted and (more := got.plans.keys() - {*wanted, *suggestion, *auto}):
        yield f"also in force in {', '.join(sorted(more))}"


def _wrong_suggestion(
    got: Became, letter: EmailMessage | None, numbers: Sequence[str], *, others: bool = False
) -> Iterator[str]:
    text = text_of(letter) if letter else ""
    for number in numbers:
        if number not in got.plans:
            yield f"nothing in force in {number}"
        elif not stands_in(text, got.plans[number]):
            yield f"not the suggestion in {number}: {got.plans[number].canonical!r}"
    if not others and (more := got.plans.keys() - {*numbers}):
        yield f"also in force in {', '.join(sorted(more))}"


def _wrong_entry(session: Session, word: str, row: dict[str, Any], got: Became) -> Iterator[str]:
    now = got.revision
    if word not in got.words or now is None:
        yield f"not {word}"
        return
    season = session.get_one(Season, now.entry.season_id)
    if row.get("season", season.slug) != season.slug:
        yield f"in {season.slug}"
    if "name" in row and row["name"] != now.name:
        yield f"name {now.name!r}"
    if (wanted := _wanted(season, row, got)) is not None and wanted != _cards(season, now.build):
        yield f"build {now.build!r}"
    kind, _, what = str(row.get("change", "")).partition(" ")
    if (kind == "name" and now.name != what) or (kind == "master" and what not in now.build):
        yield f"{now.name!r}, build {now.build!r}"


def _wanted(season: Season, row: dict[str, Any], got: Became) -> list[str] | None:
    """The cards that the entry should have; None where the row does not say it."""
    wanted = row.get("build", row.get("change"))
    if isinstance(wanted, dict):
        return sorted(Counter(wanted).elements())
    if isinstance(wanted, str) and " out, " in wanted and got.before:
        out, into = re.findall(r"F\d\d", wanted)
        left = Counter(_cards(season, got.before.build)) - Counter([out])
        return sorted((left + Counter([into])).elements())
    if isinstance(wanted, str) and ("build" in row or wanted.startswith("deck ")):
        return _cards(season, wanted)
    return wanted if isinstance(wanted, list) else None


def _cards(season: Season, text: str) -> list[str]:
    """The cards of a build: in order where the game has one, else sorted."""
    cards = [*ruleset(season.game, season.rules_version).read_build(text).cards]
    return cards if season.game == "laplaplus" else sorted(cards)


def report(found: Sequence[Outcome], *, is_long: bool) -> Iterator[str]:
    """The table, and with `is_long` each wrong mail in a line."""
    for title in ("should", "world"):
        right, every = Counter[str](), Counter[str]()
        for each in found:
            word = ROWS[each.name][title]
            every[word] += 1
            right[word] += not each.wrong
        yield f"{title:28} right wrong"
        yield from (
            f"  {word:26} {right[word]:5} {n - right[word]:5}" for word, n in sorted(every.items())
        )
    good = sum(not each.wrong for each in found)
    yield f"total: {good} of {len(found)} right, {100 * good / len(found):.1f} %"
    silent = [each.name for each in found if _wants_answer(each.name) and not each.got.answers]
    programs = [
        each.name for each in found if ROWS[each.name]["should"] == "nothing" and each.got.answers
    ]
    yield f"silent: {len(silent)} {' '.join(silent)}"
    yield f"programs answered: {len(programs)} {' '.join(programs)}"
    for each in found if is_long else ():
        if each.wrong:
            row = ROWS[each.name]
            first = " | ".join(
                f"{kind}: {subject} / {text[:80]!r}" for kind, subject, text in each.got.answers
            )
            yield f"{each.name}: {row['should']}; got {', '.join(sorted(each.got.words))}: {'; '.join(each.wrong)}; {first[:160]}"


def _wants_answer(name: str) -> bool:
    return "nothing" not in (ROWS[name]["should"], *ROWS[name].get("also", ()))


def main(arguments: Sequence[str]) -> int:
    """Bring the mails that they name, or all; returns the exit code."""
    starts = tuple(each for each in arguments if each != "-v")
    names = [each for each in ROWS if not starts or each.startswith(starts)]
    found = sorted(outcomes(names), key=lambda each: each.name)
    if starts:
        for each in found:
            print(each.raw.decode("utf-8", "replace"))  # noqa: T201
            for kind, subject, text in each.got.answers:
                print(f"\n=== {kind}: {subject}\n\n{text}")  # noqa: T201
    sys.stdout.writelines(
        f"{line}\n" for line in report(found, is_long="-v" in arguments or bool(starts))
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
