"""What players write about their matches outside blocks: what it asks for, and in which of them."""

import pytest

from app.mail.reading.match_mail import ORDER, MatchName, sayings

FIVE = [
    MatchName(1, "cup-r1-2", "Brass Band"),
    MatchName(2, "cup-r2-3", "三年B組"),
    MatchName(3, "cup-r3-1", "Night Library"),
    MatchName(4, "cup-r4-3", "科学部"),
    MatchName(5, "cup-r5-2", "図書委員会"),
]
ALL = (1, 2, 3, 4, 5)


class Plays:
    """Orders begin with the word play."""

    def begins(self, text: str) -> bool:
        return text.strip().casefold().startswith(("play ", "出す"))

    def may_be(self, text: str) -> bool:
        return self.begins(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ok", [("ok", ())]),
        ("これでお願いします。", [("ok", ())]),
        ("ok 3 and 5", [("ok", (3, 5))]),
        ("ok except 2", [("ok", (1, 3, 4, 5))]),
        ("ok but not in 3", [("ok", (1, 2, 4, 5))]),
        ("あとの試合は全部おすすめで", [("ok", ())]),
        ("さっきの命令はなかったことにしてください", [("orders", ())]),
        ("Night Library: whatever you suggested.", [("ok", (3,))]),
        ("3試合目以外は提案どおりで", [("ok", (1, 2, 4, 5))]),
        ("2番だけおまかせで、ほかは提案どおりで", [("auto", (2,)), ("ok", ())]),
        ("ok, but in match 3 play rock", [("ok", ()), (ORDER, (3,))]),
        ("the suggestion in 1 and 4, and house for the rest", [("ok", (1, 4)), ("auto", ())]),
        ("auto for 1-4, and in 5: play rock", [("auto", (1, 2, 3, 4)), (ORDER, (5,))]),
        ("Can I have till Wednesday?", [("extend", ())]),
        ("I do not need an extension.", []),
        ("I never wanted to play rock.", []),
        ("Thank you for the receipt.", [("thanks", ())]),
        ("2はこれで", [("ok", (2,))]),
        ("all on auto please", [("auto", ALL)]),
        ("今回は全部おまかせします！", [("auto", ALL)]),
        ("I resign the match with 図書委員会.", [("resign", (5,))]),
        ("科学部さんとの試合は投了します。", [("resign", (4,))]),
        ("I nearly resigned when I saw that hand!", []),
        ("Can I resign against 科学部?", [("how", (4,))]),
        ("please give me a day more", [("extend", ())]),
        ("締切を延ばしていただけますか？", [("extend", ())]),
        ("How many extensions do I have left?", [("extensions", ())]),
        ("I would like to offer Night Library a draw.", [("draw", (3,))]),
        ("same as before", [("again", ())]),
        ("前回と同じで", [("again", ())]),
        ("Against Brass Band:\nplay rock", [(ORDER, (1,))]),
        ("cup-r2-3: play rock", [(ORDER, (2,))]),
        ("1: play rock\n2: play paper", [(ORDER, (1,)), (ORDER, (2,))]),
        ("第3試合：出す F01", [(ORDER, (3,))]),
        ("Night Library: play rock, rest on auto.", [(ORDER, (3,)), ("auto", (3,))]),
        (
            "ok for all of them except number 4, there\nplay rock",
            [("ok", (1, 2, 3, 5)), (ORDER, (4,))],
        ),
        ("いま私の番ですか？", [("turn", ())]),
        ("Thank you, and good luck!", []),
    ],
)
def test_a_sentence_says_what_it_asks_for_and_in_which_match(
    text: str, found: list[tuple[str, tuple[int, ...]]]
) -> None:
    said = [(each.kind, each.matches) for each in sayings(text, FIVE, Plays()) if each.kind]

    assert said == found


def test_what_is_said_of_the_others_is_said_of_those_that_nothing_else_names() -> None:
    said = sayings("Brass Band: play rock\nThe others on auto", FIVE, Plays())

    assert [(each.kind, each.is_rest) for each in said] == [(ORDER, False), ("auto", True)]
