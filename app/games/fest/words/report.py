"""A match, or part of one, as a story, made only of events that the reader may hear of."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from app.engine.battle import Battle
from app.engine.matches.exhibition import BattleBegan, Happening, NextBegan
from app.engine.matches.game import SEATS, MatchEvent, Seat, other
from app.engine.telling import TellingLine, Tone, said_of
from app.engine.words import Lang, Words
from app.games.fest.cards import HOUSE, Cards
from app.games.fest.words import sentences as say
from app.games.fest.words.names import ATTRIBUTES, EFFECTS, HANDS, THEMES, card_name, title

Detail = Mapping[str, Any]


def tell(
    events: Iterable[MatchEvent], names: Mapping[Seat, str], lang: Lang, cards: Cards = HOUSE
) -> Iterator[TellingLine]:
    """Yield what happened in sentences. `cards`: those of the match. A whole match begins with a title."""
    report = _Report([*events], names, lang, cards)
    report.tell()
    yield from report.lines


class _Report:
    """The walk over the events; `lines` is what has been told."""

    def __init__(
        self, events: Sequence[MatchEvent], names: Mapping[Seat, str], lang: Lang, known: Cards
    ) -> None:
        self.events = events
        self.known = known
        self.names = names
        self.lang = lang
        self.lines: list[TellingLine] = []
        self.n = 1
        self.round = _first_round(events)
        self.points: dict[str, Detail] = {}
        """The points of each seat, as far as the events of this round show them."""
        self.final: dict[str, int] = {}
        """The final result of each seat: its dice, or else its total."""
        self.is_on = False
        """Whether the beginning of the back members' turns has been told."""
        self.waits = False
        """Whether a play was told, but none of its effects yet."""

    def tell(self) -> None:
        """Tell all events in their order."""
        if any(event.what == "programme-drawn" for event in self.events):
            self.line(Tone.TITLE, say.TITLE, home=self.names["A"], away=self.names["B"])
            self.blank()
        for n, event in enumerate(self.events, 1):
            self.n = n
            if event.what in say.SAYS:
                self.told(event.what, event.detail)
            else:
                _TOLD_BY[event.what](self, event.detail)
        self.settle()

    # --- the opening, and cards ---------------------------------------------------------------------

    def told(self, what: str, detail: Detail) -> None:
        """Tell an event in one sentence, unless it has no cards to name."""
        if what in ("first-drawn", "umbrella-ended"):
            self.settle()
        tone, depth, words = say.SAYS[what]
        blanks = said_of(detail, self.names, self.card, self.cards)
        self.waits = self.waits and what != "umbrella-held"
        if blanks.get("cards", True):
            self.line(tone, words, depth, **blanks)

    def programme_drawn(self, detail: Detail) -> None:
        themes = [THEMES[theme].to(self.lang) for theme in detail["programme"]]
        self.line(Tone.EFFECT, say.PROGRAMME, die=detail["die"], themes=self.listed(themes))

    def round_began(self, detail: Detail) -> None:
        self.round = detail["round"]
        self.points = {}
        self.is_on = False
        theme = THEMES[detail["theme"]].to(self.lang)
        self.heading(say.ROUND, round=self.round, theme=theme)
        self.note(say.GOES_FIRST, who=self.names[detail["first"]])

    def drawn(self, detail: Detail) -> None:
        self.waits = False
        if detail["reserve"]:
            self.note(say.FROM_RESERVE, who=self.who(detail), **_numbers(detail))
        elif detail["count"]:
            self.note(say.DRAWN, who=self.who(detail), count=detail["count"])

    def reserved(self, detail: Detail) -> None:
        words = say.RESERVED if detail["count"] else say.RESERVED_NONE
        self.note(words, who=self.who(detail), count=detail["count"])

    # --- the front ----------------------------------------------------------------------------------

    def fronts_revealed(self, detail: Detail) -> None:
        self.heading(say.FRONTS, tone=Tone.PHASE)
        for seat in SEATS:
            cards = detail["cards"][seat]
            words = say.FRONT if cards else say.NO_FRONT
            self.line(Tone.ACT, words, who=self.names[seat], cards=self.cards(cards))

    def front_scored(self, detail: Detail) -> None:
        self.points[detail["seat"]] = detail["points"]
        plus = "＋" if self.lang == "ja" else " +"
        gained = [
            f"{ATTRIBUTES[a].to(self.lang)}{plus}{n}" for a, n in detail["gained"].items() if n
        ]
        if gained:
            words = say.SCORED_FRONT
            standing = self.standing(detail["points"])
            who, theme = self.who(detail), self.listed(gained)
            self.line(Tone.EFFECT, words, depth=1, who=who, gained=theme, points=standing)
        else:
            self.line(Tone.NOTE, say.SCORED_NOTHING, depth=1, who=self.who(detail))

    def limited(self, detail: Detail) -> None:
        """Tell both limit steps with their losses."""
        self.settle()
        before, after = detail["before"], detail["after"]
        self.points[detail["seat"]] = after
        if detail["raised"]:
            lost = before["jp"] - after["jp"]
            words = say.RAISED_FOR.get(lost, say.RAISED)
            raised = self.changes({a: before[a] for a in detail["raised"]}, after)
            jp = {"before": before["jp"], "after": after["jp"], "lost": lost}
            self.line(
                Tone.BLOW if lost else Tone.NOTE,
                words,
                depth=1,
                who=self.who(detail),
                attributes=raised,
                **jp,
            )
        if detail["cut"]:
            cut = self.changes({a: before[a] for a in detail["cut"]}, after)
            limit = {"cap": detail["cap"], "lowest": detail["cap"] - _ROOM}
            who = self.who(detail)
            self.line(Tone.BLOW, say.CUT, depth=1, who=who, attributes=cut, **limit)

    # --- turns --------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Begin to tell of a card played, under a heading if it is the first."""
        self.settle()
        if not self.is_on:
            self.heading(say.BACKS, tone=Tone.PHASE)
            self.is_on = True

    def played(self, detail: Detail) -> None:
        self.turn()
        args, code = detail["args"], detail["code"]
        self.line(
            Tone.ACT,
            say.PLAYED,
            who=self.who(detail),
            card=self.card(detail["card"]),
            effect=self.effect_name(detail),
            args=self.chosen(args),
        )
        self.waits = True
        if code in say.STATUS:
            self.effect(say.STATUS[code], who=self.who(detail))
        if code == "S08" and not args:
            self.effect(say.NO_EXCHANGE)

    def effect_name(self, detail: Detail) -> str:
        """Return the name of the effect that was used."""
        card = self.known.get(detail["card"])
        use = card and card.use(detail["effect"])
        return (title(use) if use else EFFECTS[detail["code"]].name).to(self.lang)

    def failed(self, detail: Detail) -> None:
        self.turn()
        card = self.card(detail["card"])
        self.line(Tone.ACT, say.FAILED, who=self.who(detail), card=card)

    def points_changed(self, detail: Detail) -> None:
        before, after = detail["before"], detail["after"]
        self.points[detail["seat"]] = after
        changed = {each: n for each, n in before.items() if n != after[each]}
        lower = detail["by"] != detail["seat"] and sum(after.values()) < sum(before.values())
        who, changes = self.who(detail), self.changes(changed, after)
        self.effect(say.CHANGED, Tone.BLOW if lower else Tone.EFFECT, who=who, changes=changes)

    def shown(self, detail: Detail) -> None:
        words = say.SHOWN[detail["from"], detail["to"]]
        self.effect(words, who=self.who(detail), card=self.card(detail["card"]))

    def tidied(self, detail: Detail) -> None:
        self.effect(say.TIDIED if detail["back"] else say.TIDIED_EMPTY)

    def tidy(self, detail: Detail) -> None:
        drew, back = (self.card(detail[each] or "") for each in ("drew", "back"))
        words = say.TIDY if detail["back"] else say.TIDY_EMPTY
        self.line(Tone.NOTE, words, depth=1, drew=drew, back=back)

    # --- judging, dice, the end ---------------------------------------------------------------------

    def judged(self, detail: Detail) -> None:
        self.settle()
        self.heading(say.JUDGING_BEGINS, tone=Tone.PHASE)
        for seat, points in sorted(self.points.items()):
            text = f"{self.names[_seat(seat)]}: {self.standing(points)}"
            self.text(Tone.BOARD, text)
        for seat in SEATS:
            highest, jp = detail["highest"][seat], detail["jp"][seat]
            attribute = detail["attribute"][seat]
            words = say.HIGHEST if attribute else say.HIGHEST_TIED
            numbers = {"highest": highest, "jp": jp, "before": jp - highest}
            name = self.attribute(attribute)
            self.line(Tone.EFFECT, words, who=self.names[seat], attribute=name, **numbers)
        self.clash(detail)

    def clash(self, detail: Detail) -> None:
        """The attributes meet, and the loser is halved or not."""
        attributes, loser = detail["attribute"], detail["loser"]
        if not loser:
            same = attributes["A"] == attributes["B"] is not None
            words = say.NO_CLASH_SAME if same else say.NO_CLASH_NONE
            self.line(Tone.NOTE, words, attribute=self.attribute(attributes["A"]))
            return
        winner, jp = other(loser), detail["jp"][loser]
        strong, weak = attributes[winner], attributes[loser]
        self.line(
            Tone.BLOW,
            say.CLASH,
            winner=self.names[winner],
            loser=self.names[loser],
            strong=self.attribute(strong),
            weak=self.attribute(weak),
            rock=HANDS[strong].to(self.lang),
            scissors=HANDS[weak].to(self.lang),
        )
        low = say.NOT_HALVED_LOW if jp <= 0 else say.NOT_HALVED_ALIBI
        words = say.HALVED if detail["halved"] else low
        numbers = {"jp": jp, "before": jp, "after": (jp + 1) // 2}
        self.line(Tone.EFFECT, words, depth=1, loser=self.names[loser], **numbers)

    def rolled(self, detail: Detail) -> None:
        seat, purpose, dice = detail["seat"], detail["for"], detail["dice"]
        if purpose == "effect":
            self.effect(say.DIE, sum=detail["sum"])
            return
        if purpose in say.ROLLS and seat == "A":
            self.heading(say.ROLLS[purpose], tone=Tone.PHASE)
        if purpose == "final":
            self.final[seat] = detail["sum"]
        words = say.ROLLED.get(len(dice), say.ROLL_MANY)
        shown = " ".join(map(str, dice))
        numbers = {"count": len(dice), "sum": detail["sum"]}
        self.line(Tone.EFFECT, words, who=self.names[seat], dice=shown, **numbers)

    def scored(self, detail: Detail) -> None:
        home, away = self.names["A"], self.names["B"]
        self.final = dict(detail["total"])
        self.blank()
        for words, what in ((say.ROUND_SCORE, "jp"), (say.TOTALS, "total")):
            numbers = {"round": detail["round"], "a": detail[what]["A"], "b": detail[what]["B"]}
            self.line(Tone.BOARD, words, home=home, away=away, **numbers)

    def ended(self, detail: Detail) -> None:
        self.settle()
        self.heading(say.DECISION)
        self.blank()
        reason, score = detail["reason"], detail["score"]
        winner = next((seat for seat in SEATS if score[seat] == "1"), None)
        if winner is None:
            self.line(Tone.VERDICT, say.TIED)
            return
        names: dict[str, Any] = {"winner": self.names[winner], "loser": self.names[other(winner)]}
        if reason == "points" and len(self.final) == len(SEATS):
            high, low = self.final[winner], self.final[other(winner)]
            self.line(Tone.VERDICT, say.WON_BY_SCORE, high=high, low=low, **names)
        else:
            self.line(Tone.VERDICT, say.WON_BY[reason], **names)

    # --- lines --------------------------------------------------------------------------------------

    def text(self, tone: Tone, text: str, depth: int = 0) -> None:
        self.lines.append(TellingLine(self.n, self.round, depth, tone, text))

    def line(self, tone: Tone, words: Words, depth: int = 0, **values: Any) -> None:
        """Add a line; negative numbers have a real minus sign."""
        signed = {name: _signed(value) for name, value in values.items()}
        self.text(tone, words.to(self.lang).format_map(signed), depth)

    def note(self, words: Words, **values: Any) -> None:
        self.line(Tone.NOTE, words, **values)

    def effect(self, words: Words, tone: Tone = Tone.EFFECT, **values: Any) -> None:
        """Add an effect of a play."""
        self.waits = False
        self.line(tone, words, depth=1, **values)

    def settle(self) -> None:
        """Say that the latest play had no effect, if so."""
        if self.waits:
            self.effect(say.NOTHING, Tone.NOTE)

    def heading(self, words: Words, tone: Tone = Tone.TURN, **values: Any) -> None:
        """Add a heading, set off by a blank line."""
        self.settle()
        self.blank()
        self.line(tone, words, **values)

    def blank(self) -> None:
        """Set the next line off by a blank one."""
        if self.lines and self.lines[-1].tone is not Tone.BLANK:
            self.text(Tone.BLANK, "")

    # --- words --------------------------------------------------------------------------------------

    def who(self, detail: Detail) -> str:
        return self.names[detail["seat"]]

    def attribute(self, name: str | None) -> str:
        return ATTRIBUTES[name].to(self.lang) if name else ""

    def card(self, id: str) -> str:
        return card_name(id, self.lang, self.known)

    def cards(self, ids: Iterable[str]) -> str:
        return self.listed(map(self.card, ids), also=True)

    def listed(self, texts: Iterable[str], *, also: bool = False) -> str:
        """The texts as a list."""
        return ("、" if self.lang == "ja" else "; " if also else ", ").join(texts)

    def chosen(self, args: Mapping[str, Any]) -> str:
        """The attributes that were chosen for an effect, as its name is followed by them."""
        words = say.MOVED if "n" in args else say.PAIR if "y" in args else say.ONE
        named = {each: self.attribute(args.get(each)) for each in "xy"}
        text = words.to(self.lang).format(n=args.get("n"), **named)
        return text if "x" in args else ""

    def standing(self, points: Detail) -> str:
        """Return all points of a seat in words."""
        text = say.POINTS.to(self.lang).format_map({k: _signed(n) for k, n in points.items()})
        if not points["jp"]:
            return text
        jp = say.JUDGING.to(self.lang).format(jp=_signed(points["jp"]))
        return f"{text}{'、' if self.lang == 'ja' else '; '}{jp}"

    def changes(self, before: Mapping[str, int], after: Detail) -> str:
        """Return each of these points before and after."""
        return self.listed(
            say.CHANGE.to(self.lang).format(
                what=say.PLACES[each].to(self.lang), before=_signed(n), after=_signed(after[each])
            )
            for each, n in before.items()
        )


_ROOM: Final = 10
"""The distance of the cap from the lowest attribute."""


def _signed(value: object) -> object:
    return f"−{-value}" if isinstance(value, int) and value < 0 else value


def _numbers(detail: Detail) -> dict[str, int]:
    return {name: value for name, value in detail.items() if isinstance(value, int)}


def _seat(text: str) -> Seat:
    return "A" if text == "A" else "B"


def _first_round(events: Sequence[MatchEvent]) -> int:
    """Return the round in which these events begin; 0 before the first, or if they do not show it."""
    for event in events:
        if event.what == "round-began":
            return int(event.detail["round"]) - 1
        if event.what in ("judged", "scored"):
            return int(event.detail["round"])
    return 0


_TOLD_BY: Final[dict[str, Callable[[_Report, Detail], None]]] = {
    "programme-drawn": _Report.programme_drawn,
    "round-began": _Report.round_began,
    "drawn": _Report.drawn,
    "reserved": _Report.reserved,
    "fronts-revealed": _Report.fronts_revealed,
    "front-scored": _Report.front_scored,
    "limited": _Report.limited,
    "played": _Report.played,
    "failed": _Report.failed,
    "points-changed": _Report.points_changed,
    "shown": _Report.shown,
    "tidied": _Report.tidied,
    "tidy": _Report.tidy,
    "rolled": _Report.rolled,
    "judged": _Report.judged,
    "scored": _Report.scored,
    "ended": _Report.ended,
}
"""The method that tells each event, by the names of `events.py`."""


def dice(battle: Battle) -> list[tuple[int, int]]:
    """Return the final dice of rule B: each seat throws one die for each point, and the sums decide.

    Equal sums may be thrown for again.
    """
    home, thrown = "", list[dict[str, int]]()
    for event in battle.events:
        match event:
            case BattleBegan() | NextBegan():
                home = event.home
            case Happening(what="rolled"):
                detail = json.loads(event.detail)
                if detail["for"] in ("final", "tiebreak"):
                    thrown += [{}] * (detail["seat"] == "A")
                    thrown[-1] = thrown[-1] | {
                        "home" if detail["seat"] == home else "away": detail["sum"]
                    }
    return [(each["home"], each["away"]) for each in thrown if len(each) == 2]
