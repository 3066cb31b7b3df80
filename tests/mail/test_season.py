"""A season of the school festival by mail alone, eight players: mails come in by LMTP, and letters leave by SMTP."""

from collections.abc import Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Final

from app.league.matches.settings import EXTENSION
from tests.support.mail_seasons import (
    BLOCK,
    Post,
    above,
    below,
    blocks_in,
    enter_all,
    filled,
    in_html,
    in_japanese,
    inline,
    play_to_the_end,
    publish,
    records_of,
    suggested,
    text_of,
)

PLAYERS: Final = (
    *("alice", "bob", "charlie", "silent"),
    *("faulty", "haru", "resigner", "extender"),
)


def writes(name: str, turn: int, letter: EmailMessage) -> Sequence[str]:
    """What this player sends in answer to their letter of this turn."""
    typed = suggested(letter)
    if name == "silent":
        return []
    if name == "alice" and turn % 2:
        return ["ok"]
    if name == "faulty":
        wrong = filled(letter, lambda block: ("plya F01", "reserve F99"))
        return [typed, wrong] if turn == 1 else [wrong]
    if name == "resigner" and turn >= 2:
        return [filled(letter, lambda block: ("resign",))]
    if name == "extender" and turn == 1:
        first, *others = BLOCK.findall(typed)
        return ["\n".join([first.removesuffix("end") + "extend\nend", *others])]
    if name == "haru":
        return [in_japanese(letter, typed)]
    return [typed]


def test_eight_play_a_season_by_mail_alone(post: Post) -> None:
    post.styles = {"alice": above, "bob": inline, "charlie": below, "extender": in_html}
    enter_all(post, "fest", dict.fromkeys(PLAYERS, "P1"), petit=True)
    post.send("zoe", "Name: Zoe\nBuild: F01\nLore: A letter.\n")
    post.work()
    refused = " ".join(text_of(post.last("zoe", "problems")).split())
    assert "/en/seasons/cup/enter?deck=1" in refused
    assert "This is a complete deck to start with" in refused
    told = " ".join(text_of(post.last("alice", "receipt")).split())
    assert "A letter brings you all of yours" in told
    turns = play_to_the_end(post, PLAYERS, writes)
    assert [len(blocks_in(post.letters(name, "turn")[0])) for name in PLAYERS] == [7] * 8
    first = datetime(2026, 11, 3, 3, 1, tzinfo=UTC)
    assert f"{first:%a %-d %b %Y}, " in text_of(post.letters("alice", "turn")[0])

    assert turns["alice"] <= 12
    # What was understood, and what was not, is said in the language of each.
    assert any("line 4, column 1" in text_of(each) for each in post.letters("faulty", "orders"))
    assert "受け付けました" in str(post.letters("haru", "orders")[0]["Subject"])
    assert not any("reserve F99" in text_of(each) for each in post.letters("alice", "orders"))
    # The silent one was reminded until no match waited for them any more; those who had answered were not.
    assert 3 <= len(post.letters("silent", "missing")) < len(post.letters("silent", "turn"))
    assert not post.letters("silent", "orders")
    assert not post.letters("alice", "missing")
    assert any(
        "no longer waits for you" in text_of(each) for each in post.letters("silent", "turn")
    )
    # More time for one is more time for their opponents, who hear of it.
    (extended,) = post.letters("bob", "extended")
    assert f"{first + EXTENSION:%-d %b %Y}" in " ".join(text_of(extended).split())
    # §14.6: what an absent player's seat does is marked as the house's.
    found = records_of(post.database)
    for lines in found:
        seats = {name: seat for seat, name in lines[0]["seats"].items()}
        moves = [line for line in lines if line["t"] == "move"]
        if seat := seats.get("silent"):
            assert {line["by"][seat] for line in moves if seat in line["by"]} <= {"auto"}
        if seat := seats.get("resigner"):
            assert lines[-1]["reason"] == "resign"
            assert lines[-1]["score"][seat] == "0"
        if seat := seats.get("haru"):
            assert seats.keys() & {"resigner"} or "plan" in {line["by"].get(seat) for line in moves}

    publish(post, PLAYERS)
