"""The course of a battle: how life stood at any time, and what turned it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Final

from app.engine import Battle, Change, Lang, Ruleset, Side, TellingSheet
from app.i18n import N_, number, translations
from app.letters.tellings.pieces import tag

_Life = tuple[int, int]
"""Of our reader and of their opponent."""

_LEAD: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s took the lead for good (%(life)s)"
)
_GIVEN: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s put its own side behind for good (%(life)s)"
)
_LAST: Final = N_("It took the very last blow to decide the battle: %(card)s (%(life)s)")
_SAME: Final = N_("%(lead)s; no %(slot)s took more (%(amount)s).")
_OTHER: Final = N_("%(lead)s; %(most)s took the most (%(amount)s).")
_ALONE: Final = N_("%(lead)s.")
_NEVER: Final = N_("%(who)s led from start to finish")
_MOST: Final = N_("%(most)s took the most (%(amount)s).")
_CARD: Final = N_("%(who)s's %(card)s")
_BLOW: Final = N_("a blow by %(who)s")


class ToldCourse:
    """Life over a battle."""

    def __init__(
        self, game: Ruleset, battle: Battle, sheets: Mapping[Side, TellingSheet], lang: Lang
    ) -> None:
        self.game = game
        self.winner = battle.winner
        self.sheets = sheets
        self.lang = lang
        self.changes = list(game.changes(battle.events))
        start = dict(zip(Side, battle.hp, strict=True))
        for change in reversed(self.changes):
            start[change.side] = change.before
        self.lives = list(self._lives(start[Side.HOME], start[Side.AWAY]))
        """How both stood in the beginning, and after each change."""
        self.lead = self._lead_for_good()
        self.turn_of_lead = self.lead[0].turn if self.lead else 0

    def life_before(self, turn: int) -> _Life | None:
        """How both stood when the turn began; None in a game that keeps no count of life."""
        if not self.changes:
            return None
        return self.lives[bisect_left(self.changes, turn, key=attrgetter("turn"))]

    def turning_point(self) -> str:
        """What turned the battle and which card alone took most, in a sentence; empty where there is neither."""
        winner = self.winner
        taken: Counter[tuple[Side, int, str]] = Counter()
        for change in self.changes:
            if winner and change.side is winner.enemy and change.after < change.before:
                taken[change.owner, change.place, change.by] += change.before - change.after
        if not winner or not taken:
            return ""
        _ = translations(self.lang).gettext
        amount = max(taken.values())
        best, *level = (card for card, points in taken.items() if points == amount)
        words = {
            **self.game.terms.to(self.lang),
            "who": self.sheets[winner].name,
            "amount": self.game.life.amount(amount, self.lang),
        }
        if not self.lead:
            if _ahead(self.lives[-1]) is not winner:
                words["most"] = self._card(*best)
                return "" if level else _(_MOST) % words
            words |= {"most": self._card(*best, known=winner), "lead": _(_NEVER) % words}
            return _(_ALONE if level else _OTHER) % words
        change, life = self.lead
        by = change.owner, change.place, change.by
        text = _LEAD if change.owner is winner else _GIVEN
        if change is self.changes[-1] and change.after <= 0:
            text = _LAST
        words |= {"num": str(change.turn), "card": self._card(*by)}
        words["most"] = self._card(*best, known=change.owner)
        words["life"] = f"{self.game.life.name.to(self.lang)} {score(life)}"
        words["lead"] = _(text) % words
        return _(_SAME if by in (best, *level) else _ALONE if level else _OTHER) % words

    def _lives(self, home: int, away: int) -> Iterator[_Life]:
        yield home, away
        for change in self.changes:
            if change.side is Side.HOME:
                home = change.after
            else:
                away = change.after
            yield home, away

    def _lead_for_good(self) -> tuple[Change, _Life] | None:
        """The change since which the winner was ahead at all times, and how both stood then; None if it always or never was."""
        lives = self.lives
        other = [at for at, life in enumerate(lives) if _ahead(life) is not self.winner]
        if not self.winner or not other or other[-1] == len(self.changes):
            return None
        return self.changes[other[-1]], lives[other[-1] + 1]

    def _card(self, owner: Side, place: int, by: str, known: Side | None = None) -> str:
        """A card, after its owner's name unless that is known; a blow, if it is none of the game's cards."""
        _ = translations(self.lang).gettext
        who = self.sheets[owner]
        card = next((each for each in self.game.cards if each.id == by), None)
        if not card:
            return _(_BLOW) % {"who": who.name}
        what = tag(who.named(place), card.name.to(self.lang), [place], self.lang)
        return what if owner is known else _(_CARD) % {"who": who.name, "card": what}


def score(life: _Life) -> str:
    """Life of both sides: `3 : −1`."""
    return " : ".join(map(number, life))


def _ahead(life: _Life) -> Side | None:
    return None if life[0] == life[1] else Side.HOME if life[0] > life[1] else Side.AWAY
