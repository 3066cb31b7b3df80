"""A view as text, in lines of at most 72 columns."""

from collections.abc import Iterator, Mapping, Sequence

from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS
from app.games.ocg.view import fighters, seats
from app.text.columns import wrapped

_TURN = Words(
    "ターン{turn}　先手{first}　戦場{area}", "Turn {turn}  initiative {first}  battlefield {area}"
)
_SIDE = Words(
    "{name}　山札{pile}　手札{hand}　ダメージ{damage}",
    "{name}  pile {pile}  hand {hand}  damage {damage}",
)
_FIGHTER = Words(
    "  {slot} {card}（{id}）攻{power} 耐{left}{items}",
    "  {slot} {card} ({id}) {power}/{left}{items}",
)
_ZONE = Words("  {zone}：{cards}", "  {zone}: {cards}")
_ZONES = {
    "candidates": Words("戦場候補", "candidates"),
    "discard": Words("捨て札", "discard"),
    "damage": Words("ダメージ", "damage"),
}
_HAND = Words("手札", "hand")


def diagram(view: View, names: Mapping[Seat, str], lang: Lang) -> str:
    """Both sides, the opponent's first, then the own hand."""
    return wrapped("\n".join(_rows(view, names, lang)))


def _rows(view: View, names: Mapping[Seat, str], lang: Lang) -> Iterator[str]:
    area, first = view["battlefield"], view["initiative"]
    yield _TURN.to(lang).format(
        turn=view["turn"], first=names[first] if first else "-", area=_card(area) if area else "-"
    )
    mine, theirs = seats(view)
    for seat in (theirs, mine):
        side = view[seat]
        counts = {"pile": side["pile"], "hand": side["hand"], "damage": len(side["damage"])}
        yield _SIDE.to(lang).format(name=names[seat], **counts)
        for slot, each in fighters(view, seat).items():
            yield _FIGHTER.to(lang).format(
                slot=slot if seat == mine else f"e{slot}",
                card=each.card.name,
                id=each.card.id,
                power=each.has.power,
                left=each.left,
                items="".join(f" +{_card(item)}" for item in each.items),
            )
        for zone, words in _ZONES.items():
            if side[zone]:
                yield _zone(words, side[zone], lang)
    if view["my"]:
        yield _zone(_HAND, view["my"]["hand"], lang)


def _zone(words: Words, cards: Sequence[str], lang: Lang) -> str:
    return _ZONE.to(lang).format(zone=words.to(lang), cards=" / ".join(map(_card, cards)) or "-")


def _card(id: str) -> str:
    return f"{id} {CARDS[id].name}"
