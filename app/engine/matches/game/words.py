"""The words of a game: a sentence for each event, in Japanese and English.

An event tells its audience nothing that their views do not, so telling needs no state. The caller gives the names: a
letter calls its reader *you*, a page names both. Events do not say who decided; a `GameStep` has that beside each,
and `told` words it the same for all games. `outlook` tells ahead what a plan would do, and `expected` shows it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from app.engine.battle import Battle
from app.engine.matches.basics import Action, By, GameStep, MatchEvent, Seat, View
from app.engine.telling import TellingLine, Tone
from app.engine.words import Lang, Words

_DECIDED_BY: Final[Mapping[By, Words]] = {
    "live": Words("自分で：{text}", "You decided: {text}"),
    "plan": Words("送った指示で：{text}", "By your orders: {text}"),
    "standing": Words("常時指示で：{text}", "By your standing orders: {text}"),
    "auto": Words("おまかせで：{text}", "The house for you: {text}"),
}


class GameWords(ABC):
    """The words of what happens."""

    covers: ClassVar[Words | None] = None
    """What the lines of a plan are for, and what happens when they run out, if players might not guess it."""

    primer: ClassVar[Words] = Words("", "")
    """An explanation of the game's terms for the first letter, in a few sentences."""

    goal: ClassVar[Words] = Words("", "")
    """The goal and a turn, in at most five short sentences for a newcomer."""

    glossary: ClassVar[Mapping[Words, Words]] = {}
    """Its terms, each explained in a plain sentence or two. ` | ` separates forms of a term; it is listed under the
    first.
    """

    card_words: Mapping[Words, Words] = MappingProxyType({})
    """A glossary for words printed on cards, such as names of effects and skills. Explained where they occur, not
    listed.
    """

    chapters: ClassVar[Mapping[str, str]] = {}
    """The sections of its rule book, such as `4.4`, by kinds of decision and verbs of lists. The empty key serves all
    others.
    """

    turn_begins: ClassVar[tuple[str, str]] = ("turn-began", "turn")
    """The event that begins a turn, and its field with the number of the turn."""

    @abstractmethod
    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
        /,
    ) -> Iterator[TellingLine]:
        """What happened in sentences, from events that the reader may hear.

        If seats name a place differently, `seat` says whose names to use; without it those of seat A, like a
        spectator's view.
        """

    def told(
        self,
        steps: Iterable[GameStep],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        """Like `tell`, but says who decided before the first act of each turn and whenever that changes.

        Nothing is said if a step does not tell, or if the player decides the whole turn as it happens.
        """
        log = [*steps]
        before: By = "live"
        for line in self.tell((each.event for each in log), names, lang, seat):
            event, by = log[line.n - 1]
            author = by.get(event.detail.get("seat", ""))
            if line.tone is Tone.TURN:
                before = "live"
            elif author and author != before and line.tone in (Tone.ACT, Tone.ANSWER):
                before = author
                text = _DECIDED_BY[author].to(lang).format(text=line.text)
                yield line._replace(text=text)
                continue
            yield line

    def stands(self, view: View, /) -> Words:
        """The position for the seat of this view, in a sentence; empty if there is nothing to say."""
        return Words("", "")

    def so_far(self, view: View, seat: Seat, /) -> Words:
        """The position for this seat as a spectator sees it, as part of a sentence."""
        return Words("", "")

    asked_for: ClassVar[Words] = Words("指示を1行に1つ書きます。", "Write your orders, one a line.")
    """What the player should write, in a sentence. An order in it is quoted and leaves something open."""

    def wants(self, view: View, takes_one: bool = False, /) -> Words:
        """What is to be chosen now, in a few words, for players who tap; `takes_one` if a single order is wanted."""
        return self.asked_for

    def asks(self, view: View, /) -> Words:
        """What is to be ordered now, for players who write."""
        return self.asked_for

    def dice(self, battle: Battle, /) -> Sequence[tuple[int, int]]:
        """The sums of dice of a match that is told as a battle, home first, if dice decided it and not points."""
        return ()

    def outlook(
        self, view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang, /
    ) -> Iterator[TellingLine]:
        """What these actions would do one after another, from the view of their player alone.

        Games in which that tells little return nothing.
        """
        return iter(())

    def expected(self, view: View, actions: Sequence[Action], /) -> View:
        """The view of the player after these actions, if the opponent did nothing.

        Draws stay unknown, and impossible actions are skipped. The result is shown like any view, and its menus,
        asked for without options, have what can be added. Games in which that tells little return the view unchanged.
        """
        return view
