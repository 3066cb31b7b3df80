"""Cards that people made: called for, played in a season, and brought back with it elsewhere, where nobody knows them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app import games
from app.games.house import with_cards
from app.jobs.exchanges import begin_due
from app.jobs.seasons.runs import run
from app.league.archive import restoration
from app.league.archive.record import public_record
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.results import card_sets, results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store import house, players, seasons as kept
from app.store.database import Database
from tests.support.duels import CLOSES, OPENS, move_all, olga, pass_deadline, play_run
from tests.web.archive.test_restoration import comes_back

LATER = CLOSES + timedelta(days=60)
FEST = (
    """能力：食・なし
効果：N01[戦闘] 名：百物語
  効果の定義：N01
    名前：肝試し タグ：#night テーマ：カードに書いたテーマ 選ぶもの：相手の一番高い属性
    すること：相手の点を減らす どの点：一つ目の属性 点：3
効果：B09""",
    "能力：衣・食 効果：B01 効果：B09",
    "abilities: humanities, science effect: S01[shield] effect: S03[academics] tags: #standard",
)
CALLED = {
    "laplaplus": (),
    "shiden-issen-2": (),
    "fest": FEST,
    "ocg": (),
    "acts": (),
}
"""What people send beside the card that the workshop of the game begins with."""
NAMES = ("試作", "夜店のユイ", "ハル", "Night Owl")
DECKS = {
    "laplaplus": ("紙響核", "攻響核", "紙紙核"),
    "shiden-issen-2": ("閃閃紙硬果", "閃閃閃舞舞", "閃交紙硬果"),
    "fest": (
        "X0201 X0202 X0203 図模俳主投走詩弁応化機包廊踊櫓装童塔会宿霊",
        "縫甘具図模俳主投走詩弁応化機包廊踊櫓装童塔会宿 X0204",
    ),
    "ocg": (
        "4xX04 4xC01 4xC02 4xC04 4xC05 4xC08 4xC11 4xC12 4xC13 4xI01 4xI02",
        "4xC01 4xC02 4xC04 4xC05 4xC08 4xC11 4xC12 4xC13 4xI01 4xI02 4xI03",
    ),
    "acts": (
        "鼓 8x気 3x歩 3x試作 2x蟹 3x槍 2x砲 2x巨 2x呪 2x修 2x鎧 煙",
        "武気気気気気気気気気火火火蛾蛾虚虚土土塔塔竜竜運運補補筒筒断泉",
    ),
}


@pytest.fixture
def here(sqlite_template: Path, tmp_path: Path) -> Database:
    """The site where the cards were called for; `database` is another one."""
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    return Database(f"sqlite:///{tmp_path / 'here.db'}")


def enter(database: Database, plan: Plan, names: Sequence[str], builds: Sequence[str]) -> None:
    """A season by this plan has closed, with a character of a player each."""
    by = olga(OPENS)
    with database.writing() as session:
        season = seasons.create(session, plan, by)
        if games.ruleset(plan.game).match:
            beginnings.arrange(session, season, MatchSettings(tempo="turn"))
        seasons.open_season(session, plan.slug, by)
        for number, (name, build) in enumerate(zip(names, builds, strict=True), start=1):
            player = players.known_as(session, f"{plan.slug}{number}@example.com", "ja", by.now)
            sent = Submission(name, build, lore="夜に会いましょう。")
            entries.submit(session, season, player, sent, Origin(by.now, proven=True))
        seasons.close(session, plan.slug, olga(CLOSES))


def finish(database: Database, slug: str) -> None:
    """It is played to its end, by the house where there are matches, and its results are public."""
    if begin_due(database, CLOSES):
        move_all(database, CLOSES)
        while pass_deadline(database):
            pass
        play_run(database, LATER)
    else:
        list(run(database, slug, olga(LATER)))
    with database.writing() as session:
        results.publish(session, slug, olga(LATER))


@pytest.mark.parametrize("game", CALLED)
def test_cards_are_called_for_and_played_and_come_back_with_their_season(
    here: Database, database: Database, game: str
) -> None:
    first = games.ruleset(game).workshop.sample.ja  # type: ignore[union-attr]
    sent = dict(zip(NAMES, [first, *CALLED[game]], strict=False))
    for slug in ("earlier", "call"):
        enter(here, Plan(f"{game}-cards", slug), [*sent], [*sent.values()])
        finish(here, slug)
    with here.reading() as session:
        made = card_sets.of_season(session, kept.by_slug(session, "call"))
    assert made
    assert made.number == 2
    assert [info.name.ja for _, info, *_ in made.cards] == [*sent]
    rules = with_cards(game, made.text)
    decks = DECKS[game]
    enter(
        here,
        Plan(game, "cup", rules=rules.rules_version),
        [f"C{n}" for n in range(len(decks))],
        decks,
    )
    finish(here, "cup")

    comes_back(here, database, LATER, "call")
    comes_back(here, database, LATER, "cup")
    with database.reading() as session:
        again = card_sets.of_season(session, kept.by_slug(session, "call"))
        assert again
        assert (again.number, again.version, again.text) == (made.number, made.version, made.text)
        assert house.text_of(session.connection(), rules.rules_version) == made.text


def test_a_set_that_came_back_by_its_record_alone_keeps_its_number(
    here: Database, database: Database
) -> None:
    """Nothing tells which it had elsewhere: it gets the next one once, and whatever comes later another."""
    plan, card = Plan("laplaplus-cards", "call"), games.ruleset("laplaplus").workshop
    assert card
    enter(here, plan, ["試作"], [card.sample.ja])
    finish(here, "call")
    with here.reading() as session:
        told = public_record(session, kept.by_slug(session, "call"), LATER)
    with database.writing() as session:
        restoration.restore(session, told, olga(LATER))
    enter(database, replace(plan, slug="next"), ["試作"], [card.sample.ja])
    finish(database, "next")

    with database.reading() as session:
        sets = [
            card_sets.of_season(session, kept.by_slug(session, slug)) for slug in ("call", "next")
        ]
    assert [made and made.number for made in sets] == [1, 2]
