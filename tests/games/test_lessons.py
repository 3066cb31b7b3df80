"""The match that teaches a game: what its words say happens, step by step, and who follows them stands well."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from app.engine import plain
from app.engine.matches.game import AUTOPILOT, Seat
from app.engine.matches.game.lesson import MatchLesson
from app.engine.words import Lang, Words
from app.games import match_game, match_slugs
from app.league.practice import practice
from app.league.practice.practice import Position, PracticeTable

KEY = b"hikyaku-lesson-1"
NAMES: dict[Seat, str] = {"A": "You", "B": "Rival"}
ETHER = "E00"
"""No card to be looked for: it pays for everything."""
HAPPENS = {
    "fest": (
        "You draws 3.",
        "(will 3, sword 9, shield 6) / Rival plays F22 Student Council: Opening Act!",
        "You: will 3 → 6, sword 9 → 12, shield 6 → 9. / You: sword 12 → 8. / You 5 (shield, halved), Rival 15 (sword)",
        "You: will 6 → 11. / You 11 (will), Rival 9 (sword, halved)",
        "You: judging points 0 → 2. / Rival: sword 15 → 21. / Rival's sword 21 → 16. The lowest is 6",
        "Rival: shield 6 → 2. / Rival's sword 16 → 12.",
        "You: will 11 → 17. / halved (14 → 7) / Round 1: You 19, Rival 7. / Round 2: combat",
        "Reserved: F10 Poet in Kimono; F13 Kitchen Chemist",
    ),
    "ocg": (
        "Sho, Sparrow Courier attacks for You. Nobody counters: 1 damage to Rival.",
        "Toma, Apprentice Blade has no durability left / Yae, Night Witch stands in the way / Nobody counters: 1 damage to Rival.",
        "Kuma, Brown Bear stands in the way / counters: 1 damage to Rival. / counters: 3 damage to Rival. / 2 damage to You. / 2 of 5 left",
        "Kuma, Old Bear has no durability left / Haya, Pack Leader attacks for Rival. Nobody counters: 3 damage to You. / You 6/20; Rival 16/20.",
        "and Suzu, Chapel Wall stands in the way for You. / Kame, Pond Turtle faints / You 7/20; Rival 18/20. / Ine, Marshal",
    ),
    "acts": (
        "Gun Carriage at 21 with 4 ether.",
        "Pawnlet at 23 with 1 ether. / Rival makes Lantern Moth at 43",
        "Lantern Moth (43) of Rival is destroyed. / Rival makes Lantern Moth at 43",
        "Ether of Gun Carriage (21) of You: +2 ready. / Rival makes Courier Drone at 41",
        "Lantern Moth (43) of Rival is destroyed.",
        "2 from the hand. / Courier Drone of Rival goes from 41 to 32.",
        "Courier Drone (32) of Rival takes 30D. / Courier Drone (32) of Rival is destroyed.",
        "The turn ends; all ether is ready. / Rival acts first. / Void Jelly of Rival goes from 33 to 22.",
        "Void Jelly (22) of Rival takes 20D. / Void Jelly (22) of Rival, normal attack: on 12 Akane Tsuzumi.",
        "Akane Tsuzumi (12) of You takes 0D. VIT left: 60.",
        "Void Jelly (22) of Rival takes 40D. / Void Jelly (22) of Rival is destroyed.",
        "1 ready to 21.",
        "Gun Carriage of You goes from 21 to 32.",
    ),
}
"""What is to be read after each step, in the news or on the board."""


def lesson_of(slug: str) -> MatchLesson:
    lesson = match_game(slug).lesson
    assert lesson
    return lesson


def table_of(slug: str) -> PracticeTable:
    game, lesson = match_game(slug), lesson_of(slug)
    decks = game.starters
    build = decks[lesson.deck]
    return PracticeTable(game, KEY, lesson.number, build, decks, lesson.rival, AUTOPILOT)


def positions(slug: str) -> list[Position]:
    """Before the first step, and after each."""
    table, orders = table_of(slug), [step.orders for step in lesson_of(slug).steps]
    return [table.position(orders[:n]) for n in range(len(orders) + 1)]


def seen(view: Any) -> set[str]:
    """All that a view shows, but what is in the decks."""
    if isinstance(view, str):
        return {view}
    if isinstance(view, Mapping):
        view = [each for key, each in view.items() if "deck" not in str(key) and key != "pile"]
    return set().union(*map(seen, view)) if isinstance(view, list | tuple) else set()


def test_what_happens_in_each_lesson_is_written_here() -> None:
    assert {slug for slug in match_slugs() if match_game(slug).lesson} == {*HAPPENS}


@pytest.mark.parametrize("slug", HAPPENS)
def test_each_step_is_asked_and_goes_as_its_words_say(slug: str) -> None:
    game, found = match_game(slug), positions(slug)
    steps = zip(found, found[1:], lesson_of(slug).steps, HAPPENS[slug], strict=False)

    for before, after, step, happens in steps:
        news = plain(game.told(after.heard(before.steps[-1][0]), NAMES, "en", "A"))
        read = f"{news}\n{game.diagram(after.view, NAMES, 'en')}"
        assert before.is_same(step.orders, step.orders)
        assert [each for each in happens.split(" / ") if each not in read] == []
    assert len(lesson_of(slug).steps) == len(HAPPENS[slug])


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("slug", HAPPENS)
def test_the_words_name_the_cards_to_be_played_others_on_the_table_and_no_codes(
    slug: str, lang: Lang
) -> None:
    lesson, cards = lesson_of(slug), match_game(slug).under({})["cards"]

    def named(words: Words, lang: Lang) -> set[str]:
        return {each.id for each in cards if each.name.to(lang) in words.to(lang)} - {ETHER}

    for position, (orders, words) in zip(
        positions(slug), [*lesson.steps, ("", lesson.after)], strict=True
    ):
        played = {each.id for each in cards if each.id in orders}
        assert played <= named(words, lang) <= seen(position.view)
        assert named(words, lang) == named(words, "en")
        assert not re.search(r"\b[A-Z]\d\d", words.to(lang))


@pytest.mark.parametrize("slug", HAPPENS)
def test_a_step_says_what_to_do_and_one_thing_more(slug: str) -> None:
    for _, words in lesson_of(slug).steps:
        assert words.ja.count("。") == 2
        assert len(re.findall(r"[.!?](?= |$)", words.en)) == 2


@pytest.mark.parametrize("slug", HAPPENS)
def test_who_follows_it_wins_if_the_house_plays_on(slug: str) -> None:
    position, table = positions(slug)[-1], table_of(slug)

    while position.asked:
        position = position.after(table, "")

    assert position.match.ended
    assert position.match.ended.score == {"A": 1, "B": 0}


@pytest.mark.parametrize("slug", HAPPENS)
def test_it_is_the_same_match_whenever_it_is_played(slug: str) -> None:
    once = positions(slug)[-1]
    practice._KNOWN._answers.clear()

    assert positions(slug)[-1] == once
