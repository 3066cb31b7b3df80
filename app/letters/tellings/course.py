"""The course of a battle: how life stood at any time, and what turned it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, takewhile
from typing import Final

from app.engine import Battle, Change, Lang, Ruleset, Sheet, Side
from app.i18n import N_, number, translations
from app.letters.tellings.pieces import tag

_Life = tuple[int, int]
"""Of our reader and of their opponent."""

_LEAD: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s took the lead for good (%(life)s)"
)
_GIVEN: Final = N_(
    "The turning point: %(turn)s %(num)s, when %(card)s cost its owner the lead for good (%(life)s)"
)
_LAST: Final = N_("It took the very last blow to turn the battle: %(card)s (%(life)s)")
_SAME: Final = N_("%(lead)s; no %(slot)s took more (%(amount)s).")
_OTHER: Final = N_("%(lead)s; %(most)s took the most (%(amount)s).")
_NEVER: Final = N_("%(who)s led from start to finish; %(most)s took the most (%(amount)s).")
_MOST: Final = N_("%(most)s took the most (%(amount)s).")
_CARD: Final = N_("%(who)s's %(card)s")
_BLOW: Final = N_("a blow of %(who)s's")


class Course:
    """Life over a battle."""

    def __init__(
        self, game: Ruleset, battle: Battle, sheets: Mapping[Side, Sheet], lang: Lang
    ) -> None:
        self.game = game
        self.winner = battle.winner
        self.sheets = sheets
        self.lang = lang
        self.changes = list(game.changes(battle.events))
        start = dict(zip(Side, battle.hp, strict=True))
        for change in reversed(self.changes):
            start[change.side] = change.before
        self.start = start[Side.HOME], start[Side.AWAY]
        self.lead = self._last_lead()
        self.turn_of_lead = self.lead[0].turn if self.lead else 0

    def life_before(self, turn: int) -> _Life | None:
        """How both stood when the turn began; None in a game that keeps no count of life."""
        if not self.changes:
            return None
        before = takewhile(lambda step: step[0].turn < turn, self._steps())
        return ([self.start] + [life for _, life in before])[-1]

    def turning_point(self) -> str:
        """What turned the battle and which card took most, in a sentence; empty where nobody won by a blow."""
        winner = self.winner
        taken: Counter[tuple[Side, int, str]] = Counter()
        for change in self.changes:
            if winner and change.side is winner.enemy and change.after < change.before:
                taken[change.owner, change.place, change.by] += change.before - change.after
        if not winner or not taken:
            return ""
        _ = translations(self.lang).gettext
        (best, amount), *_rest = taken.most_common(1)
        words = {
            **self.game.terms.to(self.lang),
            "who": self.sheets[winner].name,
            "amount": self.game.life.amount(amount, self.lang),
        }
        if not self.lead or _ahead(self.lead[1]) is not winner:
            led = not self.lead and _ahead(self.start) is winner
            words["most"] = self._card(*best, known=winner if led else None)
            return _(_NEVER if led else _MOST) % words
        change, life = self.lead
        by = change.owner, change.place, change.by
        text = _LEAD if change.owner is winner else _GIVEN
        if change is self.changes[-1] and change.after <= 0:
            text = _LAST
        words |= {"num": str(change.turn), "card": self._card(*by)}
        words["most"] = self._card(*best, known=change.owner)
        words["life"] = f"{self.game.life.name.to(self.lang)} {score(life)}"
        return _(_SAME if best == by else _OTHER) % {**words, "lead": _(text) % words}

    def _steps(self) -> Iterator[tuple[Change, _Life]]:
        """Every change, and how both stood after it."""
        home, away = self.start
        for change in self.changes:
            if change.side is Side.HOME:
                home = change.after
            else:
                away = change.after
            yield change, (home, away)

    def _last_lead(self) -> tuple[Change, _Life] | None:
        """The change that brought another side ahead than was after an earlier turn, for the last time."""
        ahead = _ahead(self.start)
        found = None
        for _, in_turn in groupby(self._steps(), key=lambda step: step[0].turn):
            steps = list(in_turn)
            now = _ahead(steps[-1][1])
            if now and now is not ahead:
                since = [at for at, (_, life) in enumerate(steps) if _ahead(life) is not now]
                found = steps[since[-1] + 1 if since else 0]
            ahead = now or ahead
        return found

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
