"""The view as a board: the battlefield between both sides, their characters, meters and piles, and what the hand can do."""

from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from app.engine.matches.board import BoardPart, Counter, MatchBoard, MatchPiece, Meter, Zone
from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS, card_name
from app.games.ocg.side import DAMAGE
from app.games.ocg.view import Fighter, fighters, seats
from app.games.ocg.words import sentences as say
from app.games.ocg.words.cards import keywords
from app.games.ocg.words.diagram import heading, numbers
from app.games.ocg.words.possible import Possible, is_asked

_DAMAGE = Words(f"ダメージ({DAMAGE}で負け)", f"damage (lost at {DAMAGE})")


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
    """Both sides as the view shows them; for spectators seat A is below."""
    mine, theirs = seats(view)
    area = [view["battlefield"]] if view["battlefield"] else []
    pieces = tuple(
        MatchPiece(id, card_name(id, lang), lines=(CARDS[id].text.to(lang),)) for id in area
    )
    common = BoardPart(None, "", zones=(Zone(say.BATTLEFIELD.to(lang), pieces, len(area)),))
    possible = Possible(view, names, lang) if is_asked(view) else None
    notes = (*possible.turn(),) if possible else ()
    return MatchBoard(
        (*heading(view, names, lang),),
        (
            _part(view, theirs, names, lang),
            common,
            _part(view, mine, names, lang, possible.card if possible else None, notes),
        ),
    )


def _part(
    view: View,
    seat: Seat,
    names: Mapping[Seat, str],
    lang: Lang,
    told: Callable[[str], str] | None = None,
    notes: tuple[str, ...] = (),
) -> BoardPart:
    side: Mapping[str, Any] = view[seat]
    own: Mapping[str, Any] = view["my"] if view["seat"] == seat else {}
    counters = (
        Counter(_DAMAGE.to(lang), len(side["damage"]), DAMAGE),
        Counter(say.PILE.to(lang), side["pile"], _cards(side)),
        Counter(say.HAND.to(lang), side["hand"]),
    )
    characters = (*_characters(view, seat, lang),)
    hand = (*_pieces(own.get("hand", ()), lang, told),)
    pile = (*_pieces(own.get("pile", ()), lang),)
    zones = [
        Zone(say.FIELD.to(lang), characters, len(characters)),
        Zone(say.HAND.to(lang), hand, side["hand"]),
        Zone(say.PILE.to(lang), pile, side["pile"], is_pile=True),
    ]
    zones += [
        Zone(words.to(lang), (*_pieces(side[zone], lang),), len(side[zone]), is_pile=True)
        for zone, words in say.ZONES.items()
        if side[zone]
    ]
    return BoardPart(seat, names[seat], counters, (*zones,), notes)


def _cards(side: Mapping[str, Any]) -> int:
    """How many cards this side has anywhere but in the battlefield."""
    zones = [side[zone] for zone in say.ZONES]
    zones += [each[held] for each in side["field"].values() for held in ("cards", "items")]
    return sum(map(len, zones), int(side["pile"] + side["hand"]))


def _characters(view: View, seat: Seat, lang: Lang) -> Iterator[MatchPiece]:
    """Each by its slot, with what it has and what it bears, and whether it can counter."""
    prefix = "" if seat == seats(view)[0] else "e"
    for slot, each in fighters(view, seat).items():
        is_new = view[seat]["field"][str(slot)]["arrived"] >= view["turn"]
        now = Fighter(each.card.id, each.items, each.damage, each.area, is_new=is_new)
        notes = [numbers(now, lang), *keywords(now.has, lang)]
        notes.append(say.COUNTERS[now.counters].to(lang))
        notes += (card_name(item, lang) for item in now.items)
        yield MatchPiece(
            f"{prefix}{slot}",
            card_name(now.card.id, lang),
            (*notes,),
            meter=Meter(now.left, now.has.dur),
        )


def _pieces(
    cards: Iterable[str], lang: Lang, told: Callable[[str], str] | None = None
) -> Iterator[MatchPiece]:
    for id, count in Count(cards).items():
        lines = (told(id),) if told else ()
        yield MatchPiece(id, card_name(id, lang), lines=lines, count=count)
