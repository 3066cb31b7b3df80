"""A match once more, in which one seat hides other cards and other orders, and nobody else sees a difference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Final

from app.engine.matches.course import Advance, Match, advance
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Chance, Seat, other
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from app.engine.matches.record import Line
from app.league.matches.advances import Play

_TRIES: Final = 200
_MORE: Final = 10
"""How many more deals are tried to find one in which something secret is asked."""


@dataclass(frozen=True)
class Deal:
    """What a seat hides: the shuffles of its cards by label, and its orders for each exchange.
    Without a seat: the first deal.

    For this many `exchanges` all others see what they saw in the first deal. `is_secret`: only one
    of the two deals asks something in secret.
    """

    hidden: Seat | None = None
    outs: Mapping[str, list[int]] = field(default_factory=dict)
    orders: Sequence[Sequence[str]] = ()
    exchanges: int = -1
    is_secret: bool = False

    def said(self, seat: Seat, exchange: int) -> str:
        """The orders that this seat sends for this exchange, as lines."""
        if seat != self.hidden or not self.orders:
            return "then auto\n"
        return "\n".join([*self.orders[exchange], "then pass", ""])


@dataclass(frozen=True)
class _Dice:
    """Dice that fall differently where `outs` says so."""

    dice: Dice
    outs: Mapping[str, list[int]]

    def draw(self, chance: Chance) -> Any:
        return self.outs.get(chance.label) or self.dice.draw(chance)


@dataclass(frozen=True)
class First:
    """The match as it was dealt first, over this many exchanges. Both sides leave everything to the
    house.
    """

    play: Play
    deal: Deal
    exchanges: int

    def courses(
        self, deal: Deal, builds: Mapping[Seat, Any] | None = None
    ) -> Iterator[Advance[Any]]:
        """The same with this deal, from exchange to exchange."""
        play = self.play
        dice: Any = _Dice(Dice.of(play.seed, play.head), deal.outs)
        done = advance(Match.begin(play.game, play.head, builds or play.builds), None, dice)
        yield done
        for at in range(self.exchanges):
            if done.match.ended:
                return
            plans = {}
            for seat in SEATS:
                view = play.game.view(done.match.state, seat)
                orders = read_text(deal.said(seat, at), play.game, view)
                plans[seat] = Mandate(orders, (), done.match.turn)
            done = advance(done.match, plans, dice)
            yield done

    @cached_property
    def course(self) -> Sequence[Advance[Any]]:
        return [*self.courses(self.deal)]

    def orders(self, hidden: Seat) -> Iterator[list[str]]:
        """What the house did for this seat, as orders of each exchange."""
        for before, done in zip(self.course, self.course[1:], strict=False):
            match, said = before.match, list[str]()
            for line in done.lines:
                if line["t"] == "move" and hidden in line["moves"]:
                    said.append(_order(match, line, hidden))
                match, _ = match.after(line)
            yield said

    def redealt(self, hidden: Seat, reactions: Sequence[str] = ()) -> Deal:
        """The deal that looks the same to others for longest. One in which something secret is
        asked is preferred.

        `reactions`: further orders of the seat, so that nobody notices that it was asked.
        """
        said = [[*orders, *reactions] for orders in self.orders(hidden)]
        most = len(self.course) - 1
        random, found, left = Random(hidden), Deal(), _MORE
        for n in range(_TRIES):
            outs = {**self.deal.outs, **self._stirred(hidden, random, n)}
            deal = self._compared(Deal(hidden, outs, said))
            found = max(found, deal, key=lambda each: (each.exchanges, each.is_secret))
            left -= deal.exchanges == most
            if not left or (found.is_secret and found.exchanges == most):
                break
        return found

    def with_builds(self, hidden: Seat, builds: Mapping[Seat, Any]) -> Deal | None:
        """A deal of these builds that looks alike before the first exchange; None where their difference is seen from the start."""
        random = Random(hidden)
        drawn = {line["label"]: line["out"] for line in self._chances}
        for n in range(_MORE):
            deal = Deal(hidden, {**drawn, **self._stirred(hidden, random, n)})
            first = next(self.courses(deal, builds))
            if all(
                _seen(first, who) == _seen(self.course[0], who) for who in (other(hidden), None)
            ):
                return replace(deal, exchanges=0)
        return None

    def _compared(self, deal: Deal) -> Deal:
        """The deal, with the number of exchanges in which only the hiding seat sees a difference."""
        rival = other(deal.hidden) if deal.hidden else None
        is_other = is_secret = False
        for at, (mine, theirs) in enumerate(zip(self.course, self.courses(deal), strict=False)):
            if any(_seen(mine, who) != _seen(theirs, who) for who in (rival, None)):
                break
            is_other |= _seen(mine, deal.hidden) != _seen(theirs, deal.hidden)
            is_secret |= mine.match.n != theirs.match.n
            if is_other:
                deal = replace(deal, exchanges=at, is_secret=is_secret)
        return deal

    @property
    def _chances(self) -> Iterator[Line]:
        return (line for each in self.course for line in each.lines if line["t"] == "chance")

    def _stirred(self, seat: Seat, random: Random, n: int) -> dict[str, list[int]]:
        """Some of its cards have changed places: at first most of them, then ever fewer."""
        found = {}
        for line in self._chances:
            if line["what"][0] == "shuffle" and seat in line["label"].split("/"):
                out = [*line["out"]]
                for _ in range(max(1, len(out) * (_TRIES - n) // _TRIES)):
                    one, two = random.randrange(len(out)), random.randrange(len(out))
                    out[one], out[two] = out[two], out[one]
                found[line["label"]] = out
        return found


def _seen(done: Advance[Any], who: Seat | None) -> Any:
    match = done.match
    heard = [(event.what, dict(event.detail)) for event, _ in done.heard(who)]
    return heard, match.game.view(match.state, who), match.asked, match.turn, match.ended


def _order(match: Match[Any], line: Line, seat: Seat) -> str:
    """The move of this seat as a line of orders."""
    game, pending = match.game, match.pending
    assert isinstance(pending, tuple)
    (kind,) = [each.kind for each in pending if each.seat == seat]
    order = game.format(line["moves"][seat], game.view(match.state, seat))
    return f"react {order}" if kind in game.reactions else order
