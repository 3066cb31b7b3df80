"""Nothing that axe-core can find stands in anybody's way: on every page, light and dark, on phones and desks."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser
from sqlmodel import select

from app.games import ruleset, slugs
from app.league.eligibility.sides import Side, Sides
from app.league.people.tokens import make_token
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons
from app.store.database import Database
from app.store.tables import Entry, Player, Revision, RevisionState, SignInPurpose
from app.web.views.tables import crosstable
from tests.support.duels import begin_cup, pass_deadline
from tests.support.people import NOW
from tests.support.stages import BY, a_season, publish
from tests.web.serving import NARROW, WIDE, Serving, Visitor, serving, visitor
from tests.web.worlds import every_state, sign_in

PUBLIC: Final = (
    "/",
    "/taking-part",
    "/games",
    *(f"/games/{slug}/{page}" for slug in ("laplaplus", "acts") for page in ("rules", "cards")),
    "/games/shiden-issen-2/cards",
    "/docs",
    *(f"/docs/{topic}" for topic in ("play-by-mail", "settings")),
    "/lab",
    *(f"/lab/{slug}" for slug in slugs()[:2]),
    "/games/laplaplus/try",
    "/games/fest/practice",
    "/games/laplaplus/duel",
    "/games/fest/duel",
    "/games/laplaplus/groups",
    "/games/ocg/try?build=deck+Blades+deck+Wilds&step=2:show",
    "/lab/laplaplus/unknown",
    "/seasons/open",
    "/seasons/open/enter",
    "/seasons/open/entered",
    "/seasons/open/seals",
    "/seasons/closed",
    "/seasons/closed/seals",
    "/seasons/closed/entries/1",
    "/seasons/running",
    "/seasons/review",
    "/seasons/published",
    "/seasons/published/seals",
    "/seasons/published/table",
    "/seasons/published/entries/1",
    "/seasons/published/battles",
    "/seasons/published/battles/1-2",
    "/embed/seasons/published",
    "/embed/seasons/published/battles/1-2",
    "/seasons/published/entries/1/battles",
    "/seasons/published/statistics",
    "/seasons/published/characters",
    "/seasons/published/rank",
    "/seasons/published/rank/1",
    "/games/laplaplus/rank",
    "/games/laplaplus/ratings",
    "/seasons/published/compare",
    "/seasons/published/compare/1-2",
    "/lab/laplaplus?season=published",
    "/seasons/published/entries/1/what-if",
    "/seasons/published/entries/1/changes",
    "/seasons/published/answers",
    "/seasons/closed/enter",
    "/seasons/cup/matches/1-1",
    "/embed/seasons/cup/matches/1-1",
    "/seasons/cup/matches/1-1/replay",
    "/seasons/cup/matches/1-1/proof",
    "/owners/hers",
    "/cups",
    "/cups/published/hall",
    "/owners/hers/rivals",
    "/cups/published",
    "/seasons/spring/stages/1",
    "/seasons/spring/stages/2/rounds/1",
    "/seasons/spring/stages/2/rounds/1/draw",
    "/seasons/autumn/stages/1",
    "/seasons/autumn/banzuke",
    "/nowhere",
    "/my",
)
RESULTS: Final = ("/seasons/published", "/embed/")
DESK: Final = (
    "/desk",
    "/desk/mail",
    "/desk/letters",
    "/desk/security",
    "/desk/people",
    "/desk/blocks",
    "/desk/seasons/open/newcomers",
    "/desk/sign-in",
    "/desk/seasons/draft",
    "/desk/seasons/open",
    "/desk/seasons/closed",
    "/desk/seasons/running",
    "/desk/seasons/review",
    "/desk/seasons/published",
    "/desk/seasons/review/statistics",
    "/desk/seasons/review/review",
    "/desk/seasons/review/public",
    "/desk/seasons/draft/review",
    "/desk/seasons/open/settings",
    "/desk/seasons/open/next-round",
    "/desk/seasons/open/rules",
    "/desk/seasons/byhand/pairings",
    "/desk/seasons/sided/settings",
    "/desk/seasons/open/timetable",
    "/desk/new-season",
    "/desk/seasons/closed/acts/reopen",
    "/desk/seasons/open/withdraw/{entry}",
    "/desk/seasons/open/hide/{entry}",
    "/desk/seasons/open/announcement",
    "/desk/seasons/open/import",
    "/desk/seasons/review/acts/publish",
    "/desk/seasons/review/letters/1",
    "/desk/threads",
    "/desk/cups",
    "/desk/webhooks",
    "/in/bogus",
)
AXE_RUN: Final = "asked => axe.run(asked).then(told => told.violations)"
EVERYTHING: Final[dict[str, Any]] = {}
NO_COLOURS: Final[dict[str, Any]] = {"rules": {"color-contrast": {"enabled": False}}}
"""No language changes them, and to measure them takes as long as all else."""
COLOURS: Final[dict[str, Any]] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What a theme changes; what a narrow screen shows in another way is asked in Japanese."""
LOOKS: Final[dict[str, list[tuple[Any, int, dict[str, Any] | None]]]] = {
    "en": [("light", WIDE, EVERYTHING), ("dark", NARROW, COLOURS)],
    "ja": [("dark", WIDE, None), ("light", NARROW, NO_COLOURS)],
}
"""How a page that has come is looked at, and what axe-core is asked."""


@pytest.fixture(scope="module")
def world(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    path = tmp_path_factory.mktemp("axe") / "hikyaku.db"
    shutil.copy(sqlite_template, path)
    database = Database(f"sqlite:///{path}")
    with database.writing() as session:
        every_state(session)
        session.exec(select(Player)).first().owner_page = "hers"  # type: ignore[union-attr]
    stages = "divisions divisions=2 size=3 best=4"
    a_season(database, f"{stages}\nknockout", [*"核攻盾響硬双", "核"], slug="spring")
    publish(database, "spring")
    a_season(database, "swiss rounds=2 after=spring", [*"核攻盾響硬双", "核"], slug="autumn")
    publish(database, "autumn")
    sides = Sides((Side("紅", "Red", "#c03030"), Side("白", "White", "#e0e0e0")), apart=True)
    a_season(database, "by-hand", [*"核攻"], slug="byhand", sides=sides)
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "sided", sides=sides), BY)
    fest = ruleset("fest")
    decks = [fest.write_build(fest.read_build(each.en)) for each in fest.exhibition]
    begin_cup(database, 2, game="fest", builds=decks, reveal="game")
    while pass_deadline(database):
        pass
    with serving(database) as served:
        served.clock.now = NOW
        yield served
    database.close()


@pytest.mark.parametrize("lang", LOOKS)
@pytest.mark.parametrize("who", ["anybody", "reader", "alice", "olga"])
def test_nothing_stands_in_anybodys_way(
    world: Serving, chromium: Browser, monkeypatch: pytest.MonkeyPatch, who: str, lang: str
) -> None:
    monkeypatch.setattr(crosstable, "MOST_LINKED", 40)  # axe-core takes long for ten thousand links
    with visitor(chromium, world) as guest:
        told = list(WALKS[who](world, guest, lang))
        assert "\n".join(told) == ""


def anybody(world: Serving, guest: Visitor, lang: str) -> Iterator[str]:
    for path in PUBLIC:
        if not path.startswith(RESULTS):
            guest.go(f"/{lang}{path}")
            yield from violations(guest)
    guest.go(f"/{lang}/seasons/open/enter")
    guest.fill(name="x" * 65, build="攻, Atack", url="javascript:", address="alice@")
    guest.follow("button.primary")
    yield from violations(guest)
    guest.follow("button[formaction]")
    yield from violations(guest)
    guest.go(f"/{lang}/games/fest/practice")
    guest.follow("button.primary")
    yield from violations(guest)
    yield from laboratory(guest, lang)
    with world.database.reading() as session:
        held = session.exec(select(Revision).where(Revision.state == RevisionState.HELD)).all()
        tokens = [make_token(world.settings.key(), "confirm", each.id) for each in held]
    for token in tokens:
        guest.go(f"/{lang}/confirm/{token}")
        yield from violations(guest)


def reader(world: Serving, guest: Visitor, lang: str) -> Iterator[str]:
    for path in PUBLIC:
        if path.startswith(RESULTS):
            guest.go(f"/{lang}{path}")
            yield from violations(guest)


def laboratory(guest: Visitor, lang: str) -> Iterator[str]:
    """What is wrong with a list; a map of links, a map as a picture; a character and a battle of it."""
    lists = {
        "wrong": "核\nAtack/A\n",
        "small": "攻響核/アリス\n[red] 盾攻/Bob\n核核盾\n[red] 核/Bob <b>\n",
        "large": "防癒限反連攻防散/Alexandrina Victoria\n双防力機罠盾殺反/長い名前のキャラクター\n"
        + "".join(f"核攻{'盾' * (n % 5)}/No {n}\n" for n in range(60)),
    }
    for text in lists.values():
        guest.go(f"/{lang}/lab/laplaplus")
        guest.fill(list=text)
        guest.follow("main button.primary")
        yield from violations(guest)
    address = guest.page.url.removeprefix(guest.address)
    for ending in (
        "/entries/1",
        "/entries/1/what-if",
        "/entries/1/changes",
        "/answers",
        "/battles/1-2",
    ):
        guest.go(address + ending)
        yield from violations(guest)


def alice(world: Serving, guest: Visitor, lang: str) -> Iterator[str]:
    for slug in ("open", "closed", "published"):
        sign(world, guest, SignInPurpose.PLAYER, slug)
        guest.go(f"/{lang}/seasons/{slug}/my?version=2")
        yield from violations(guest)
        guest.go(f"/{lang}/seasons/{slug}/enter")
        yield from violations(guest)


def olga(world: Serving, guest: Visitor, lang: str) -> Iterator[str]:
    sign(world, guest, SignInPurpose.ORGANISER)
    with world.database.reading() as session:
        season = seasons.by_slug(session, "open")
        entry = session.exec(select(Entry).where(Entry.season_id == season.id)).all()[0]
    for path in DESK:
        guest.go(f"/{lang}{path}".format(entry=entry.id))
        yield from violations(guest)
    guest.go(f"/{lang}/desk/seasons/open/import")
    guest.fill(
        list=f"名前;構成;No.;設定;アドレス\n{'x' * 64};Atack;1;{'設定' * 60};a@example.com\nBob;盾;;;"
    )
    guest.follow("main button[formaction]")
    yield from violations(guest)


WALKS: Final = {"anybody": anybody, "reader": reader, "alice": alice, "olga": olga}


def sign(world: Serving, guest: Visitor, purpose: SignInPurpose, slug: str = "") -> None:
    """This browser speaks for Olga, or for Alice in this season."""
    with world.database.writing() as session:
        token, _ = sign_in(session, purpose, slug)
    name = f"hikyaku-{purpose.value}" + (f"-{slug}" if slug else "")
    kept = {"name": name, "value": token, "url": world.address}
    guest.page.context.add_cookies([kept])  # type: ignore[list-item]


def violations(guest: Visitor) -> Iterator[str]:
    """What axe-core finds on this page: rule, element, and why."""
    path = guest.page.url.removeprefix(guest.address)
    guest.page.evaluate(AXE_SCRIPT)
    for scheme, width, asked in LOOKS[path[1:3]]:
        guest.page.emulate_media(color_scheme=scheme)
        guest.resize(width)
        guest.look()
        if asked is None:
            continue
        for violation in guest.page.evaluate(AXE_RUN, {"resultTypes": ["violations"], **asked}):
            for node in violation["nodes"]:
                why = " ".join(node["failureSummary"].split())
                at = f"{path} ({scheme}, {width} px)"
                yield f"{at}: {violation['id']}: {node['html'][:120]}: {why}"
