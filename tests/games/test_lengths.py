"""What games with decisions say of the length of their matches."""

from collections.abc import Mapping
from typing import Any

from app import games
from tests.support.tables import by_row


@by_row(
    ("slug", "config", "most"),
    [
        ("fest", {}, 8),
        ("ocg", {}, 25),
        ("ocg", {"turns_per_exchange": 2}, 13),
        ("acts", {}, 26),
        ("acts", {"turn_limit": 4}, 4),
    ],
)
def test_a_match_has_so_many_exchanges_at_most(
    slug: str, config: Mapping[str, Any], most: int
) -> None:
    length = games.match_game(slug).length(config)
    assert length
    assert length.few <= length.many <= length.most == most
