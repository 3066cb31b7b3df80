"""The configuration of a match, and its cards: those of the game and own ones."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from app.engine.matches.game import Choice
from app.engine.matches.settings import MatchSetting, one_of
from app.engine.versions import CARDS as KEY, Pools
from app.engine.words import Words
from app.errors import CardsUnreadable
from app.games.acts.cards import CARDS, Card, OwnCard, OwnTraits, Skill
from app.games.acts.workshop import cards_of


class MatchCards(dict[str, Card]):
    """All cards by id, with facts about them together. A pool is equal only to itself."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __init__(self, own: Iterable[OwnCard] = ()) -> None:
        self.own: Mapping[str, OwnCard] = {card.id: card for card in own}
        super().__init__({**CARDS, **self.own})

    @cached_property
    def speed(self) -> frozenset[str]:
        """The ids of tools that can answer."""
        return frozenset(id for id, card in self.items() if card.tool == "speed")

    @cached_property
    def answers(self) -> frozenset[str]:
        """The ids of speed tools that can only be answers."""
        return frozenset(id for id in self.speed if self[id].effect.is_answer)

    @cached_property
    def is_elastic(self) -> bool:
        """Whether the capacity of a master may change."""
        own = [card.traits for card in self.own.values() if isinstance(card.traits, OwnTraits)]
        return any(each.capacity or each.press for each in own)

    def held(self, trait: str, **zones: Sequence[str]) -> int:
        """Return how much of this trait cards give from these zones."""
        if not self.own:
            return 0
        lying = (
            (zone, self.own[id]) for zone, ids in zones.items() for id in ids if id in self.own
        )
        return sum(getattr(card.afar, trait) for zone, card in lying if zone in card.zones)

    @cached_property
    def names(self) -> Mapping[str, Words]:
        """The names of the cards by their ids."""
        return {id: card.name for id, card in self.items()}

    @cached_property
    def skills(self) -> Mapping[str, Skill]:
        """The skills by their English names."""
        return {skill.name: skill for card in self.values() for skill in card.skills}

    @cached_property
    def skill_names(self) -> Mapping[str, Words]:
        """The names of skills, passive and minus skills included."""
        return {name: Words(skill.ja, name) for name, skill in self.skills.items()}


def _made(own: Sequence[Mapping[str, Any]]) -> MatchCards:
    return MatchCards(cards_of(own) if own else ())


POOLS: Final = Pools(_made)
"""The cards of a match by its configuration."""


def _are_cards(cards: Any) -> bool:
    """Whether these are a set of cards, or a list of own ones."""
    if not isinstance(cards, list):
        return _SETS.allows(cards)
    try:
        return POOLS.of({KEY: cards}) is not POOLS.house
    except (CardsUnreadable, TypeError):
        return False


_SETS: Final = one_of("starter", "fixtures")
SETTINGS: Final[Mapping[str, MatchSetting]] = {
    KEY: _SETS._replace(allows=_are_cards),
    "turn_limit": MatchSetting(
        0,
        lambda limit: type(limit) is int and limit >= 0,
        Words("0（なし）以上の数", "a number; 0 for none"),
    ),
}
CHOICES: Final = (
    Choice(
        "turn_limit",
        Words("ターン制限", "Turn limit"),
        (
            (
                10,
                Words(
                    "10ターン（やりとりはおよそ10回まで。残りVITの多いほうの勝ち）",
                    "10 turns, about ten exchanges: more VIT left wins",
                ),
            ),
            (6, Words("6ターン（短い大会に）", "6 turns, for a short season")),
            (0, Words("なし（原作どおり）", "none, as the original has it")),
        ),
    ),
    Choice(
        "cards",
        Words("使えるカード", "Cards"),
        (
            ("starter", Words("このサーバーのカード", "the cards of this server")),
            (
                "fixtures",
                Words("原作の「ちゆき」と「オズ」も", "Chiyuki and Oz of the original, too"),
            ),
        ),
    ),
)
"""The decisions of organisers about matches of a season, in words."""
