"""A program whose table of decisions has two more, and what it shows of them at every door, as JSON."""

import json
import sys
from datetime import UTC, datetime
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

from anyio.from_thread import start_blocking_portal

TABLE: Final = "app.league.seasons.decisions.season_plans"
MORE: Final = """
    night_owls: bool = decided(
        kind=YesNo(no=N_("rounds by day"), yes=N_("rounds by night")),
        label=N_("Night owls"),
        meaning=N_("When rounds are played."),
        initial=False,
        until=CLOSED,
        is_told=True,
    )
    tables: int = decided(
        kind=WholeNumber(least=1, most=30, usual=4),
        label=N_("Tables in the hall"),
        meaning=N_("How many pairs play at once."),
        initial=4,
        until=CLOSED,
        is_told=True,
    )
"""


def add() -> None:
    """The table is read with two more decisions, as if they stood in its file."""
    import app.league.seasons.decisions as room

    spec = find_spec(TABLE)
    assert spec
    assert spec.origin
    module = module_from_spec(spec)
    before, end, after = (
        Path(spec.origin).read_text("utf-8").partition("\n    @property\n    def named")
    )
    sys.modules[TABLE] = room.season_plans = module
    exec(compile(before + MORE + end + after, spec.origin, "exec"), module.__dict__)


def main(url: str) -> None:
    """Create a season by a command, change it by its form, and print what each door shows."""
    add()
    from app.league.people import organisers
    from app.league.seasons import news
    from app.main import create_app
    from app.settings import Settings
    from app.store import seasons
    from app.store.database import Database
    from app.store.security import audits
    from app.web.api.description import description
    from app.web.api.models.public import SeasonFacts
    from tests.support.asking import Client, Line
    from tests.support.commands import hikyaku
    from tests.support.outgoing import KEY
    from tests.web.pages.test_season_desk import fields

    def run(*words: str) -> str:
        return hikyaku("season", *words, env={"HIKYAKU_DATABASE_URL": url}).stdout

    found: dict[str, Any] = {"help": run("create", "--help")}
    run("create", "laplaplus", "cup", "--night-owls", "--tables", "5")
    database = Database(url)
    settings = Settings(secret=KEY, base_url="http://testserver")
    with start_blocking_portal() as portal:
        Line.call = staticmethod(portal.call)
        olga = Client(create_app(settings, database), follow_redirects=False)
        with database.writing() as session:
            token = organisers.appoint(session, "olga@example.com", "Olga", datetime.now(UTC))
        olga.post(f"/en/in/{token}")
        page = "/en/desk/seasons/cup/settings"
        found |= {"page": olga.get(page).text, "fields": fields(olga, page)}
        found["refused"] = olga.post(page, data=fields(olga, page) | {"tables": "many"}).text
        olga.post(page, data=fields(olga, page) | {"night_owls": "", "tables": "31"})
        olga.post(page, data=fields(olga, page) | {"night_owls": "", "tables": "7"})
        found["desk"] = olga.get("/en/desk/seasons/cup").text
    found["shown"] = json.loads(run("show", "cup", "--json"))
    with database.reading() as session:
        season = seasons.by_slug(session, "cup")
        found["kept"] = season.decisions
        found["told"] = SeasonFacts.of(season, 0, None).model_dump(mode="json")
        (*_, act) = audits.of_season(session, season)
        found["log"] = news.changes_of(act, "en", ZoneInfo("UTC"))
    schemas = description()["components"]["schemas"]
    found["api"] = {
        name: schemas[name]["properties"] for name in ("SentSeason", "SentChange", "SeasonFacts")
    }
    sys.stdout.write(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
