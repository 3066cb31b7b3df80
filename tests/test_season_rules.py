"""Builds that a season does not allow are proposed at no door: what is banned, too many copies, another size, too much growth."""

import json
import re
from contextlib import nullcontext
from typing import Any, Final

import pytest
from sqlmodel import Session, col, select
from typer.testing import CliRunner

from app.cli import program
from app.engine import Build
from app.games.house import with_cards
from app.i18n import LANGS
from app.league import visibility
from app.league.eligibility.pools import Pool, problems
from app.league.results.results import FinishedRun, finished
from app.league.seasons import news
from app.letters.contents import render
from app.statistics import what_if
from app.statistics.metagame import answers
from app.statistics.metagame.changes import best_changes
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import Carryover, Letter, Round
from app.tournament.growth import growth
from tests.support.browser import values
from tests.support.browsers import Site
from tests.support.house_cards import VOLLEY
from tests.support.people import NOW
from tests.support.posting import Postman
from tests.support.seasons import Character, a_finished_season, a_season

FORM: Final = "main form[enctype]"
GAME: Final = with_cards("laplaplus", VOLLEY)
ALLOWED: Final = {"core", "heal_core", "attack", "flurry", "echo", "shield", "volley"}
BANNED: Final = tuple(card.id for card in GAME.cards if card.id not in ALLOWED)
POOL: Final = Pool(BANNED, copies=2, size=4)
FIELD: Final = (
    Character("Ann", "攻響核核"),
    Character("Ben", "連攻核攻"),
    Character("Cem", "盾攻核連"),
    Character("Dot", "核核響盾"),
    Character("Eva", "攻攻響癒"),
)
STRICT: Final[dict[str, Any]] = {"pool": POOL.plain(), "rules_version": GAME.rules_version}
NAMES: Final = re.compile(
    "|".join(f"{card.name.en}|{card.name.ja}" for card in GAME.cards if card.id in BANNED)
)


@pytest.fixture
def strict(database: Database) -> Database:
    """A published season with bans, bounds and a house card, and an open one of the same rules."""
    with database.writing() as session:
        a_finished_season(session, FIELD, **STRICT)
        a_season(session, slug="open", title_en="Next", **STRICT)
    return database


def run_of(session: Session, slug: str = "cup") -> FinishedRun:
    season = seasons.by_slug(session, slug)
    run = visibility.published_run(session, season)
    assert run
    return finished(session, season, run)


def proposed(run: FinishedRun, index: int) -> set[Build]:
    """Every build that is named to the entrant of this index, or to everybody."""
    improved = what_if.improve(run, index)
    opponents = [build for at, build in enumerate(run.builds) if at != index]
    found = {each.change.build for each in improved.tried}
    for each in best_changes(run.judge(index), run.builds[index], opponents, 1_000_000):
        found |= {changed.build for changed in each.best}
    if rescued := what_if.rescue(run.judge(index), run.builds[index], opponents):
        found.add(rescued[1].build)
    return found | {answers.answers(run).counter.build}


def test_changes_and_answers_keep_to_the_bans_the_copies_and_the_size_of_their_season(
    strict: Database,
) -> None:
    """The house card may come in: it is a card of these rules."""
    with strict.reading() as session:
        run = run_of(session)
    found = {build for index in range(len(FIELD)) for build in proposed(run, index)}

    assert [each for each in found if next(problems(POOL, GAME, each), None)] == []
    assert any("volley" in each.cards for each in found)
    assert any("heal_core" in each.cards for each in found)


def test_in_a_later_round_they_keep_to_what_may_be_changed_since_the_one_before(
    strict: Database,
) -> None:
    """One card may be another; nobody but those who played the round before takes part in this one."""
    changed = ("攻響連核", "連攻核盾", "盾攻核核", "核核響攻", "攻攻響癒")
    field = [Character(each.name, build) for each, build in zip(FIELD, changed, strict=True)]
    with strict.writing() as session:
        cup = seasons.by_slug(session, "cup")
        second, _ = a_finished_season(session, field, slug="cup-2", **STRICT)
        rule = {"number": 2, "added": 0, "changes": 1}
        session.add(Round(season_id=second.id, before_id=cup.id, **rule))
        pairs = zip(
            entries.of_season(session, second), entries.of_season(session, cup), strict=True
        )
        session.add_all(
            Carryover(entry_id=now.id, revision_id=before.current_id or 0) for now, before in pairs
        )
    with strict.reading() as session:
        before, run = run_of(session), run_of(session, "cup-2")

    def is_near(index: int, build: Build) -> bool:
        found = growth(before.builds[index].cards, build.cards)
        return len(found.changed) <= 1 and found.added <= 0

    for index in range(len(field)):
        own = proposed(run, index) - {counter := answers.answers(run).counter.build}
        assert own
        assert all(is_near(index, build) for build in own)
        assert any(is_near(at, counter) for at in range(len(field)))


def named_in(text: str) -> list[str]:
    return NAMES.findall(text)


def test_no_page_and_no_answer_to_programs_names_what_is_banned(strict: Database) -> None:
    browser = Site(strict).browser()
    here = ("entries/4/what-if", "entries/4/changes", "answers")
    told = "".join(browser.get(f"/api/v1/seasons/cup/{path}").html for path in here)
    assert '"attack"' in told
    assert [card for card in BANNED if f'"{card}"' in told] == []

    for path in (f"/{lang}/seasons/cup/{each}" for lang in LANGS for each in here):
        page = browser.get(path)
        assert page.status == 200, path
        assert named_in(page.text()) == [], path


def test_no_form_names_what_is_banned_but_its_list_of_bans(strict: Database) -> None:
    """Neither among the cards to choose from nor among the opponents of a build that is tried; a slip of the pen neither."""
    browser = Site(strict).browser()
    enter = "/en/seasons/open/enter"
    empty = browser.get(enter).page.css_first(FORM)
    assert empty
    form = values(empty) | {"name": "Zoe"}
    tried = browser.post(f"{enter}/try", form | {"build": "攻核矢核"})
    wrong = browser.post(f"{enter}/preview", form | {"build": "quik, dazle, atack, core"})

    assert "House build" in tried.text(".bouts")
    read = browser.get(enter).page.css_first("[data-read]")
    assert read
    while_typing = read.attributes["data-read"] or ""
    assert '"code":"banned"' in browser.post(while_typing, json={"text": "類核核攻"}).html
    assert "Dazzle" not in browser.post(while_typing, json={"text": "dazle"}).html
    assert "Attack" in wrong.text("#build-told")
    for page in (browser.get(enter), tried, wrong):
        assert named_in(page.html) == named_in(page.text(".pool"))


@pytest.mark.parametrize("words", ["stats entry cup 4", "stats changes cup 4", "stats answers cup"])
def test_no_command_names_what_is_banned(
    strict: Database, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr("app.cli.stats.database", lambda: nullcontext(strict))
    told = CliRunner().invoke(program, [*words.split(), "--json"], catch_exceptions=False)

    assert told.exit_code == 0
    assert json.loads(told.stdout)
    assert [card for card in BANNED if f'"{card}"' in told.stdout] == []


def test_no_letter_names_what_is_banned(strict: Database) -> None:
    """A report, and answers to a slip of the pen, to questions and to a build that spars."""
    with strict.writing() as session:
        season = seasons.by_slug(session, "cup")
        run = visibility.published_run(session, season)
        assert run
        news.results_are_out(session, season, run, "", NOW)
    postman = Postman(strict)
    for text in (
        "Name: Zoe\nBuild: atack, quik, dazle, core\n",
        "spar\nBuild: 攻核矢核\n",
        "help",
        "cards",
    ):
        postman.post(text)
    with strict.writing() as session:
        found = session.exec(select(Letter).order_by(col(Letter.id))).all()
        told = {f"{each.kind} {each.id}": render(session, each).text for each in found}

    assert {kind.split()[0] for kind in told} == {"report", "problems", "spar", "help"}
    assert any("would have" in text for text in told.values())
    assert {kind: named_in(text) for kind, text in told.items() if named_in(text)} == {}
