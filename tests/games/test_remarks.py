"""What a build is asked about before the deadline: it is allowed, but perhaps not meant so."""

from random import Random

from app.engine import Build, BuildNotAllowed, Side
from app.games import ruleset, slugs
from tests.support.tables import by_row


def remarks(slug: str, build: str) -> list[str]:
    game = ruleset(slug)
    return [words.en for words in game.remarks(game.read_build(build))]


@by_row(
    ("build", "remark"),
    [
        ("機機機機機機機重", "Its cards have no force at all. With 0 HP it loses as soon as a battle begins, unless the enemy has 0 HP, too."),
        ("核防防防防防防盾", "None of its cards can hurt the enemy."),
        ("響攻核核核核核核", "“Echo” is on top, but works on the card directly above it."),
        ("攻核欺核核核核核", "“Self-Deception” in place 3 lends a Top ability, but “Core” above it has none."),
        ("攻核類核核核核核", "“Category Brain” in place 3 narrows lists of your own, but none of your cards makes one."),
        ("硬攻欺", "It has 3 of 8 cards. There is room for 5 more."),
    ],
)  # fmt: skip
def test_what_a_build_of_laplaplus_may_not_mean_is_remarked(build: str, remark: str) -> None:
    assert remarks("laplaplus", build) == [remark]


@by_row("build", ["双連連連連力力速", "核攻欺核核核核反", "壊核類核核核核罠", "攻響核核核核核反"])
def test_a_build_that_makes_sense_is_not_remarked_on(build: str) -> None:
    assert not remarks("laplaplus", build)


@by_row(
    ("build", "remark"),
    [
        ("壁壁封影交", "It has no attack skill. While a support skill is left, its own turns deal no damage."),
        ("待待待待待", "It has neither attack nor support skills. Its only attack is Plain Hit, for 1 damage."),
        ("強閃閃閃閃", "“Plus Power” in place 1 helps the skill on its left, but has none there."),
        ("閃待錬閃閃", "“Plus Temper” in place 3 does nothing for “Ambush” on its left."),
        ("閃盾盾閃閃", "“Plus Shield” in place 3 does nothing for “Plus Shield” on its left."),
    ],
)  # fmt: skip
def test_what_a_build_of_shiden_issen_may_not_mean_is_remarked(build: str, remark: str) -> None:
    assert remarks("shiden-issen-2", build) == [remark]


def test_a_build_of_shiden_issen_that_makes_sense_is_not_remarked_on() -> None:
    assert not remarks("shiden-issen-2", "閃閃交硬果")


@by_row("remark", ["no force at all", "can hurt the enemy"])
def test_what_is_remarked_of_a_build_of_laplaplus_is_so_in_every_battle(remark: str) -> None:
    """Against anybody: without force it loses at once to whoever has some; without a card that can hurt it hurts nobody."""
    game, dice = ruleset("laplaplus"), Random(1)
    ids = [card.id for card in game.cards]

    def is_remarked(*cards: str) -> bool:
        return any(remark in words.en for words in game.remarks(Build(cards)))

    cards = [card for card in ids if is_remarked(card)]
    for _ in range(100):
        mine = Build(tuple(dice.choices(cards, k=dice.randint(1, 8))))
        theirs = Build(tuple(dice.choices(ids, k=dice.randint(1, 8))))
        battle = game.play(mine, theirs)
        assert is_remarked(*mine.cards)
        if remark == "can hurt the enemy":
            blows = [each for each in game.changes(battle.events) if each.after < each.before]
            assert not [each for each in blows if each.owner is Side.HOME is not each.side]
        elif battle.reason != "build_both_zero":
            assert (battle.winner, battle.turn) == (Side.AWAY, 0)


@by_row("slug", slugs())
def test_a_remark_is_a_sentence_in_both_languages(slug: str) -> None:
    """Every build can be remarked on, the empty one where there is one too."""
    game = ruleset(slug)
    cards = [card.char for card in game.cards]
    builds = [
        chars
        for char in cards
        for chars in (char * game.sizes[-1], char + cards[0] * (game.sizes[-1] - 1))
    ]

    for text in [*builds, *([""] if 0 in game.sizes else [])]:
        try:
            build = game.read_build(text)
        except BuildNotAllowed as refusal:  # so many copies of a card
            build = refusal.build
        for words in game.remarks(build):
            assert "{" not in words.ja + words.en
            assert "None “" not in words.en
            assert words.ja.endswith("。")
            assert words.en.endswith(".")
