"""The view as a board: the state of the match, and both sides with points and cards."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.engine.matches.board import BoardPart, Counter, MatchBoard, MatchPiece, Zone, cards_in
from app.engine.matches.game import SEATS, Seat, View, other
from app.engine.words import Lang, Words
from app.games.fest.abilities import (
    ABILITIES,
    ATTRIBUTES,
    JP,
    attribute,
    beats,
    clamp,
    halved,
)
from app.games.fest.state import State
from app.games.fest.words import sentences as say
from app.games.fest.words.known import KnownCards
from app.games.fest.words.names import (
    ABILITIES as ABILITY_NAMES,
    ATTRIBUTES as NAMES,
    EFFECTS,
    THEMES,
)

_BAR: Final = 20


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
    """Return both sides as the view shows them."""
    known = KnownCards(view, lang)
    near: Seat = view["viewer"] or "A"
    heading = [*_heading(known, names)]
    if known.state.phase == "play":
        heading.append(verdict(known.state, (near, other(near)), names, lang))
    parts = (_part(known, seat, names[seat]) for seat in (other(near), near))
    return MatchBoard((*heading,), (*parts,))


def _heading(known: KnownCards, names: Mapping[Seat, str]) -> Iterator[str]:
    """Yield the round, the phase and the winner. Last comes the programme, with the present theme in brackets.

    Small screens may leave out the last line.
    """
    state, lang = known.state, known.lang

    def words(each: Words, **blanks: object) -> str:
        return each.to(lang).format_map(blanks)

    phase = words(say.PHASES[state.phase])
    if state.phase == "over":
        score = (state.result or {}).get("score", {})
        winner = next((seat for seat in SEATS if score.get(seat) == "1"), None)
        ended = words(say.HAS_WON, who=names[winner]) if winner else words(say.IS_DRAWN)
        yield phase + (ended if score else "")
    elif known.theme:
        theme = words(THEMES[known.theme])
        yield words(say.STANDS, round=state.round, theme=theme, phase=phase)
    else:
        yield phase
    if state.order:
        yield words(say.RULE, rule=state.config["scoring"])
        yield words(say.ORDER, first=names[state.order[0]])
    if state.programme:
        themes = [words(THEMES[theme]) for theme in state.programme]
        if state.phase != "over":
            themes[state.round - 1] = f"[{themes[state.round - 1]}]"
        yield words(say.COURSE, programme=" > ".join(themes))


def verdict(state: State, seats: tuple[Seat, ...], names: Mapping[Seat, str], lang: Lang) -> str:
    """Return the judges' verdict on the present points, in one line."""
    points = {seat: state.seats[seat].points[:] for seat in seats}
    for each in points.values():
        clamp(each)
    jp = {seat: each[JP] + max(each[:JP]) for seat, each in points.items()}
    tops = {seat: attribute(each) for seat, each in points.items()}
    losers = [
        seat
        for seat in seats
        if beats(tops[other(seat)], tops[seat]) and not state.seats[seat].no_halving
    ]
    told = []
    for seat, top in tops.items():
        name = say.NO_ATTRIBUTE if top is None else NAMES[ATTRIBUTES[top]]
        words = say.WOULD_BE_HALVED if seat in losers else say.WOULD_HAVE
        total = halved(jp[seat]) if seat in losers else jp[seat]
        told.append(words.to(lang).format(who=names[seat], jp=total, attribute=name.to(lang)))
    return say.WOULD_END.to(lang).format(both=("、" if lang == "ja" else ", ").join(told))


def _part(known: KnownCards, seat: Seat, name: str) -> BoardPart:
    side, lang = known.state.seats[seat], known.lang
    seen: Mapping[str, Any] = known.view["seats"][seat]
    codes = [code for code, holds in (("B19", side.guard), ("B20", side.no_halving)) if holds]
    counters = (
        *(
            Counter(_attribute(known, each), side.points[place], scale=_BAR)
            for place, each in enumerate(ATTRIBUTES)
        ),
        Counter(say.JUDGING_NAME.to(lang), seen["jp"]),
        Counter(say.TOTAL.to(lang), seen["total"]),
        *(Counter(EFFECTS[code].name.to(lang)) for code in codes),
    )
    zones = tuple(_zone(known, seen, zone, words.to(lang)) for zone, words in say.ZONES.items())
    notes = (f"{say.TAGS.to(lang)}: {' '.join(seen['tags'])}",) if seen["tags"] else ()
    return BoardPart(seat, name, counters, zones, notes)


def _attribute(known: KnownCards, name: str) -> str:
    """An attribute, and its ability of the theme."""
    label = NAMES[name].to(known.lang)
    for each, belongs in ABILITIES.items():
        if belongs.theme == known.theme and ATTRIBUTES[belongs.attribute] == name:
            return f"{label} ({ABILITY_NAMES[each].to(known.lang)})"
    return label


def _zone(known: KnownCards, seen: Mapping[str, Any], zone: str, name: str) -> Zone:
    """Return a zone with the cards that the reader knows; of a hidden zone, the cards that were shown."""
    is_known = not isinstance(seen[zone], int)
    theme = known.theme if zone == "front" else None
    if zone == "reserve" and is_known and known.state.programme:
        theme = known.state.programme[-1]

    def piece(id: str) -> MatchPiece:
        can = zone == "hand" and is_known
        note = known.worth(id) if can else known.gain(id, theme)
        name = known.state.cards[id].name.to(known.lang)
        return MatchPiece(id, name, (note,) if note else (), known.uses(id) if can else ())

    shown = {"hand": seen["seen"], "reserve": seen["seen_reserve"]}.get(zone, ())
    return cards_in(
        zone,
        name,
        seen[zone],
        piece,
        shown,
        is_pile=zone in ("deck", "discard"),
        is_secret=zone in ("hand", "reserve", "deck"),
    )
