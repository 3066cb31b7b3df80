"""Whichever word of an order is wrong, it is named at its own column, in both languages and every game with decisions.

The sentence says what is legal in its place, in the language of its reader.
Of legal orders of drawn matches one word at a time is misspelt, left out, or replaced by one of another language.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from sys import stdout
from typing import Any

import pytest

from app.engine.matches.game import Game, View
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import read_text
from app.engine.matches.orders.wording import in_language
from app.engine.words import Lang
from app.errors import OrdersUnreadable, Problem
from app.games import match_game, match_slugs
from tests.games.test_practice import decisions
from tests.support.tables import by_row

GAMES = [game for game in map(match_game, match_slugs()) if game.grammar]
LANGS: tuple[Lang, Lang] = ("ja", "en")
MOST_ORDERS = 3
"""How many orders of a decision are damaged."""
FOREIGN = {"ja": "xyzzy", "en": "珍妙"}
OF_THE_OTHER = {"ja": re.compile(r"\b[a-z]{2,}\b"), "en": re.compile("[ぁ-ヶ一-龠]")}
QUOTED = re.compile("「.*?」|“.*?”")
NOW = {"ja": "いま", "en": "egal now"}
WORD = re.compile(r"[>,、]|[^\s>,、]+")


def drawn(game: Game[Any]) -> Iterator[tuple[View, list[str]]]:
    """What is seen at each decision of a drawn match, and legal orders, line by line."""
    for state, decision in decisions(game, Random(8)):
        view = game.view(state, decision.seat)
        actions = islice(game.legal(state, decision), 200)
        yield (
            view,
            [*dict.fromkeys("\n".join(game.format(each, view) for each in actions).split("\n"))],
        )


def bent(word: str, lang: Lang) -> Iterator[tuple[str, str]]:
    """The word misspelt, left out, and replaced by one of the other language."""
    if word.isalnum():
        yield "misspelt", f"q{word}"
        yield "misspelt", word[:-1] or "q"
        yield "misspelt", word[1::-1] + word[2:]
    yield "left out", " "
    yield "foreign", f" {FOREIGN[lang]} "


def wrong_in(text: str, game: Game[Any], view: View) -> Problem | None:
    """What is wrong with an order; None if it is read."""
    try:
        read_text(text, game, view)
    except OrdersUnreadable as refusal:
        (problem,) = refusal.problems
        return problem
    return None


def goes_on(text: str, orders: Iterable[str], game: Game[Any], view: View) -> bool:
    """Whether an order that can be read begins so: with the end of one of these."""
    return any(
        wrong_in(f"{text} {order[word.start() :]}", game, view) is None
        for order in orders
        for word in WORD.finditer(order)
    )


@by_row("game", GAMES, ids=[game.id for game in GAMES])
@by_row("lang", LANGS)
def test_a_word_that_is_wrong_is_named_at_its_column(game: Game[Any], lang: Lang) -> None:
    counts: Counter[str] = Counter()
    astray = []
    random = Random(5)
    for view, orders in drawn(game):
        texts = [in_language(order, game, lang) for order in orders]
        for text in random.sample(texts, min(len(texts), MOST_ORDERS)):
            for word in WORD.finditer(text):
                for kind, instead in bent(word[0], lang):
                    typed = text[: word.start()] + instead + text[word.end() :]
                    problem = wrong_in(typed, game, view)
                    if problem is None or (not word.start() and typed.strip()[:1].isdigit()):
                        counts[f"{kind}, read all the same"] += 1
                        continue
                    counts[kind] += 1
                    said = explain(problem, lang)
                    counts["with what is legal now"] += NOW[lang] in said
                    assert not OF_THE_OTHER[lang].search(QUOTED.sub("", said)), said
                    here = WORD.search(typed, word.start())
                    place = here.start() + 1 if here else len(typed.rstrip()) + 1
                    is_later = kind == "left out" and problem.column > place
                    if is_later and goes_on(typed[: problem.column - 1], texts, game, view):
                        counts["left out, and seen later"] += 1
                    elif problem.column != place:
                        astray.append((typed, place, problem.column))
    stdout.write(f"\n{game.id} {lang}: {dict(sorted(counts.items()))}, {len(astray)} astray\n")
    assert not astray, astray[:20]
    assert min(counts[kind] for kind in ("misspelt", "left out", "foreign")) > 50
    assert counts["with what is legal now"] > 50


def test_each_of_several_mistakes_says_what_is_legal_now() -> None:
    game = match_game("fest")
    view = next(view for view, _ in drawn(game) if view["phase"] == "front")

    with pytest.raises(OrdersUnreadable) as refused:
        read_text("front F99\nfront F98", game, view)

    said = [explain(each, "en") for each in refused.value.problems]
    assert [NOW["en"] in each for each in said] == [True, True]


@by_row(
    ("game", "verb", "words", "orders"),
    [
        ("acts", "make", "S06,22,3,master", ["S06 at 22 with 3 from master"]),
        ("acts", "make", "22,master,S06,3", ["S06 at 22 with 3 from master"]),
        ("acts", "make", "S06,22", []),
        ("acts", "attack", "22,Breath,e42", ["22 with Breath > e42"]),
        ("ocg", "command", "K04,1,e2", ["K04 by 1 > e2", "K04 by e2 > 1"]),
        ("ocg", "command", "K04,1", ["K04 by 1"]),
        ("ocg", "attack", "1,2", ["1, 2"]),
        ("fest", "play", "F05,B12,will,shield", ["F05 B12 will shield"]),
    ],
)
def test_words_are_put_into_the_slots_that_may_hold_them(
    game: str, verb: str, words: str, orders: list[str]
) -> None:
    grammar = match_game(game).grammar
    assert grammar
    found = [*grammar.forms[verb].fillings([each.lower() for each in words.split(",")])]

    assert found[: max(len(orders), 1)] == [each.lower() for each in orders]
    assert grammar.forms[verb].is_list == (verb == "attack" and game == "ocg")
    assert ("breath" in grammar.forms[verb].known) == (game == "acts")
