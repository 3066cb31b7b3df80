"""Orders for the decisions to come: lines with conditions, and their canonical text."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final, Literal

Then = Literal["pass", "auto", "ask"]

COMPARISONS: Final = ("<=", ">=", "!=", "=", "<", ">")


@dataclass(frozen=True, slots=True)
class Claim:
    """One test of a condition: `e23 is servant`, `e42 exists`, `my.hand <= 3`.

    `relation` is `is`, `exists`, `in range` or one of `COMPARISONS`; `denied` stands for `not`.
    """

    thing: str
    relation: str
    word: str = ""
    denied: bool = False

    def __str__(self) -> str:
        words = ("not" * self.denied, self.thing, self.relation, self.word)
        return " ".join(filter(None, words))


@dataclass(frozen=True, slots=True)
class OrderCondition:
    """A condition: it holds if all claims of one row hold. Rows are joined by `or`, the claims of a row by `and`."""

    rows: tuple[tuple[Claim, ...], ...]

    def __str__(self) -> str:
        return " or ".join(" and ".join(map(str, row)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order for one decision. `otherwise` is the order behind `else`; texts are normalised."""

    order: str
    number: int | None = None
    turn: int | None = None
    react: bool = False
    when: OrderCondition | None = None
    unless: OrderCondition | None = None
    after: int | None = None
    otherwise: str = ""
    repeat: bool = False
    must: bool = False

    def __str__(self) -> str:
        return " ".join(filter(None, self._words()))

    def _words(self) -> Iterator[str]:
        yield "" if self.turn is None else f"turn {self.turn}:"
        yield "" if self.number is None else f"{self.number}."
        yield "react" * self.react
        yield self.order
        yield f"if {self.when}" if self.when else ""
        yield f"unless {self.unless}" if self.unless else ""
        yield "" if self.after is None else f"after {self.after}"
        yield f"else {self.otherwise}" if self.otherwise else ""
        yield "repeat" * self.repeat
        yield "must" * self.must


@dataclass(frozen=True, slots=True)
class Orders:
    """What one block says: the lines of a plan or, with `standing` on, of standing orders.

    `then` is None if the block does not say it. `script` names standing orders of the player's library.
    """

    lines: tuple[OrderLine, ...] = ()
    then: Then | None = None
    standing: Literal["", "on", "clear"] = ""
    script: str = ""
    ready: bool = False
    extend: bool = False
    resign: bool = False
    draw: bool = False

    @property
    def is_plan(self) -> bool:
        """Whether it replaces the plan. A block that only says `ready`, for example, does not."""
        return self.standing != "on" and bool(self.lines or self.then)

    @property
    def to_stand(self) -> tuple[OrderLine, ...]:
        """Its lines as standing orders: without numbers that no `after` refers to."""
        named = {line.after for line in self.lines}
        return tuple(
            line if line.number in named else replace(line, number=None) for line in self.lines
        )

    def __str__(self) -> str:
        """The canonical text, one order a line; reading it gives the same orders."""
        return "\n".join(filter(None, self._lines()))

    def _lines(self) -> Iterator[str]:
        yield from map(str, self.lines)
        yield f"then {self.then}" if self.then else ""
        yield f"standing {self.standing}" if self.standing else ""
        yield f"script {self.script}" if self.script else ""
        yield "ready" * self.ready
        yield "extend" * self.extend
        yield "resign" * self.resign
        yield "offer draw" * self.draw


def sheet(canonical: str, match: str, turn: int) -> str:
    """The canonical text of a whole block without its key, from the canonical text of its orders."""
    return "\n".join(filter(None, (f"game {match}", f"turn {turn}", canonical, "end"))) + "\n"


def receipt(orders: Orders, match: str, turn: int) -> str:
    """The SHA-256 of the canonical block, in hexadecimal: what the player can hold against the server."""
    return sha256(sheet(str(orders), match, turn).encode()).hexdigest()
