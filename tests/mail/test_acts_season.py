"""A season of ACT:S by mail alone, eight players with decks, orders and reactions of their own."""

from collections.abc import Sequence
from email.message import EmailMessage
from types import SimpleNamespace
from typing import Final

import pytest

from app.league.matches import seeds
from app.text.columns import width
from tests.support.databases import on_both
from tests.support.mail_seasons import (
    Post,
    above,
    below,
    enter_all,
    filled,
    in_html,
    in_japanese,
    inline,
    play_to_the_end,
    publish,
    records_of,
    text_of,
)

BUILDS: Final = {
    "alice": "Rank and File",
    "bob": "Far Light",
    "cleo": "Heel and Barrel",
    "dora": "Tool Shed",
    "emil": "master M01 deck 10xE00 3xS01 3xS02 3xS05 3xS06 S07 S11 3xT08 3xT09",
    "silent": "Rank and File",
    "haru": "遠い灯",
    "rex": "一撃離脱",
}
RANK: Final = """\
toss first
make S06 at 22 with 4 from master else make S02 at 22 with 2 from master
make S01 at 21 with 2 from master else ether hand 1
attack S06 > e-master if e-master in range else move S06 to 32
attack S01 with Arc > e42 if e42 exists
react tool T08 on master if damage >= 20
react defend any with Body Block if target is master
react defend master with Bracing Beat if damage >= 10
refill 1"""
FAR: Final = """\
toss second
make S03 at 22 with 3 from master else make S08 at 22 with 3 from master
make S08 at 21 with 2 from master else make S12 at 21 with 3 from master
attack S03 with Arc > eS06 if e.servants > 0
skill master Blink to 13 if 12.damage >= 20
tool T02 if my.hand <= 3
react tool T09 if turn > 1
react defend any with Phase Out if lethal = 1"""
HEEL: Final = """\
turn 1: make S06 at 22 with 3 from master
make S13 at 23 with 2 from master must
attack master with Heel Drop > e-master if e-master in range
attack S06 > e42 if e42 is servant
then pass"""
SHED: Final = """\
make S05 at 22 with 3 from master
make S11 at 23 with 2 from master
tool T01 on master if my.vit < 50
react tool T09
standing on"""
ANSWERS: Final = """\
react tool T08 on target
react tool T09 if turn > 0
react defend any with Body Block if lethal = 1
standing on"""
HARU: Final = """\
トス 先
メイク S03 22に マスターから3枚
スキル マスター ブリンク 13へ if 12.damage >= 20
攻撃 S03 アーク > eS06
react 防御 どれか フェイズアウト if damage >= 20
あとは自動"""
ORDERS: Final = {
    "alice": RANK,
    "bob": FAR,
    "cleo": HEEL,
    "dora": SHED,
    "emil": ANSWERS,
    "haru": HARU,
    "rex": "",
}


def writes(name: str, turn: int, letter: EmailMessage) -> Sequence[str]:
    """What this player sends in answer to their letter of this turn."""
    if name == "silent" or (name in ("dora", "emil") and turn > 1):
        return []
    if name == "rex" and turn == 1:
        return ["ok"]
    orders = "resign" if name == "rex" and turn == 2 else ORDERS[name]
    typed = filled(letter, lambda block: orders.split("\n"))
    return [in_japanese(letter, typed) if name == "haru" else typed]


@on_both
def test_eight_play_a_season_of_acts_by_mail_alone(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    # With other dice no master may fall within three turns.
    dice = SimpleNamespace(token_bytes=b"circle".ljust)
    monkeypatch.setattr(seeds, "secrets", dice)
    post.styles = {"alice": in_html, "bob": above, "cleo": inline, "dora": below}
    enter_all(post, "acts", BUILDS, turn_limit=3)
    turns = play_to_the_end(post, [*BUILDS], writes)
    records = records_of(post.database)
    by: dict[str, set[str]] = {name: set() for name in BUILDS}
    played: set[str] = set()
    reasons: set[str] = set()
    for lines in records:
        for line in lines:
            for seat, decided in line.get("by", {}).items():
                by[lines[0]["seats"][seat]].add(decided)
            for action in line.get("moves", {}).values():
                played |= {f"{action['a']} {action.get('card', action.get('skill', ''))}"}
            reasons |= {line["reason"]} if line["t"] == "over" else set()
    # Orders of both sides decide, reactions among them, and what stands, and the house.
    assert by["silent"] == {"auto"}
    assert all("standing" in by[name] for name in ("dora", "emil"))
    assert all("plan" in by[name] for name in ("alice", "bob", "cleo", "haru", "rex"))
    assert {"tool T08", "tool T09", "no "} <= played
    assert reasons == {"limit", "resign", "vit"}
    # Players with an answer in hand and players without one got their letters at the same hours.
    hours = {
        name: [each["Date"] for each in post.letters(name, "turn")]
        for name in BUILDS
        if name != "rex"
    }
    assert len({*map(tuple, hours.values())}) == 1
    assert {turns[name] for name in hours} == {4}
    assert turns["rex"] == 3
    # Whatever was written could be read, whatever is drawn stays within the columns of a letter.
    assert not any(post.letters(name, "problems") for name in BUILDS)
    refused = ("Your orders could not be taken", "指示を受け付けられませんでした")
    assert not any(each["Subject"] in refused for name in BUILDS for each in post.letters(name))
    texts = [text_of(each) for name in BUILDS for each in post.letters(name, "turn")]
    assert max(width(line) for text in texts for line in text.split("\n")) <= 72
    assert any("相手マスター 武藤玄斎 (52" in text for text in texts)
    # A newcomer reads orders to begin with, though the first letter asks for a plan alone.
    newcomers = text_of(post.letters("alice", "turn")[0])
    assert newcomers.count("Suggested: “make") == 7
    assert "You could also write: “" in newcomers
    publish(post, [*BUILDS])
