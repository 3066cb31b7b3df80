"""What is typed as a build of cards or skills in a row: read as it was written, or refused with places that hold what was typed.

What can be typed for one game, and all its problems, stand in the `test_build.py` of that game.
"""

from dataclasses import dataclass
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from app.engine import Build, Lang, Notation, Ruleset
from app.engine.notation import MAX_NAME
from app.errors import BuildUnreadable, Problem
from app.games import laplaplus, shiden_issen_2
from app.text.characters import lines_of, shown
from tests.games.laplaplus.play import IDS as LAPLAPLUS
from tests.games.shiden_issen_2.play import IDS as SHIDEN, OBTAINABLE

NOTATIONS: tuple[Notation, ...] = get_args(Notation)
LANGS: tuple[Lang, ...] = get_args(Lang)
MARKS = ",、，､/／\n\r#＃- _ー\u3000\t"


@dataclass(frozen=True)
class Typed:
    """What is typed for a game: cards by their characters, pieces that may be parts of one, and how a build begins.

    `of_the_whole`: problems whose words were typed nowhere.
    """

    rules: Ruleset
    ids: list[str]
    pieces: list[str]
    begins: str
    of_the_whole: tuple[str, ...]

    def problems(self, text: str) -> tuple[Problem, ...]:
        """The problems of a text; none if it can be read."""
        try:
            self.rules.read_build(text)
        except BuildUnreadable as refusal:
            return refusal.problems
        return ()

    def is_name(self, text: str) -> bool:
        """Whether all of it is read as a name: behind the end of a line may stand a comment."""
        written = f"{self.begins}/{text}"
        return not self.problems(written) and self.rules.read_build(written).name == text

    @property
    def builds(self) -> st.SearchStrategy[Build]:
        names = st.text(max_size=MAX_NAME).map(str.strip)
        named = names.filter(lambda name: bool(name) and self.is_name(name))
        least, most = self.rules.sizes[0], self.rules.sizes[-1]
        cards = st.lists(st.sampled_from(self.ids), min_size=least, max_size=most)
        return st.builds(Build, cards.map(tuple), st.none() | named)

    @property
    def texts(self) -> st.SearchStrategy[str]:
        pieces = st.sampled_from(self.pieces) | st.characters(exclude_categories=())
        return st.lists(pieces, max_size=30).map("".join)


GAMES = [
    Typed(
        laplaplus.RULESETS[0],
        [*LAPLAPLUS.values()],
        [*LAPLAPLUS, *MARKS, "power", "撃", "ﾊﾟ", "99", "12", "echo "],
        "",
        ("name-too-long",),
    ),
    Typed(
        shiden_issen_2.RULESETS[0],
        [SHIDEN[char] for char in OBTAINABLE],
        [*OBTAINABLE, *MARKS, *"【】+＋凡", "plus", "一閃", "ﾊﾟ", "99", "12", "flash "],
        "閃閃交硬果",
        ("name-too-long", "count"),
    ),
]
every_game = pytest.mark.parametrize("typed", GAMES, ids=lambda typed: typed.rules.slug)


@every_game
@given(st.data(), st.sampled_from(NOTATIONS))
def test_what_is_written_reads_as_the_same_build(
    typed: Typed, data: st.DataObject, notation: Notation
) -> None:
    build = data.draw(typed.builds)

    assert typed.rules.read_build(typed.rules.write_build(build, notation)) == build


@every_game
@given(st.data())
def test_any_text_is_read_or_refused_in_words_that_can_be_printed(
    typed: Typed, data: st.DataObject
) -> None:
    text = data.draw(typed.texts | st.text(st.characters(exclude_categories=())))
    for problem in typed.problems(text):
        for said in (*problem.words, *(typed.rules.explain(problem, lang) for lang in LANGS)):
            assert said.isprintable()
            assert said.encode()


@every_game
@given(st.data())
def test_problems_come_by_place_and_their_words_were_typed_there(
    typed: Typed, data: st.DataObject
) -> None:
    text = data.draw(typed.texts)
    lines = lines_of(text)
    problems = typed.problems(text)

    assert [*problems] == sorted(problems, key=lambda problem: (problem.line, problem.column))
    for problem in problems:
        if problem.code not in typed.of_the_whole:
            assert shown(lines[problem.line - 1][problem.column - 1 :]).startswith(problem.words[0])
