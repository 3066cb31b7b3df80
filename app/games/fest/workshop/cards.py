"""Cards made by people: their parts, and their problems (rules §2.7, R37–R39)."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Annotated, Any, Final

from app.engine.words import Words
from app.engine.workshop import schema
from app.engine.workshop.file import File, Part
from app.engine.workshop.schema import (
    CardFault,
    ChoiceField,
    CodeField,
    SeveralField,
    TableField,
    TablesField,
    TextField,
)
from app.games.fest.abilities import (
    ABILITY_NAMES as ABILITIES,
    ATTRIBUTE_NAMES as NAMES,
    NO_ABILITY_NAME as NONE,
    THEME_NAMES,
    THEMES,
)
from app.games.fest.cards import DECK_NAMES, Card
from app.games.fest.effects import EFFECT_WORDS, EFFECTS, Printed
from app.games.fest.verbs import (
    Swap,
    SwapFoe,
)
from app.games.fest.workshop.effects import BAD_ID, EN, ID, JA, WAYS, OwnEffect
from app.text.characters import key as spelled, normal

_BLANKS: Final = Words("{code}の空欄：{blanks}。", "the blanks of {code}: {blanks}.")
_SAME_BLANKS: Final = Words(
    "入れ替える2つの属性は異なる必要があります。", "it exchanges the same attribute; write another."
)
_ALIKE: Final = Words("2つの効果は異なる必要があります。", "its two effects are the same.")
_NEEDS_TAG: Final = Words("{code}にはタグ{tags}が必要です。", "{code} needs the tag {tags}.")
_UNDEFINED: Final = Words(
    "このタグの定義がありません。[[tag]]にnameと、どんな効果のタグかをjaで書いてください。",
    "this tag is not defined. Write [[tag]] with its name and, as ja, what its effects are.",
)
_EFFECT: Final = Words("効果", "effect")
NO_ABILITY: Final = "none"
_NUMBERED: Final = re.compile("[a-z][0-9]+")


MOST_CARDS: Final = 200


@dataclass(frozen=True, slots=True)
class CardEffect:
    """An effect on a card: known by its code, or defined here; with its blanks, name and flavour there."""

    code: Annotated[
        str,
        CodeField(_EFFECT, 8, words={code: each.name for code, each in EFFECT_WORDS.items()}),
    ]
    z: Annotated[str | None, ChoiceField(Words("テーマ", "theme"), THEME_NAMES)] = None
    x: Annotated[str | None, ChoiceField(Words("属性", "attribute"), NAMES)] = None
    y: Annotated[str | None, ChoiceField(Words("二つ目の属性", "second attribute"), NAMES)] = None
    title: Annotated[str, TextField(Words("技名|名", "called|title"))] = ""
    flavour: Annotated[
        str,
        TextField(
            Words("フレーバー|フレーバーテキスト", "flavour|flavor|flavour text|flavor text"), 200
        ),
    ] = ""
    own: Annotated[
        OwnEffect | None, TableField(Words("効果の定義", "definition|effect definition"), OwnEffect)
    ] = None

    @staticmethod
    def asks(data: Mapping[str, Any]) -> Collection[str]:
        """Its name, its flavour, the blanks that this effect has, and of a new one the definition, which names it."""
        code = data.get("code", "")
        if code in EFFECTS:
            return {"code", "title", "flavour", *EFFECTS[code].blanks}
        own = data.get("own", {})
        blanks = [*WAYS[own["chooses"]].blanks] if own.get("chooses") in WAYS else []
        z = ["z"] if own.get("only") == "printed" else []
        title = ["title"] if data.get("title") else []
        return {"code", *(("flavour", "own", *title, *z, *blanks) if code else ())}


@dataclass(frozen=True, slots=True)
class OwnCard:
    """A house card."""

    id: Annotated[
        str, TextField(Words("番号", "id|number"), 8, fits=ID.fullmatch, else_said=BAD_ID)
    ]
    ja: Annotated[str, TextField(JA)]
    abilities: Annotated[
        tuple[str, ...],
        SeveralField(
            Words("能力", "abilities|ability"),
            ChoiceField(Words("能力", "ability"), {**ABILITIES, NO_ABILITY: NONE}),
            2,
            2,
        ),
    ]
    effects: Annotated[
        tuple[CardEffect, ...], TablesField(Words("効果", "effect|effects"), CardEffect, 2, 2)
    ]
    tags: Annotated[
        tuple[str, ...],
        SeveralField(Words("タグ|ルールタグ", "tags|tag"), TextField(Words("タグ", "tag")), 1, 8),
    ]
    en: Annotated[str, TextField(EN)] = ""
    author: Annotated[str, TextField(Words("作者", "author"))] = ""
    picture: Annotated[str, TextField(Words("画像", "picture"), 200)] = ""
    flavour: Annotated[
        str, TextField(Words("フレーバー|フレーバーテキスト", "flavour|flavor"), 200)
    ] = ""

    @staticmethod
    def asks(data: Mapping[str, Any]) -> Collection[str]:
        """Return the fields that people fill in. Id and tags are derived, and the call for cards has the rest."""
        return {"ja", "en", "abilities", "effects", "author", "flavour"}


class CardReading:
    """Custom cards read one after the other, in addition to those of the house, and all their
    mistakes.
    """

    def __init__(self, house: Mapping[str, Card]) -> None:
        self.taken = {*house}
        self.names = {
            spelled(way): id
            for id, words in (DECK_NAMES | {id: card.name for id, card in house.items()}).items()
            for way in (id, *words)
        }
        self.effects: dict[str, OwnEffect] = {}
        self.made: list[OwnCard] = []
        self.lists: dict[object, set[str]] = {}
        for card in house.values():
            for printed in card.effects:
                self.lists.setdefault(printed.essence, set()).add(printed.effect.tag)

    def define(self, part: Part) -> None:
        """Read the definition of an effect, or report its problems."""
        if own := schema.read(part, OwnEffect):
            self._define(part, "code", own)

    def _define(self, part: Part, key: str, own: OwnEffect) -> None:
        if self.effects.setdefault(own.code, own) != own:
            part.say(
                key,
                Words(
                    "この記号の効果はもう別に定義されています。", "another effect has this code."
                ),
            )

    def read(self, part: Part) -> None:
        """Take in a card, or note all that is wrong with it."""
        card, said = schema.read(part, OwnCard), schema.right(part.values, OwnCard)
        if said.get("id") in self.taken:
            part.say(
                "id",
                Words("同じ番号のカードがもうあります。", "there is another card with this id."),
            )
        self.taken |= {said.get("id", "")}
        self._name(part, said)
        both = [self._printed(part, *each) for each in _effects(part)]
        whole = [each for each in both if each]
        if len(whole) == len(both) == 2:
            for fault in self._judged(said.get("tags"), *whole):
                part.say(*fault)
            self.made += [card] if card else []

    def _name(self, part: Part, said: Mapping[str, str]) -> None:
        """Note the names of the card, or report that another card has one: decks and orders know cards by name."""
        for key in ("ja", "en"):
            name = said.get(key, "")
            other = self.names.setdefault(spelled(name), said.get("id", "")) if name else ""
            if other and other != said.get("id"):
                part.refuse(key, "house-name-taken", name, other)
                break
            if "/" in normal(name) or _NUMBERED.fullmatch(normal(name)):
                part.refuse(key, "house-name", name)

    def _printed(self, part: Part, number: int, written: CardEffect) -> Printed | None:
        at = Part(part.file, (*part.path, "effects", number), {})
        if written.own:
            self._define(at, "own", written.own)
        if written.code not in EFFECTS and written.code not in self.effects:
            at.refuse("code", "house-unknown-word", written.code, there_are=[*EFFECTS][:3])
            return None
        found = printed(written, self.effects)
        given = "".join(blank for blank in "zxy" if getattr(written, blank))
        wanted = "".join(blank for blank in "zxy" if blank in found.effect.blanks)
        if given != wanted:
            blanks = Words("、".join(wanted) or "なし", ", ".join(wanted) or "none")
            at.say("code", _BLANKS.filled(code=written.code, blanks=blanks))
            return None
        if written.x == written.y and any(
            isinstance(verb, Swap | SwapFoe) for verb in found.effect.verbs if written.x
        ):
            at.say("y", _SAME_BLANKS)
            return None
        return found

    def _judged(
        self, given: Collection[str] | None, one: Printed, another: Printed
    ) -> Iterator[CardFault]:
        """Two kinds of effects, each with the tag of a list that has it (R37, R38)."""
        if one.essence == another.essence:
            yield CardFault("effects", _ALIKE)
        for each in (one, another) if given else ():
            there_are = self.tags_of(each)
            if there_are.isdisjoint(given or ()):
                tags = " ".join(sorted(there_are))
                yield CardFault("tags", _NEEDS_TAG.filled(code=each.effect.code, tags=tags))

    def tags_of(self, printed: Printed) -> set[str]:
        """The tags of all lists that have this effect or an equal one (R38)."""
        return self.lists.get(printed.essence, set()) | {printed.effect.tag} | {
            each.tag
            for each in self.effects.values()
            if Printed(each.effect(), printed.z, printed.x, printed.y).essence == printed.essence
        }  # fmt: skip

    def cards(self) -> dict[str, Card]:
        """The added cards, as they are played."""
        return {card.id: self._card(card) for card in self.made}

    def _card(self, card: OwnCard) -> Card:
        one, another = (None if each == NO_ABILITY else each for each in card.abilities)
        first, second = (printed(each, self.effects) for each in card.effects)
        lists = tuple(self.tags_of(each) & {*card.tags} for each in (first, second))
        name = Words(card.ja, card.en or card.ja)
        return Card(card.id, name, (one, another), (first, second), card.tags, lists=lists)


def _effects(part: Part) -> Iterator[tuple[int, CardEffect]]:
    """The effects of a card that are right by themselves, with their numbers."""
    given = part.values.get("effects")
    for number, each in enumerate(given if isinstance(given, list) else (), start=1):
        effect = schema.read(File.of(each), CardEffect) if isinstance(each, dict) else None
        if effect:
            yield number, effect


def printed(written: CardEffect, own: Mapping[str, OwnEffect]) -> Printed:
    """The effect as the card has it."""
    mine = written.own or own.get(written.code)
    effect = mine.effect() if mine else EFFECTS[written.code]
    theme = mine.only if mine and mine.only in THEMES else written.z
    return Printed(effect, theme, written.x, written.y, written.title)


@dataclass(frozen=True, slots=True)
class OwnTag:
    """The rule tag of a custom effect: what its effects have in common, and their version."""

    name: Annotated[str, TextField(Words("タグ", "tag"))]
    ja: Annotated[str, TextField(Words("定義", "definition in Japanese"), 200)]
    version: Annotated[int, schema.NumberField(Words("版", "version"), 1, 99)] = 1
    en: Annotated[str, TextField(Words("英語の定義", "definition in English"), 200)] = ""
    author: Annotated[str, TextField(Words("作者", "author"))] = ""


def of_file(text: str, house: Mapping[str, Card]) -> CardReading:
    """The cards of a text in TOML: tags, the effects that they define, and cards. Raises `CardsUnreadable`."""
    whole = File.read(text)
    workshop = CardReading(house)
    tags = [tag.name for _, tag in schema.all_of(whole.parts("tag", MOST_CARDS), OwnTag)]
    for part in whole.parts("effect", MOST_CARDS):
        workshop.define(part)
        if part.values.get("tag") not in tags:
            part.say("tag", _UNDEFINED)
    for part in whole.parts("card", MOST_CARDS):
        workshop.read(part)
    whole.finish()
    if not workshop.made and not whole.file.problems:
        whole.file.refuse((), "house-no-cards", (), ())
    whole.file.finish()
    return workshop


def as_listed(card: OwnCard, own: Mapping[str, OwnEffect]) -> dict[str, Any]:
    """The card as a configuration lists it (rules §8.1), with the definitions of its custom effects."""
    data = schema.as_data(card)
    data["name"] = data.pop("ja")
    data["abilities"] = [None if each == NO_ABILITY else each for each in card.abilities]
    for each in data["effects"]:
        each.pop("flavour", None)
        if each["code"] in own:
            each["own"] = schema.as_data(own[each["code"]])
    return {key: value for key, value in data.items() if key not in ("flavour", "picture")}


def of_config(listed: Sequence[Any], house: Mapping[str, Card]) -> tuple[CardReading, File]:
    """The cards that a configuration lists, and all that is wrong with them."""
    whole = File.of({"card": [_unlisted(each) for each in listed]})
    workshop = CardReading(house)
    for part in whole.parts("card", MOST_CARDS):
        workshop.read(part)
    return workshop, whole.file


def _unlisted(card: Any) -> Any:
    """The card as a table has it."""
    if not isinstance(card, Mapping):
        return card
    abilities = card.get("abilities")
    if isinstance(abilities, list):
        abilities = [NO_ABILITY if each is None else each for each in abilities]
    names = {"ja" if key == "name" else key: value for key, value in card.items()}
    return {**names, "abilities": abilities} if "abilities" in card else names


def defined(data: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """The tags of its custom effects, each with the effect before its blanks are filled in."""
    for each in data["effects"]:
        if "own" in each:
            own = schema.read(File.of({"code": "X0000", **each["own"]}), OwnEffect)
            if own:
                yield own.tag, Printed(own.effect()).essence


def whole(data: Mapping[str, Any], number: int) -> Mapping[str, Any]:
    """The card with its defaults: id, codes of its custom effects, and the tags that it needs if it names none."""
    id = f"X{number:04}"
    given = data.get("effects", [])
    if not isinstance(given, list) or not all(isinstance(each, dict) for each in given):
        return {**data, "id": id}
    effects = [
        {**each, "code": f"{id}{sign}", "own": {**own, "code": f"{id}{sign}"}}
        if isinstance(own := each.get("own", {} if _is_undefined(each.get("code")) else None), dict)
        else each
        for each, sign in zip(given, ascii_uppercase, strict=False)
    ]
    own = [str(each["own"].get("tag", "")) for each in effects if isinstance(each.get("own"), dict)]
    codes = [str(each.get("code")) for each in effects]
    known = [EFFECTS[code].tag for code in codes if code in EFFECTS]
    tags = data.get("tags") or sorted({tag for tag in (*own, *known) if tag})
    return {**data, "id": id, "effects": effects, "tags": tags}


def _is_undefined(code: object) -> bool:
    """Whether this is the code of an effect that is still to be defined: it begins like no other."""
    is_code = isinstance(code, str) and bool(ID.fullmatch(code))
    return is_code and str(code)[0] not in {each[0] for each in EFFECTS}
