"""Names that look like others are told, and Japanese as it is written is not."""

import pytest

from app.errors import Problem
from app.text.lookalikes import NamedPerson, flags, is_mixed, skeletons


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\u0410lice", "Alice"),  # Cyrillic
        ("T\u03bfm", "Tom"),  # Greek
        ("Ｔｏｍ", "tom"),
        ("pa\u0443pal", "paypal"),
        ("I1l", "lIl"),
        ("rnario", "mario"),
        ("スーパー", "ス一パ―"),
        ("ロボット", "口ボット"),
        ("カラス", "力ラス"),
        ("ニンジャ", "二ンジャ"),
        ("へびつかい", "ヘびつかい"),
        ("タワー", "夕ワー"),
        ("ハヤト", "八ヤト"),
        ("ミケ", "三ケ"),
        ("チカ", "千カ"),
        ("プロ", "ブロ"),
        ("シール", "ツール"),
        ("アリス", "ァリス"),
        ("土方", "士方"),
        ("未来", "末来"),
        ("ﾛﾎﾞ", "口ボ"),
        ("Alice Smith", "AliceSmith"),
    ],
)
def test_what_looks_alike_has_a_skeleton_in_common(one: str, other: str) -> None:
    assert skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ali", "All"), ("猫", "犬"), ("アリス", "マリス"), ("Bob", "Rob"), ("一", "二")],
)
def test_what_does_not_has_none(one: str, other: str) -> None:
    assert not skeletons(one) & skeletons(other)


@pytest.mark.parametrize(
    ("text", "mixed"),
    [
        ("\u0410lice", True),
        ("\u03a9mega", True),
        ("Алиса", False),
        ("飛脚のAlice二号カタカナひらがな", False),
        ("日本語Ｔｅｓｔ", False),
        ("ﾊﾝｶｸ㈱", False),
        ("魔王Ω", False),
        ("αテスト", False),
        ("(´Д`)", False),
        ("한글 name", False),
        ("\u017di\u017eka \u00dcn\u00ef", False),
        ("T\u0301om", False),
        ("", False),
    ],
)
def test_only_a_word_of_several_alphabets_is_mixed(text: str, mixed: bool) -> None:
    assert is_mixed(text) is mixed


def test_the_organiser_is_told_of_names_and_owners_by_those_who_have_them() -> None:
    found = flags(
        [
            NamedPerson(1, "ロボ", "alice", 1),
            NamedPerson(2, "口ボ", "bob", 2),
            NamedPerson(3, "Tuesday", "\u0430lice", 3),
            NamedPerson(4, "ロボ 改", "alice", 1),
            NamedPerson(5, "飛脚", "Hikуaku", 4),
            NamedPerson(6, "Added", "gina", None),
            NamedPerson(7, "Added too", "gina", None),
        ]
    )

    assert found == {
        1: [
            Problem("name-looks-like", text="ロボ", other="口ボ"),
            Problem("owner-looks-like", text="alice", other="\u0430lice"),
        ],
        2: [Problem("name-looks-like", text="口ボ", other="ロボ")],
        3: [
            Problem("owner-looks-like", text="\u0430lice", other="alice"),
            Problem("mixed-alphabets", text="\u0430lice"),
        ],
        4: [Problem("owner-looks-like", text="alice", other="\u0430lice")],
        5: [
            Problem("looks-official", text="飛脚"),
            Problem("looks-official", text="Hikуaku"),
            Problem("mixed-alphabets", text="Hikуaku"),
        ],
    }


def test_a_crowd_of_ordinary_names_is_not_told() -> None:
    assert flags([NamedPerson(id, f"名前{id}ー", f"owner{id}", id) for id in range(2_000)]) == {}
