"""The rule book against the tables: every card and deck as it is; and a turn of it against the game."""

import re
from typing import get_args

import pytest

from app.engine import Lang
from app.engine.matches.course import CoursePlan
from app.engine.matches.game import SEATS, Seat
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from app.games.acts import RULESETS
from app.games.acts.cards import CARDS
from app.games.acts.pool import POOLS
from app.games.acts.words.cards import TOOLS, text
from app.games.acts.words.samples import SAMPLES
from tests.games.acts.stage import GAME, asked, stage, unit, view

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)


def table(lang: Lang, chapter: str) -> list[list[str]]:
    """The rows of the table in this chapter, without its head."""
    book = re.split(r"\n##+ ", RULESETS[0].rules(lang).partition(f"### {chapter} ")[2])[0]
    rows = [line.strip("| \n").split(" | ") for line in book.splitlines() if line.startswith("| ")]
    return rows[1:]


@languages
def test_every_card_is_listed_as_it_is(lang: Lang) -> None:
    other: Lang = "en" if lang == "ja" else "ja"
    told = {row[0]: row[1:] for n in range(1, 6) for row in table(lang, f"5.{n}")}

    assert {*told} == {*CARDS}
    for id, card in CARDS.items():
        names = [POOLS.house.names[id].to(lang), POOLS.house.names[id].to(other)]
        numbers = [*map(str, (card.size, card.life, card.atk, card.dfn))]
        if card.kind == "tool":
            numbers = [TOOLS[card.tool].to(lang), f"{card.cost}e"]
        assert told[id][:2] == names
        assert told[id][-1] == text(card, lang)
        assert card.kind == "ether" or told[id][2 : 2 + len(numbers)] == numbers


@languages
def test_every_sample_deck_is_listed_and_how_it_is_played(lang: Lang) -> None:
    book = " ".join(RULESETS[0].rules(lang).split())
    rows = table(lang, "5.6")

    assert [row[0] for row in rows] == [sample.name.to(lang) for sample in SAMPLES]
    for row, sample in zip(rows, SAMPLES, strict=True):
        deck = {**sample.deck}
        (master,) = deck.keys() & {"M01", "M02", "M03", "M04"}
        del deck[master]
        cards = " ".join(f"{n}x{id}" if n > 1 else id for id, n in deck.items())
        assert row[1:] == [master, cards]
        assert sample.how.to(lang) in book


@languages
def test_the_turn_of_example_four_goes_as_it_is_told(lang: Lang) -> None:
    """Each numbered step is an action; it tells whatever is damaged, destroyed and left."""
    example = re.split(r"\n### \S+ ?4[:：]", RULESETS[0].rules(lang))[1]
    steps = re.findall(
        r"(?m)^\d\. (.*(?:\n   .*)*)", re.sub(r"```.*?```", "", example, flags=re.DOTALL)
    )
    state = stage(
        {42: "S06 2+0", 32: "S02 1+0"}, {52: "M02", 43: "S03 2+0"}, hands=("E00 S01", "S01")
    )
    plans: dict[Seat, CoursePlan] = {
        seat: Mandate(read_text(text, GAME, view(state, seat)), (), state.turn, asks=0)
        for seat, text in zip(SEATS, re.findall(r"```\n(.*?)```", example, re.DOTALL), strict=True)
    }
    carried: list[tuple[str, str]] = []
    told: list[str] = []
    hurt = 0
    while state.turn == 3:
        decision = asked(state)
        seen = view(state, decision.seat)
        answer = plans[decision.seat].answer(GAME, seen, decision, GAME.legal(state, decision))
        plans[decision.seat] = answer.plan
        assert answer.action is not None
        assert answer.by == ("auto" if decision.kind == "acts.refill" else "plan")
        carried.append((decision.seat, GAME.format(answer.action, seen)))
        told += [] if decision.kind != "acts.main" else [steps[len(told)]]
        state, events = GAME.apply(state, {decision.id: answer.action})
        for event in events:
            hurt += 1 if event.what == "hurt" else 0
            assert event.what != "hurt" or f"{event.detail['points']}D" in told[-1]

    assert carried == [
        ("A", "attack 42 > e43"),
        ("B", "make S01 at 23 with 2 from master"),
        ("A", "make S01 at 21 with 2 from master"),
        ("B", "attack master with Well Stream > e22"),
        ("A", "defend 32 with Body Block"),
        ("A", "ether hand 1"),
        ("B", "attack 23 > e22"),
        ("A", "pass"),
        ("B", "pass"),
        ("B", "refill 2"),
    ]
    assert (told, hurt) == (steps, 3)
    assert {at: unit(state, at) for at in state.field} == {
        12: "M01 5+0",
        21: "S01 2+0",
        32: "S02 1+0 20D",
        41: "S01 2+0",
        42: "S06 2+0 10D",
        52: "M02 7+0",
    }
