"""The view as text: where the match stands, both sides beside each other, and what one's own cards can do."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.engine.matches.game import SEATS, Seat, View, other
from app.engine.words import Lang, Words
from app.games.fest.abilities import (
    ABILITIES,
    ATTRIBUTES,
    JP,
    Points,
    attribute,
    beats,
    clamp,
    halved,
)
from app.games.fest.effects import Use
from app.games.fest.festival import FRONT_POINTS
from app.games.fest.side import without
from app.games.fest.view import moment
from app.games.fest.words import sentences as say
from app.games.fest.words.known import blanks_of, state_of
from app.games.fest.words.names import (
    ABILITIES as ABILITY_NAMES,
    ATTRIBUTES as NAMES,
    EFFECTS,
    THEMES,
    filled,
)
from app.text.columns import WIDTH, shortened, width, wrapped

_LABEL: Final = 18
_SIDE: Final = (WIDTH - _LABEL) // 2
_BAR: Final = 20
_MARK: Final = "#"
NOTHING: Final = "-"
TURNS: Final = frozenset({"play", "effect", "pick", "reshuffle"})
"""The phases in which cards of the hand may be played."""


def diagram(view: View, names: Mapping[Seat, str], lang: Lang) -> str:
    """The view as text, no line of it wider than a letter."""
    return wrapped("\n".join(Diagram(view, names, lang).lines()))


class Diagram:
    """What is drawn, block by block."""

    def __init__(self, view: View, names: Mapping[Seat, str], lang: Lang) -> None:
        self.view, self.names, self.lang = view, names, lang
        self.state = state_of(view)
        self.viewer: Seat | None = view["viewer"]
        self.seats: tuple[Seat, ...] = SEATS
        if self.viewer:
            self.seats = (self.viewer, other(self.viewer))
        self.theme: str | None = view["theme"]
        self.comma = "、" if lang == "ja" else "; "

    def lines(self) -> Iterator[str]:
        yield from self.heading()
        yield ""
        yield from self.table()
        if self.state.phase == "play":
            yield from self.outlook()
        for block in (*map(self.members, self.seats), self.hand(), self.piles()):
            if lines := [*block]:
                yield ""
                yield from lines

    # --- where we stand -----------------------------------------------------------------------------

    def heading(self) -> Iterator[str]:
        """The round, the phase and the programme."""
        theme = THEMES[self.theme].to(self.lang) if self.theme else "?"
        phase = say.PHASES[self.state.phase].to(self.lang)
        if self.state.phase == "over" or not self.theme:
            yield phase + self.result()
        else:
            yield self.words(say.STANDS, round=self.state.round, theme=theme, phase=phase)
        if self.state.programme:
            yield self.words(say.COURSE, programme=self.programme())
        if self.state.order:
            yield self.words(say.ORDER, first=self.names[self.state.order[0]])
            yield self.words(say.RULE, rule=self.state.config["scoring"])

    def result(self) -> str:
        """Who has won, once the match is over."""
        score = (self.state.result or {}).get("score", {})
        winner = next((seat for seat in SEATS if score.get(seat) == "1"), None)
        if winner:
            return self.words(say.HAS_WON, who=self.names[winner])
        return say.IS_DRAWN.to(self.lang) if score else ""

    def programme(self) -> str:
        """The themes in their order, the present one in brackets."""
        themes = [THEMES[theme].to(self.lang) for theme in self.state.programme]
        at = self.state.round - 1
        if self.state.phase != "over":
            themes[at] = f"[{themes[at]}]"
        return " > ".join(themes)

    # --- both sides ---------------------------------------------------------------------------------

    def table(self) -> Iterator[str]:
        """Points and numbers of both sides beside each other."""
        yield self.row("", [shortened(self.names[seat], _SIDE - 2) for seat in self.seats])
        for place, name in enumerate(ATTRIBUTES):
            values = [self.state.seats[seat].points[place] for seat in self.seats]
            yield self.row(self.attribute(name), map(_bar, values))
        sides = [self.view["seats"][seat] for seat in self.seats]
        for words, what in ((say.PLACES["jp"], "jp"), (say.TOTAL, "total")):
            yield self.row(words.to(self.lang), [_number(side[what]) for side in sides])
        for zone, words in say.ZONES.items():
            yield self.row(words.to(self.lang), [self.zone(side, zone) for side in sides])
        yield self.row(say.TAGS.to(self.lang), [" ".join(side["tags"]) for side in sides])
        if any(status := [self.status(seat) for seat in self.seats]):
            yield self.row(say.STATUS_ROW.to(self.lang), status)

    def attribute(self, name: str) -> str:
        """An attribute, and its ability of the theme."""
        label = NAMES[name].to(self.lang)
        ability = next(
            (
                ABILITY_NAMES[each].to(self.lang)
                for each, belongs in ABILITIES.items()
                if belongs.theme == self.theme and ATTRIBUTES[belongs.attribute] == name
            ),
            "",
        )
        return f"{label} ({ability})" if ability else label

    def zone(self, side: Mapping[str, Any], zone: str) -> str:
        """How many cards are there, and which of them the opponent has seen."""
        cards = side[zone]
        count = _number(cards if isinstance(cards, int) else len(cards))
        seen = {"hand": side["seen"], "reserve": side["seen_reserve"]}.get(zone)
        if not seen:
            return count
        room = _SIDE - len(count) - 1 - width(say.SEEN.to(self.lang).format(cards=""))
        listed = shortened(" ".join(seen), room)
        return f"{count} {say.SEEN.to(self.lang).format(cards=listed)}"

    def status(self, seat: Seat) -> str:
        """The Umbrella and the Alibi of this side."""
        side = self.state.seats[seat]
        codes = [c for c, holds in (("B19", side.guard), ("B20", side.no_halving)) if holds]
        return " ".join(EFFECTS[code].name.to(self.lang) for code in codes)

    def row(self, label: str, cells: Iterable[str]) -> str:
        """A label and a cell for each side."""
        one, another = cells
        return f"{_padded(label, _LABEL)}{_padded(one, _SIDE)}{another}".rstrip()

    def outlook(self) -> Iterator[str]:
        """How the round would end with the points as they stand."""
        points: dict[Seat, Points] = {}
        for seat in self.seats:
            points[seat] = self.state.seats[seat].points[:]
            clamp(points[seat])
        yield from verdict(
            points, {s: self.state.seats[s].no_halving for s in SEATS}, self.names, self.lang
        )

    # --- cards --------------------------------------------------------------------------------------

    def members(self, seat: Seat) -> Iterator[str]:
        """The front and the back members of a side."""
        side = self.state.seats[seat]
        for words, cards in ((say.FRONT_OF, side.front), (say.BACK_OF, side.back)):
            if cards:
                label = self.words(words, who=self.names[seat])
                yield from _flowing(label, map(self.called, cards), self.comma)

    def hand(self) -> Iterator[str]:
        """Each card of the own hand, and what it can do in this round."""
        if not self.viewer or not (cards := Counter(self.state.seats[self.viewer].hand)):
            return
        words = say.HAND_NOW if self.state.phase in TURNS else say.HAND
        yield self.words(words, count=sum(cards.values()))
        for id, count in cards.items():
            times = f" x{count}" if count > 1 else ""
            yield f"  {self.called(id)}{times}  {self.worth(id)}".rstrip()
            uses = self.state.cards[id].uses
            if self.state.phase in TURNS:
                yield from (f"    {self.use(id, use)}" for use in uses)
            else:
                yield f"    {' / '.join(map(self.name, uses))}"

    def worth(self, id: str) -> str:
        """What a card gives in the front of this round, and of the last while cards can be reserved."""
        if self.state.phase in TURNS or not self.theme:
            return ""
        themes = [self.theme]
        if self.state.phase == "reserve" and self.state.programme[-1] != self.theme:
            themes.append(self.state.programme[-1])
        return "  ".join(
            f"{THEMES[theme].to(self.lang)}: {self.gain(id, theme)}" for theme in themes
        )

    def gain(self, id: str, theme: str) -> str:
        """The points that a card gives in the front in this theme."""
        counts = self.state.cards.matching[theme][id]
        gains = [
            f"{NAMES[name].to(self.lang)}+{FRONT_POINTS * count}"
            for name, count in zip(ATTRIBUTES, counts, strict=True)
            if count
        ]
        return " ".join(gains) or NOTHING

    def use(self, id: str, use: Use) -> str:
        """An effect of a hand card: what it does if it can be used now, or why it cannot."""
        at = moment(self.view)
        at.hand = without(at.hand, id)
        obstacle = use.obstacle(at)
        if obstacle:
            return f"x {self.name(use)}: {obstacle.to(self.lang)}"
        text = filled(EFFECTS[use.effect.code].text, blanks_of(use)).to(self.lang)
        return f"o {self.name(use)}: {text}"

    def name(self, use: Use) -> str:
        """An effect as orders call it, and its name."""
        return f"{use.word} {EFFECTS[use.effect.code].name.to(self.lang)}"

    def piles(self) -> Iterator[str]:
        """The own reserve and deck, and both discard piles."""
        if self.viewer:
            own = self.state.seats[self.viewer]
            if own.reserve:
                label = say.RESERVE_LIST.to(self.lang)
                yield from _flowing(label, map(self.kept, own.reserve), self.comma)
            if own.deck:
                yield from _flowing(say.DECK_LIST.to(self.lang), _counted(own.deck), " ")
        for seat in self.seats:
            if discard := self.state.seats[seat].discard:
                label = self.words(say.DISCARD_LIST, who=self.names[seat])
                yield from _flowing(label, _counted(discard), " ")

    def kept(self, id: str) -> str:
        """A card of the reserve, and what it will give in the front of round 3."""
        return f"{self.called(id)} ({self.gain(id, self.state.programme[-1])})"

    # --- words --------------------------------------------------------------------------------------

    def words(self, words: Words, **values: object) -> str:
        return words.to(self.lang).format_map(values)

    def called(self, id: str) -> str:
        """A card by id and name, a custom one too."""
        return f"{id} {self.state.cards[id].name.to(self.lang)}"


def verdict(
    points: Mapping[Seat, Points],
    alibis: Mapping[Seat, bool],
    names: Mapping[Seat, str],
    lang: Lang,
) -> Iterator[str]:
    """What the judging would say of these points, in one line."""
    jp = {seat: points[seat][JP] + max(points[seat][:JP]) for seat in SEATS}
    tops = {seat: attribute(points[seat]) for seat in SEATS}
    loser = next((s for s in SEATS if beats(tops[other(s)], tops[s])), None)
    if loser and not alibis[loser]:
        jp[loser] = halved(jp[loser])
    told = []
    for seat in points:
        top = tops[seat]
        name = say.NO_ATTRIBUTE if top is None else NAMES[ATTRIBUTES[top]]
        words = say.WOULD_BE_HALVED if seat == loser and not alibis[seat] else say.WOULD_HAVE
        attribute_name = name.to(lang)
        told.append(words.to(lang).format(who=names[seat], jp=jp[seat], attribute=attribute_name))
    yield say.WOULD_END.to(lang).format(both=("、" if lang == "ja" else ", ").join(told))


def _bar(value: int) -> str:
    """A number and a bar as long as that."""
    bar = _MARK * min(max(value, 0), _BAR) + ("+" if value > _BAR else "")
    return f"{_number(value)} {bar}".rstrip()


def _number(value: int) -> str:
    return f"{value:>3}"


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - width(text))


def _counted(cards: Iterable[str]) -> list[str]:
    return [f"{n}x{id}" if n > 1 else id for id, n in sorted(Counter(cards).items())]


def _flowing(label: str, items: Iterable[str], gap: str) -> Iterator[str]:
    """A label and items behind it, broken only between items, further lines set in."""
    line, joint = label, " "
    for item in items:
        if width(f"{line}{joint}{item}{gap}") > WIDTH:
            yield f"{line}{joint.rstrip()}"
            line, joint = " ", " "
        line, joint = f"{line}{joint}{item}", gap
    yield line
