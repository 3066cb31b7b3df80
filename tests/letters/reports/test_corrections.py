"""What a corrected report says of two runs is so, in every format and after every act."""

import re
from typing import Any, Final

from sqlmodel import Session, select

from app.league.desk import interventions, pairings
from app.league.desk.interventions import WantedCorrection
from app.league.eligibility.sides import NO_SIDES, Side, Sides
from app.league.entries.contents import Submission
from app.league.results import results
from app.league.results.results import FinishedRun, finished
from app.letters.reports.contents import changes
from app.notices import news
from app.notices.registry import about as about_of
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import Letter, LetterState, Run, Season
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.catalogue import FORMATS
from app.tournament.formats.format import WITHOUT_BATTLE
from tests.support.stages import BY, a_season, publish
from tests.support.tables import by_row

BUILDS: Final = ["攻核", "核", "盾攻", "攻攻", "核攻", "攻盾核"]
SIDES: Final = Sides((Side("赤", "Red"), Side("青", "Blue"), Side("緑", "Green")))
PLANS: Final = {
    "": "",
    "round-robin": "round-robin",
    "groups": "groups groups=2 go-on=1\nknockout",
    "swiss": "swiss rounds=2",
    "knockout": "knockout third-place=yes",
    "double-knockout": "double-knockout",
    "divisions": "divisions divisions=2 size=3",
    "hill": "hill size=2",
    "teams": "teams boards=2",
    "team-swiss": "team-swiss rounds=2 boards=2",
    "team-knockout": "team-knockout boards=1",
    "by-hand": "by-hand best=2\nknockout third-place=no",
}
"""One of each format; without stages everybody meets everybody."""


def correct(session: Session, slug: str) -> None:
    interventions.correct(session, slug, "C1", WantedCorrection(build="攻攻攻核"), BY)


def reword(session: Session, slug: str) -> None:
    interventions.correct(session, slug, "C2", WantedCorrection(lore="Another, longer story."), BY)


def withdraw(session: Session, slug: str) -> None:
    interventions.withdraw(session, slug, "C0", BY)


def add(session: Session, slug: str) -> None:
    sided = {"side": "Red"} if seasons.by_slug(session, slug).sides else {}
    interventions.add(session, slug, Submission("Late", "攻攻攻攻核", extras=sided), BY)


Met = dict[int, tuple[object, ...]]
"""By the entry of the opponent how it ended: who won, why, and the dice that settled it."""


def met(run: FinishedRun, entry: int) -> Met:
    """By the pairings of the run, each played again by the reference; in no stage everybody meets everybody."""
    ids = [each.entry_id for each in run.participants]
    me = ids.index(entry)
    pairs: list[tuple[int, int, tuple[tuple[int, int], ...]]] = [
        (me, other, ()) for other in range(len(ids)) if other != me and not run.phases
    ]
    for phase in run.phases:
        format_ = phase.stage.format
        games = format_.games(phase.field, phase.results) if isinstance(format_, Knockout) else []
        thrown = {(each.planned.round, each.planned.table): each.throws for each in games}
        pairs += [
            (each.first, each.second, tuple(thrown.get((each.round, each.table), ())))
            for each in phase.results
            if each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
        ]
    found: Met = {}
    for first, second, dice in pairs:
        if me in (first, second):
            other = second if me == first else first
            battle = run.game.play(*(run.participants[at].build.nameless() for at in (me, other)))
            throws = [(one, two) if me == first else (two, one) for one, two in dice]
            if dice or ids[other] not in found:
                found[ids[other]] = (battle.winner, battle.reason, tuple(throws))
    return found


def said(text: str, pattern: str) -> list[Any]:
    return re.findall(pattern, " ".join(text.split()))


def number(text: str, pattern: str) -> int:
    return int((said(text, pattern) or ["0"])[0])


def checked(text: str, entry: int, read: set[int], before: FinishedRun, now: FinishedRun) -> None:
    """Each sentence of this correction, for a reader of these battles, against both runs."""
    was, is_ = met(before, entry), met(now, entry)
    names = {each.entry_id: each.name for each in (*before.participants, *now.participants)}
    field = {each.entry_id for each in now.participants}

    def listed(entries: set[int]) -> list[str]:
        return sorted(names[each] for each in entries)

    other = {each for each in was.keys() & is_.keys() if was[each] != is_[each]}
    gone, new = was.keys() - is_.keys(), is_.keys() - was.keys()
    assert number(text, r"(\d+) of its battles ends? differently") == len(other)
    assert number(text, r"it no longer meets (\d+) earlier opponent") == len(gone)
    assert number(text, r"it meets (\d+) new opponent") == len(new)
    assert sorted(said(text, r"The battle against “(\w+)” that you read")) == listed(other & read)
    assert sorted(
        said(text, r"“(\w+)”, whose battle you read, is no longer its opponent")
    ) == listed(gone & read & field)
    assert sorted(said(text, r"“(\w+)”, whose battle you read, is no longer in")) == listed(
        gone & read - field
    )
    as_before = bool(said(text, "(The battles that you read end the same way)"))
    assert as_before is bool(read and not read & (other | gone))
    best = [[each.entry for each in run.standings if each.place == 1] for run in (before, now)]
    if all(len(each) == 1 for each in best):
        champions = [run.participants[at[0]] for run, at in zip((before, now), best, strict=True)]
        changed = said(text, r"The champion is “(\w+)” now, and was “(\w+)” before")
        is_other = champions[0].entry_id != champions[1].entry_id
        assert changed == [(champions[1].name, champions[0].name)] * is_other


def sent(session: Session, season: Season, run: FinishedRun) -> None:
    """All letters with results that wait have gone out; those to even numbers told the battles against the first numbers."""
    waiting = select(Letter).where(Letter.season_id == season.id, Letter.state == LetterState.READY)
    for letter in session.exec(waiting):
        own = next(
            (e.number for e in run.participants if e.entry_id == letter.about.get("entry")), 0
        )
        others = [other for other in range(1, 4) if other != own and own % 2 == 0]
        letter.text = " ".join(f"https://cup.example/battles/{own}-{other}" for other in others)
        letter.state = LetterState.SENT


@by_row("plan", PLANS)
def test_what_a_corrected_report_says_is_so(plan: str, database: Database) -> None:
    """After each act: a story reworded, a build corrected, an entry added, one withdrawn."""
    slug = (plan.split() or ["cup"])[0]
    a_season(database, plan, BUILDS, slug=slug, sides=SIDES if "team" in slug else NO_SIDES)
    told, acts = 0, (correct, add, withdraw)
    for act in (None, *([reword] if slug in ("swiss", "knockout") else []), *acts):
        with database.writing() as session:
            if act:
                results.undo(session, slug, BY)
                results.undo(session, slug, BY)
                act(session, slug)
        with database.writing() as session:
            if plan.startswith("by-hand"):
                numbers = [
                    each.number
                    for each in entries.of_season(session, seasons.by_slug(session, slug))
                    if each.current
                ]
                by_two = [f"{a} – {b}" for a, b in zip(numbers[::2], numbers[1::2], strict=False)]
                odd = [f"{numbers[-1]} – -"] * (len(numbers) % 2)
                pairings.pair(session, slug, "\n".join([*by_two, *odd]), BY)
        publish(database, slug)
        with database.writing() as session:
            season = seasons.by_slug(session, slug)
            last = session.get_one(Run, season.published_run_id)
            now = finished(session, season, last)
            corrections = select(Letter).where(
                Letter.kind == "correction", Letter.run_id == last.id
            )
            for letter in session.exec(corrections):
                thread = select(Letter).where(Letter.message_id == letter.in_reply_to)
                earlier = session.exec(thread).one()
                before = finished(session, season, session.get_one(Run, letter.about["earlier"]))
                about, entry = about_of(letter), letter.about["entry"]
                assert isinstance(about, news.Correction)
                me = next(at for at, e in enumerate(now.participants) if e.entry_id == entry)
                text = " ".join(changes(session, season, letter, about, now, me, "en"))
                links = {int(e) for e in said(earlier.text or "", r"/battles/\d+-(\d+)")}
                read = {each.entry_id for each in before.participants if each.number in links}
                checked(text, entry, read & {*met(before, entry)}, before, now)
                told += 1
            sent(session, season, now)
    assert told >= 3 * len(BUILDS) - 1


def test_every_format_is_tried() -> None:
    assert {*PLANS} == {"", *FORMATS}
