"""The words of mails: each as a person of this scene would write it, and what a good organiser would do with it.

`labels.json` of a folder says of each mail in which world it arrives (`WORLDS`), and what must become of it: `entry` or
`entries` (what its writer has in the season then), `answer` (letters that would do), and more (`differences`).
Another folder of this format is judged by

    python -m tests.mail.test_words FOLDER
"""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from sqlmodel import Session, col, select

from app.games import ruleset
from app.jobs.seasons.runs import run
from app.league.people.tokens import make_token
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.letters.contents import render
from app.mail.actions.handler import answer
from app.mail.inbox.arrivals import receive
from app.mail.inbox.message import read_mail
from app.mail.reading.contents import read
from app.store import entries, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import (
    Entry,
    Letter,
    Mail,
    Player,
    Revision,
    RevisionState,
    Season,
    SeasonState,
)
from app.store.upkeep.migrations import migrate
from tests.mail.test_corpus import BOB, undone
from tests.support.people import NOW
from tests.support.posting import CUP, DESK, Postman, open_cup

FOLDER: Final = Path(__file__).parent / "corpus" / "words"
RIGHT_AT_LEAST: Final = 0.98
"""The share of mails that become what a good organiser would make of them; it only grows."""
ANSWERED_AT_MOST: Final = 0
"""Mails of programs that get a letter all the same; fewer with time."""
LEAKING_AT_MOST: Final = 0
"""Mails of which something private or polite becomes part of the entry; fewer with time."""
PAST: Final = "laplaplus-0"
HARUKO: Final = "春子 <haruko@example.jp>"
BELLS: Final = "名前: 朝霧の鈴\n構成: 攻響核\n設定: 霧の朝だけ鳴る。\nオーナー: 春子\n"
Label = dict[str, Any]


# --- worlds ---------------------------------------------------------------------------------------


def _open(postman: Postman) -> None:
    open_cup(postman.database, closes_at=NOW + timedelta(days=14))


def _held(postman: Postman) -> None:
    _open(postman)
    postman.post()


def _entered(postman: Postman) -> None:
    _open(postman)
    _enter(postman)


def _two(postman: Postman) -> None:
    _open(postman)
    game, titles = "shiden-issen-2", ("秋の一閃杯", "Autumn Cup")
    open_cup(postman.database, "shiden-1", game, titles, NOW + timedelta(days=21))


def _played(postman: Postman) -> None:
    open_cup(postman.database, PAST, titles=("第零回飛脚杯", "Hikyaku Cup Zero"))
    _enter(postman)
    by = Organiser("olga", postman.now)
    with postman.database.writing() as session:
        league_seasons.close(session, PAST, by)
    list(run(postman.database, PAST, by))
    with postman.database.writing() as session:
        results.publish(session, PAST, by)


def _returning(postman: Postman) -> None:
    _played(postman)
    _open(postman)


def _enter(postman: Postman) -> None:
    postman.enter()
    postman.enter(BOB, sender="Bob <bob@example.com>")
    postman.enter(BELLS, sender=HARUKO)


WORLDS: Final[dict[str, Callable[[Postman], None]]] = {
    "open": _open,
    "held": _held,
    "entered": _entered,
    "two": _two,
    "returning": _returning,
    "played": _played,
}


# --- the outcome of a mail -------------------------------------------------------------------------


@dataclass(frozen=True)
class Became:
    """What became of a mail: its letters, the entries of its writer, and all that counted, before and after."""

    kept: Mail
    letters: list[Letter]
    texts: list[str]
    entries: dict[str, Label]
    others: list[str]
    counted: tuple[dict[int, int | None], dict[int, int | None]]
    own: set[int]


def brought(session: Session, postman: Postman, raws: list[bytes]) -> Became:
    """These mails come in, an hour between them, with the secrets of their worlds in them; what became of the last."""
    for number, written in enumerate(raws, 1):
        counted = _counted(session)
        before = set(session.exec(select(Letter.id)))
        raw = _with_secrets(session, postman, written)
        kept = receive(session, raw, postman.now + timedelta(hours=number))
        answer(session, {kept.id: read(raw, DESK, seasons.games(session))}, DESK)
        session.flush()
    new = select(Letter).where(col(Letter.id).not_in(before)).order_by(col(Letter.id))
    found = list(session.exec(new))
    player = _writer(session, raw)
    mine = [each for each in found if player and each.player_id == player.id]
    rendered = [render(session, letter) for letter in mine]
    own = list(session.exec(select(Entry).where(Entry.player_id == player.id))) if player else []
    return Became(
        kept,
        mine,
        [f"{each.subject}\n{each.text}" for each in rendered],
        {each.season.slug: _stands(session, each) for each in own},
        [each.kind for each in found if each not in mine],
        (counted, _counted(session)),
        {each.id for each in own},
    )


def _with_secrets(session: Session, postman: Postman, raw: bytes) -> bytes:
    """The mail with the secret addresses of its writer, as the world has them."""
    if b"{" not in raw or not (player := _writer(session, raw)):
        return raw
    letters = session.exec(
        select(Letter).where(Letter.player_id == player.id).order_by(col(Letter.id).desc())
    ).all()
    asking = next((each for each in letters if each.kind == "confirmation"), None)
    # In this session: the player may have come with a mail that is only there.
    season = session.exec(
        select(Season).where(col(Season.slug).in_([CUP, PAST])).order_by(col(Season.id).desc())
    ).first()
    values = {
        "{reply}": f"r-{make_token(DESK.key, 'reply', player.id, season.id)}" if season else "",
        "{confirm}": _box(postman.confirm(asking)) if asking else "",
        "{message-id}": letters[0].message_id if letters else "",
    }
    for place, value in values.items():
        raw = raw.replace(place.encode(), value.encode())
    return raw


def _box(address: str) -> str:
    return address.partition("@")[0].partition("+")[2]


def _writer(session: Session, raw: bytes) -> Player | None:
    key = (read_mail(raw).from_address or "").casefold()
    return session.exec(select(Player).where(Player.address_key == key)).first()


def _counted(session: Session) -> dict[int, int | None]:
    return {each.id: each.current_id for each in session.exec(select(Entry))}


def _stands(session: Session, entry: Entry) -> Label:
    """The newest revision of an entry that is not dropped, and whether it counts."""
    dropped = (RevisionState.DECLINED, RevisionState.SUPERSEDED)
    sent = [each for each in entries.revisions(session, entry) if each.state not in dropped]
    if not sent or sent[-1].state is RevisionState.WITHDRAWN:
        return {"state": "none"}
    return {
        "state": "held" if sent[-1].state is RevisionState.HELD else "counts",
        **_written(sent[-1], entry.season),
    }


def _written(revision: Revision, season: Season) -> Label:
    build = ruleset(season.game, season.rules_version).read_build(revision.build)
    return {
        "name": revision.name,
        "build": list(build.cards),
        "lore": _text(revision.lore),
        "owner": revision.owner,
        "all": json.dumps([revision.url, revision.extras], ensure_ascii=False),
        "is_open": season.state is SeasonState.OPEN,
    }


def _text(typed: str) -> str:
    return "\n".join(line.strip() for line in typed.strip().splitlines())


# --- and whether a good organiser would have done so ----------------------------------------------


def differences(label: Label, became: Became) -> Label:
    """Where something else became of the mail than its label says: found, and wanted."""
    found = dict(_differences(label, became))
    return {field: (has, wanted) for field, (has, wanted) in found.items() if has != wanted}


def _differences(label: Label, became: Became) -> Iterator[tuple[str, tuple[Any, Any]]]:
    kinds = [letter.kind for letter in became.letters]
    wanted = label["answer"]
    fits = len(kinds) == 1 and kinds[0] in wanted if wanted else not kinds
    yield "answer", (kinds, kinds if fits else wanted)
    yield "others", (became.others, [])
    before, after = became.counted
    yield "of others", (_less(after, became.own), _less(before, became.own))
    if not label.get("changes", True):
        yield "changes", (after, before)
    for number, entry in enumerate(label.get("entries", [label.get("entry", {})])):
        for field, has in _entry(entry, became).items():
            meant = entry[field]
            fits = has in meant if field == "lore" and isinstance(meant, list) else has == meant
            yield f"{number}.{field}", (has, has if fits else meant)
    written = json.dumps(list(became.entries.values()), ensure_ascii=False)
    yield "never", ([each for each in label.get("never", ()) if each in written], [])
    if "lang" in label and became.letters:
        yield "lang", ([letter.lang for letter in became.letters], [label["lang"]])
    abouts = [letter.about for letter in became.letters]
    codes = {each["code"] for about in abouts for each in about.get("problems", ())}
    names = {each["kind"] for about in abouts for each in about.get("untaken", ())}
    yield "codes", (sorted(codes & {*label.get("codes", ())}), sorted(label.get("codes", ())))
    yield "names", (sorted(names & {*label.get("names", ())}), sorted(label.get("names", ())))
    text = "".join("".join(became.texts).split())
    missing = [each for each in label.get("says", ()) if "".join(each.split()) not in text]
    yield "says", (missing, [])
    if label.get("desk"):
        yield "desk", (became.kept.waits_since is not None, True)


def _entry(wanted: Label, became: Became) -> Label:
    """The entry of the writer that is meant, by the fields that the label gives."""
    meant = wanted.get("season")
    has = [
        each
        for slug, each in became.entries.items()
        if (slug == meant if meant else each.get("is_open", True))
    ]
    entry = has[0] if has else {"state": "none"}
    return {field: entry.get(field) for field in wanted if field != "season"}


def _less(counted: dict[int, int | None], own: set[int]) -> dict[int, int | None]:
    return {number: current for number, current in counted.items() if number not in own}


# --- a folder of mails ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """A mail of a folder: what its label says, the letters it got, and the differences."""

    label: Label
    letters: list[str]
    differences: Label


def judged(folder: Path, template: Path, scratch: Path) -> dict[str, Verdict]:
    """Every mail of this folder, brought into its world; `template` is a database with tables and no rows."""
    labels: dict[str, Label] = json.loads((folder / "labels.json").read_bytes())
    found: dict[str, Verdict] = {}
    for world, build in WORLDS.items():
        if not (mails := {name: each for name, each in labels.items() if each["world"] == world}):
            continue
        path = scratch / f"{world}.db"
        shutil.copy(template, path)
        database = Database(f"sqlite:///{path}")
        postman = Postman(database)
        build(postman)
        for name, label in mails.items():
            after = label.get("after", [])
            files = [*([after] if isinstance(after, str) else after), name]
            with undone(database) as session:
                became = brought(session, postman, [(folder / f).read_bytes() for f in files])
                kinds = [letter.kind for letter in became.letters]
                found[name] = Verdict(label, kinds, differences(label, became))
        database.close()
    return dict(sorted(found.items()))


def told(verdicts: dict[str, Verdict]) -> str:
    """How many mails a good organiser would have taken so, and where we differ."""
    wrong = {name: each.differences for name, each in verdicts.items() if each.differences}
    lines = [f"{len(verdicts) - len(wrong)} of {len(verdicts)} as a good organiser would"]
    lines += [f"{name}\n {json.dumps(each, ensure_ascii=False)}" for name, each in wrong.items()]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def verdicts(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Verdict]:
    return judged(FOLDER, sqlite_template, tmp_path_factory.mktemp("words"))


def test_mails_become_what_a_good_organiser_would_make_of_them(
    verdicts: dict[str, Verdict],
) -> None:
    right = sum(not each.differences for each in verdicts.values())

    assert right >= RIGHT_AT_LEAST * len(verdicts), told(verdicts)


def test_every_mail_of_a_person_gets_one_letter(verdicts: dict[str, Verdict]) -> None:
    people = {n: each.letters for n, each in verdicts.items() if not each.label.get("automatic")}

    assert {name: letters for name, letters in people.items() if len(letters) != 1} == {}


def test_programs_get_no_letter(verdicts: dict[str, Verdict]) -> None:
    programs = {n: each.letters for n, each in verdicts.items() if each.label.get("automatic")}
    answered = {name: letters for name, letters in programs.items() if letters}

    assert len(answered) <= ANSWERED_AT_MOST, answered


def test_nothing_private_becomes_part_of_an_entry(verdicts: dict[str, Verdict]) -> None:
    found = {n: each.differences for n, each in verdicts.items() if "never" in each.differences}

    assert len(found) <= LEAKING_AT_MOST, found


def test_each_mail_has_a_label() -> None:
    labels = json.loads((FOLDER / "labels.json").read_bytes())

    assert sorted(file.name for file in FOLDER.glob("*.eml")) == sorted(labels)


def main(folder: Path) -> None:
    """Judge a folder, and print the verdicts."""
    with TemporaryDirectory() as scratch:
        template = Path(scratch, "template.db")
        database = Database(f"sqlite:///{template}")
        migrate(database)
        database.close()
        sys.stdout.write(told(judged(folder, template, Path(scratch))) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
