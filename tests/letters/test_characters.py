"""A character as a letter shows it: its cards in order, or a deck by kinds."""

from app.engine import Lang
from app.games import ruleset, slugs
from app.letters.characters import build_of
from app.text.columns import WIDTH, width
from tests.support.tables import by_row


@by_row("slug", slugs())
@by_row("lang", ["ja", "en"])
def test_every_build_to_begin_with_has_its_cards_in_a_letter(slug: str, lang: Lang) -> None:
    """Also of cards with other figures; a deck says how many copies each card has, and nothing of places."""
    game = ruleset(slug)
    names = {card.id: card.name.to(lang) for card in game.cards}
    for build in game.under({}).starters().values():
        told = build_of(game, build, lang)
        shown = told["cards"]

        assert len(told["labels"]) > 4 or max(map(width, told["lines"])) <= WIDTH - 2
        assert {each.name for each in shown} == {names[id] for id in build.cards}
        if game.is_ordered:
            assert [each.place for each in shown] == [str(n + 1) for n in range(len(build.cards))]
        else:
            assert sum(int(each.place.removeprefix("×")) for each in shown) == len(build.cards)
            kinds = [each.kind.rpartition(" ×")[2] for each in shown if each.kind]
            assert sum(map(int, kinds)) == len(build.cards)


def test_each_of_several_decks_is_shown_by_itself() -> None:
    game = ruleset("ocg")
    kinds = [
        each.kind
        for each in build_of(game, game.read_build("deck Blades deck Wilds"), "en")["cards"]
    ]

    assert "1. White characters ×14" in kinds
    assert any(kind.startswith("2. ") for kind in kinds)
