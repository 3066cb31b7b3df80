"""A season of the online card plan by mail alone, ten players with decks and orders of their own."""

import re
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Final

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
    "alice": "deck Blades",
    "bob": "deck Wilds",
    "charlie": "deck Blades",
    "dora": "deck Wilds",
    "emil": "deck Forerunners",
    "fay": "deck Siege",
    "gus": "deck House",
    "silent": "deck Wilds",
    "haru": "deck 刃の陣",
    "decks": "deck Blades deck Wilds",
}


BLADES: Final = """\
summon C04
summon ine
summon rin
summon C05 else summon C08
class C11 on 1 else class C13 on 1
class C13 on 2 else class C16 on 2
set I01 on new1 else set I01 on 1
command K04 by 1 > e1, e2, e3
attack 1, 2, 3, new1"""
WILDS: Final = """\
summon C07
summon C03 else summon C10
summon yae unless Yae exists
area R02 if not battlefield = R02
class C14 on 1 else class C18 on 2
command K01 by 1 if e.ready > 0
command K04 by 2 > e1, e2
attack 1, 2, 4 if e.damage >= 0
guard new1, 3
discard C24, C23"""
HARU: Final = """\
召喚 C01
召喚 C02
召喚 C04
クラスチェンジ C11 on 1
セット I01 on 1
コマンド K04 by 1 > e1、e2
turn 2: アタック 1
アタック 1、2、new3
ガード new1
捨てる C31、C22"""
ORDERS: Final = {
    "alice": BLADES,
    "bob": WILDS,
    "charlie": BLADES,
    "dora": WILDS,
    "emil": "summon C07\nsummon C02 else summon C05\nsummon C04\nsummon C10\nattack 1, 2, 3, 4, new1, new3",
    "fay": "summon C03\nsummon C08\nsummon C09\narea R04\nclass C15 on 2\nset I02 on 1\nattack 3 if e.ready = 0\nguard 1, 2\nstanding on",
    "gus": "summon C01 must\nclass C31 on 1 else class C21 on 1\nclass C11 on 1\nattack 1\nthen auto",
    "haru": HARU,
    "decks": "summon C01\nsummon C07\nsummon C02\nattack 1, 2, 3\nthen auto",
}
"""What each writes in every turn: lines that are not possible are passed over."""


def writes(name: str, turn: int, letter: EmailMessage) -> Sequence[str]:
    """What this player sends in answer to their letter of this turn."""
    if name == "silent" or (name == "fay" and turn > 1):
        return []
    if name == "decks" and turn > 1:
        return ["ok"]
    typed = filled(letter, lambda block: ORDERS[name].split("\n"))
    return [in_japanese(letter, typed) if name == "haru" else typed]


def test_ten_play_a_season_of_the_online_card_plan_by_mail_alone(post: Post) -> None:
    post.styles = {"alice": inline, "bob": in_html, "charlie": below, "emil": above}
    enter_all(post, "ocg", BUILDS, turns_per_exchange=2)
    turns = play_to_the_end(post, [*BUILDS], writes)
    told = {
        name: ("" if name == "haru" else " ").join(
            "\n".join(map(text_of, post.letters(name))).split()
        )
        for name in BUILDS
    }

    assert max(turns.values()) <= 6
    # Before a turn everybody reads how each match stands, what to write, what is possible in it and what blocks whom,
    # what the house would do, and what else there is.
    for said in (
        "(20 loses); characters ",
        "Write orders, one a line",
        "Possible now: summons, one of a colour: ",
        "up to 3 plays: ",
        "; attackers: ",
        "; name on the field already: ",
        "Suggested: “",
        "You could also write:",
    ):
        assert said in told["alice"]
    assert "おすすめ：「" in told["haru"]
    assert "いまできること―召喚（1色1人）：" in told["haru"]
    assert "同じ名のキャラクターが場にいて召喚できません：" in told["haru"]
    assert "ほかの手：" in told["haru"]
    # What was not possible is told to its player afterwards, and so is a card that a name has blocked meanwhile.
    refused = "It was not possible. Your hand has not enough of C04 Sho, Sparrow Courier."
    assert refused in told["alice"]
    assert any("Blocked: a character called" in each for each in told.values())
    # Which of several decks was drawn is told to their player alone, until the end.
    assert "2. Blue characters ×" in told["decks"]
    assert re.search("You play deck [12], drawn by lot", told["decks"])
    assert not any("drawn by lot" in told[name] for name in BUILDS if name != "decks")
    # Orders of the players decide, and where there are none what stands, and the house.
    by: dict[str, set[str]] = {name: set() for name in BUILDS}
    played: set[str] = set()
    for lines in records_of(post.database):
        for line in lines:
            for seat, decided in line.get("by", {}).items():
                by[lines[0]["seats"][seat]].add(decided)
            for action in line.get("moves", {}).values():
                played |= {play["p"] for play in action["plays"]}
                played |= {key for key in ("attack", "guard", "discard") if action[key]}
    assert by["silent"] == {"auto"}
    assert "standing" in by["fay"]
    assert all("plan" in by[name] for name in BUILDS if name not in ("silent", "fay"))
    assert played == {*("summon", "class", "set", "area", "command", "attack", "guard", "discard")}
    publish(post, [*BUILDS])
