"""Seasons with house cards, the errata report, and a season that moves to other rules."""

from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select

from app.engine import Ruleset
from app.errors import RulesNotInstalled, SeasonRefused, SubmissionRejected
from app.games import house, ruleset
from app.jobs.seasons.runs import run
from app.league.archive import record as archive_record, structure, verification
from app.league.desk import rules
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan
from app.letters.contents import preview
from app.main import create_app
from app.settings import Settings
from app.store import entries as stored_entries, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter, Season
from tests.support.asking import Client
from tests.support.house_cards import VOLLEY
from tests.support.outgoing import KEY

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW, "reasons", "Trap was too strong.")
WEAKER = VOLLEY.replace("points = 3", "points = 1")
NO_TRAP = '[[change]]\ncard = "trap"\nmost = 0\n'
FIELD = {"Robin": "矢矢核", "Bear": "攻核核", "Guard": "防核核", "Wren": "核矢響"}
PLAIN = {"Bear": "攻核核", "Heart": "核核硬", "Snare": "罠核攻"}


def made(text: str = VOLLEY) -> Ruleset:
    return house.with_cards("laplaplus", text)


def opened(
    database: Database,
    game: Ruleset | None = None,
    field: Mapping[str, str] = FIELD,
    closes_at: datetime | None = None,
) -> None:
    """The season `cup` by these rules, with that field."""
    with database.writing() as session:
        version = game.rules_version if game else ""
        league_seasons.create(
            session, Plan("laplaplus", "cup", closes_at=closes_at, rules=version), BY
        )
        league_seasons.open_season(session, "cup", BY)
    for name, build in field.items():
        enter(database, name, build)


def enter(database: Database, name: str, build: str, *, proven: bool = True) -> None:
    with database.writing() as session:
        season = seasons.by_slug(session, "cup")
        player = players.known_as(session, f"{name}@example.com", "en", NOW)
        player.proven_at = NOW
        origin = Origin(NOW, proven=proven)
        entries.submit(session, season, player, Submission(name, build), origin)


def published(database: Database, game: Ruleset | None = None) -> None:
    opened(database, game)
    with database.writing() as session:
        league_seasons.close(session, "cup", BY)
    list(run(database, "cup", BY))
    with database.writing() as session:
        results.publish(session, "cup", BY)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just begun knows no house cards."""
    monkeypatch.setattr(house, "_made", OrderedDict())


def standing(database: Database) -> dict[str, str]:
    """The names of entries that count, and the rules they were sealed under."""
    with database.reading() as session:
        all_ = stored_entries.of_season(session, seasons.by_slug(session, "cup"))
        return {e.current.name: e.current.rules_version for e in all_ if e.current}


def letters_of(database: Database, kind: str) -> list[str]:
    with database.reading() as session:
        rows = session.exec(select(Letter).where(Letter.kind == kind)).all()
        return [f"{each.about}" for each in rows]


# --- a season with house cards --------------------------------------------------------------------------


def test_a_season_is_played_by_its_house_cards_also_after_a_restart(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(database, made())
    forget(monkeypatch)
    with database.writing() as session:
        league_seasons.close(session, "cup", BY)
    forget(monkeypatch)
    list(run(database, "cup", BY))
    forget(monkeypatch)

    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)
    assert record.house == VOLLEY
    assert record.rules == made().rules_version
    assert list(verification.verify(record)) == []


def test_a_record_is_verified_on_a_machine_that_has_never_heard_of_the_cards(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(database, made())
    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)
    database.close()
    forget(monkeypatch)
    read = structure.read_record(record.model_dump_json().encode())

    with pytest.raises(RulesNotInstalled):
        ruleset("laplaplus", record.rules)
    assert list(verification.verify(read)) == []


@pytest.mark.parametrize(
    ("cards", "code"),
    [(WEAKER, "house-cards-differ"), ("[[card]]", "house-missing"), ("", "rules-not-installed")],
)
def test_a_record_with_other_house_cards_is_found_out(
    database: Database, monkeypatch: pytest.MonkeyPatch, cards: str, code: str
) -> None:
    published(database, made())
    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)
    database.close()
    forget(monkeypatch)
    problems = list(verification.verify(record.model_copy(update={"house": cards})))

    assert problems[0].code == code
    assert explain(problems[0], "ja")


def test_its_pages_and_letters_show_house_cards(database: Database) -> None:
    published(database, made())
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with Client(app, base_url="http://testserver") as browser:
        version = made().rules_version
        pages = [
            *("/en/seasons/cup", "/en/seasons/cup/battles/1-2", "/en/seasons/cup/statistics"),
            *(f"/en/games/laplaplus/rules/{version}", f"/en/games/laplaplus/cards/{version}"),
        ]
        told = {page: browser.get(page) for page in pages}
        assert {page: answer.status_code for page, answer in told.items()} == dict.fromkeys(
            pages, 200
        )
        assert all("Volley" in told[page].text for page in pages[1:]), pages
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        reports = [letter.text for _, letter in preview(session, season, NOW)]
    assert any("[Volley 1]" in each for each in reports)


def test_a_copy_of_a_season_has_its_house_cards(database: Database) -> None:
    opened(database, made())
    with database.writing() as session:
        copied = league_seasons.copy(session, "cup", "next", BY)
        assert copied.rules_version == made().rules_version


# --- the errata report ------------------------------------------------------------------------------------


def closed(
    database: Database, game: Ruleset | None = None, field: Mapping[str, str] = FIELD
) -> None:
    opened(database, game, field)
    with database.writing() as session:
        league_seasons.close(session, "cup", BY)


def test_the_errata_name_every_battle_that_flips_and_everybody_concerned(
    database: Database,
) -> None:
    closed(database, made())
    with database.reading() as session:
        found = rules.preview(session, "cup", made(WEAKER), BY)
        again = rules.preview(session, "cup", made(WEAKER), BY)
    errata, field = found.errata, found.field
    builds = [each.build for each in field]

    expected = set()
    for home in range(len(field)):
        for away in range(home + 1, len(field)):
            winners = [
                game.play(
                    *(game.read_build(builds[each]).nameless() for each in (home, away))
                ).winner
                for game in (made(), made(WEAKER))
            ]
            if winners[0] != winners[1]:
                expected.add((home, away))
    assert expected
    assert {(each.home, each.away) for each in errata.flips} == expected
    assert errata.battles == 6
    assert again == found
    assert {index for pair in expected for index in pair} <= {*errata.concerned}


def test_rules_that_change_nothing_have_no_errata(database: Database) -> None:
    closed(database, made())
    with database.reading() as session:
        found = rules.preview(session, "cup", made("# the same\n" + VOLLEY), BY).errata

    assert (found.flips, found.moves, found.illegal, found.concerned) == ((), (), (), ())


def test_builds_that_are_not_legal_any_more_are_named(database: Database) -> None:
    closed(database, field=PLAIN)
    with database.reading() as session:
        found = rules.preview(session, "cup", made(NO_TRAP), BY)

    assert [found.field[each.index].name for each in found.errata.illegal] == ["Snare"]
    assert found.errata.battles == 1


def test_sealed_builds_have_no_errata(database: Database) -> None:
    opened(database, made(), closes_at=NOW + timedelta(3))

    with database.reading() as session, pytest.raises(SeasonRefused):
        rules.preview(session, "cup", made(WEAKER), BY)


# --- the move ---------------------------------------------------------------------------------------------


def moved(database: Database, after: Ruleset, **options: bool) -> rules.RulesMoved:
    with database.writing() as session:
        return rules.move(session, "cup", after, BY, **options)


def test_an_open_season_moves_and_whoever_is_not_legal_any_more_hears_why(
    database: Database,
) -> None:
    opened(database, field=PLAIN, closes_at=NOW + timedelta(3))

    assert moved(database, made(NO_TRAP)).taken_out == 1
    assert standing(database) == {"Bear": "laplaplus@1", "Heart": "laplaplus@1"}
    (told,) = letters_of(database, "withdrawn")
    assert "Trap was too strong." in told
    assert "Trap (罠) is not allowed under these rules." in told
    changed = letters_of(database, "changed")
    assert len(changed) == 2, "who is out has heard the reason already"
    assert all(made(NO_TRAP).rules_version in each for each in changed)
    with pytest.raises(SubmissionRejected):
        enter(database, "Snare", "罠核攻")
    enter(database, "Snare", "攻核攻")
    assert standing(database)["Snare"] == made(NO_TRAP).rules_version


def test_a_season_that_moved_is_still_verified_by_the_seals_of_before(database: Database) -> None:
    opened(database, field=PLAIN)
    moved(database, made(NO_TRAP))
    enter(database, "Snare", "攻核攻")
    with database.writing() as session:
        league_seasons.close(session, "cup", BY)
    list(run(database, "cup", BY))
    with database.reading() as session:
        record = archive_record.record(session, seasons.by_slug(session, "cup"), NOW)

    assert [each.rules for each in record.entries] == ["laplaplus@1", "laplaplus@1", None]
    assert list(verification.verify(record)) == []


def test_with_open_builds_those_not_legal_are_named_before_anything_is_done(
    database: Database,
) -> None:
    closed(database, field=PLAIN)

    with pytest.raises(SeasonRefused) as refusal:
        moved(database, made(NO_TRAP))
    assert "3 Snare" in explain(refusal.value.problems[0], "en")
    assert len(standing(database)) == 3
    assert moved(database, made(NO_TRAP), take_out=True).taken_out == 1
    assert len(standing(database)) == 2


@pytest.mark.parametrize("after", ["same", "other game", "too late"])
def test_a_move_that_makes_no_sense_is_refused(database: Database, after: str) -> None:
    if after == "too late":
        published(database, made())
    else:
        opened(database, made())
    game = {"same": made(), "other game": ruleset("shiden-issen-2")}.get(after, made(WEAKER))

    with pytest.raises(SeasonRefused) as refusal:
        moved(database, game)
    assert all(explain(each, "ja") for each in refusal.value.problems)
    with database.reading() as session:
        season: Season = seasons.by_slug(session, "cup")
        assert season.rules_version == made().rules_version


@pytest.mark.parametrize(
    ("waits_for", "season"),
    [
        ("its player", {}),
        ("an organiser", {"approves_newcomers": True}),
        ("a place", {"capacity": 1, "waiting_list": True}),
    ],
)
def test_a_revision_that_waits_and_is_not_legal_any_more_never_counts(
    waits_for: str, season: dict[str, int], database: Database
) -> None:
    """Nor does it keep its name from others, or its player from another character."""
    opened(database, field={"Bear": "攻核核"}, closes_at=NOW + timedelta(3))
    with database.writing() as session:
        for name, value in season.items():
            setattr(seasons.by_slug(session, "cup"), name, value)
    enter(database, "Snare", "罠核攻", proven=waits_for != "its player")

    assert moved(database, made(NO_TRAP)).taken_out == 0
    assert len(letters_of(database, "withdrawn")) == 1
    with database.reading() as session:
        cup = seasons.by_slug(session, "cup")
        assert stored_entries.waiting(session, cup) == stored_entries.queued(session, cup) == []
        assert stored_entries.name_keys(session, cup) == ["bear"]
