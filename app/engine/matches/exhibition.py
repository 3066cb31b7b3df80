"""Exhibitions: the house plays two builds of a game with decisions, with dice that follow from these builds alone.

Pages that compare builds show them. They decide no season. Exchanging the sides changes only the sides: the first
draw seats them, from a seed that does not depend on their order. A build against itself is a draw.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

from app.engine.battle import Battle, Event as BattleEvent, Side
from app.engine.board import Board
from app.engine.build import Build
from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, canonical, commit
from app.engine.matches.game import Chance, Game, GameStep, MatchEvent, Over, Seat, other
from app.engine.outcomes import all_pairs
from app.engine.telling import TellingLine, TellingSheet, Tone
from app.engine.words import Lang, Words

TWINS: Final = "twins"
"""The reason for a draw between equal builds; a game lists it among its others."""
SAME: Final = Words("同じ構成", "same build")
_SEATS: Final = Chance("exhibition/seats", ("coin",))
_TITLE: Final = Words("{home} VS {away}", "{home} VS {away}")
_NOTE: Final = Words(
    "模擬戦です。どちらもおまかせで進み、くじとサイコロはふたつの構成だけから決まります。",
    "An exhibition: the house plays both sides, and all luck follows from the two builds alone.",
)
_WON: Final = Words("{winner}の勝ちです（{reason}）。", "{winner} wins: {reason}.")
_DRAWN: Final = Words("引き分けです（{reason}）。", "A draw: {reason}.")
_NUMBERED: Final = Words("【第{number}試合】", "[Match {number}]")
_TOGETHER: Final = Words("2試合の合計", "both matches together")
_TWINS: Final = Words(
    "ふたつの構成はまったく同じです。差がつくとすれば運だけなので、模擬戦では引き分けとします。",
    "Both builds are the same. Only luck could decide between them, so this exhibition is a draw.",
)


@dataclass(frozen=True, slots=True)
class BattleBegan(BattleEvent):
    """The battle begins with home in this seat, or in none if there is nothing to play. `is_exhibition`: the house
    decides everything.
    """

    kind: ClassVar[str] = "battle-began"

    home: str
    home_cards: tuple[str, ...]
    away_cards: tuple[str, ...]
    is_exhibition: bool


@dataclass(frozen=True, slots=True)
class NextBegan(BattleEvent):
    """The next match of the two begins; home sits in this seat."""

    kind: ClassVar[str] = "next-match-began"

    home: str


@dataclass(frozen=True, slots=True)
class Happening(BattleEvent):
    """An event of the match: `what` it is, who may hear of it while the match goes on, and `detail` as JSON."""

    kind: ClassVar[str] = "happened"

    what: str
    audience: str
    detail: str


@dataclass(frozen=True, slots=True)
class _BattleEnded(BattleEvent):
    """The end; `winner` is a side, or `none`."""

    kind: ClassVar[str] = "battle-ended"

    winner: str
    reason: str


class FinishedMatch(NamedTuple):
    """A finished match, the seat of home, and everything that happened."""

    home: Seat
    match: Match[Any]
    steps: Sequence[GameStep]

    @property
    def over(self) -> Over:
        """How it ended. Raises LookupError while it goes on."""
        if self.match.ended is None:
            raise LookupError("the match is not over")
        return self.match.ended

    @property
    def margin(self) -> int:
        """1 if home won, -1 if it lost, 0 for a draw."""
        return int(self.over.score[self.home] - self.over.score[other(self.home)])


@dataclass(frozen=True)
class Exhibition:
    """The exhibitions of a game, which give its ruleset `play`, `outcomes` and `tell`.

    They use this configuration; without one, a configuration in which both builds may meet.
    """

    game: Game[Any]
    config: Mapping[str, Any] | None = None

    @property
    def endings(self) -> dict[str, Words]:
        """Why its battles end, in a word or two."""
        return {**self.game.reasons, TWINS: SAME}

    def play(self, home: Build, away: Build) -> Battle:
        """The exhibition of these two."""
        home, away = home.nameless(), away.nameless()
        of_home, of_away = self.game.as_data(home), self.game.as_data(away)
        begun, dice, seat = self._begun(home, away, of_home, of_away)
        if of_home == of_away:
            events = (
                BattleBegan(1, 0, 0, "", home.cards, away.cards, True),
                _BattleEnded(2, 0, 0, "none", TWINS),
            )
            reached = self.game.reached(begun.state)
            return Battle(None, TWINS, 0, (reached[seat], reached[other(seat)]), events)
        done = advance(begun, {}, dice, "script")
        happened = tuple(step for _, step in done.steps)
        return self.battle((home, away), [FinishedMatch(seat, done.match, happened)])

    def _begun(
        self, home: Build, away: Build, of_home: Any, of_away: Any
    ) -> tuple[Match[Any], Dice, Seat]:
        """The match before its first draw, its dice, and the seat of home."""
        both = sorted((of_home, of_away), key=canonical)
        seed = sha256(b"hikyaku-exhibition-1\0" + canonical([self.game.rules, *both])).digest()
        (seats,) = Dice(seed).draw(_SEATS)
        builds: dict[Seat, Any] = {"A": both[seats], "B": both[1 - seats]}
        head = record.head(
            self.game,
            "exhibition",
            config=self.game.exhibited(home, away) if self.config is None else self.config,
            seats={"A": "A", "B": "B"},
            commit=commit(seed),
            build_commit={each: build_commit(build, b"") for each, build in builds.items()},
            nonce={"A": "", "B": ""},
        )
        seat: Seat = "A" if builds["A"] == of_home else "B"
        return Match.begin(self.game, head, builds), Dice.of(seed, head), seat

    def battle(
        self,
        builds: tuple[Build, Build],
        played: Sequence[FinishedMatch],
        *,
        is_exhibition: bool = True,
    ) -> Battle:
        """Tell finished matches of two builds as one battle, with everything that happened.

        The sum of their scores decides. The reason is that of the last match with this result, else of the last
        match.
        """
        turn = before = 0
        begins, number_of = self.game.turn_begins
        points = [0, 0]
        log: list[BattleEvent] = [
            BattleBegan(1, 0, 0, played[0].home, builds[0].cards, builds[1].cards, is_exhibition)
        ]
        for number, each in enumerate(played):
            if number:
                before = turn
                log.append(NextBegan(len(log) + 1, turn, 0, each.home))
            for event, _ in each.steps:
                if event.what == begins:
                    turn = before + int(event.detail[number_of])
                detail = canonical(event.detail).decode()
                log.append(Happening(len(log) + 1, turn, 0, event.what, event.audience, detail))
            reached = self.game.reached(each.match.state)
            points[0] += reached[each.home]
            points[1] += reached[other(each.home)]
        winner = _side(sum(each.margin for each in played))
        like = [each for each in played if _side(each.margin) == winner]
        reason = (like or played)[-1].over.reason
        word = winner.value if winner else "none"
        log.append(_BattleEnded(len(log) + 1, turn, 0, word, reason))
        return Battle(winner, reason, turn, (points[0], points[1]), tuple(log))

    def outcomes(self, builds: Sequence[Build], opponents: Sequence[Build] | None = None) -> bytes:
        """One byte a pair."""
        return all_pairs(self._decided, (*self.endings,), builds, opponents)

    def _decided(self, home: Build, away: Build) -> tuple[Side | None, str]:
        battle = self.play(home, away)
        return battle.winner, battle.reason

    def tell(
        self, events: Iterable[BattleEvent], home: TellingSheet, away: TellingSheet, lang: Lang
    ) -> Iterator[TellingLine]:
        """The battle in sentences, from its events alone. Both characters speak around the sentences of the game."""
        began, *happened, ended = events
        if not isinstance(began, BattleBegan) or not isinstance(ended, _BattleEnded):
            raise TypeError("these are no events of an exhibition, or not all of them")
        sheets = {Side.HOME: home, Side.AWAY: away}
        winner = None if ended.winner == "none" else Side(ended.winner)
        title = _TITLE.to(lang).format(home=home.name, away=away.name)
        victor = sheets[winner] if winner else None
        middle: list[TellingLine] = []
        verdict = TellingLine(ended.n, ended.turn, 0, Tone.VERDICT, _TWINS.to(lang))
        if began.home:
            middle, verdict = self._course(began, happened, ended, (home, away), victor, lang)
        yield TellingLine(began.n, began.turn, 0, Tone.TITLE, title)
        if began.is_exhibition:
            yield TellingLine(began.n, began.turn, 0, Tone.NOTE, _NOTE.to(lang))
        yield from _speech(began, "entrance", lang, home, away)
        yield from middle
        if winner:
            yield from _speech(ended, "finish", lang, sheets[winner])
        yield verdict
        if winner and (
            spoken := [
                *_speech(ended, "defeat", lang, sheets[winner.enemy]),
                *_speech(ended, "victory", lang, sheets[winner]),
            ]
        ):
            yield TellingLine(ended.n, ended.turn, 0, Tone.BLANK, "")
            yield from spoken

    def _course(
        self,
        began: BattleBegan,
        happened: Sequence[BattleEvent],
        ended: _BattleEnded,
        sheets: tuple[TellingSheet, TellingSheet],
        victor: TellingSheet | None,
        lang: Lang,
    ) -> tuple[list[TellingLine], TellingLine]:
        """The lines between title and verdict, by the numbers of this log, and the verdict."""
        starts = [at for at, each in enumerate(happened) if isinstance(each, NextBegan)]
        lines: list[TellingLine] = []
        for number, (start, end) in enumerate(pairwise([-1, *starts, len(happened)]), 1):
            first = happened[start] if start >= 0 else began
            seat: Seat = "A" if getattr(first, "home", "") == "A" else "B"
            names = {seat: sheets[0].name, other(seat): sheets[1].name}
            log = [each for each in happened[start + 1 : end] if isinstance(each, Happening)]
            if starts:
                text = _NUMBERED.to(lang).format(number=number)
                lines += [
                    TellingLine(first.n, first.turn, 0, Tone.BLANK, ""),
                    TellingLine(first.n, first.turn, 0, Tone.TURN, text),
                ]
            for line in self.game.tell(map(_event, log), names, lang, seat):
                event = log[line.n - 1]
                if line.tone is not Tone.TITLE:
                    lines.append(line._replace(n=event.n, turn=event.turn))
        if starts:
            lines = [x._replace(tone=Tone.EFFECT) if x.tone is Tone.VERDICT else x for x in lines]
        elif lines and lines[-1].tone is Tone.VERDICT:
            return lines[:-1], lines[-1]
        reason = _TOGETHER.to(lang) if starts else self.endings[ended.reason].to(lang)
        words = _WON if victor else _DRAWN
        text = words.to(lang).format(winner=victor.name if victor else "", reason=reason)
        return lines, TellingLine(ended.n, ended.turn, 0, Tone.VERDICT, text)

    def boards(self, events: Iterable[BattleEvent]) -> Iterator[Board]:
        """The boards of such a battle, the first one when both decks are laid out."""
        first, *rest = events
        if not isinstance(first, BattleBegan):
            raise TypeError("a battle begins with its decks")
        home, sides = self._laid_out(first, first.home)
        last = sides[home].row(), sides[other(home)].row()
        yield Board(first.n, *last)
        for event in rest:
            if isinstance(event, NextBegan):
                home, sides = self._laid_out(first, event.home)
            if isinstance(event, Happening):
                self.game.show(sides, event.what, json.loads(event.detail))
                rows = sides[home].row(), sides[other(home)].row()
                if rows != last:
                    last = rows
                    yield Board(event.n, *rows)

    def _laid_out(self, began: BattleBegan, seat: str) -> tuple[Seat, dict[Seat, Any]]:
        """Where home sits, and both sides before anything has happened."""
        home: Seat = "B" if seat == "B" else "A"
        lay_out = self.game.lay_out
        return home, {home: lay_out(began.home_cards), other(home): lay_out(began.away_cards)}


def _side(margin: int) -> Side | None:
    return None if not margin else Side.HOME if margin > 0 else Side.AWAY


def _event(happened: Happening) -> MatchEvent:
    audience: Any = happened.audience
    return MatchEvent(happened.what, audience, json.loads(happened.detail))


def _speech(
    event: BattleEvent, moment: str, lang: Lang, *sheets: TellingSheet
) -> Iterator[TellingLine]:
    for sheet in sheets:
        if words := sheet.says(moment, lang):
            yield TellingLine(event.n, event.turn, 0, Tone.SPEECH, words)
