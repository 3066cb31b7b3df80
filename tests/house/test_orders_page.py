"""The page about orders keeps its word: its examples are read, and every word of the grammar is named."""

import re

from app.docs import pages
from app.engine import Lang
from app.engine.matches.orders import vocabulary
from app.engine.matches.orders.blocks import split
from app.engine.matches.orders.orders import read
from app.games import ruleset
from app.games.fest.game import FEST
from app.league.matches import scripts
from app.mail.reading.form.entry_form import read_fields
from tests.support.tables import by_row


@by_row("lang", ["ja", "en"])
def test_its_examples_are_read_as_orders(lang: Lang) -> None:
    builds = dict.fromkeys(("A", "B"), FEST.starters["D1"])
    view = FEST.view(FEST.new(FEST.settle({}), builds), "A")
    examples = re.findall(r"```text\n(.*?)```", pages(lang)["orders"].text, re.DOTALL)
    assert len(examples) == 3
    for example in examples:
        (block,), problems = split(example)
        assert (block.match, block.key, problems) == ("cup-r1-4", "7f3a9c", ())
        assert read(block, FEST, view).lines


@by_row("lang", ["ja", "en"])
def test_its_entry_with_standing_orders_is_read_as_a_mail(lang: Lang) -> None:
    game = ruleset("fest")
    (example,) = re.findall(r"```mail\n(.*?)```", pages(lang)["orders"].text, re.DOTALL)
    form = read_fields(example, game.cards)
    build = game.read_build(form.build_text or "")

    assert form.is_whole
    assert not form.untaken
    assert form.nonce
    assert [*scripts.problems(form.extras, game, {}, build)] == []
    script = scripts.script(form.extras, game, {}, build)
    assert script
    assert len(script.lines) == 3


def test_every_word_of_the_grammar_is_named() -> None:
    english, japanese = (pages(lang)["orders"].text for lang in ("en", "ja"))
    tables = (vocabulary.HEADER, vocabulary.ORDER, vocabulary.CONDITION, vocabulary.WHOLE)
    unsaid = {"not exists", "then"}
    for table in tables:
        for word, ways in table.items():
            assert word in unsaid or f"`{word}" in english, word
            missing = [way for way in ways if not way.isascii() and f"`{way}`" not in japanese]
            assert missing == [], word
