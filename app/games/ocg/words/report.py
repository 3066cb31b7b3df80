"""A match told as a duel, made only of events that the reader may hear of."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.engine.matches.game import SEATS, MatchEvent, Seat, other
from app.engine.telling import TellingLine, Tone, said_of
from app.engine.words import Lang, Words
from app.games.ocg.effects import BreakItem, Hit
from app.games.ocg.pool import MatchCards
from app.games.ocg.side import DAMAGE
from app.games.ocg.words import sentences as say
from app.games.ocg.words.scenes import scenes

REASONS: Final = say.REASONS
_DRAWS: Final = 3
_LOW: Final = 2 * _DRAWS
"""A pile of so few cards lasts for two more turns."""
Detail = Mapping[str, Any]


def tell(
    events: Iterable[MatchEvent],
    names: Mapping[Seat, str],
    lang: Lang,
    reader: Seat | None,
    pool: MatchCards,
) -> Iterator[TellingLine]:
    """Yield a line for each event in order; for a whole match, also the fields after the decisive turns."""
    teller, log = _Teller(names, lang, pool), [*events]
    drawn = scenes(log, names, lang, reader, pool)
    for n, event in enumerate(log, start=1):
        yield from teller.tell(n, event)
        for row in drawn.get(n - 1, ()):
            yield TellingLine(n, teller.turn, 0, Tone.DIAGRAM, row)


class _Teller:
    """The state of a walk over the events. It knows only those piles that the events have shown."""

    def __init__(self, names: Mapping[Seat, str], lang: Lang, pool: MatchCards) -> None:
        self.names, self.lang, self.pool = names, lang, pool
        self.n = self.turn = 0
        self.piles: dict[Seat, int] = {}
        self.is_battle = False
        self.lines: list[TellingLine] = []

    def tell(self, n: int, event: MatchEvent) -> list[TellingLine]:
        """The lines of this event."""
        self.n, self.lines = n, []
        detail = event.detail
        match event.what:
            case "turn-began":
                self.turn = detail["turn"]
                self.is_battle = False
                self.line(
                    Tone.TURN, say.TURN, turn=self.turn, first=self.names[detail["initiative"]]
                )
            case "played":
                self.played(detail)
            case "clashed" | "attacked":
                self.attack(event.what, detail)
            case "battle-ended":
                self.battle_ended(detail["damage"])
            case "ended":
                self.ended(detail)
            case _:
                self.told(event.what, detail)
        return self.lines

    # --- lines --------------------------------------------------------------------------------------

    def line(self, tone: Tone, words: Words, *, depth: int = 0, **blanks: Any) -> None:
        text = words.to(self.lang).format_map(blanks)
        self.lines.append(TellingLine(self.n, self.turn, depth, tone, text))

    def card(self, id: str) -> str:
        return self.pool.name(id, self.lang)

    def listed(self, cards: Sequence[str]) -> str:
        return ("、" if self.lang == "ja" else "; ").join(map(self.card, cards))

    # --- before the battle --------------------------------------------------------------------------

    def told(self, what: str, detail: Detail) -> None:
        """Tell an event in one sentence."""
        tone, depth, words = say.SAYS[what]
        blanks = said_of(detail, self.names, self.card, self.listed)
        match what:
            case "shuffled":
                self.piles[detail["seat"]] = detail["count"]
            case "deck-picked":
                blanks["number"] = detail["deck"] + 1
            case "battlefield-set":
                area = detail["area"]
                blanks |= {"area": self.card(area), "effect": self.pool[area].text.to(self.lang)}
            case "skipped":
                blanks["card"] = self.card(detail["play"]["card"])
        self.line(tone, words, depth=depth, **blanks)
        if what in ("drawn", "lost"):
            count = detail["count"] if what == "drawn" else 0
            self.pile(detail["seat"], count)

    def pile(self, seat: Seat, taken: int) -> None:
        """Take this many cards off the pile, and mention it if few are left."""
        if seat not in self.piles:
            return
        self.piles[seat] -= taken
        left = self.piles[seat]
        if taken and left <= _LOW:
            words = say.RUNS_OUT.get(left, say.RUNS_LOW)
            self.line(Tone.NOTE, words, depth=1, who=self.names[seat], left=left)

    def played(self, detail: Detail) -> None:
        """An arrival, a class change, an item, an area or a command."""
        seat: Seat = detail["seat"]
        if detail["p"] == "command":
            self.command(seat, detail, self.card(detail["card"]))
            return
        blanks = said_of(detail, self.names, self.card, self.listed)
        self.line(Tone.ACT, say.PLAYED[detail["p"]], **blanks)

    def command(self, seat: Seat, detail: Detail, card: str) -> None:
        target = detail.get("target")
        blanks: dict[str, Any] = {
            "user": self.card(detail["user"]),
            "card": card,
            "who": self.names[seat],
        }
        self.line(Tone.ACT, say.USED, **blanks)
        if target is None:
            return
        verb = self.pool[detail["card"]].verb
        if isinstance(verb, BreakItem):
            blanks["item"] = self.card(str(target).partition(".")[2])
        if isinstance(verb, Hit):
            blanks["points"] = verb.points
        met = self.card(detail.get("met", target))
        self.line(Tone.EFFECT, say.MET[type(verb)], depth=1, met=met, **blanks)

    # --- the battle ---------------------------------------------------------------------------------

    def attack(self, what: str, detail: Detail) -> None:
        """A challenge, and who stood against it."""
        seat: Seat = detail["seat"]
        foe = other(seat)
        if not self.is_battle:
            self.is_battle = True
            self.line(Tone.PHASE, say.BATTLE)
        blanks: dict[str, Any] = {
            "who": self.names[seat],
            "them": self.names[foe],
            "card": self.card(detail["card"]),
        }
        if what == "attacked":
            count = detail["count"]
            words = say.DIRECT.get(count, say.DIRECT_MORE)
            self.line(Tone.BLOW, words, count=count, **blanks)
            self.pile(foe, count)
            return
        dealt, taken, pierced = detail["dealt"], detail["taken"], detail["pierced"]
        self.line(Tone.ACT, say.CHALLENGED, guard=self.card(detail["guard"]), **blanks)
        self.line(
            Tone.EFFECT,
            say.DEALT,
            depth=1,
            dealt=dealt,
            taken=taken,
            guard=self.card(detail["guard"]),
            **blanks,
        )
        if pierced:
            words = say.PIERCED_ONE if pierced == 1 else say.PIERCED
            self.line(Tone.BLOW, words, depth=1, count=pierced, **blanks)
            self.pile(foe, pierced)

    def battle_ended(self, damage: Mapping[Seat, int]) -> None:
        """Tell the damage of both seats."""
        stands = [
            (say.STANDS_WITH_PILE if seat in self.piles else say.STANDS)
            .to(self.lang)
            .format(
                who=self.names[seat], damage=damage[seat], of=DAMAGE, pile=self.piles.get(seat, 0)
            )
            for seat in SEATS
        ]
        both = ("、" if self.lang == "ja" else "; ").join(stands)
        self.line(Tone.BOARD, say.STAND, both=both)

    def ended(self, detail: Detail) -> None:
        """Tell who has won, and why."""
        score = detail["score"]
        winner = next((seat for seat in SEATS if score[seat] == "1"), None)
        if winner is None:
            self.line(Tone.VERDICT, say.DRAWN[detail["reason"]])
            return
        blanks: dict[str, Any] = {"winner": self.names[winner], "loser": self.names[other(winner)]}
        words = say.WON[detail["reason"]]
        if both := detail.get("lost"):
            worse, better = both[other(winner)], both[winner]
            at = int(worse[0] == better[0])
            words = say.BOTH_LOST[at]
            blanks |= {"worse": abs(worse[at]), "better": abs(better[at]), "damage": better[0]}
        self.line(Tone.VERDICT, words, **blanks)
