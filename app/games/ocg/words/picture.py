"""The view as a board: the battlefield between both sides, their characters, meters and piles, and what the hand can do."""

from collections.abc import Mapping
from typing import Any

from app.engine.matches.board import (
    Attached,
    BoardPart,
    Counter,
    MatchBoard,
    MatchPiece,
    Meter,
    Zone,
    cards_in,
)
from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.effects import COLOUR_NAMES, Lend, keywords
from app.games.ocg.orders import GRAMMAR
from app.games.ocg.pool import POOLS
from app.games.ocg.side import DAMAGE
from app.games.ocg.view import Fighter, Name, fighters, seats
from app.games.ocg.words import sentences as say
from app.games.ocg.words.possible import Possible, is_asked

_NAMES = {verb: GRAMMAR.forms[verb].verb for verb in ("attack", "guard")}


def board(view: View, names: Mapping[Seat, str], lang: Lang) -> MatchBoard:
    """Return both sides as the view shows them."""
    words = say.STANDS_AT if view["turn"] else say.NOT_BEGUN
    if view["phase"] == "over":
        words = say.OVER
    heading = [words.to(lang).format(turn=view["turn"])]
    if view["initiative"]:
        heading.append(say.FIRST.to(lang).format(who=names[view["initiative"]]))

    pool = POOLS.of(view["config"])

    def area(id: str) -> MatchPiece:
        return MatchPiece(id, pool.name(id, lang), (pool[id].text.to(lang),))

    areas = [view["battlefield"]] if view["battlefield"] else []
    common = BoardPart(
        None, "", zones=(cards_in("battlefield", say.BATTLEFIELD.to(lang), areas, area),)
    )
    mine, theirs = seats(view)
    possible = Possible(view, names, lang) if is_asked(view) else None
    parts = _part(view, theirs, names, lang), common, _part(view, mine, names, lang, possible)
    return MatchBoard((*heading,), parts)


def _part(
    view: View,
    seat: Seat,
    names: Mapping[Seat, str],
    lang: Lang,
    possible: Possible | None = None,
) -> BoardPart:
    side: Mapping[str, Any] = view[seat]
    own: Mapping[str, Any] = view["my"] if view["seat"] == seat else {}

    pool = POOLS.of(view["config"])

    def card(id: str) -> MatchPiece:
        return MatchPiece(id, pool.name(id, lang))

    def held(id: str) -> MatchPiece:
        card, lines = pool[id], (possible.card(id),) if possible else ()
        notes = (say.PRINTED.format(card=card),) if card.kind == "char" else ()
        return MatchPiece(id, pool.name(id, lang), notes, lines)

    counters = (
        Counter(say.DAMAGE.to(lang), len(side["damage"]), DAMAGE),
        Counter(say.PILE.to(lang), side["pile"], scale=_cards(side)),
        Counter(say.HAND.to(lang), side["hand"]),
    )
    characters = tuple(
        _character(view, seat, slot, each, lang) for slot, each in fighters(view, seat).items()
    )
    pile, hand = (own.get(each, side[each]) for each in ("pile", "hand"))
    zones = (
        Zone(say.FIELD.to(lang), characters, len(characters), key="field"),
        cards_in("hand", say.HAND.to(lang), hand, held, is_secret=True),
        cards_in("pile", say.PILE.to(lang), pile, card, is_pile=True, is_secret=True),
        *(
            cards_in(zone, words.to(lang), side[zone], card, is_pile=True)
            for zone, words in say.ZONES.items()
        ),
    )
    return BoardPart(seat, names[seat], counters, zones, (*possible.turn(),) if possible else ())


def _cards(side: Mapping[str, Any]) -> int:
    """Return the number of cards of this side outside the battlefield."""
    zones = [side[zone] for zone in say.ZONES]
    zones += [each[held] for each in side["field"].values() for held in ("cards", "items")]
    return sum(map(len, zones), int(side["pile"] + side["hand"]))


def _character(view: View, seat: Seat, slot: Name, each: Fighter, lang: Lang) -> MatchPiece:
    """Return a character by its slot, with its numbers and items, and whether it can counter."""
    card, pool = each.card, each.pool
    is_new = view[seat]["field"][str(slot)]["arrived"] >= view["turn"]
    plan = view.get("plan", {}) if seat == view["seat"] else {}
    now = Fighter(pool, card.id, each.items, each.damage, each.area, is_new=is_new)
    used = [pool[play["card"]].verb for play in plan.get("plays", ()) if play.get("by") == slot]
    has = sum((verb.bonus for verb in used if isinstance(verb, Lend)), now.has)
    numbers = say.NUMBERS.to(lang).format(power=has.power, left=now.left, dur=has.dur)
    planned = (verb.to(lang) for each, verb in _NAMES.items() if slot in plan.get(each, ()))
    notes = (
        " ".join((numbers, *planned)),
        f"{Words(card.who_ja, card.who).to(lang)} Lv{card.level} {COLOUR_NAMES[card.colour].to(lang)}",
        *(name.to(lang) for _, name in keywords(has)),
        say.COUNTERS[now.counters].to(lang),
    )
    return MatchPiece(
        f"{'e' * (seat != seats(view)[0])}{slot}",
        card.name.to(lang),
        notes,
        meter=Meter(now.left, now.has.dur),
        card=card.id,
        attached=tuple(Attached(item, pool.name(item, lang)) for item in now.items),
    )
