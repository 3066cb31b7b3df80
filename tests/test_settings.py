"""What the environment may say, and what is said to bad values."""

import pytest
from pydantic import ValidationError

from app import settings
from app.errors import SettingsWrong
from app.settings import DemoSettings, Settings
from tests.support.outgoing import some_settings
from tests.support.tables import by_row


def test_links_begin_at_the_pages_with_or_without_a_slash() -> None:
    assert (
        some_settings(base_url="https://cups.example.com/").base_url == "https://cups.example.com"
    )
    assert some_settings(base_url="http://localhost:8000").base_url == "http://localhost:8000"


@by_row("value", ["", "cups.example.com", "ftp://cups.example.com", "https://", "https://a b"])
def test_pages_have_an_address_that_a_browser_opens(value: str) -> None:
    with pytest.raises(ValidationError, match="like https://cups"):
        some_settings(base_url=value)


@by_row("value", ["", "play", "play+r@example.com", "play@", "@example.com"])
def test_letters_need_an_address_that_can_be_extended(value: str) -> None:
    with pytest.raises(ValidationError, match="like play@example"):
        some_settings(mail_address=value)


def test_a_zone_is_known_by_its_name() -> None:
    assert some_settings(timezone="Europe/Berlin").zone.key == "Europe/Berlin"
    with pytest.raises(ValidationError, match="no such time zone"):
        some_settings(timezone="Tokyo time")


@by_row(
    "value",
    [
        "a",
        "a" * 64,
        "changeme" * 8,
        "0123456789abcdef" * 4,
        "a short secret, 31 characters..",
        "ababababababababababababababababc",
    ],
)
def test_a_secret_that_can_be_guessed_is_refused_and_not_repeated(value: str) -> None:
    with pytest.raises(ValidationError, match="token_hex") as refused:
        some_settings(secret=value)

    assert value == "a" or value not in str(refused.value)


def test_a_secret_may_be_any_random_text() -> None:
    for value in (
        "6f" + "0d5b9a81c2e3f474" + "aa01c3d4e5f60718",
        "Vq3+" + "kT9/xY2pLmN8wR5sZ1aBcD4eF6g=",
    ):
        assert some_settings(secret=value).key() == value.encode()


def test_the_demonstration_reads_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, field in Settings.model_fields.items():
        monkeypatch.setenv(f"HIKYAKU_{name.upper()}", "no such thing")
        assert getattr(DemoSettings(), name) == field.get_default()


def test_wrong_settings_are_told_together_and_in_our_words(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setenv("HIKYAKU_TIMEZONE", "Tokyo time")
    monkeypatch.setenv("HIKYAKU_COMPUTE", "here")
    settings.settings.cache_clear()
    request.addfinalizer(settings.settings.cache_clear)

    with pytest.raises(SettingsWrong) as wrong:
        settings.settings()
    assert sorted(wrong.value.sentences) == [
        "HIKYAKU_COMPUTE: must be local or dask://host:port.",
        "HIKYAKU_TIMEZONE: no such time zone. Write it like Asia/Tokyo.",
    ]
