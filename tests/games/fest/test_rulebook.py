"""The rule book against the tables: every effect and card as it is."""

import re
from pathlib import Path
from typing import get_args

import pytest

import app
from app.engine import Lang, Words
from app.engine.matches.game import MatchEvent
from app.games.fest.abilities import PROGRAMMES, clamp, halved
from app.games.fest.cards import DECK_NAMES as NAMES, DECKS, HOUSE
from app.games.fest.effects import Printed
from app.games.fest.festival import Step, decided, pending
from app.games.fest.words.names import (
    ATTRIBUTES,
    EFFECTS,
    THEMES,
    abilities,
    filled,
)
from app.games.fest.words.samples import HOW
from tests.games.fest.played import standing

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)
NAMED = {**ATTRIBUTES, **THEMES}
ALWAYS = Words("いつでも", "always")


def book(lang: Lang) -> str:
    folder = Path(app.__file__).parent / "games" / "fest"
    return (folder / f"RULES.{lang}.md").read_text(encoding="utf-8")


def table(lang: Lang, chapter: str) -> list[list[str]]:
    """The rows of the table in this chapter, without its head."""
    text = re.split(r"\n##+ ", book(lang).partition(f"### {chapter} ")[2])[0]
    rows = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return rows[1:]


@languages
def test_every_effect_stands_in_the_list_of_its_tag(lang: Lang) -> None:
    rows = table(lang, "5.1") + table(lang, "5.2")
    told = {row[0].partition("[")[0]: row[1:] for row in rows}

    assert [*told] == [*EFFECTS]
    for code in EFFECTS:
        words = EFFECTS[code]
        expected = (
            words.name,
            filled(words.needs, {}) if words.needs.en else ALWAYS,
            filled(words.text, {}),
        )
        assert told[code] == [each.to(lang) for each in expected]


def label(printed: Printed, lang: Lang) -> str:
    """The code of an effect with the blanks of its card, and its name."""
    blanks = [NAMED[blank].to(lang) for blank in (printed.z, printed.x, printed.y) if blank]
    inside = ("・" if lang == "ja" else ", ").join(blanks)
    code = printed.effect.code
    return f"{code}{f'[{inside}]' if inside else ''} {EFFECTS[code].name.to(lang)}"


@languages
def test_every_house_card_is_listed_as_it_is(lang: Lang) -> None:
    told = {row[0]: row[1:] for chapter in ("6.1", "6.2") for row in table(lang, chapter)}
    other: Lang = "en" if lang == "ja" else "ja"

    assert [*told] == [*HOUSE]
    for id, card in HOUSE.items():
        effects = [label(each, lang) for each in card.effects]
        assert told[id] == [
            card.name.to(lang),
            card.name.to(other),
            abilities(card.abilities, lang),
            " / ".join(effects),
        ]


@languages
def test_every_starter_deck_is_listed_and_how_it_is_played(lang: Lang) -> None:
    chapter = re.split(r"\n##+ ", book(lang).partition("### 6.3 ")[2])[0]
    told = {row[0]: row[1:] for row in table(lang, "6.3")}

    assert [*told] == [*DECKS] == [*HOW]
    for id, deck in DECKS.items():
        cards = " ".join(f"{n}x{card}" if n > 1 else card for card, n in sorted(deck.items()))
        assert told[id] == [NAMES[id].to(lang), str(sum(deck.values())), cards]
        assert HOW[id].to(lang) in " ".join(chapter.split())


@languages
def test_the_programmes_are_those_of_the_die(lang: Lang) -> None:
    rows = [[THEMES[theme].to(lang) for theme in programme] for programme in PROGRAMMES]

    assert table(lang, "4.1") == [[str(die), *row] for die, row in enumerate(rows, start=1)]


def told(points: list[int]) -> tuple[int, ...]:
    clamp(points)
    return tuple(points)


def test_the_figures_of_the_examples_are_those_of_the_rules() -> None:
    """Chapter 9, examples 1 to 4, and the example of chapter 4.4."""
    assert told([-3, -3, 12, 1]) == (0, 0, 10, -1)
    assert told([12, 3, 0, 0]) == (10, 3, 0, 0)
    assert told([2, 11, -3, 0]) == (2, 10, 0, -1)
    assert halved(9) == 5
    assert halved(-3) == -3


def test_the_last_card_of_example_five_decides() -> None:
    a = {"front": ("F01", "F03", "F19"), "hand": ("F12", "F21"), "points": [12, 3, 3, 0]}
    b = {"front": ("F02", "F13", "F16"), "hand": ("F09", "F10"), "points": [0, 6, 6, 0]}
    state = standing(a=a, b=b)
    points: list[dict[str, int]] = []
    events: list[MatchEvent] = []
    for card, effect in (("F12", "B16"), ("F10", "B05"), ("F21", "B09"), ("F09", "B03")):
        (decision,) = pending(state)  # type: ignore[misc]
        action = {"a": "play", "card": card, "effect": effect, "args": {}}
        step = decided(Step(state), {decision.id: action})
        state, events = step.state, step.events
        points += [e.detail["after"] for e in events if e.what == "points-changed"]
    judged = next(event.detail for event in events if event.what == "judged")
    scored = next(event.detail for event in events if event.what == "scored")

    assert [[*each.values()] for each in points] == [
        [15, 6, 6, 0],
        [11, 6, 6, 0],
        [11, 6, 6, 2],
        [0, 6, 10, 0],
    ]
    assert judged["jp"] == {"A": 13, "B": 10}
    assert (judged["loser"], judged["halved"]) == ("A", True)
    assert scored["jp"] == {"A": 7, "B": 10}
