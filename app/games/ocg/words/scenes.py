"""Both fields after the turns that decided a match, from its events alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from app.engine.matches.game import SEATS, MatchEvent, Seat, other
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS, card_name
from app.games.ocg.side import DAMAGE
from app.games.ocg.words.board import ShownSide, show
from app.games.ocg.words.sentences import NOBODY
from app.text.columns import shortened

_MOST: Final = 3
_LEAST: Final = 2
"""Less damage more than the other's decides nothing."""
_WHERE: Final = Words(
    "ターン{turn}のあとの場（このターンのダメージ：{hurt} {most}、{less_hurt} {less}）",
    "The fields after turn {turn}, which brought {hurt} {most} damage, {less_hurt} {less}",
)
_WIDTH: Final = 70


def scenes(
    events: Sequence[MatchEvent], names: Mapping[Seat, str], lang: Lang, reader: Seat | None
) -> dict[int, list[str]]:
    """The fields to draw, by the place of the event after whose line they stand: each a caption and its rows.

    Three at most: of the turns in which one seat took most damage more than the other, the earlier of equals. Events that
    do not begin with the decks have none.
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
        show(sides, event.what, event.detail)
        if at in deciding:
            hurt: Seat = max(SEATS, key=lambda seat: taken[at][seat])
            blanks = {"hurt": names[hurt], "less_hurt": names[other(hurt)]}
            counts = {"most": taken[at][hurt], "less": taken[at][other(hurt)]}
            caption = _WHERE.to(lang).format(turn=turn, **blanks, **counts)
            found[at] = [caption, *_rows(sides, names, lang, reader or "A")]
    return found


def _taken(battles: Sequence[MatchEvent]) -> Iterator[dict[Seat, int]]:
    """How much damage each seat took in each of these turns."""
    before: Mapping[Seat, int] = dict.fromkeys(SEATS, 0)
    for event in battles:
        now: Mapping[Seat, int] = event.detail["damage"]
        yield {seat: now[seat] - before[seat] for seat in SEATS}
        before = now


def _rows(
    sides: Mapping[Seat, ShownSide], names: Mapping[Seat, str], lang: Lang, own: Seat
) -> Iterator[str]:
    """The side of the opponent, and the own one below it: damage, then its characters with what they bear."""
    for seat in (other(own), own):
        yield shortened(f"{names[seat]} {sides[seat].meters['damage']}/{DAMAGE}", _WIDTH)
        if not sides[seat].field:
            yield f"  {NOBODY.to(lang)}"
        for slot, cards in sorted(sides[seat].field.items()):
            top = next(card for card in reversed(cards) if CARDS[card].kind == "char")
            shown = [
                card_name(top, lang),
                *(card_name(c, lang) for c in cards if CARDS[c].kind != "char"),
            ]
            prefix = "" if seat == own else "e"
            yield shortened(f"  {prefix}{slot} {' + '.join(shown)}", _WIDTH)
