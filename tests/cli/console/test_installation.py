"""The settings of an installation: what is wrong with them is named."""

from app.bench.postgres import postgres_programs
from app.settings import MAKER
from tests.cli.conftest import Installed


def test_bad_settings_are_named(installed: Installed) -> None:
    settings = {"HIKYAKU_TIMEZONE": "Mars/Olympus", "HIKYAKU_MAIL_ADDRESS": "nobody"}
    told = installed("season", "list", code=1, **settings).stderr

    assert "HIKYAKU_TIMEZONE" in told
    assert "HIKYAKU_MAIL_ADDRESS" in told


def test_postgresql_wants_a_secret_and_says_how_to_make_one(
    installed: Installed, postgres: str
) -> None:
    assert postgres_programs()
    told = installed("worker", "--once", code=1, HIKYAKU_DATABASE_URL=postgres).stderr

    assert "Set HIKYAKU_SECRET" in told
    assert MAKER in told
