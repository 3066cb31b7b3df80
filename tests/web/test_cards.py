"""Cards of a build as pages tell them."""

from app.games import ruleset
from app.web.cards import row_of
from app.web.rendering import environment


def test_the_text_of_a_card_stands_once_in_its_deck_however_many_copies_there_are() -> None:
    game = ruleset("ocg")
    (build, *_) = game.starters().values()
    row = row_of(game, build)
    text = '{% import "_macros.html" as parts with context %}{{ parts.effects(row, "c") }}'
    told = environment("en", is_ordered=False).from_string(text).render(row=row, lang="en")

    assert told.count("<li id=") == len({each.kind for each in row}) < len(row)
