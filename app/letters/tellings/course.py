"""The course of a battle: how life stood at any time, and what turned it."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from app.engine import Battle, Change, Lang, Ruleset, Sheet, Side
from app.i18n import N_, number, translations
from app.letters.tellings.pieces import tag

_LEAD: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s took the lead for good (%(life)s)"
)
_GIVEN: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s gave the lead away for good (%(life)s)"
)
_LAST: Final = N_("It took the very last blow to turn the battle: %(card)s (%(life)s)")
_SAME: Final = N_("%(lead)s; no %(slot)s took more (%(amount)s).")
_OTHER: Final = N_("%(lead)s; %(most)s took the most (%(amount)s).")
_NEVER: Final = N_("%(who)s led from start to finish; %(most)s took the most (%(amount)s).")
_MOST: Final = N_("%(most)s took the most (%(amount)s).")
_CARD: Final = N_("%(who)s's %(card)s")
_BLOW: Final = N_("a blow of %(who)s's")


class Course:
    """Life over a battle, our reader's first."""

    def __init__(
        self, game: Ruleset, battle: Battle, sheets: Mapping[Side, Sheet], lang: Lang
    ) -> None:
        self.game = game
        self.battle = battle
        self.sheets = sheets
        self.lang = lang
        self.changes = list(game.changes(battle.events))
        self.start = dict(zip(Side, battle.hp, strict=True))
        for change in reversed(self.changes):
            self.start[change.side] = change.before
        self.lead = self._last_lead()
        self.turn_of_lead = self.lead[0].turn if self.lead else 0

    def life_before(self, turn: int) -> tuple[int, int] | None:
        """How both stood when the turn began; None in a game that keeps no count of life."""
        if not self.changes:
            return None
        life = dict(self.start)
        for change in self.changes:
            if change.turn < turn:
                life[change.side] = change.after
        return life[Side.HOME], life[Side.AWAY]

    def _last_lead(self) -> tuple[Change, tuple[int, int]] | None:
        """The change that last brought another side ahead, and how both stood then."""
        life = dict(self.start)
        ahead = _ahead(life)
        found = None
        for change in self.changes:
            life[change.side] = change.after
            now = _ahead(life)
            if now and now is not ahead:
                found = change, (life[Side.HOME], life[Side.AWAY])
            ahead = now or ahead
        return found

    def turning_point(self) -> str:
        """What turned the battle and which card did most, in a sentence; empty where nobody was hurt or won."""
        _, winner = translations(self.lang).gettext, self.battle.winner
        lost: Counter[tuple[Side, int, str]] = Counter()
        for change in self.changes:
            if winner and change.side is winner.enemy and change.after < change.before:
                lost[change.owner, change.place, change.by] += change.before - change.after
        if not winner or not lost:
            return ""
        (owner, place, by), taken = lost.most_common(1)[0]
        most = {
            "most": self._card(owner, place, by),
            "amount": self.game.life.amount(taken, self.lang),
        }
        if self.lead and self.lead[0].owner is owner:
            most["most"] = self._tag(owner, place, by) or most["most"]
        who = {"who": self.sheets[winner].name, **self.game.terms.to(self.lang)}
        if not self.lead:
            never = _ahead(self.start) is winner
            return _(_NEVER if never else _MOST) % {**who, **most}
        change, life = self.lead
        if (life[0] > life[1]) is not (winner is Side.HOME):
            return _(_MOST) % most
        same = (change.owner, change.place, change.by) == (owner, place, by)
        text = _LEAD if change.owner is winner else _GIVEN
        if change is self.changes[-1] and change.side is not winner and change.after <= 0:
            text = _LAST
        return _(_SAME if same else _OTHER) % {
            **who,
            **most,
            "lead": _(text)
            % {
                **who,
                "num": change.turn,
                "card": self._card(change.owner, change.place, change.by),
                "life": f"{self.game.life.name.to(self.lang)} {score(life)}",
            },
        }

    def _card(self, owner: Side, place: int, by: str) -> str:
        """A card after its owner's name; a blow, if it is none of the cards of the game."""
        _ = translations(self.lang).gettext
        what = self._tag(owner, place, by)
        return _(_CARD if what else _BLOW) % {"who": self.sheets[owner].name, "card": what}

    def _tag(self, owner: Side, place: int, by: str) -> str:
        card = next((each for each in self.game.cards if each.id == by), None)
        own = self.sheets[owner].named(place)
        return tag(own, card.name.to(self.lang), [place], self.lang) if card else ""


def score(life: tuple[int, int]) -> str:
    """Life of both sides: `3 : −1`."""
    return " : ".join(map(number, life))


def _ahead(life: Mapping[Side, int]) -> Side | None:
    home, away = life[Side.HOME], life[Side.AWAY]
    return None if home == away else Side.HOME if home > away else Side.AWAY
