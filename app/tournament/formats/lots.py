"""The lots and dice of a stage.

They come from a committed seed, so that anyone can check them (correspondence.md §6).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count as counting
from typing import Final

from app.engine.matches.dice import Dice, game_seed, server_seed
from app.engine.matches.game import Chance

SIDES: Final = 6


@dataclass(frozen=True, slots=True)
class Lots:
    """Everything that chance decides in the stage of this name.

    `root`: the season's secret. `nonces`: those of the entrants, or empty. `places`: the index of each entrant among
    the `count` of the first closing, latecomers after them; empty if lots are drawn among those present.
    """

    root: bytes = bytes(32)
    stage: str = "stage"
    rules: str = ""
    nonces: Sequence[str] = ()
    beacon: str = ""
    places: Sequence[int] = ()
    count: int = 0

    def drawn(self, what: str, entrants: Sequence[int]) -> dict[int, int]:
        """Return the lot of each of these entrants, from 0.

        With `places`, a lot does not depend on who else is present, and latecomers have the last lots.
        """
        if not self.places:
            return {entrants[at]: lot for lot, at in enumerate(self.order(what, len(entrants)))}
        lot_of = {at: lot for lot, at in enumerate(self.order(what, self.count))}
        return {each: lot_of.get(at, at) for each in entrants for at in [self.places[each]]}

    def order(self, what: str, count: int) -> list[int]:
        """Return the numbers below `count` in drawn order: label `tournament/<what>` of the pseudo-game
        `<stage>-<what>`.
        """
        name = f"{self.stage}-{what}"
        seed = game_seed(server_seed(self.root, name), name, self.rules, "", "", self.beacon)
        return Dice(seed).draw(Chance(f"tournament/{what}", ("shuffle", count)))

    def throws(self, round_: int, table: int, first: int, second: int) -> list[tuple[int, int]]:
        """Return pairs of dice until they differ; the last pair decides.

        "In a knock-out a draw is settled by dice or the like: one die each until different; the battle's own result
        stays a draw." Label `<game>/tiebreak` of the pairing's seed.
        """
        name = f"{self.stage}-r{round_}-{table}"
        nonces = [self.nonces[entrant] if self.nonces else "" for entrant in (first, second)]
        seed = game_seed(
            server_seed(self.root, name), name, self.rules, nonces[0], nonces[1], self.beacon
        )
        label = f"{self.rules.partition('@')[0]}/tiebreak"
        for times in counting(1):
            dice = Dice(seed).draw(Chance(label, ("die", SIDES, 2 * times)))
            if dice[-2] != dice[-1]:
                break
        return [*zip(dice[::2], dice[1::2], strict=True)]
