"""The words of a game: a sentence an event, Japanese beside English.

An event tells its audience nothing that their views do not, so a telling needs no state. Names are given to it: a
letter says *you* of its reader, a page the names of both. Who decided an act is no part of the event: whoever tells a
match has it beside each (`GameStep`), and `told` says it in the same words for all games. `outlook` tells ahead what a
plan would come to, `expected` shows it.
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
    """What happens, in sentences."""

    covers: ClassVar[Words | None] = None
    """What the lines of a plan are for, and what happens where they run out; for a game of which a player might not guess."""

    primer: ClassVar[Words] = Words("", "")
    """The words of the game that a first letter explains, in a few sentences."""

    goal: ClassVar[Words] = Words("", "")
    """How it is won and what a turn is, in at most five short sentences, for who has never heard of it."""

    glossary: ClassVar[Mapping[Words, Words]] = {}
    """Its terms, each with what it means in a plain sentence or two. Ways to write a term stand between ` | `, the one it is listed under first."""

    card_words: Mapping[Words, Words] = MappingProxyType({})
    """The same of words that stand on cards, as names of effects and skills: explained where they are read, not listed."""

    chapters: ClassVar[Mapping[str, str]] = {}
    """The sections of its rule book, `4.4`, by the kinds of decision and the verbs of lists that they are about; the empty one for all others."""

    turn_begins: ClassVar[tuple[str, str]] = ("turn-began", "turn")
    """The event with which a turn begins, and the part of it that has its number."""

    @abstractmethod
    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
        /,
    ) -> Iterator[TellingLine]:
        """What happened in sentences, from events alone that the reader may hear of.

        Where seats name a place differently, as `seat` does; without one as seat A, like the view of a spectator.
        """

    def told(
        self,
        steps: Iterable[GameStep],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
    ) -> Iterator[TellingLine]:
        """`tell`, with who decided it before the first act of each turn, and wherever that changes.

        Only where a step says who; of a turn in which the player decides all, as it happens, nothing is said.
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
        """How the match stands for the seat of this view, in a sentence; empty where there is nothing to say."""
        return Words("", "")

    def so_far(self, view: View, seat: Seat, /) -> Words:
        """The same for this seat by what a spectator sees, as a part of a sentence."""
        return Words("", "")

    asked_for: ClassVar[Words] = Words("指示を1行に1つ書きます。", "Write your orders, one a line.")
    """What its player is to write, in a sentence. An order in it stands in quotes and leaves something open."""

    def wants(self, view: View, takes_one: bool = False, /) -> Words:
        """What is to be chosen now, in a few words, for whoever chooses and writes nothing; where it `takes_one`, a single order."""
        return self.asked_for

    def asks(self, view: View, /) -> Words:
        """The same for what is to be written now."""
        return self.asked_for

    def dice(self, battle: Battle, /) -> Sequence[tuple[int, int]]:
        """Of its matches told as a battle the sums of dice, those of home first, where these decide and no points."""
        return ()

    def outlook(
        self, view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang, /
    ) -> Iterator[TellingLine]:
        """A dry look at a plan: what these actions would come to one after the other, from the view of their player alone.

        Games in which that says little tell nothing.
        """
        return iter(())

    def expected(self, view: View, actions: Sequence[Action], /) -> View:
        """What its player would see after these actions of theirs, one after the other, if the opponent did nothing.

        What is drawn stays unknown, and an action that is not possible then is passed over. What is offered and shown of a
        view is offered and shown of this one, too: its menus, asked for without options, have what can be added. Games in
        which that says little leave the view as it is.
        """
        return view
