"""What is remarked on a deck, and the sample decks."""

from typing import Any

from app.engine import Build
from app.engine.decks import SampleDeck
from app.games.fest.config import settle
from app.games.fest.words.deck import as_data, problems as deck_problems, read_build
from app.games.fest.words.remarks import remarks
from app.games.fest.words.samples import SAMPLES
from tests.support.tables import by_row

BOTH = {"allowed_tags": ["#pbm-std", "#standard"]}


def remarked(text: str, **config: Any) -> list[str]:
    return [words.en for words in remarks(read_build(text, {**BOTH, **config}), {**BOTH, **config})]


def test_a_theme_without_abilities_is_remarked_first() -> None:
    found = remarked("24xF19")

    assert found == [
        "No card has an ability of academics, so your front scores nothing in that round.",
        "No card has an ability of combat, so your front scores nothing in that round.",
        "Nearly all abilities are will. An opponent who ends in shield halves your judging points.",
        "No effect lowers the opponent's points, so nothing stops them from growing.",
    ]


def test_few_abilities_of_a_theme_and_cards_without_any_are_counted() -> None:
    found = remarked("8xF01 8xF04 F21 7xF22")

    assert found[0].startswith("There are only 2 abilities of combat")
    assert "7 cards have no ability at all and score nothing in the front." in found


def test_a_card_that_will_often_be_unusable_is_named_with_what_it_needs() -> None:
    found = remarked("20xF01 4xF22")

    assert any(
        each
        == "F22 Student Council (4 of them) may be unusable. B16 Opening Act works only if this is your"
        " first back member of the round, B18 Comeback only if your highest attribute is below the"
        " opponent's highest."
        for each in found
    )
    assert "4 cards rely on Opening Act, which works only once a round." in found
    assert not any("once a round" in each for each in remarked("21xF01 3xF22"))
    assert any(
        "S06 Trade works only if the round is academics" in each for each in remarked("23xF01 G11")
    )


def test_a_card_that_the_last_round_has_no_use_for_is_named() -> None:
    custom = {
        "id": "X01",
        "name": "Kite",
        "abilities": ["food", None],
        "effects": [{"code": "B22"}, {"code": "S12"}],
        "tags": ["#pbm-std", "#standard"],
    }
    found = remarked("D1", cards=[]) + remarked("23xF01 X01", cards=[custom])

    assert "X01 Kite cannot be used in round 3. Do not reserve it." in found
    assert "Effects of #standard are about half as strong as those of #pbm-std." in found


def test_a_deck_without_cards_has_no_remarks() -> None:
    assert [*remarks(Build(()))] == []


@by_row("sample", SAMPLES, ids=lambda sample: sample.name.en)
def test_a_sample_deck_is_legal_and_says_how_it_is_played(sample: SampleDeck) -> None:
    petit = sum(sample.deck.values()) == 15
    settled = settle({**BOTH, "petit": petit})
    text = " ".join(f"{n}x{id}" for id, n in sample.deck.items())

    assert deck_problems({"deck": sample.deck}, settled) == []
    assert as_data(read_build(text, settled))["deck"] == sample.deck
    assert sample.how.ja.endswith("。")
    assert sample.how.en.endswith(".")
