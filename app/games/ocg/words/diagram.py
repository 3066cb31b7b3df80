"""A view as text, in lines of at most 72 columns: both fields, the battlefield, the meters, and what is possible now."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from app.engine.matches.game import Seat, View
from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS, CHARACTERS, COLOUR_NAMES, card_name
from app.games.ocg.side import DAMAGE
from app.games.ocg.view import Fighter, fighters, seats
from app.games.ocg.words import sentences as say
from app.games.ocg.words.cards import keywords
from app.games.ocg.words.possible import Possible, is_asked
from app.text.columns import WIDTH, shortened, width, wrapped

_NAME = 30
_METER = 10
_PER_MARK = 2


def diagram(view: View, names: Mapping[Seat, str], lang: Lang) -> str:
    """The opponent's side, the battlefield, the own side, the own hand and what can be done with it."""
    return wrapped("\n".join(_Diagram(view, names, lang).lines()))


class _Diagram:
    """What is drawn, block by block."""

    def __init__(self, view: View, names: Mapping[Seat, str], lang: Lang) -> None:
        self.view, self.names, self.lang = view, names, lang
        self.mine, self.theirs = seats(view)
        self.comma = "、" if lang == "ja" else "; "

    def lines(self) -> Iterator[str]:
        """The rows, blocks divided by empty ones."""
        gap = "　" if self.lang == "ja" else "  "
        yield gap.join(heading(self.view, self.names, self.lang))
        yield ""
        yield from self.side(self.theirs)
        yield ""
        yield battlefield(self.view, self.lang)
        yield ""
        yield from self.side(self.mine)
        if self.view["my"]:
            yield ""
            yield from self.hand()

    def side(self, seat: Seat) -> Iterator[str]:
        """The meters of a side, its characters, and what lies open."""
        side = self.view[seat]
        hurt = len(side["damage"])
        marks = min(_METER, -(-hurt // _PER_MARK))
        meter = "#" * marks + "-" * (_METER - marks)
        name = shortened(self.names[seat], _NAME)
        yield (
            f"{name}{' ' * max(1, _NAME - width(name))}{self.words(say.DAMAGE)} {meter} {hurt}/{DAMAGE}"
            f"  {self.words(say.PILE)} {side['pile']}  {self.words(say.HAND)} {side['hand']}"
        )
        characters = fighters(self.view, seat)
        if not characters:
            yield f"  {self.words(say.NOBODY)}"
        for slot, each in characters.items():
            prefix = "" if seat == self.mine else "e"
            yield from self.fighter(f"{prefix}{slot}", each, self.view[seat]["field"][str(slot)])
        for zone, words in say.ZONES.items():
            if side[zone]:
                label = self.words(say.ZONE, zone=self.words(words))
                yield from self.flowing(f"  {label}", self.counted(side[zone]))

    def fighter(self, name: str, each: Fighter, kept: Mapping[str, int]) -> Iterator[str]:
        """A character: what it has, what it bears, and whether it can counter."""
        card = each.card
        each = Fighter(
            card.id,
            each.items,
            each.damage,
            each.area,
            is_new=kept["arrived"] >= self.view["turn"],
        )
        yield f"  {name:<3} {self.called(card.id)}  {numbers(each, self.lang)}"
        colour = COLOUR_NAMES[card.colour].to(self.lang)
        facts = [f"{CHARACTERS[card.who].to(self.lang)} Lv{card.level} {colour}"]
        facts += keywords(each.has, self.lang)
        facts.append(self.words(say.COUNTERS[each.counters]))
        if each.items:
            items = self.comma.join(self.called(item) for item in each.items)
            facts.append(self.words(say.BEARS, items=items))
        yield from self.flowing("     ", facts)

    def hand(self) -> Iterator[str]:
        """Each card of the own hand with what can be done with it, and what the turn allows as a whole."""
        hand = self.view["my"]["hand"]
        yield self.words(say.WHOLE_HAND, count=len(hand))
        asked = is_asked(self.view)
        possible = Possible(self.view, self.names, self.lang) if asked else None
        for id, count in Counter(hand).items():
            times = f" x{count}" if count > 1 else ""
            yield f"  {self.called(id)}{times}"
            if possible:
                yield f"      {possible.card(id)}"
        if possible:
            yield ""
            yield self.words(say.THIS_TURN)
            mark = "・" if self.lang == "ja" else "- "
            yield from (f"{mark}{line}" for line in possible.turn())

    # --- words --------------------------------------------------------------------------------------

    def words(self, words: Words, **values: object) -> str:
        return words.to(self.lang).format_map(values)

    def called(self, id: str) -> str:
        return f"{id} {card_name(id, self.lang)}"

    def counted(self, cards: Iterable[str]) -> list[str]:
        return [
            f"{self.called(id)} x{n}" if n > 1 else self.called(id)
            for id, n in Counter(cards).items()
        ]

    def flowing(self, label: str, items: Iterable[str]) -> Iterator[str]:
        """A label and items behind it, broken between items, further lines set in."""
        line, joint = label, " " if label.strip() else ""
        for item in items:
            if width(f"{line}{joint}{item}{self.comma}") > WIDTH and line.strip():
                yield f"{line}{joint.rstrip()}"
                line, joint = "     ", ""
            line, joint = f"{line}{joint}{item}", self.comma
        yield line


def heading(view: View, names: Mapping[Seat, str], lang: Lang) -> list[str]:
    """The turn, and who comes first."""
    words = say.STANDS_AT if view["turn"] else say.NOT_BEGUN
    if view["phase"] == "over":
        words = say.OVER
    said = [words.to(lang).format(turn=view["turn"])]
    if view["initiative"]:
        said.append(say.FIRST.to(lang).format(who=names[view["initiative"]]))
    return said


def battlefield(view: View, lang: Lang) -> str:
    """The battlefield and what it does."""
    area = view["battlefield"]
    if not area:
        return say.NO_BATTLEFIELD.to(lang)
    blanks = {"area": card_name(area, lang), "id": area, "effect": CARDS[area].text.to(lang)}
    return say.BATTLEFIELD_IS.to(lang).format(**blanks)


def numbers(each: Fighter, lang: Lang) -> str:
    """Its power, and its durability left of all it has."""
    return say.NUMBERS.to(lang).format(power=each.has.power, left=each.left, dur=each.has.dur)
