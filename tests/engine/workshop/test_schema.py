"""Cards as tables: what may be written, every mistake with its place, and back to plain data."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated

import pytest

from app.engine.words import Words
from app.engine.workshop import problems, schema
from app.engine.workshop.file import File
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    TablesField,
    TextField,
)
from app.errors import CardsUnreadable
from tests.support.cards import broken, legal


def said(word: str) -> Words:
    """A label."""
    return Words(word, word)


THEMES = ChoiceField(said("theme"), {"sea": said("sea"), "land": said("land")})


@dataclass(frozen=True, slots=True)
class Gain:
    """A verb."""

    points: Annotated[int, NumberField(said("points"), 10, 50, 10)]


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Another verb."""

    count: Annotated[int, NumberField(said("count"), 1, 3)] = 1


@dataclass(frozen=True, slots=True)
class Ability:
    """A verb at a moment."""

    deed: Annotated[Gain | DrawCards, DeedField(said("deed"), (Gain, DrawCards))]
    theme: Annotated[str | None, THEMES] = None


@dataclass(frozen=True, slots=True)
class Whale:
    """A kind of card."""

    name: Annotated[str, TextField(said("name"))]
    themes: Annotated[tuple[str, ...], SeveralField(said("themes"), THEMES, 1, 2)]
    abilities: Annotated[tuple[Ability, ...], TablesField(said("abilities"), Ability, 1, 2)]
    extras: Annotated[
        tuple[Gain | DrawCards, ...], TablesField(said("extras"), (Gain, DrawCards), 0, 2)
    ] = ()
    is_big: Annotated[bool, FlagField(said("big"))] = False
    unwritten: int = 7

    def faults(self) -> Iterator[CardFault]:
        """A big one lives in the sea."""
        if self.is_big and "sea" not in self.themes:
            yield CardFault(
                "is_big", Words("大きいものは海にいます。", "a big one lives in the sea.")
            )


MOBY = """
[[card]]
name = "Moby"
themes = ["sea"]
is_big = true

[[card.abilities]]
do = "gain"
points = 20
theme = "land"

[[card.abilities]]
do = "draw-cards"

[[card.extras]]
do = "draw-cards"
count = 3
"""


def whales(text: str) -> list[Whale]:
    """Those of a file; raises `CardsUnreadable`."""
    whole = File.read(text)
    found = schema.all_of(whole.parts("card", 9), Whale)
    whole.finish()
    whole.file.finish()
    return [whale for _, whale in found]


def test_a_table_is_read_into_its_record_and_written_as_the_same_data() -> None:
    (moby,) = whales(MOBY)

    assert moby == Whale(
        "Moby", ("sea",), (Ability(Gain(20), "land"), Ability(DrawCards())), (DrawCards(3),), True
    )
    assert schema.as_data(moby) == tomllib.loads(MOBY)["card"][0]


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("points = 20", "points = 25", "25 does not fit. Write a whole number from 10 to 50, in steps of 10."),
        ("count = 3", "count = 4", "card 1, extras 1, count: 4 does not fit. Write a whole number from 1 to 3."),
        ('do = "gain"', 'do = "gian"', "card 1, abilities 1, do: gian cannot stand here. Write gain."),
        ('do = "gain"', "", "do is missing in card 1, abilities 1. Write gain or draw-cards."),
        ('["sea"]', "[]", "card 1, themes: [] does not fit. Write a list […] of 1 to 2."),
        ('["sea"]', '["sky"]', "card 1, themes 1: sky cannot stand here. Write sea or land."),
        ('["sea"]', '["land"]', "card 1, is_big: a big one lives in the sea."),
        ("is_big = true", "is_big = 1", "card 1, is_big: 1 cannot stand here. Write true or false."),
        ("is_big = true", "is_bog = true", "card 1, is_bog: there is no key called is_bog. Write is_big."),
        ('"Moby"', '"Mo\u200bby"', "has invisible characters"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_place_and_what_to_write(
    before: str, after: str, what: str
) -> None:
    with pytest.raises(CardsUnreadable) as refusal:
        whales(MOBY.replace(before, after))

    (problem,) = refusal.value.problems
    assert what in problems.explain(problem, "en")
    assert problems.explain(problem, "ja")


def test_too_few_tables_are_a_mistake() -> None:
    with pytest.raises(CardsUnreadable) as refusal:
        whales('[[card]]\nname = "Moby"\nthemes = ["land"]\n')

    (problem,) = refusal.value.problems
    assert (
        problems.explain(problem, "en")
        == "line 1: card 1, abilities: 0 are too few. Write 1 or more."
    )


def test_all_mistakes_are_found_at_once() -> None:
    wrong = MOBY.replace("20", "21").replace("count = 3", "count = 0").replace("true", '"yes"')

    with pytest.raises(CardsUnreadable) as refusal:
        whales(wrong)

    assert [problem.line for problem in refusal.value.problems] == [5, 9, 17]


def test_random_cards_are_read_again_and_broken_ones_are_refused_in_words() -> None:
    random = Random(42)
    some = legal(Whale, random)
    for _ in range(300):
        whale = next(some)
        data = schema.as_data(whale)
        assert schema.read(File.of(data), Whale) == whale
        spoilt = File.of(broken(data, random))
        read = schema.read(spoilt, Whale)
        assert read is None or schema.read(File.of(schema.as_data(read)), Whale) == read
        assert all(problems.explain(problem, "ja") for problem in spoilt.file.problems)
