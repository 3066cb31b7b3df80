"""A file of house cards: the pool of cards that it makes, or everything that is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

from app.engine import House, Words
from app.engine.names import CardNames
from app.engine.problems import either
from app.engine.versions import version_of
from app.engine.workshop import schema
from app.engine.workshop.file import File, Part, tidied
from app.engine.workshop.schema import CardFault, ChoiceField, NumberField, TablesField, TextField
from app.games.laplaplus.abilities import FAMILIES, Constraint, Family, Option
from app.games.laplaplus.cards import Card, CardPool
from app.games.laplaplus.effects import Action, Build, Event, Static
from app.games.laplaplus.house.vocabulary import (
    ACTIONS,
    AT_START,
    BY_VERB,
    DAMAGE,
    FORCES,
    MOST_ABILITIES,
    MOST_CARDS,
    MOST_COPIES,
    TERMS,
)
from app.games.laplaplus.house.words import Ability, text_of, with_limit
from app.games.laplaplus.spelling import Spelling

_MOST: Final = Words("枚数の上限", "most copies")


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A house card."""

    id: Annotated[str, TextField(Words("id", "id"))]
    char: Annotated[str, TextField(Words("一文字表記", "character"))]
    ja: Annotated[str, TextField(Words("名前", "name|Japanese name"))]
    en: Annotated[str, TextField(Words("英語名|英語の名前", "English name"))]
    family: Annotated[Family, ChoiceField.of(Words("系統", "family"), FAMILIES)]
    force: Annotated[int, NumberField(Words("フォース", "force"), FORCES[0], FORCES[-1])]
    most: Annotated[int | None, NumberField(_MOST, 1, MOST_COPIES)] = None
    ability: Annotated[
        tuple[Ability, ...],
        TablesField(
            Words("能力", "abilities"), (Action, Event, Build, Static), 0, MOST_ABILITIES, by="kind"
        ),
    ] = ()

    def faults(self) -> Iterator[CardFault]:
        """Yield abilities that mean nothing, or could repeat for ever."""
        return faults_of(self.ability)

    def card(self, number: int) -> Card:
        """The card as it is played."""
        text = text_of(self.ability, self.most)
        names = self.id, self.char, self.ja, self.en
        return Card(number, *names, self.family, self.force, *text, self.ability)


_SAID: Final = {
    "not-here": Words(
        "「{word}」は{place}の効果にできません。{choices}",
        "{word} cannot be what {place} does.{choices}",
    ),
    "no-option": Words(
        "「{word}」の効果に「{option}」は付けられません。{choices}",
        "{word} cannot be {option}.{choices}",
    ),
    "endless": Words(
        "「{word}」を{option}にすると、終わらない戦闘ができてしまいます。{choices}",
        "if {word} were {option}, some battles would never end.{choices}",
    ),
    "needs": Words("「{word}」には{needed}が必要です。", "{word} needs {needed}."),
    "no-constraint": Words(
        "{place}にこの条件は付けられません。", "{place} cannot have this condition."
    ),
    "no-damage": Words(
        "{place}にat_leastという項目はありません。",
        "{place} answers no damage: there is no key called at_least.",
    ),
}  # fmt: skip
_CHOICES: Final = Words("使えることば：{ja}", " Write {en}.")
_UNCHANGED: Final = Words(
    "何も変わっていません。force、most、abilityのどれかを書いてください。",
    "nothing is changed. Write force, most or ability.",
)


def faults_of(abilities: Sequence[Ability]) -> Iterator[CardFault]:
    """Yield faults of abilities whose parts are each legal, by the table of words."""
    for number, ability in enumerate(abilities, start=1):
        if not isinstance(ability, Static):
            for key, word, is_so, blanks in _checks(ability):
                if is_so:
                    yield CardFault(("ability", number, key), _SAID[word].filled(**blanks))


Check = tuple[str, str, object, Mapping[str, object]]
"""The place, the key of the fault, whether it applies, and the values for its sentence."""


def _checks(ability: Action | Event | Build) -> Iterator[Check]:
    verb = ability.answer if isinstance(ability, Event) else ability.verb
    usual = AT_START if isinstance(ability, Build) else ACTIONS
    place, term = getattr(ability, "trigger", usual), BY_VERB[type(verb)]
    named = {"word": term.name, "place": place}
    fitting = _choices([each.name for each in TERMS if place in each.places])
    yield "do", "not-here", place not in term.places, {**named, "choices": fitting}
    if isinstance(ability, Build) or place not in term.places:
        return
    option, constraint = ability.option, ability.constraint
    named |= {"option": option, "choices": _choices(term.options)}
    downless = "endless" if option is Option.DOWNLESS else "no-option"
    yield "option", downless, option and option not in term.options, named
    for key, has, needed in (
        ("constraint", constraint, term.constraint),
        ("option", option, term.option),
    ):
        yield (
            "do",
            "needs",
            needed and has is not needed,
            {**named, "needed": f'{key} = "{needed}"'},
        )
    is_of_source = constraint is Constraint.SOURCE_IN_PLAY
    fits = place in DAMAGE if is_of_source else place == ACTIONS
    yield "constraint", "no-constraint", constraint and not fits, named
    yield (
        "at_least",
        "no-damage",
        place not in DAMAGE and getattr(ability, "at_least", 1) > 1,
        named,
    )


def _choices(words: Sequence[str]) -> Words:
    if not words:
        return Words("", "")
    return _CHOICES.filled(ja=either(words, "ja"), en=either(words, "en"))


def read_cards(text: str, base: CardPool) -> tuple[CardPool, House]:
    """Return the cards of the base with those of the text. Raises `CardsUnreadable` with every problem."""
    text = tidied(text)
    whole = File.read(text)
    file, spelling = whole.file, Spelling(base)
    names = CardNames(base.shown, spelling.spellings, spelling.readings)
    parts = whole.parts("card", MOST_CARDS)
    for part in parts:
        names.add(part)
    own = [each for _, each in schema.all_of(parts, OwnCard)]
    added = [each.card(number) for number, each in enumerate(own, len(base.cards) + 1)]
    changes = _changes(whole.parts("change", len(base.cards)), base)
    whole.finish()
    if not file.problems and not added and not changes:
        file.refuse((), "house-empty", (), ())
    file.finish()
    limits = {**base.limits, **{each.id: each.most for each in own if each.most is not None}}
    limits |= {id: most for id, (_, most) in changes.items() if most is not None}
    kept = [changes[card.id][0] if card.id in changes else card for card in base.cards]
    pool = CardPool(version_of(base.version, text), (*kept, *added), limits)
    names.refuse_rows(pool.shown, {card.char: card.id for card in pool.cards})
    file.finish()
    shown = {card.id: card for card in pool.shown}
    house = House(
        base.version,
        text,
        tuple(shown[card.id] for card in added),
        tuple(shown[id] for id in changes),
    )
    return pool, house


def _changes(parts: Sequence[Part], base: CardPool) -> Mapping[str, tuple[Card, int | None]]:
    """The cards of the base that are played otherwise, each with its new limit."""
    found: dict[str, tuple[Card, int | None]] = {}
    asked = schema.asked(OwnCard)
    for part in parts:
        before = len(part.file.problems)
        id_ = part.choice("card", list(base.by_id))
        force = asked["force"].ask.read(part, "force", needed=False)
        most = part.number("most", range(MOST_COPIES + 1), needed=False)
        made = asked["ability"].ask.read(part, "ability", needed=False)
        part.finish()
        if id_ in found:
            part.refuse("card", "house-changed-twice", id_ or "")
        elif not {"force", "most", "ability"} & {*part.values}:
            part.say("card", _UNCHANGED)
        elif id_ and len(part.file.problems) == before:
            old = base.by_id[id_]
            text = with_limit(Words(old.text_ja, old.text_en), most)
            card = replace(old, force=old.force if force is None else force)
            if part.has("ability"):
                text = text_of(made, most)
                card = replace(card, abilities=made)
                for fault in faults_of(made):
                    part.say(*fault)
            found[id_] = replace(card, text_ja=text.ja, text_en=text.en), most
    return found
