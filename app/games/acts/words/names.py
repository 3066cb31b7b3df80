"""The names of cards and skills in both languages."""

from collections.abc import Mapping
from typing import Final

from app.engine.words import Lang, Words
from app.games.acts.cards import CARDS, Active, Attack, Defence, Passive

MASTERS: Final = {
    "master": Words("マスター", "master"),
    "e-master": Words("相手マスター", "e-master"),
}
"""What orders call the masters."""
DECKS: Final = {
    "Rank": Words("横隊", "Rank and File"),
    "Far": Words("遠い灯", "Far Light"),
    "Heel": Words("一撃離脱", "Heel and Barrel"),
    "Shed": Words("工具箱", "Tool Shed"),
}
"""The names of the sample decks, the starter decks first."""
CARD_NAMES: Final[Mapping[str, Words]] = {id: card.name for id, card in CARDS.items()}
SKILLS: Final[Mapping[str, Attack | Defence | Active | Passive]] = {
    skill.name: skill
    for card in CARDS.values()
    for skills in (
        card.attacks.values(),
        card.defences.values(),
        card.actives.values(),
        card.passive,
    )
    for skill in skills
}
"""The skills by their English names."""
SKILL_NAMES: Final[Mapping[str, Words]] = {
    name: Words(skill.ja, name) for name, skill in SKILLS.items()
}
"""Those of passive and minus skills, too."""


def minus(n: int) -> str:
    """The number, `−10` for ten less than none."""
    return str(n).replace("-", "−")


def in_words(reference: str, lang: Lang) -> str:
    """A reference of orders as readers of this language write it."""
    return MASTERS[reference].to(lang) if reference in MASTERS else reference
