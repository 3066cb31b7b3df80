"""What the environment may say, and what is said to bad values."""

import pytest
from pydantic import ValidationError

from tests.outgoing import some_settings


def test_links_begin_at_the_pages_with_or_without_a_slash() -> None:
    assert (
        some_settings(base_url="https://cups.example.com/").base_url == "https://cups.example.com"
    )
    assert some_settings(base_url="http://localhost:8000").base_url == "http://localhost:8000"


@pytest.mark.parametrize(
    "value", ["", "cups.example.com", "ftp://cups.example.com", "https://", "https://a b"]
)
def test_pages_have_an_address_that_a_browser_opens(value: str) -> None:
    with pytest.raises(ValidationError, match="like https://cups"):
        some_settings(base_url=value)


@pytest.mark.parametrize("value", ["", "play", "play+r@example.com", "play@", "@example.com"])
def test_letters_need_an_address_that_can_be_extended(value: str) -> None:
    with pytest.raises(ValidationError, match="like play@example"):
        some_settings(mail_address=value)


def test_a_zone_is_known_by_its_name() -> None:
    assert some_settings(timezone="Europe/Berlin").zone.key == "Europe/Berlin"
    with pytest.raises(ValidationError, match="no such time zone"):
        some_settings(timezone="Tokyo time")
