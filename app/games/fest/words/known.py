"""Facts computed from a view or a card: the state without hidden parts, printed blanks, and the worth of a card."""

from app.engine.matches.game import View
from app.engine.words import Lang
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.effects import Use
from app.games.fest.festival import FRONT_POINTS
from app.games.fest.side import without
from app.games.fest.state import State, load
from app.games.fest.view import moment
from app.games.fest.words.names import ATTRIBUTES as NAMES, THEMES, filled, title, words_of

_HIDDEN = ("hand", "deck", "reserve")
_TURNS = frozenset({"play", "effect", "pick", "reshuffle"})
"""The phases in which cards of the hand can be played."""


def state_of(view: View) -> State:
    """The state that the reader of this view sees. Zones are empty where only the number of cards is known."""
    seats = {
        seat: {
            **side,
            **{zone: [] for zone in _HIDDEN if isinstance(side[zone], int)},
            "deck_list": side["deck_list"] or {},
        }
        for seat, side in view["seats"].items()
    }
    return load({**view, "seats": seats})


def blanks_of(use: Use) -> dict[str, str]:
    """Return what is printed in the blanks of an effect."""
    attributes = iter(ATTRIBUTES[place] for place in use.printed)
    return {
        blank: use.theme or "" if blank == "z" else next(attributes) for blank in use.effect.blanks
    }


class KnownCards:
    """The names of cards, and what they can do in the present phase of the match."""

    def __init__(self, view: View, lang: Lang) -> None:
        self.view, self.lang = view, lang
        self.state = state_of(view)
        self.theme: str | None = view["theme"]
        self.are_played = self.state.phase in _TURNS

    def worth(self, id: str) -> str:
        """Return what a card adds in the front of this round. While cards can be reserved, also of the last round.

        Empty if it adds nothing.
        """
        if self.are_played or not self.theme:
            return ""
        themes = [self.theme]
        if self.state.phase == "reserve" and self.state.programme[-1] != self.theme:
            themes.append(self.state.programme[-1])
        return "  ".join(
            f"{THEMES[theme].to(self.lang)}: {gain}"
            for theme in themes
            if (gain := self.gain(id, theme))
        )

    def gain(self, id: str, theme: str | None) -> str:
        """The points that a card gives in the front in this theme."""
        counts = self.state.cards.matching[theme][id] if theme else ()
        return " ".join(
            f"{NAMES[name].to(self.lang)}+{FRONT_POINTS * count}"
            for name, count in zip(ATTRIBUTES, counts, strict=False)
            if count
        )

    def uses(self, id: str) -> tuple[str, ...]:
        """The effects of a hand card; while cards are played, what each does if it can be used now, or why it cannot."""
        uses = self.state.cards[id].uses
        if self.are_played:
            return tuple(self._use(id, use) for use in uses)
        return (" / ".join(map(self.name, uses)),)

    def _use(self, id: str, use: Use) -> str:
        at = moment(self.view)
        at.hand = without(at.hand, id)
        if obstacle := use.obstacle(at):
            return f"× {self.name(use)}: {obstacle.to(self.lang)}"
        text = filled(words_of(use.effect).text, blanks_of(use)).to(self.lang)
        return f"○ {self.name(use)}: {text}"

    def name(self, use: Use) -> str:
        """An effect as orders call it, and its name."""
        return f"{use.word} {title(use).to(self.lang)}"
