"""A file of house cards: the pool of cards that it makes, or everything that is wrong with it."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.engine import House, Words
from app.engine.spelling import key
from app.engine.workshop.file import File, Part, tidied, version_of
from app.games.laplaplus import abilities
from app.games.laplaplus.abilities import (
    Action,
    Constraint,
    Event,
    Family,
    Option,
    Rule,
    Static,
    Trigger,
)
from app.games.laplaplus.cards import Card, CardPool
from app.games.laplaplus.house.vocabulary import (
    ACTIONS,
    AT_START,
    BY_NAME,
    COPIES,
    DAMAGE,
    FORCES,
    MOST_ABILITIES,
    MOST_CARDS,
    POINTS,
    TERMS,
    Term,
)
from app.games.laplaplus.house.words import Ability, text_of, with_limit
from app.games.laplaplus.spelling import Spelling
from app.text.characters import is_hidden, normal

KINDS: Final = ("action", "event", "build", "static")
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
_ALSO_IN_NAMES = frozenset(" ・-'’!?！？")
_PAYS = {Option.DOWNLESS: "house-endless"}


def read_cards(text: str, base: CardPool) -> tuple[CardPool, House]:
    """The base's cards with those of the text. Raises `CardsUnreadable` with every problem."""
    text = tidied(text)
    whole = File.read(text)
    file = whole.file
    added = _Additions(base)
    for part in whole.parts("card", MOST_CARDS):
        added.read(part)
    changes = _changes(whole.parts("change", len(base.cards)), base)
    whole.finish()
    if not file.problems and not added.cards and not changes:
        file.refuse((), "house-empty", (), ())
    file.finish()
    limits = {**base.limits, **added.limits}
    limits |= {id: most for id, (_, most) in changes.items() if most is not None}
    kept = [changes[card.id][0] if card.id in changes else card for card in base.cards]
    pool = CardPool(version_of(base.version, text), (*kept, *added.cards), limits)
    _refuse_names_as_notation(pool, added)
    file.finish()
    shown = {card.id: card for card in pool.shown}
    house = House(
        base.version,
        text,
        tuple(shown[card.id] for card in added.cards),
        tuple(shown[id] for id in changes),
    )
    return pool, house


class _Additions:
    """The new cards, as far as they have been read."""

    def __init__(self, base: CardPool) -> None:
        self.base = base
        self.spelling = Spelling(base)
        self.names = dict(self.spelling.readings.spellings.by_name)
        self.names |= self.spelling.spellings.by_name
        self.called = {card.id: card.ja for card in base.cards}
        self.chars = {card.char: card.ja for card in base.cards}
        self.cards: list[Card] = []
        self.parts: dict[str, Part] = {}
        self.limits: dict[str, int] = {}

    def read(self, part: Part) -> None:
        """Take in a card, or note its problems."""
        before = len(part.file.problems)
        ja, en = self.name(part, "ja"), self.name(part, "en")
        id_, char = self.id(part), self.char(part, ja)
        family = part.choice("family", [each.value for each in Family])
        force = part.number("force", FORCES)
        most = part.number("most", COPIES[1:], needed=False)
        made = _abilities(part)
        part.finish()
        mine = id_ or f"card {len(self.cards)}"
        for name in (ja, en, id_):
            if name:
                self.names[key(name)] = mine
                self.called[mine] = ja or name
        is_whole = len(part.file.problems) == before
        if not (is_whole and id_ and char and ja and en and family) or force is None:
            return
        text = text_of(made, most)
        number = len(self.base.cards) + len(self.cards) + 1
        self.cards.append(
            Card(number, id_, char, ja, en, Family(family), force, text.ja, text.en, made)
        )
        self.parts[id_] = part
        if most is not None:
            self.limits[id_] = most

    def name(self, part: Part, lang: str) -> str | None:
        """A name that no other card has, and that cannot mean anything else."""
        name = part.words(lang)
        if name is None:
            return None
        if not _is_name(name):
            part.refuse(lang, "house-name", name)
            return None
        if other := self.names.get(key(name)) or self.spelling.readings.heard(name):
            part.refuse(lang, "house-name-taken", name, self.called.get(other, other))
            return None
        return name

    def id(self, part: Part) -> str | None:
        """An identifier that no other card has."""
        found = part.words("id")
        if found is None:
            return None
        if not _ID.fullmatch(found):
            part.refuse("id", "house-id", found)
            return None
        if other := self.names.get(key(found)):
            part.refuse("id", "house-name-taken", found, self.called.get(other, other))
            return None
        return found

    def char(self, part: Part, ja: str | None) -> str | None:
        """A character that no other card has."""
        char = part.words("char")
        if char is None:
            return None
        if len(char) != 1 or char != normal(char) or not _is_notation(char):
            part.refuse("char", "house-char", char)
            return None
        if char in self.chars:
            taken = "".join(self.chars)
            part.refuse("char", "house-char-taken", char, self.chars[char], there_are=(taken,))
            return None
        self.chars[char] = ja or char
        return char


def _changes(parts: Sequence[Part], base: CardPool) -> Mapping[str, tuple[Card, int | None]]:
    """The cards of the base that are played otherwise, each with its new limit."""
    found: dict[str, tuple[Card, int | None]] = {}
    for part in parts:
        id_ = part.choice("card", list(base.by_id))
        force = part.number("force", FORCES, needed=False)
        most = part.number("most", COPIES, needed=False)
        is_new = part.has("ability")
        made = _abilities(part)
        part.finish()
        if id_ in found:
            part.refuse("card", "house-changed-twice", id_ or "")
        elif not {"force", "most", "ability"} & set(part.values):
            part.refuse("card", "house-nothing-changed")
        elif id_:
            old = base.by_id[id_]
            card = replace(old, force=old.force if force is None else force)
            if is_new:
                text = text_of(made, most)
                card = replace(card, abilities=made, text_ja=text.ja, text_en=text.en)
            else:
                text = with_limit(Words(old.text_ja, old.text_en), most)
                card = replace(card, text_ja=text.ja, text_en=text.en)
            found[id_] = card, most
    return found


def _is_name(name: str) -> bool:
    """Whether a card can be called so: letters, figures and a few signs, and not figures alone."""
    return any(char.isalpha() for char in name) and all(
        not is_hidden(char) and (unicodedata.category(char)[0] in "LN" or char in _ALSO_IN_NAMES)
        for char in name
    )


def _is_notation(char: str) -> bool:
    """Whether a card can be written so. A long vowel sign or an accent belongs to the character before it."""
    return not is_hidden(char) and unicodedata.category(char) in ("Lo", "Ll", "So")


def _refuse_names_as_notation(pool: CardPool, added: _Additions) -> None:
    """No name of a card is written with notation characters alone, but for one that is its own character."""
    chars = {card.char: card.id for card in pool.cards}
    for card in pool.cards:
        mine = added.parts.get(card.id)
        spelled = {"ja": card.ja, "en": card.en, "id": card.id}
        for where, word in spelled.items():
            letters = key(word)
            if letters in chars and chars[letters] == card.id:
                continue
            if letters and all(char in chars for char in letters):
                part, at = (mine, where) if mine else _last_char_of(letters, added, chars)
                part.refuse(at, "house-name-as-notation", word)


def _last_char_of(letters: str, added: _Additions, chars: Mapping[str, str]) -> tuple[Part, str]:
    """The new card whose character has made a name of the rule book a row of cards."""
    new = [added.parts[chars[char]] for char in letters if chars[char] in added.parts]
    return new[-1], "char"


# --- abilities --------------------------------------------------------------------------------------------


def _abilities(part: Part) -> tuple[Ability, ...]:
    made = [_ability(each) for each in part.parts("ability", MOST_ABILITIES)]
    return tuple(each for each in made if each)


def _ability(part: Part) -> Ability | None:
    before = len(part.file.problems)
    kind = part.choice("kind", KINDS)
    made: Ability | None = None
    match kind:
        case "static":
            rule = part.choice("rule", [each.value for each in Rule])
            made = Static(Rule(rule)) if rule else None
        case "build":
            if term := _term(part, AT_START, "build"):
                made = abilities.Build(term.verb())  # type: ignore[arg-type]
        case "action":
            made = _action(part)
        case "event":
            made = _event(part)
    if kind:
        part.finish()
    return made if len(part.file.problems) == before else None


def _action(part: Part) -> Action | None:
    term = _term(part, ACTIONS, "action")
    there_are = [each.value for each in Constraint if each is not Constraint.SOURCE_IN_PLAY]
    constraint = _constraint(part, term, there_are)
    option = _option(part, term)
    numbers = _numbers(part, term)
    if not term or numbers is None:
        return None
    return Action(term.verb(**numbers), constraint, option)  # type: ignore[arg-type]


def _event(part: Part) -> Event | None:
    trigger = part.choice("trigger", [each.value for each in Trigger])
    term = _term(part, trigger, trigger) if trigger else None
    if not trigger:
        part.asked += list(part.values)
        return None
    at_least, constraint = 1, None
    if trigger in DAMAGE:
        at_least = part.number("at_least", POINTS, needed=False) or 1
        constraint = _constraint(part, term, [Constraint.SOURCE_IN_PLAY.value])
    option = _option(part, term)
    numbers = _numbers(part, term)
    if not term or numbers is None:
        return None
    answer = term.verb(**numbers)
    return Event(Trigger(trigger), answer, constraint, option, at_least)  # type: ignore[arg-type]


def _term(part: Part, place: str, called: str) -> Term | None:
    """The verb that is done there."""
    fitting = [term.name for term in TERMS if place in term.places]
    word = part.values.get("do")
    if isinstance(word, str) and word in BY_NAME and word not in fitting:
        part.asked.append("do")
        part.refuse("do", "house-not-here", word, called, there_are=fitting)
        part.asked += list(BY_NAME[word].numbers)
        return None
    found = part.choice("do", fitting)
    if not found:
        part.asked += ["points", "times"]
    return BY_NAME[found] if found else None


def _constraint(part: Part, term: Term | None, there_are: Sequence[str]) -> Constraint | None:
    found = part.choice("constraint", there_are, needed=False)
    if (
        term
        and term.constraint
        and found != term.constraint
        and not (part.has("constraint") and found is None)
    ):
        needed = f'constraint = "{term.constraint}"'
        part.refuse("do", "house-needs", term.name, there_are=(needed,))
    return Constraint(found) if found else None


def _option(part: Part, term: Term | None) -> Option | None:
    found = part.choice("option", [each.value for each in Option], needed=False)
    if not term:
        return Option(found) if found else None
    if found and found not in term.options:
        code = _PAYS.get(Option(found), "house-no-option")
        part.refuse("option", code, term.name, found, there_are=term.options)
    elif term.option and found != term.option and not (part.has("option") and not found):
        part.refuse("do", "house-needs", term.name, there_are=(f'option = "{term.option}"',))
    return Option(found) if found else None


def _numbers(part: Part, term: Term | None) -> dict[str, int] | None:
    """The numbers of the verb, if all are there."""
    if not term:
        return None
    found = {
        name: part.number(name, within, needed=name not in term.optional())
        for name, within in term.numbers.items()
    }
    given = {name: number for name, number in found.items() if number is not None}
    return given if term.optional() | set(given) == set(found) else None
