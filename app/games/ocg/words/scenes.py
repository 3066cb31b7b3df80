"""Both fields after the decisive turns of a match, from its events alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.matches.game import SEATS, MatchEvent, Seat, other
from app.engine.words import Lang, Words
from app.games.ocg.pool import MatchCards
from app.games.ocg.side import DAMAGE
from app.games.ocg.words.board import ShownSide, show
from app.games.ocg.words.sentences import DAMAGE as DAMAGE_WORD, NOBODY
from app.text.columns import shortened

_MOST: Final = 3
_LEAST: Final = 2
"""Less damage more than the other's decides nothing."""
_WHERE: Final = Words(
    "ターン{turn}のあとの場（手前が{who}。このターンのダメージ：{hurt} {most}、{less_hurt} {less}）",
    "The fields after turn {turn} ({who} below), which brought {hurt} {most} damage, {less_hurt} {less}",
)
_WIDTH: Final = 70


def scenes(
    events: Sequence[MatchEvent],
    names: Mapping[Seat, str],
    lang: Lang,
    reader: Seat | None,
    pool: MatchCards,
) -> dict[int, list[str]]:
    """Return the fields to draw, by the index of the event they follow: each is a caption and its rows.

    There are at most three: the turns with the greatest difference in damage, among equals the earlier. There are no
    fields if the events do not begin with the decks.
    """
    battles = [at for at, event in enumerate(events) if event.what == "battle-ended"]
    taken = dict(zip(battles, _taken([events[at] for at in battles]), strict=True))
    swings = sorted(battles, key=lambda at: -abs(taken[at]["A"] - taken[at]["B"]))
    deciding = {at for at in swings[:_MOST] if abs(taken[at]["A"] - taken[at]["B"]) >= _LEAST}
    if {event.detail["seat"] for event in events if event.what == "shuffled"} != {*SEATS}:
        return {}
    sides: dict[Seat, ShownSide] = {seat: ShownSide(()) for seat in SEATS}
    turn = 0
    found: dict[int, list[str]] = {}
    for at, event in enumerate(events):
        turn = event.detail.get("turn", turn)
        show(sides, event.what, event.detail, pool)
        if at in deciding:
            hurt: Seat = max(SEATS, key=lambda seat: taken[at][seat])
            own: Seat = reader or "A"
            blanks = {"hurt": names[hurt], "less_hurt": names[other(hurt)], "who": names[own]}
            counts = {"most": taken[at][hurt], "less": taken[at][other(hurt)]}
            caption = _WHERE.to(lang).format(turn=turn, **blanks, **counts)
            found[at] = [caption, *_rows(sides, lang, own, pool)]
    return found


def _taken(battles: Sequence[MatchEvent]) -> Iterator[dict[Seat, int]]:
    """Yield the damage that each seat took in each of these turns."""
    before: Mapping[Seat, int] = dict.fromkeys(SEATS, 0)
    for event in battles:
        now: Mapping[Seat, int] = event.detail["damage"]
        yield {seat: now[seat] - before[seat] for seat in SEATS}
        before = now


def _rows(
    sides: Mapping[Seat, ShownSide], lang: Lang, own: Seat, pool: MatchCards
) -> Iterator[str]:
    """Yield the opponent's side, then the own side: damage, and its characters with their items."""
    for seat in (other(own), own):
        yield f"{DAMAGE_WORD.to(lang)} {sides[seat].amounts['damage']}/{DAMAGE}"
        if not sides[seat].field:
            yield f"  {NOBODY.to(lang)}"
        for slot, cards in sorted(sides[seat].field.items()):
            top = next(card for card in reversed(cards) if pool[card].kind == "char")
            items = (card for card in cards if pool[card].kind != "char")
            shown = " + ".join(pool.name(card, lang) for card in (top, *items))
            yield shortened(f"  {'' if seat == own else 'e'}{slot} {shown}", _WIDTH)
