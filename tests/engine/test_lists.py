"""Lists of characters: lines, comments, teams, encodings, and all problems at once."""

import pytest
from hypothesis import given, strategies as st

from app.engine import Build, lists
from app.engine.lists import decode, explain_list, read_list, team_in
from app.errors import BuildUnreadable, ListUnreadable, Problem
from app.text.characters import lines_of, shown
from tests.support.tables import by_row


def read(text: str) -> Build:
    """A game for these tests: words between blanks, a slash before the name; `?` is a problem."""
    cards, _, name = text.partition("/")
    if "?" in text:
        raise BuildUnreadable(
            [Problem("what", 1, at + 1, ("?",)) for at, char in enumerate(text) if char == "?"]
        )
    return Build(tuple(cards.split()), name.strip() or None)


def listed(text: str) -> list[tuple[int, str, str | None, str | None]]:
    return [
        (each.line, " ".join(each.build.cards), each.build.name, each.team)
        for each in read_list(text, read)
    ]


def problems_in(text: str) -> tuple[Problem, ...]:
    with pytest.raises(ListUnreadable) as refusal:
        read_list(text, read)
    return refusal.value.problems


# --- Lines ------------------------------------------------------------------------------------


def test_each_line_is_a_character_and_keeps_its_number() -> None:
    assert listed("\ufeffa b/Alice\r\n\r\n# comment\r　＃ comment\nc/Bob\n\nd") == [
        (1, "a b", "Alice", None),
        (5, "c", "Bob", None),
        (7, "d", None, None),
    ]


def test_lines_end_only_where_people_end_them() -> None:
    assert listed("a/x\u2028y\x0bz\x85") == [(1, "a", "x\u2028y\x0bz", None)]


def test_a_list_without_characters_is_a_problem() -> None:
    for text in ("", "\n \n", "# nobody", "[red]\n[]"):
        assert problems_in(text) == (Problem("empty-list"),)


# --- Teams ------------------------------------------------------------------------------------


@by_row(
    ("line", "name", "team"),
    [
        ("[red] a/Alice", "Alice", "red"),
        ("[red]a/Alice", "Alice", "red"),
        (" 　［ red ］a/Alice", "Alice", "red"),
        ("a/Alice [red]", "Alice", "red"),
        ("a/Alice\u3000［赤］ ", "Alice", "赤"),
        ("a/Alice[red]", "Alice[red]", None),
        ("a/Alice [red] B", "Alice [red] B", None),
        ("a/Alice [red", "Alice [red", None),
        ("a/Alice [re[d]", "Alice [re[d]", None),
        ("[red] a/Alice [blue]", "Alice [blue]", "red"),
        ("a [red]", None, "red"),
        ("[] a/Alice", "Alice", None),
        ("a/Alice []", "Alice", None),
    ],
)
def test_a_tag_stands_at_the_start_or_at_the_end_behind_a_blank(
    line: str, name: str | None, team: str | None
) -> None:
    assert listed(line) == [(1, "a", name, team)]


@by_row(("line", "tag"), [("[red] 核", "[red]"), ("核/A [red] ", "[red]"), ("核/A[red]", "")])
def test_the_team_of_a_single_line_is_seen(line: str, tag: str) -> None:
    assert team_in(line) == tag


def test_a_heading_holds_until_the_next() -> None:
    text = "a\n[red]\nb\nc [blue]\nd []\n［white］ # the late ones\n\ne\n[ ]\nf"

    assert [(cards, team) for _, cards, _, team in listed(text)] == [
        ("a", None),
        ("b", "red"),
        ("c", "blue"),
        ("d", None),
        ("e", "white"),
        ("f", None),
    ]


def test_teams_are_the_same_whatever_their_width_and_case() -> None:
    """Compared by NFKC and casefold, shown as first typed."""
    assert [team for *_, team in listed("[Ｒｅｄ] a\nb [RED]\n[red]\nc")] == ["Ｒｅｄ"] * 3


@by_row(
    ("line", "problem"),
    [
        (" [red a/x", Problem("bad-tag", 1, 2, ("[red a/x",))),
        ("[re[d] a", Problem("bad-tag", 1, 1, ("[re[d] a",))),
        ("[r\u202ed] a", Problem("forbidden-character", 1, 3, ("U+202E",))),
        ("a [r\u200b]", Problem("forbidden-character", 1, 5, ("U+200B",))),
        ("[" + "r" * 66 + "] a", Problem("tag-too-long", 1, 2, ("r" * 66,), ("2",))),
        ("/" + "x" * 2048, Problem("text-too-long", 1, 0, ("2049",), ("2048",))),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_what_is_wrong_with_a_line_itself(line: str, problem: Problem) -> None:
    assert problems_in(line) == (problem,)


# --- Problems ---------------------------------------------------------------------------------


def test_problems_of_all_lines_are_told_at_once_with_places_in_the_list() -> None:
    text = "a\n? b\n#?\n[red] ?/? [blue]\n[re\u200bd] ?\nb"

    assert [(problem.code, problem.line, problem.column) for problem in problems_in(text)] == [
        ("what", 2, 1),
        ("what", 4, 7),
        ("what", 4, 9),
        ("forbidden-character", 5, 4),
        ("what", 5, 8),
    ]


def test_reading_stops_when_it_is_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_PROBLEMS", 4)

    assert [
        (problem.code, problem.line) for problem in problems_in("a\n??\n[b\n??\n# ?\n?\n?")
    ] == [
        ("what", 2),
        ("what", 2),
        ("bad-tag", 3),
        ("what", 4),
        ("what", 4),
        ("too-many-problems", 6),
    ]


def test_a_list_has_only_so_many_characters() -> None:
    assert len(read_list("a\nb\nc", read, 3)) == 3
    with pytest.raises(ListUnreadable) as refusal:
        read_list("a\nb\nc\nd\n?", read, 3)
    assert refusal.value.problems == (Problem("too-many-builds", 4, suggestions=("3",)),)


def test_a_list_has_only_so_many_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MAX_LIST_BYTES", 5)
    too_long = Problem("text-too-long", words=("6",), suggestions=("5",))

    assert problems_in("核核") == (too_long,)
    with pytest.raises(ListUnreadable) as refusal:
        decode("核核".encode())
    assert refusal.value.problems == (too_long,)


def read_or_refused(text: str) -> tuple[Problem, ...]:
    """The problems of a list; none if it has characters that can be read."""
    try:
        assert read_list(text, read)
    except ListUnreadable as refusal:
        return refusal.problems
    return ()


@given(st.text(st.sampled_from("a?/ []［］#\n\r\u3000\u200b\ud800x")))
def test_any_text_is_a_list_or_refused(text: str) -> None:
    lines = lines_of(text)

    for problem in read_or_refused(text):
        if problem.words:
            assert shown(lines[problem.line - 1][problem.column - 1 :]).startswith(problem.words[0])


# --- Files ------------------------------------------------------------------------------------


@by_row(
    "data",
    [
        "核/髙①～".encode(),
        "核/髙①～".encode("utf-8-sig"),
        "核/髙①～".encode("utf-16"),
        b"\xfe\xff" + "核/髙①～".encode("utf-16-be"),
        "核/髙①～".encode("cp932"),
    ],
)
def test_a_file_is_read_in_the_encodings_players_use(data: bytes) -> None:
    assert decode(data) == "核/髙①～"


@by_row("data", [b"\xff\xfe\x00", b"\xef\xbb\xbf\x88\x9f", b"\x81"])
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ListUnreadable) as refusal:
        decode(data)

    assert refusal.value.problems == (Problem("not-text", suggestions=("UTF-8",)),)


def test_nul_bytes_are_left_to_the_readers() -> None:
    assert decode(b"a\0b") == "a\0b"


# --- Explaining -------------------------------------------------------------------------------


@by_row(
    ("problem", "en", "ja"),
    [
        (
            Problem("not-text", suggestions=("UTF-8",)),
            "This file is not readable as text. Save it as UTF-8.",
            "文字として読めないファイルです。UTF-8で保存してください。",
        ),
        (
            Problem("text-too-long", 3, 0, ("3000",), ("2048",)),
            "line 3: The text is too long (3000 bytes). Keep it within 2048 bytes.",
            "3行目：文章が長すぎます（3000バイト）。2048バイトまでにしてください。",
        ),
        (
            Problem("empty-list"),
            "The list has no characters. Write one on each line.",
            "リストにキャラクターがいません。1行に1人ずつ書いてください。",
        ),
        (
            Problem("bad-tag", 2, 1, ("[red",)),
            'line 2, column 1: "[red" cannot be read as a team. Write it like [team].',
            "2行目1文字目：「[red」はチームとして読めません。[チーム名]のように書いてください。",
        ),
        (
            Problem("tag-too-long", 2, 2, ("r" * 66,), ("2",)),
            "line 2, column 2: A team's name has at most 64 characters. Take out 2.",
            "2行目2文字目：チーム名は64文字までです。2文字減らしてください。",
        ),
        (
            Problem("forbidden-character", 2, 2, ("U+202E",)),
            "line 2, column 2: Invisible characters are not allowed. Delete this U+202E.",
            "2行目2文字目：見えない文字や表示できない文字は使えません。U+202Eを消してください。",
        ),
        (
            Problem("too-many-builds", 4, suggestions=("3",)),
            "line 4: The list is too long. Keep it within 3 characters.",
            "4行目：リストが長すぎます。3人までにしてください。",
        ),
        (
            Problem("too-many-problems", 4),
            (
                "line 4: The list was not read from here on, since it has too many mistakes. "
                "Begin with the problems above."
            ),
            "4行目：読めないところが多すぎるため、ここから後ろは読んでいません。上から直してください。",
        ),
        (Problem("what", 4, 1), "what (en)", "what (ja)"),
    ],
    ids=lambda value: value.code if isinstance(value, Problem) else "",
)
def test_a_problem_is_told_here_or_by_the_game(problem: Problem, en: str, ja: str) -> None:
    told = [explain_list(problem, lang, lambda p, to: f"{p.code} ({to})") for lang in ("en", "ja")]

    assert told == [en, ja]
