"""What organisers do after the first closing of a season in stages changes no lot of another, and no pairing that it did not make."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlmodel import Session, select

from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league import seals
from app.league.archive import record as archive, restoration, verification
from app.league.archive.evidence import PublishedSeal, PublishedSeals, against_seals
from app.league.archive.stages import RecordedTicket
from app.league.archive.structure import read_record
from app.league.desk import interventions, pairings, rulings
from app.league.desk.interventions import WantedCorrection
from app.league.eligibility.sides import NO_SIDES, Side, Sides
from app.league.entries.contents import Submission
from app.league.results import runs
from app.league.seasons import seasons as league_seasons
from app.league.seasons.stages.courses import StageCourse
from app.store import entrants, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter, SeasonState
from app.tournament.formats.format import WITHOUT_BATTLE, PairingResult
from tests.support.stages import BY, NOW, a_season, publish

BUILDS: Final = ["核攻", "盾響", "硬双", "癒連", "攻攻核", "核核攻", "盾盾攻", "響響攻", "双双核"]
TEAMS: Final = Sides(
    (Side("赤", "Red", "#ff0000"), Side("青", "Blue", "#0000ff"), Side("緑", "Green", "#00ff00"))
)
APART: Final = Sides(TEAMS.every, apart=True)
PLANS: Final = {
    "round robin": ("round-robin meetings=2 seeds=lot", NO_SIDES),
    "groups by lot": ("groups groups=3 go-on=2 by-lot=yes\nknockout", NO_SIDES),
    "groups by seeds": ("groups groups=2 go-on=2", NO_SIDES),
    "groups of sides": ("groups groups=3 go-on=1 by-lot=yes\nknockout", APART),
    "Swiss": (
        "swiss rounds=3 best=4 seeds=lot ties=lot\ngroups groups=2 go-on=1 by-lot=yes",
        NO_SIDES,
    ),
    "Swiss of sides": ("swiss rounds=3", APART),
    "knock-out": ("knockout seeds=lot", NO_SIDES),
    "knock-out of sides": ("knockout seeds=lot", APART),
    "double knock-out": ("double-knockout seeds=lot", NO_SIDES),
    "divisions": ("divisions divisions=3 size=3 moves=1 seeds=lot", NO_SIDES),
    "hill": ("hill size=3 seeds=lot", NO_SIDES),
    "teams": ("teams boards=2", TEAMS),
    "Swiss of teams": ("team-swiss boards=2 rounds=2", TEAMS),
    "knock-out of teams": ("team-knockout boards=2", TEAMS),
    "by hand": ("by-hand", NO_SIDES),
}
LABELS: Final = ("seeds", "cut", "groups", "tiebreak", "ranking")
LATER: Final = NOW + timedelta(days=1)
Act = Callable[[Session], object]


@dataclass
class Played:
    """The season played as it stands: by numbers, all that was paired in its first stage, and the lots of everybody."""

    course: StageCourse
    numbers: list[int]

    @property
    def lots(self) -> dict[str, dict[int, int]]:
        """The lot of each who is there, by what is drawn."""
        lots = self.course.field.lots
        return {
            what: {
                self.numbers[at]: lot
                for at, lot in lots.drawn(what, range(len(self.numbers))).items()
            }
            for what in LABELS
        }

    def met(self, round_: int | None = None) -> set[frozenset[int]]:
        """The pairs of the first stage, of one round or of all."""
        return {
            frozenset((self.numbers[each.first], self.numbers[each.second]))
            for each in self.results()
            if each.second is not None and round_ in (None, each.round)
        }

    def results(self, until: int = 1_000) -> list[PairingResult]:
        """All results of the first stage, until this round."""
        return sorted(each for each in self.course.results["1"] if each.round <= until)


def played(session: Session) -> Played:
    """The season is run in this session."""
    run = runs.start(session, "cup", BY)
    at = runs.resume(session, run.id)
    assert at.course
    for block in runs.play(at):
        runs.keep(session, at, block)
    return Played(at.course, [each.number for each in entrants.of_run(session, run)])


@contextmanager
def trial(database: Database, *acts: Act) -> Iterator[Played]:
    """The season as it is played after these acts, which are taken back."""
    with database.writing() as session:
        for act in acts:
            act(session)
        yield played(session)
        session.rollback()


def after(database: Database, *acts: Act) -> Played:
    with trial(database, *acts) as found:
        return found


def withdraw(number: int) -> Act:
    return lambda session: interventions.withdraw(session, "cup", str(number), BY)


def correct(number: int, correction: WantedCorrection) -> Act:
    return lambda session: interventions.correct(session, "cup", str(number), correction, BY)


def retire(number: int, stage: int, round_: int) -> Act:
    return lambda session: rulings.retire(session, "cup", str(number), stage, round_, BY)


def never_meet(one: int, other: int) -> Act:
    return lambda session: rulings.keep_apart(session, "cup", BY, first=str(one), second=str(other))


def add(session: Session) -> None:
    season = seasons.by_slug(session, "cup")
    extras = {"side": "Red"} if season.sides else {}
    interventions.add(session, "cup", Submission("Late", "攻攻", extras=extras), BY)


def paired(session: Session) -> None:
    text = "1 – 2\n3 – 4\n5 – 6\n7 – 8\n9 – -\n\n1 – 3\n2 – 4\n5 – 7\n6 – 9\n8 – -"
    season = seasons.by_slug(session, "cup")
    if pairings.is_asked(season) and not season.pairings:
        there = {each.number for each in entrants.numbered(session, season)}
        late = "\n10 – -" if 10 in there else ""
        pairings.pair(session, "cup", text.replace("\n\n", late + "\n\n") + late, BY)


@pytest.mark.parametrize("name", PLANS)
def test_no_act_changes_the_lot_of_another_or_a_pairing_that_it_did_not_make(
    database: Database, name: str
) -> None:
    plan, sides = PLANS[name]
    a_season(database, plan, BUILDS, sides=sides)
    before = after(database, paired)
    text = after(
        database,
        paired,
        correct(
            3,
            WantedCorrection(
                name="Other", owner="Olga", lore="A comma,", url="https://example.org/"
            ),
        ),
    )
    build = after(database, paired, correct(3, WantedCorrection(build="攻双核")))
    gone = after(database, paired, withdraw(3))
    more = after(database, add, paired)

    assert text.course.results == before.course.results, "a text changes nothing"
    assert build.lots == text.lots == before.lots
    retired = after(database, paired, retire(3, 1, 1))
    assert retired.lots == before.lots
    assert retired.results(until=1) == before.results(until=1), "what was played stays"
    assert not any(
        2 in each[2:4] and each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
        for each in retired.results()
        if each.round > 1
    )
    for what, lot_of in before.lots.items():
        assert {**gone.lots[what], 3: lot_of[3]} == lot_of
        assert {number: lot for number, lot in more.lots[what].items() if number < 10} == lot_of
        assert more.lots[what][10] > max(lot_of.values())
    first = before.met(1)
    assert build.met(1) == first, "who meets first does not follow from builds"
    stay = {pair for pair in first if 3 not in pair}
    assert stay <= gone.met(1), "the pairings of all others stay"
    assert all(3 not in pair for pair in gone.met())
    assert first <= more.met(), "a late entry meets the one that had a bye"
    if name.startswith(("round", "groups", "divisions", "teams")):
        everyone = {pair for pair in before.met() if 3 not in pair}
        assert everyone <= gone.met(), "who would sit out sits at an empty board"
        assert before.met() <= more.met()


def test_the_record_says_what_lots_hang_on_and_comes_back_with_the_same_bytes(
    database: Database, sqlite_template: Path, tmp_path: Path
) -> None:
    a_season(database, "swiss rounds=2 best=4 seeds=lot\nknockout", BUILDS)
    with database.writing() as session:
        withdraw(3)(session)
        add(session)
        retire(5, 1, 1)(session)
        rulings.set_pairing(session, "cup", 1, 2, "C0", "2", BY)
        rulings.set_pairing(session, "cup", 1, 2, "4", "", BY)
        never_meet(6, 7)(session)
    publish(database)
    with database.reading() as session:
        record = archive.record(session, seasons.by_slug(session, "cup"), LATER)
    kept = read_record(record.model_dump_json().encode())
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    elsewhere = Database(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    with elsewhere.writing() as session:
        restoration.restore(session, record, BY)
        again = archive.record(session, seasons.by_slug(session, "cup"), LATER)

    assert record.stages
    assert [each.number for each in record.stages.first_closing] == [*range(1, 10)]
    assert 3 not in {each.number for each in record.entries}
    assert [*verification.verify(kept)] == []
    codes = ["entry-retired", "pairing-set", "bye-given", "kept-apart"]
    assert [note.code for note in verification.notes(kept) if note.code in codes] == codes
    second = [each[2:4] for each in record.stages.stages[0].results if each[0] == 2]
    assert [1, 2] in second
    assert [4, None] in second
    assert not any(5 in pair for pair in second), "it retired after the first"
    every = [each for stage in record.stages.stages[:1] for each in stage.results]
    assert not any({*each[2:4]} == {6, 7} for each in every), "they were not to meet"
    assert again.model_dump_json() == record.model_dump_json()
    free = record.stages.model_copy(update={"never": []})
    assert [*verification.verify(record.model_copy(update={"stages": free}))]
    for wrong in ([], record.stages.first_closing[::-1], record.stages.first_closing[1:]):
        forged = record.stages.model_copy(update={"first_closing": wrong})
        assert [*verification.verify(record.model_copy(update={"stages": forged}))]
    with database.reading() as session:
        first = seals.of_closing(session, seasons.by_slug(session, "cup"), 1, "en")
    list_ = PublishedSeals(
        "cup", tuple(PublishedSeal(each.number, each.name, each.commitment) for each in first)
    )
    assert [*against_seals(record, list_)] == []
    ghost = RecordedTicket(number=99, seal="0" * 64)
    forged = record.stages.model_copy(
        update={"first_closing": [*record.stages.first_closing, ghost]}
    )
    told = against_seals(record.model_copy(update={"stages": forged}), list_)
    assert [each.code for each in told] == ["first-closing-differs"]
    elsewhere.engine.dispose()


def test_who_was_there_at_the_first_closing_keeps_number_and_lot_when_it_is_opened_again(
    database: Database,
) -> None:
    a_season(database, "knockout seeds=lot", BUILDS)
    before = after(database)
    with database.writing() as session:
        withdraw(3)(session)
        league_seasons.reopen(session, "cup", BY, LATER)
        interventions.add(session, "cup", Submission("New", "攻攻"), BY)
        league_seasons.close(session, "cup", BY)
        seasons.by_slug(session, "cup").closes_at = NOW
        again = played(session)
        session.rollback()

    assert again.numbers == [1, 2, *range(4, 11)]
    seeds = before.lots["seeds"]
    assert again.lots["seeds"] == {n: lot for n, lot in seeds.items() if n != 3} | {10: 9}


def test_what_cannot_be_ruled_is_refused_and_what_was_is_taken_back(database: Database) -> None:
    a_season(database, "swiss rounds=2 best=4 seeds=lot\nknockout", BUILDS)
    refused: dict[str, Act] = {
        "no-such-stage": lambda session: rulings.retire(session, "cup", "3", 3, 1, BY),
        "no-such-round": lambda session: rulings.retire(session, "cup", "3", 1, -1, BY),
        "no-such-round ": lambda session: rulings.retire(session, "cup", "3", 1, 3, BY),
        "unknown-entry": lambda session: rulings.retire(session, "cup", "33", 1, 1, BY),
        "retired-already": lambda session: [retire(3, 1, 1)(session), retire(3, 1, 2)(session)],
        "set-where": lambda session: rulings.set_pairing(session, "cup", 2, 1, "1", "2", BY),
        "pairing-with-itself": lambda session: rulings.set_pairing(session, "cup", 1, 1, "1", "C0", BY),
        "set-in-vain": lambda session: [
            retire(1, 1, 1)(session),
            rulings.set_pairing(session, "cup", 1, 2, "1", "2", BY),
        ],
        "apart-already": lambda session: [never_meet(3, 4)(session), never_meet(4, 3)(session)],
        "nothing-ruled": lambda session: rulings.take_back(session, "cup", BY),
        "nothing-told": lambda session: rulings.retire(
            session, "cup", "3", 1, 1, Organiser("olga", NOW, "why")
        ),
    }  # fmt: skip
    for code, act in refused.items():
        with database.writing() as session:
            with pytest.raises(SeasonRefused) as refusal:
                act(session)
            assert [each.code for each in refusal.value.problems] == [code.strip()]
            session.rollback()
    with database.writing() as session:
        rulings.set_pairing(session, "cup", 1, 1, "8", "9", BY)
        never_meet(3, 4)(session)
        rulings.take_back(session, "cup", BY)
        rulings.take_back(session, "cup", BY)
        assert seasons.by_slug(session, "cup").rulings == {}


def test_where_sides_meet_as_teams_nobody_is_kept_from_anybody(database: Database) -> None:
    a_season(database, "teams boards=2", BUILDS, sides=TEAMS)
    with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
        never_meet(3, 3)(session)

    assert [each.code for each in refusal.value.problems] == [
        "pairing-with-itself",
        "apart-in-teams",
    ]


def test_before_an_act_its_changes_of_places_and_pairings_are_shown_and_nothing_is_kept(
    database: Database,
) -> None:
    a_season(database, "swiss rounds=3 seeds=lot", BUILDS)
    list(run(database, "cup", BY))
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        shown = rulings.preview(session, season, lambda: retire(7, 1, 1)(session))
        text = rulings.preview(
            session, season, lambda: correct(7, WantedCorrection(lore="A comma,"))(session)
        )
        assert season.state is SeasonState.REVIEW
        assert season.rulings == {}
        letters = session.exec(select(Letter)).all()

    assert {each.kind for each in letters} == {"receipt"}
    assert text
    assert (text.moved, text.repaired) == ((), ())
    assert text.champions[0] == text.champions[1]
    assert shown
    assert {each.round for each in shown.repaired} == {2, 3}
    assert any("7" in pair.split("–") for each in shown.repaired for pair in each.before)
    assert not any("7" in pair.split("–") for each in shown.repaired for pair in each.after)
