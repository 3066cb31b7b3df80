"""Tell a battle in sentences, turn by turn. Answers are indented below what they answer."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from operator import attrgetter
from typing import Any, Final

from app.engine import Change, Event, Lang, Side, TellingLine, TellingSheet, Tone, Words, repetition
from app.games.laplaplus import events as log, sentences as say
from app.games.laplaplus.board import Board, place_of, side_of
from app.games.laplaplus.cards import STANDARD, CardPool


def tell(
    events: Iterable[Event],
    home: TellingSheet,
    away: TellingSheet,
    lang: Lang,
    pool: CardPool = STANDARD,
) -> Iterator[TellingLine]:
    """The battle that these events are, complete, from title to verdict.

    Turns that repeat those before them, event for event, are not told again but counted.
    """
    report = _Report(list(events), {Side.HOME: home, Side.AWAY: away}, lang, pool)
    for once, again in report.rounds:
        report.tell_round(once, again)
    yield from report.lines


def changes(events: Iterable[Event], pool: CardPool = STANDARD) -> Iterator[Change]:
    """Yield the HP lost by each damage, and the HP restored."""
    board = Board(pool)
    for event in [each for each in events if type(each) in _WEIGHTY]:
        match event:
            case log.DamageDealt():
                before, card = event.hp_left + event.points, event.source
                yield _change(event, board, event.target, before, event.hp_left, card)
            case log.BattleBegan():
                board.apply(event)
            case log.HpRestored() if event.hp != event.hp_before:
                side = side_of(event.card)
                yield _change(event, board, side, event.hp_before, event.hp, event.card)


_WEIGHTY: Final = frozenset((log.BattleBegan, log.DamageDealt, log.HpRestored))


def _change(
    event: Event, board: Board, side: Side, before: int, after: int, card: log.CardRef
) -> Change:
    by, owner, place = board.cards[card].id, side_of(card), place_of(card)
    return Change(event.n, event.turn, side, before, after, owner, place, by)


_CUTS: Final = frozenset((log.TurnBegan, log.JudgementHeld, log.BattleEnded))


def stages(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """The log cut where a turn, the judgement or the end begins."""
    cuts = [at for at, event in enumerate(events) if type(event) in _CUTS]
    for begin, end in pairwise([0, *cuts, len(events)]):
        yield events[begin:end]


def rounds(stages: Sequence[Sequence[Event]]) -> Iterator[tuple[Sequence[Sequence[Event]], ...]]:
    """The stages in order: some that are to be told, each time with those after them that only repeat them."""
    signs = list(_signs(stages))
    begin = 0
    while begin < len(stages):
        length, end = repetition(signs, begin)
        yield stages[begin : begin + length], stages[begin + length : end]
        begin = end


def _signs(stages: Sequence[Sequence[Event]]) -> Iterator[object]:
    """What alone decides the course of each turn: the board before it, and who is first. No other stage comes again."""
    board: tuple[object, ...] = ()
    for at, stage in enumerate(stages):
        first = next((event.first for event in stage if isinstance(event, log.OrderDecided)), None)
        yield (board, first) if first else at
        match stage[0], stage[-1]:
            case _, log.TurnEnded() as end:
                board = _ENDED(end)
            case log.BattleBegan(home=home, away=away), log.BuildsDisclosed() as start:
                refs = [
                    tuple([f"{side}.{place}" for place, _ in enumerate(ids, 1)])
                    for side, ids in zip(Side, (home, away), strict=True)
                ]
                board = (*_DISCLOSED(start), *refs, ())


_LIFE: Final = ("home_hp", "away_hp", "home_base_hp", "away_base_hp")
_DISCLOSED: Final = attrgetter(*_LIFE)
_ENDED: Final = attrgetter(*_LIFE, "home_order", "away_order", "down")


def finishing(events: Sequence[Event]) -> int:
    """The number of the firing that dealt the deciding blow; 0 without one, or if the loser dealt it."""
    end = next(e for e in reversed(events) if isinstance(e, log.BattleEnded))
    blow = next((e for e in reversed(events) if isinstance(e, log.DamageDealt)), None)
    decides = blow and end.reason == "hp" and side_of(blow.source) == end.winner != blow.target
    return blow.within if blow and decides else 0


_EFFECTS: Final = (
    *(log.DamageAnnounced, log.HpRestored, log.CardRemoved, log.ListMade, log.TargetChosen),
)


class _Report:
    """The walk over the events, one stage after the other; `lines` is what has been told."""

    def __init__(
        self, events: list[Event], sheets: Mapping[Side, TellingSheet], lang: Lang, pool: CardPool
    ) -> None:
        self.events = events
        self.sheets = sheets
        self.lang = lang
        self.lines: list[TellingLine] = []
        self.board = Board(pool)
        self.depth = {0: -1}
        """The indentation of each event's line. Events within or in answer to an event are one step deeper."""
        self.head: tuple[log.EventFired, str] | None = None
        """An Event that has fired and waits to be told together with its effect."""
        self.acting: log.ActionFired | None = None
        """The Action that is being told."""
        self.phase_began = 0
        self.last_blow: log.DamageDealt | None = None
        self.rounds = list(rounds(list(stages(events))))
        of: dict[type[Event], list[Any]] = defaultdict(list)
        for once, _ in self.rounds:
            for event in chain.from_iterable(once):
                of[type(event)].append(event)
        fired = {e.n: e for e in of[log.EventFired]}
        self.answers = fired.keys()
        self.answered = {e.trigger for e in fired.values()}
        self.announced = {e.damage for e in of[log.DamageAnnounced] if e.n in self.answered}
        self.ignored = {e.within for e in of[log.EffectIgnored]}
        self.narrowed = {fired[e.within].trigger for e in of[log.ListNarrowed]}
        nullified = of[log.EventNullified]
        self.in_vain = {e.n for e in fired.values() if e.window == "fired"}
        self.in_vain -= {e.within for e in nullified} | {e.fired for e in nullified}
        self.fruitful = {e.within for kind in _EFFECTS for e in of[kind]}
        self.reason = of[log.BattleEnded][-1].reason
        self.finish = finishing(events)
        self.called: dict[log.CardRef, str] = {}
        """The name of each card in rows and lists."""
        self.owned: dict[log.CardRef, dict[str, str]] = {}
        """The owner and the name of each card in sentences."""

    # --- stages -------------------------------------------------------------------------------------

    def tell_round(self, once: Sequence[Sequence[Event]], again: Sequence[Sequence[Event]]) -> None:
        """Tell these stages once, with the number of repetitions."""
        first, last = once[0], once[-1]
        quiet = not any(isinstance(e, log.ActionFired | log.EventFired) for e in first)
        if again and quiet:
            self.turns_heading(first[0], again[-1][0])
            if first[0].turn > 1:
                self.rows(first[0])
            self.note(first[0], say.NOTHING_AGAIN)
            self.skip(first)
        else:
            for stage in once:
                self.tell_stage(stage)
            if again:
                self.turns_heading(again[0][0], again[-1][0])
                text = say.SAME_AGAIN if first is last else say.ROUND_AGAIN
                self.note(again[0][0], text, turn=first[0].turn, last=last[0].turn)
        rest = len(again) % len(once)  # whole rounds leave the board as it is
        for stage in again[len(again) - rest :]:
            self.skip(stage)

    def turns_heading(self, first: Event, last: Event) -> None:
        """The heading of some turns that are not told one by one."""
        text = say.TURN if first.turn == last.turn else say.TURNS
        self.heading(first, text, turn=first.turn, last=last.turn)

    def skip(self, stage: Sequence[Event]) -> None:
        """Move on without a word."""
        for event in stage:
            self.board.apply(event)

    def tell_stage(self, stage: Sequence[Event]) -> None:
        """Tell each event, by the state of the table before it; then apply it."""
        for event in stage:
            self.depth[event.n] = self.depth[event.within]
            if tell := _TOLD_BY.get(type(event)):
                tell(self, event)
            self.board.apply(event)

    # --- the events ---------------------------------------------------------------------------------

    def phases(self, event: Event) -> None:
        """The course of the battle: turns, phases, verdict."""
        match event:  # the most frequent first
            case log.ActionPhaseBegan():
                self.heading(
                    event, say.ACTION_PHASE, who=self.sheets[event.side].name, tone=Tone.PHASE
                )
                self.blank()
                self.phase_began = event.n
            case log.ActionPhaseEnded():
                self.came_to_nothing()
                if self.phase_began == event.n - 1:
                    self.line(event, Tone.NOTE, say.IDLE)
            case log.OrderDecided():
                self.flush()
                high, low = sorted((event.home_speed, event.away_speed), reverse=True)
                who = self.sheets[event.first].name
                text = say.FIRST[event.by]
                self.line(
                    event, Tone.EFFECT, text, who=who, high=high, low=low, position=event.position
                )
            case log.BattleBegan():
                names = {side.value: self.sheets[side].name for side in Side}
                self.line(event, Tone.TITLE, say.TITLE, **names)
                self.heading(event, say.BEGIN)
                self.blank()
                self.speak(event, "entrance", *Side)
                self.blank()
            case log.InitialHpRaised():
                self.line(
                    event,
                    Tone.EFFECT,
                    say.ENGINE,
                    **self.card(event.card),
                    points=event.points,
                    hp=event.hp,
                )
            case log.BuildsDisclosed():
                self.rows(event)
            case log.JudgementHeld():  # pragma: no branch  # of _TOLD_BY
                self.heading(event, say.JUDGEMENT)
                self.note(event, say.JUDGED)
                self.rows(event)

    def turn_began(self, event: log.TurnBegan) -> None:
        """The heading of a turn, or the reason for an order phase without one."""
        if self.reason == "build_both_zero":
            self.note(event, say.BOTH_ZERO)
        elif self.reason == "judgement_initiative" and self.events[-2].turn == event.turn:
            self.note(event, say.JUDGED_LEVEL, hp=self.board.hp[Side.HOME])
        else:
            self.heading(event, say.TURN, turn=event.turn)
            if event.turn > 1:
                self.rows(event)
        self.heading(event, say.ORDER_PHASE, tone=Tone.PHASE)
        self.blank()

    def up_phase(self, event: log.CardsUpped) -> None:
        """The cards that come up and those that stay down; no line if no card was down."""
        if not self.board.down:
            return
        self.heading(event, say.UP_PHASE, tone=Tone.PHASE)
        self.blank()
        if event.home or event.away:
            self.line(event, Tone.NOTE, say.ALL_UP)
        kept_down = self.board.down.difference(event.home, event.away)
        for side, refs in self.board.order.items() if kept_down else ():
            if stay := [ref for ref in refs if ref in kept_down]:
                who = self.sheets[side].name
                cards = "".join(self.plain_tag(ref) for ref in stay)
                self.line(event, Tone.NOTE, say.STILL_DOWN, who=who, cards=cards)

    def ended(self, event: log.BattleEnded) -> None:
        """The end of the battle, the last rows, and the winner."""
        self.flush()
        winner = Side(event.winner) if event.winner != "none" else None
        if winner and event.reason in ("hp", "build_zero"):
            self.blank()
            loser = self.sheets[winner.enemy].name
            self.line(event, Tone.FALL, self.fall(winner.enemy), who=loser)
        self.heading(event, say.DECISION)
        if event.reason in ("hp", "build_both_zero"):
            self.rows(event)
        self.blank()
        if not winner:
            self.line(event, Tone.VERDICT, say.DRAWN)
            return
        text = {
            "judgement_hp": say.WON_BY_HP,
            "judgement_initiative": say.WON_BY_INITIATIVE,
            "build_both_zero": say.WON_BY_INITIATIVE,
        }.get(event.reason, say.WON)
        high, low = sorted((event.home_hp, event.away_hp), reverse=True)
        self.line(event, Tone.VERDICT, text, who=self.sheets[winner].name, high=high, low=low)
        said = len(self.lines)
        self.speak(event, "defeat", winner.enemy)
        self.speak(event, "victory", winner)
        if len(self.lines) > said:
            self.lines.insert(said, TellingLine(event.n, event.turn, 0, Tone.BLANK, ""))

    def fall(self, loser: Side) -> Words:
        """The sentence for the deciding blow."""
        blow = self.last_blow
        if not blow:
            return say.FALL_AT_START
        if side_of(blow.source) is loser:
            return say.FALL_BY_OWN_HAND
        if blow.within in self.answers:
            is_trap = blow.within in self.ignored
            return say.FALL_BY_TRAP if is_trap else say.FALL_BY_REFLECTION
        beyond = blow.hp_left <= -self.board.base_hp(loser)  # the original calls this death (§7.1)
        return say.FALL_BEYOND if beyond else say.FALL

    def firings(self, event: Event) -> None:
        """Actions, and the Events that answer them."""
        match event:
            case log.ActionFired():
                self.came_to_nothing()
                self.acting = event
                self.blank()
                self.depth[event.n] = 0
                self.finishes(event, event.card)
                self.line(event, Tone.ACT, say.FIRES, **self.card(event.card))
            case log.EventFired():
                self.flush()
                self.depth[event.n] = self.depth[event.trigger] + 1
                self.finishes(event, event.card)
                self.head = event, self.words(say.FIRES, self.card(event.card))
            case log.EventNullified():
                self.effect(event, Tone.EFFECT, say.NULLIFIED, **self.card(event.card))
            case log.SpeedRaised():  # pragma: no branch  # of _TOLD_BY
                before = event.speed - event.points
                self.effect(
                    event,
                    Tone.EFFECT,
                    say.SPEED_RAISED,
                    points=event.points,
                    before=before,
                    after=event.speed,
                )

    def blows(self, event: Event) -> None:
        """Damage on its way and where it lands."""
        match event:
            case log.DamageAnnounced() if event.n in self.answered:
                text = say.DAMAGE_COMES_UNSEEN if event.no_intercept else say.DAMAGE_COMES
                who = self.sheets[event.target].name
                self.effect(event, Tone.EFFECT, text, who=who, points=event.points)
            case log.DamageChanged():
                grown = say.GROWS if event.points > event.points_before else say.SHRINKS
                text = grown if event.points > 0 else say.VANISHES
                self.effect(
                    event, Tone.EFFECT, text, before=event.points_before, after=event.points
                )
            case log.DamageCancelled():
                self.effect(event, Tone.EFFECT, say.CANCELS, points=event.points)
            case log.HpRestored():  # pragma: no branch  # of _TOLD_BY
                who = self.sheets[side_of(event.card)].name
                self.effect(
                    event,
                    Tone.EFFECT,
                    say.RESTORED,
                    who=who,
                    before=event.hp_before,
                    after=event.hp,
                )

    def dealt(self, event: log.DamageDealt) -> None:
        """A damage lands."""
        self.last_blow = event
        text = say.LANDS if event.damage in self.announced else say.HIT
        if side_of(event.source) == event.target:
            text = say.HURTS_ITSELF
        self.effect(
            event,
            Tone.BLOW if event.hp_left > 0 else Tone.FALL,
            text,
            who=self.sheets[event.target].name,
            points=event.points,
            before=event.hp_left + event.points,
            after=event.hp_left,
        )

    def downed(self, event: log.CardDowned) -> None:
        """A card goes down; that this was the cost of an act needs no word."""
        if event.why == "effect":
            self.effect(event, Tone.EFFECT, say.DOWNED, **self.card(event.card))

    def moves(self, event: Event) -> None:
        """Target lists, and effects on cards."""
        match event:
            case log.TargetChosen() if event.n in self.answered:
                self.effect(event, Tone.EFFECT, say.AIMED, **self.card(event.card))
            case log.ListMade(cards=()):
                self.effect(event, Tone.NOTE, say.NO_LIST)
            case log.ListMade() if event.n in self.narrowed:
                self.effect(event, Tone.NOTE, say.LISTED, cards=self.tags(event.cards))
            case log.ListNarrowed():
                self.effect(event, Tone.EFFECT, say.NARROWED, cards=self.tags(event.cards))
            case log.EffectIgnored():
                self.effect(
                    event, Tone.EFFECT, say.SPARED, card=self.tag(event.card), by=self.tag(event.by)
                )
            case log.CardUpped():
                self.effect(event, Tone.EFFECT, say.UPPED, **self.card(event.card))
            case log.CardRemoved():
                text = say.SPENT if event.card == event.by else say.REMOVED
                before = self.board.base_hp(side_of(event.card))
                self.effect(
                    event,
                    Tone.EFFECT,
                    text,
                    **self.card(event.card),
                    before=before,
                    after=event.base_hp,
                )
            case log.CardsSwapped():
                who = self.sheets[side_of(event.sunk)].name
                sunk, risen = self.tag(event.sunk), self.tag(event.risen)
                self.effect(event, Tone.EFFECT, say.SWAPPED, who=who, sunk=sunk, risen=risen)

    # --- lines --------------------------------------------------------------------------------------

    def words(self, words: Words, values: Mapping[str, object]) -> str:
        """The sentence in our language; negative numbers with a real minus sign."""
        text = words.to(self.lang).format_map(values)
        if "-" not in text:
            return text
        signed = {
            name: f"−{-value}" if isinstance(value, int) and value < 0 else value
            for name, value in values.items()
        }
        return words.to(self.lang).format_map(signed)

    def line(self, event: Event, tone: Tone, words: Words, **values: object) -> None:
        """Add a line at the event's depth."""
        depth = max(self.depth.get(event.n, 0), 0)
        self.lines.append(TellingLine(event.n, event.turn, depth, tone, self.words(words, values)))

    def effect(self, event: Event, tone: Tone, words: Words, **values: object) -> None:
        """Add the result to the firing that caused it: on its line, if that line is still open."""
        text = self.words(words, values)
        if self.head and self.head[0].n == event.within:
            text = f"{self.head[1]} {text}"
            self.depth[event.n] = self.depth[event.within]
            self.head = None
        else:
            self.flush()
            self.depth[event.n] = self.depth[event.within] + 1
        self.lines.append(TellingLine(event.n, event.turn, max(self.depth[event.n], 0), tone, text))

    def flush(self) -> None:
        """Tell of the Event that waits, without effect: a Brain that changed nothing needs no word."""
        if self.head:
            fired, text = self.head
            if fired.window != "list":
                if fired.n in self.in_vain:
                    text = f"{text} {self.words(say.IN_VAIN, {})}"
                self.lines.append(
                    TellingLine(fired.n, fired.turn, self.depth[fired.n], Tone.ANSWER, text)
                )
            self.head = None

    def came_to_nothing(self) -> None:
        """Say that the latest Action had no effect, if so."""
        self.flush()
        if self.acting and self.acting.n not in self.fruitful:
            text = self.words(say.NOTHING_HAPPENS, {})
            self.lines.append(TellingLine(self.acting.n, self.acting.turn, 1, Tone.NOTE, text))
        self.acting = None

    def speak(self, event: Event, moment: str, *sides: Side) -> None:
        """Let the characters of these sides speak their lines for this moment."""
        for side in sides:
            if words := self.sheets[side].says(moment, self.lang):
                depth = max(self.depth.get(event.n, 0), 0)
                self.lines.append(TellingLine(event.n, event.turn, depth, Tone.SPEECH, words))

    def finishes(self, event: Event, card: log.CardRef) -> None:
        """Let the card's owner speak if this is the blow that decides the battle."""
        if event.n == self.finish:
            self.speak(event, "finish", side_of(card))

    def heading(self, event: Event, words: Words, tone: Tone = Tone.TURN, **values: object) -> None:
        """Add a heading, set off by a blank line."""
        self.blank()
        self.line(event, tone, words, **values)

    def note(self, event: Event, words: Words, **values: object) -> None:
        """Add a remark, set off by a blank line."""
        self.blank()
        self.line(event, Tone.NOTE, words, **values)

    def blank(self) -> None:
        """Set the next line off by a blank one."""
        last = self.lines[-1]
        if last.text:
            self.lines.append(TellingLine(last.n, last.turn, 0, Tone.BLANK, ""))

    def rows(self, event: Event) -> None:
        """Show both rows now, with down cards in round brackets."""
        self.blank()
        for side, refs in self.board.order.items():
            cards = self.tags(refs) if refs else self.words(say.NO_CARDS, {})
            hp, base = self.board.hp[side], self.board.base_hp(side)
            who = self.sheets[side].name
            self.line(event, Tone.BOARD, say.ROW, cards=cards, who=who, hp=hp, base=base)

    def card(self, ref: log.CardRef) -> dict[str, str]:
        """The owner of a card, and its name."""
        if ref not in self.owned:
            self.owned[ref] = {"who": self.sheets[side_of(ref)].name, "card": self.tag(ref)}
        return self.owned[ref]

    def tag(self, ref: log.CardRef) -> str:
        """The card's name in brackets and the place where it stood at the start, after its owner's name for it."""
        flavour = self.sheets[side_of(ref)].named(place_of(ref))
        return f"{flavour}{' ' if flavour and self.lang == 'en' else ''}{self.plain_tag(ref)}"

    def plain_tag(self, ref: log.CardRef) -> str:
        """Return the card's name without the owner's name for it, as rows and lists show it."""
        if ref not in self.called:
            card = self.board.cards[ref]
            name = f"【{card.ja}】" if self.lang == "ja" else f"[{card.en}]"
            self.called[ref] = f"{name}{place_of(ref)}"
        return self.called[ref]

    def tags(self, refs: Iterable[log.CardRef]) -> str:
        """Return several cards, with down cards in round brackets."""
        down = self.board.down
        tags = [(ref, self.plain_tag(ref)) for ref in refs]
        return "".join([f"({tag})" if ref in down else tag for ref, tag in tags])


_TOLD_BY: Final[dict[type[Event], Callable[[_Report, Any], None]]] = {
    **dict.fromkeys(
        (
            *(log.BattleBegan, log.InitialHpRaised, log.BuildsDisclosed),
            *(log.OrderDecided, log.ActionPhaseBegan, log.ActionPhaseEnded, log.JudgementHeld),
        ),
        _Report.phases,
    ),
    log.TurnBegan: _Report.turn_began,
    log.CardsUpped: _Report.up_phase,
    log.BattleEnded: _Report.ended,
    **dict.fromkeys(
        (log.ActionFired, log.EventFired, log.EventNullified, log.SpeedRaised), _Report.firings
    ),
    **dict.fromkeys(
        (
            *(log.DamageAnnounced, log.DamageChanged, log.DamageCancelled),
            log.HpRestored,
        ),
        _Report.blows,
    ),
    log.DamageDealt: _Report.dealt,
    log.CardDowned: _Report.downed,
    **dict.fromkeys(
        (
            *(log.ListMade, log.ListNarrowed, log.TargetChosen, log.EffectIgnored),
            *(log.CardUpped, log.CardRemoved, log.CardsSwapped),
        ),
        _Report.moves,
    ),
}
"""The method that tells each type of event. Types not listed here have no line."""
