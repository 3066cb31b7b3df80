"""A season from opening to publication, told by its use cases."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest
from sqlmodel import Session, select

from app.errors import DomainError, SeasonRefused, SubmissionRejected
from app.jobs.seasons.deadlines import release_due
from app.jobs.seasons.runs import run
from app.league import visibility
from app.league.archive import record as archive_record, verification
from app.league.desk import interventions
from app.league.entries import characters, entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Letter, Mail, Player, Revision, RevisionState, Run, Season, SeasonState
from app.store.work import outbox
from tests.support.people import NOW

TUESDAY = Submission("Mister Tuesday", "攻響核核", owner="alice", lore="Always on a Tuesday.")
GOOSE = Submission("Sir Honksalot", "Attack, Attack, Core", owner="bob")
BEE = Submission("The Bee", "連連核", owner="charlie")


def organiser(reason: str = "", minutes: int = 0, tell: str = "") -> Organiser:
    return Organiser("olga", NOW + timedelta(minutes=minutes), reason, tell)


def arrived(minutes: int = 1, *, proven: bool = True) -> Origin:
    return Origin(NOW + timedelta(minutes=minutes), proven)


def person(session: Session, name: str) -> Player:
    return players.known_as(session, f"{name}@example.com", "en", NOW)


def the_cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def send(
    database: Database, name: str, submission: Submission, minutes: int = 1, *, proven: bool = True
) -> Revision:
    with database.writing() as session:
        origin = arrived(minutes, proven=proven)
        return league_entries.submit(
            session, the_cup(session), person(session, name), submission, origin
        )


def problems(refusal: pytest.ExceptionInfo[DomainError]) -> list[str]:
    return [problem.code for problem in refusal.value.problems]


@pytest.fixture
def cup(database: Database) -> Database:
    """An open season of ラプラプラス, to be closed by hand: no deadline is announced."""
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", "杯", "Cup")
        league_seasons.create(session, plan, organiser())
        league_seasons.open_season(session, "cup", organiser())
    return database


@pytest.fixture
def played(cup: Database) -> Database:
    """The same season, played by Alice, Bob and Charlie."""
    for minutes, (name, submission) in enumerate(
        [("alice", TUESDAY), ("bob", GOOSE), ("charlie", BEE)]
    ):
        send(cup, name, submission, minutes + 1)
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=60))
    list(run(cup, "cup", organiser(minutes=61)))
    return cup


def letters_of(database: Database) -> list[str]:
    with database.reading() as session:
        return [letter.kind for letter in session.exec(select(Letter).order_by(Letter.id))]  # type: ignore[arg-type]


# --- submitting -------------------------------------------------------------------------------------


def test_a_proven_entry_counts_at_once_and_is_receipted(cup: Database) -> None:
    revision = send(cup, "alice", TUESDAY)

    assert revision.state is RevisionState.ACCEPTED
    assert letters_of(cup) == ["receipt"]


def test_an_entry_by_a_way_that_only_its_player_has_proves_the_address(cup: Database) -> None:
    send(cup, "alice", TUESDAY)

    with cup.reading() as session:
        assert person(session, "alice").proven_at


def test_an_unproven_entry_is_held_and_a_confirmation_is_asked(cup: Database) -> None:
    revision = send(cup, "alice", TUESDAY, proven=False)

    assert revision.state is RevisionState.HELD
    assert letters_of(cup) == ["confirmation"]
    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current is None


def test_confirming_makes_it_count_and_proves_the_address(cup: Database) -> None:
    held = send(cup, "alice", TUESDAY, proven=False)
    with cup.writing() as session:
        revision = session.get_one(Revision, held.id)
        league_entries.confirm(session, revision, arrived(2))

    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current and entry.current.id == held.id  # noqa: PT018 - for the type
        assert person(session, "alice").proven_at == NOW + timedelta(minutes=2)
    assert letters_of(cup) == ["confirmation", "receipt"]


def test_confirming_twice_is_refused_and_changes_nothing(cup: Database) -> None:
    held = send(cup, "alice", TUESDAY, proven=False)
    with cup.writing() as session:
        league_entries.confirm(session, session.get_one(Revision, held.id), arrived(2))
    with pytest.raises(SubmissionRejected) as refusal, cup.writing() as session:
        league_entries.confirm(session, session.get_one(Revision, held.id), arrived(3))

    assert problems(refusal) == ["already-confirmed"]


def test_confirming_an_older_revision_answers_that_it_is_superseded(cup: Database) -> None:
    held = send(cup, "alice", TUESDAY, minutes=1, proven=False)
    later = send(cup, "alice", replace(TUESDAY, build="攻核"), minutes=2)
    with cup.writing() as session:
        revision = league_entries.confirm(session, session.get_one(Revision, held.id), arrived(3))
        assert revision.state is RevisionState.SUPERSEDED

    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current_id == later.id
    assert letters_of(cup) == ["confirmation", "receipt", "problems"]


def test_a_second_build_replaces_the_first(cup: Database) -> None:
    send(cup, "alice", TUESDAY, 1)
    send(cup, "alice", replace(TUESDAY, build="核核"), 2)

    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current
        assert entry.current.build == "核核"
        assert [each.serial for each in entries.revisions(session, entry)] == [1, 2]


def test_an_entry_of_a_clock_that_was_ahead_is_replaced_by_what_comes_after_it(
    cup: Database,
) -> None:
    a_month = 30 * 24 * 60
    send(cup, "alice", TUESDAY, a_month)
    later = send(cup, "alice", replace(TUESDAY, build="核核"), 2)

    assert later.state is RevisionState.ACCEPTED


def test_an_entry_that_was_received_earlier_does_not_replace_a_later_one(cup: Database) -> None:
    send(cup, "alice", replace(TUESDAY, build="核核"), 5)
    with pytest.raises(SubmissionRejected) as refusal:
        send(cup, "alice", TUESDAY, 2)

    assert problems(refusal) == ["superseded"]
    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current
        assert entry.current.build == "核核"


def test_the_same_again_is_no_new_revision_but_gets_its_receipt(cup: Database) -> None:
    first = send(cup, "alice", TUESDAY, 1)
    with cup.writing() as session:
        mail = Mail(raw=b"again", received_at=NOW)
        session.add(mail)
        session.flush()
        origin = Origin(NOW + timedelta(minutes=2), proven=True, mail=mail)
        again = league_entries.submit(
            session, the_cup(session), person(session, "alice"), TUESDAY, origin
        )

        assert again.id == first.id
    with cup.reading() as session:
        receipts = list(session.exec(select(Letter).order_by(Letter.id)))  # type: ignore[arg-type]
        assert [letter.about for letter in receipts] == [{}, {"unchanged": True}]


def test_a_refusal_names_every_problem_and_leaves_the_entry_standing(cup: Database) -> None:
    send(cup, "alice", TUESDAY)
    wrong = Submission("", "攻撃、こうげき、99", owner="me@example.com", lore="x" * 30_000)
    with pytest.raises(SubmissionRejected) as refusal:
        send(cup, "alice", wrong, 2)

    assert {
        "empty-name",
        "owner-is-address",
        "lore-too-long",
        "number-out-of-range",
    } <= set(problems(refusal))
    with cup.reading() as session:
        (entry,) = entries.of_season(session, the_cup(session))
        assert entry.current
        assert entry.current.name == "Mister Tuesday"


@pytest.mark.parametrize(
    "name", ["MISTER TUESDAY", "ｍｉｓｔｅｒ　ｔｕｅｓｄａｙ", "mister  tuesday"]
)
def test_a_name_is_unique_in_its_season_however_it_is_written(cup: Database, name: str) -> None:
    send(cup, "alice", TUESDAY)
    with pytest.raises(SubmissionRejected) as refusal:
        send(cup, "bob", replace(GOOSE, name=name))

    assert problems(refusal) == ["name-taken"]


def test_a_player_may_keep_his_own_name(cup: Database) -> None:
    send(cup, "alice", TUESDAY, 1)

    assert send(cup, "alice", replace(TUESDAY, name="MISTER TUESDAY"), 2).serial == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty-name"),
        (" \u3000", "empty-name"),
        ("x" * 200, "name-too-long"),
        ("evil\u202etxt", "forbidden-character"),
        ("nul\x00", "forbidden-character"),
        ("lone\ud800", "forbidden-character"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(text: str, code: str) -> None:
    assert [problem.code for problem in characters.name_problems(text)] == [code]


@pytest.mark.parametrize(
    "name", ["✿るん♪るん☆ばくだん娘✿💣", "👨‍👩‍👧‍👦", "<script>alert(1)</script>", "=1+1"]
)
def test_a_name_may_be_playful(name: str) -> None:
    assert list(characters.name_problems(name)) == []


def test_what_arrives_at_the_deadline_is_too_late(cup: Database) -> None:
    with cup.writing() as session:
        the_cup(session).closes_at = NOW + timedelta(minutes=60)
    with pytest.raises(SubmissionRejected) as refusal:
        send(cup, "alice", TUESDAY, minutes=60)

    assert problems(refusal) == ["season-closed"]


def test_the_commitment_is_a_digest_anybody_can_make_again(cup: Database) -> None:
    revision = send(cup, "alice", TUESDAY)

    salts = [revision.salt[at : at + 32] for at in range(0, 192, 32)]
    told = ("name", "owner", "url", "lore", "extras", "build")
    content: Any = ("Mister Tuesday", "alice", "", "Always on a Tuesday.", {}, "攻響核核")
    digests = {}
    for name, salt, said in zip(told, salts, content, strict=True):
        written = json.dumps(said, ensure_ascii=False).encode()
        digests[name] = sha256(b"hikyaku-part-2\0" + name.encode() + b"\0" + salt + written)
    seal = {
        "format": "hikyaku-seal-2",
        "parts": {name: digests[name].hexdigest() for name in sorted(told)},
        "rules": "laplaplus@1",
        "season": "cup",
    }
    by_hand = sha256(json.dumps(seal, separators=(",", ":")).encode()).hexdigest()

    assert len({*salts}) == len(salts)
    assert revision.commitment == by_hand


# --- closing ----------------------------------------------------------------------------------------


def test_closing_numbers_entries_by_their_first_accepted_revision(cup: Database) -> None:
    send(cup, "bob", GOOSE, 1)
    send(cup, "alice", TUESDAY, 2)
    send(cup, "bob", replace(GOOSE, build="核"), 3)
    send(cup, "charlie", BEE, 4, proven=False)
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=60))

    with cup.reading() as session:
        numbered = {
            entry.number: entry.current.name
            for entry in entries.of_season(session, the_cup(session))
            if entry.current
        }
        assert numbered == {1: "Sir Honksalot", 2: "Mister Tuesday"}
        assert [each.name for each in entries.held(session, the_cup(session))] == ["The Bee"]


def test_a_season_does_not_close_over_a_mail_that_nobody_has_read(cup: Database) -> None:
    with cup.writing() as session:
        session.add(Mail(raw=b"late", received_at=NOW))
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=1))

    with cup.reading() as session:
        season = the_cup(session)
        assert (season.state, season.closing_at) == (SeasonState.OPEN, NOW + timedelta(minutes=1))


def test_reopening_takes_the_numbers_back_and_needs_words_for_everybody(cup: Database) -> None:
    send(cup, "alice", TUESDAY)
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=60))
    with pytest.raises(SeasonRefused) as refusal, cup.writing() as session:
        league_seasons.reopen(session, "cup", organiser("the server was down"))
    with cup.writing() as session:
        league_seasons.reopen(session, "cup", organiser(tell="The server was down."))

    assert problems(refusal) == ["nothing-told"]
    with cup.reading() as session:
        assert [entry.number for entry in entries.of_season(session, the_cup(session))] == [None]


# --- running ----------------------------------------------------------------------------------------


def test_every_pair_meets_once_and_the_season_is_under_review(played: Database) -> None:
    with played.reading() as session:
        season = the_cup(session)
        last = runs.latest(session, season)
        assert last
        rows = [row or b"" for row in runs.outcomes(session, last)]

        assert season.state is SeasonState.REVIEW
        assert [row.count(0xFF) for row in rows] == [1, 1, 1]
        assert last.digest


def test_a_run_goes_on_where_it_was_left(cup: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tournament.blocks.BLOCK_SECONDS", 0)
    monkeypatch.setattr("app.tournament.blocks.FEW_BLOCKS", 99)
    for minutes, (name, submission) in enumerate(
        [("alice", TUESDAY), ("bob", GOOSE), ("charlie", BEE)]
    ):
        send(cup, name, submission, minutes + 1)
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=60))
    killed = run(cup, "cup", organiser())
    assert [next(killed).battles, next(killed).battles] == [0, 2]
    del killed

    assert [progress.battles for progress in run(cup, "cup", organiser())] == [2, 3, 3, 3]


def test_the_same_inputs_give_the_same_digest_again(played: Database) -> None:
    list(run(played, "cup", organiser("to be sure")))

    with played.reading() as session:
        last = runs.latest(session, the_cup(session))
        assert last
        assert last.serial == 2
        assert [earlier.digest for earlier in runs.with_inputs(session, last)] == [last.digest]


def test_a_withdrawn_entry_is_not_played_and_its_player_hears_why(played: Database) -> None:
    with played.writing() as session:
        interventions.withdraw(session, "cup", "the bee", organiser(tell="One person, one entry."))
    list(run(played, "cup", organiser()))

    with played.reading() as session:
        last = runs.latest(session, the_cup(session))
        assert last
        assert [each.number for each in runs.participants(session, last)] == [1, 2]
    assert letters_of(played)[-1] == "withdrawn"


def test_a_late_entry_is_numbered_last(played: Database) -> None:
    with played.writing() as session:
        interventions.add(
            session, "cup", Submission("Latecomer", "核攻"), organiser(tell="Lost in the post.")
        )
    list(run(played, "cup", organiser()))

    with played.reading() as session:
        last = runs.latest(session, the_cup(session))
        assert last
        assert [each.revision.name for each in runs.participants(session, last)][-1] == "Latecomer"


def test_nobody_gets_the_number_of_a_withdrawn_entry(played: Database) -> None:
    with played.writing() as session:
        interventions.withdraw(session, "cup", "3", organiser(tell="One person, one entry."))
        interventions.add(
            session, "cup", Submission("Latecomer", "核攻"), organiser(tell="Lost in the post.")
        )
    list(run(played, "cup", organiser()))

    with played.reading() as session:
        last = runs.latest(session, the_cup(session))
        assert last
        assert [each.number for each in runs.participants(session, last)] == [1, 2, 4]


def test_one_alone_is_run_without_a_battle(cup: Database) -> None:
    send(cup, "alice", TUESDAY)
    with cup.writing() as session:
        league_seasons.close(session, "cup", organiser(minutes=60))
    list(run(cup, "cup", organiser()))

    with cup.reading() as session:
        assert the_cup(session).state is SeasonState.REVIEW


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_what_was_withdrawn_meanwhile_is_not_confirmed(cup: Database) -> None:
    """SQLite has one writer at a time."""
    held = send(cup, "alice", TUESDAY, proven=False)
    with cup.writing() as session:
        revision = session.get_one(Revision, held.id)
        assert revision.entry.current is None
        with cup.writing() as other:
            league_entries.withdraw(other, the_cup(other), person(other, "alice"), arrived(2))
        with pytest.raises(SubmissionRejected) as refusal:
            league_entries.confirm(session, revision, arrived(3))

    assert problems(refusal) == ["superseded"]


# --- publishing -------------------------------------------------------------------------------------


def test_publishing_writes_a_report_to_everyone_once(played: Database) -> None:
    with played.writing() as session:
        results.publish(session, "cup", organiser())

    assert letters_of(played).count("report") == 3


def test_undoing_takes_back_the_results_and_the_reports_that_wait(played: Database) -> None:
    with played.writing() as session:
        results.publish(session, "cup", organiser())
    with played.writing() as session:
        results.undo(session, "cup", organiser("a wrong entry"))

    assert letters_of(played).count("report") == 0
    with played.reading() as session:
        assert the_cup(session).state is SeasonState.REVIEW
        assert the_cup(session).published_run_id is None


def test_a_report_that_a_worker_has_in_hand_does_not_leave_any_more(played: Database) -> None:
    with played.writing() as session:
        results.publish(session, "cup", organiser())
        session.flush()
        for letter in session.exec(select(Letter)):
            letter.subject = letter.text = letter.html = ""
        session.flush()
        claimed = outbox.claim(session, now=NOW, limit=2)
    with played.writing() as session:
        results.undo(session, "cup", organiser("a wrong entry"))

    with played.writing() as session:
        assert len(claimed) == 2
        assert not any(outbox.mark_sending(session, each, "", now=NOW) for each in claimed)
    assert letters_of(played).count("report") == 0


def test_announced_results_come_out_at_their_moment_and_the_letters_with_them(
    played: Database,
) -> None:
    nine = NOW + timedelta(hours=9)
    with played.writing() as session:
        results.publish(
            session, "cup", organiser(tell="A final!"), release_at=nine - timedelta(hours=1)
        )
        results.publish(session, "cup", organiser(tell="What a final!"), release_at=nine)
    assert not release_due(played, nine - timedelta(seconds=1))
    with played.reading() as session:
        announced = [news.told(each, "en", UTC) for each in news.notices(session, the_cup(session))]
        assert visibility.release_at(the_cup(session)) == nine
        assert not visibility.is_public(the_cup(session))
    assert [each.partition(" on ")[0] for each in announced] == ["The results come out"] * 2
    assert ", not on " in announced[1]
    assert letters_of(played).count("report") == 0

    assert release_due(played, nine)
    assert not release_due(played, nine)
    with played.reading() as session:
        season = the_cup(session)
        assert (season.state, season.published_at) == (SeasonState.PUBLISHED, nine)
        assert session.get_one(Run, season.published_run_id).word == "What a final!"
        assert news.notices(session, season) == []
    assert letters_of(played).count("report") == 3


def test_a_release_is_called_off_by_a_step_back_and_ends_with_the_review(played: Database) -> None:
    with played.writing() as session:
        results.publish(session, "cup", organiser(), release_at=NOW + timedelta(hours=1))
        results.undo(session, "cup", organiser("a doubt", tell="A doubt."))
        assert the_cup(session).state is SeasonState.REVIEW
        results.publish(session, "cup", organiser(), release_at=NOW + timedelta(hours=1))
        interventions.withdraw(session, "cup", "Mister Tuesday", organiser("cheating", tell="Out."))
    assert not release_due(played, NOW + timedelta(hours=2)), "it waits for the next run"
    list(run(played, "cup", organiser()))
    with played.writing() as session:
        results.publish(session, "cup", organiser())
        results.undo(session, "cup", organiser("no"))
        notices = [(each.kind, each.reason) for each in news.notices(session, the_cup(session))]
    assert not release_due(played, NOW + timedelta(hours=2))
    assert notices == [("taken-back", "")]


@pytest.mark.parametrize(
    ("at", "code"), [(NOW, "release-past"), (NOW + timedelta(days=9999), "release-far")]
)
def test_results_come_out_neither_in_the_past_nor_in_a_far_future(
    played: Database, at: datetime, code: str
) -> None:
    with pytest.raises(SeasonRefused) as refusal, played.writing() as session:
        results.publish(session, "cup", organiser(), release_at=at)
    assert problems(refusal) == [code]


def test_every_act_of_the_organiser_leaves_its_trace(played: Database) -> None:
    with played.writing() as session:
        results.publish(session, "cup", organiser())
        results.undo(session, "cup", organiser("a wrong entry"))

    with played.reading() as session:
        acts = [(audit.act, audit.reason) for audit in audits.of_season(session, the_cup(session))]
    assert acts == [
        ("create", ""),
        ("open", ""),
        ("close", ""),
        ("run", ""),
        ("publish", ""),
        ("undo", "a wrong entry"),
    ]


def test_an_act_out_of_turn_is_refused(played: Database) -> None:
    for act in (league_seasons.open_season, league_seasons.close, league_seasons.reopen):
        with pytest.raises(SeasonRefused) as refusal, played.writing() as session:
            act(session, "cup", organiser("why not"))

        assert problems(refusal) == ["wrong-state"]


# --- verifying --------------------------------------------------------------------------------------


def test_a_season_can_be_verified_from_its_record_alone(played: Database) -> None:
    with played.reading() as session:
        text = archive_record.record(session, the_cup(session), NOW).model_dump_json()

    assert list(verification.verify(archive_record.Record.model_validate_json(text))) == []


def test_a_record_that_was_tampered_with_is_found_out(played: Database) -> None:
    with played.reading() as session:
        record = archive_record.record(session, the_cup(session), NOW)
    record.entries[0].build = "核"
    record.outcomes[1] = "01"
    codes = [problem.code for problem in verification.verify(record)]

    assert codes[0] == "commitment-differs"
    assert "battle-differs" in codes
    assert "digest-differs" in codes


def test_words_are_sealed_but_decide_nothing(played: Database) -> None:
    """Whoever changes them breaks the seal; the digest, which is of what was played, still holds."""
    with played.reading() as session:
        record = archive_record.record(session, the_cup(session), NOW)
    record.entries[0].extras = {"flavour": ["Another"], "lines": {"victory": "Hah!"}}

    assert [problem.code for problem in verification.verify(record)] == ["commitment-differs"]


def test_the_record_holds_no_address(played: Database) -> None:
    with played.reading() as session:
        assert (
            "@example"
            not in archive_record.record(session, the_cup(session), NOW).model_dump_json()
        )
