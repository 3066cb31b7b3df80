"""The form for making a card: a control for every field of its kind, and the card that the answers make.

A control is named by the path of its field, `effects.1.code`, as in a file.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from app.engine import Lang, Words
from app.engine.workshop import labels, schema
from app.engine.workshop.schema import (
    Ask,
    ChoiceField,
    CodeField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    Shy,
    TableField,
    TablesField,
    TextField,
)

MOST_TEXT: Final = 400
"""Characters of a field that are looked at."""
_LONG: Final = 60
_NEW: Final = "N01"
_OWN: Final = Words("（自分で作る）", "(one of your own)")


class Control(NamedTuple):
    """A field as it is asked for, or the heading of several, which are `inside`.

    `kind` is that of the control: `text`, `long`, `number`, `choice`, `flag`, `group`.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    options: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    step: int = 1
    is_needed: bool = False
    sample: str = ""
    inside: "tuple[Control, ...]" = ()


def controls(kind: type, fields: Mapping[str, str], lang: Lang, at: str = "") -> Iterator[Control]:
    """The controls for a card of this kind, with what was typed.

    A list of tables has the started ones and one more.
    """
    keys = kind.asks(data_of(kind, fields, at)) if isinstance(kind, Shy) else schema.asked(kind)
    for key, asked in schema.asked(kind).items():
        if key not in keys:
            continue
        yield from _controls(f"{at}{key}", asked.ask, fields, lang, is_needed=asked.is_needed)


def _controls(
    name: str, ask: Ask, fields: Mapping[str, str], lang: Lang, *, is_needed: bool
) -> Iterator[Control]:
    label, value = ask.called(lang), fields.get(name, "")
    match ask:
        case TablesField():
            for number in range(1, ask.most + 1):
                begun = _has(fields, f"{name}.{number}.")
                inside = tuple(_table(f"{name}.{number}", ask.of, ask.by, fields, lang, label))
                yield Control(name, f"{label} {number}", "group", inside=inside)
                if not begun and number >= ask.least:
                    return
        case TableField():
            inside = tuple(controls(ask.of, fields, lang, f"{name}."))
            yield Control(name, label, "group", inside=inside)
        case DeedField():
            place = name.rpartition(".")[0]
            yield from _deed(f"{place}." if place else "", ask.verbs, ask.by, fields, lang, label)
        case SeveralField(of=ChoiceField() as one):
            for number in range(1, ask.most + 1):
                at = f"{name}.{number}"
                yield _choice(
                    at,
                    f"{one.called(lang)} {number}",
                    one,
                    fields.get(at, ""),
                    lang,
                    number <= ask.least,
                )
        case ChoiceField():
            yield _choice(name, label, ask, value, lang, is_needed)
        case NumberField():
            yield Control(name, label, "number", value, (), ask.low, ask.high, ask.step, is_needed)
        case FlagField():
            yield Control(name, label, "flag", value)
        case CodeField():
            yield from _code(name, ask, value, lang)
        case TextField() if ask.most > _LONG:
            yield Control(name, label, "long", value, high=ask.most, is_needed=is_needed)
        case _:
            sample = ask.sample if isinstance(ask, TextField) else ""
            yield Control(name, label, "text", value, (), 0, MOST_TEXT, 1, is_needed, sample)


def _code(name: str, ask: CodeField, value: str, lang: Lang) -> Iterator[Control]:
    """One of the words that there are, or a new one."""
    known = tuple((word, f"{word} {words.to(lang)}") for word, words in ask.words.items())
    new = value if value and value not in ask.words else _NEW
    options = (("", "–"), (new, f"{new} {_OWN.to(lang)}"), *known)
    yield Control(name, ask.called(lang), "choice", value, options, is_needed=True)


def _table(
    at: str,
    of: type | tuple[type, ...],
    by: str,
    fields: Mapping[str, str],
    lang: Lang,
    label: str,
) -> Iterator[Control]:
    if isinstance(of, type):
        yield from controls(of, fields, lang, f"{at}.")
    else:
        yield from _deed(f"{at}.", of, by, fields, lang, label)


def _deed(
    at: str,
    verbs: tuple[type, ...],
    by: str,
    fields: Mapping[str, str],
    lang: Lang,
    label: str,
) -> Iterator[Control]:
    """Which verb it is, and once that is chosen the verb's own fields."""
    there_are = schema.named(verbs)
    chosen = fields.get(f"{at}{by}", "")
    options = (
        ("", "–"),
        *((word, labels.called(each).to(lang)) for word, each in there_are.items()),
    )
    yield Control(f"{at}{by}", label, "choice", chosen, options)
    if chosen in there_are:
        yield from controls(there_are[chosen], fields, lang, at)


def _choice(
    name: str, label: str, ask: ChoiceField, value: str, lang: Lang, is_needed: bool
) -> Control:
    options = tuple((word, words.to(lang)) for word, words in ask.words.items())
    return Control(name, label, "choice", value, (("", "–"), *options), is_needed=is_needed)


def _has(fields: Mapping[str, str], start: str) -> bool:
    return any(name.startswith(start) and value for name, value in fields.items())


def data_of(kind: type, fields: Mapping[str, str], at: str = "") -> dict[str, Any]:
    """The answers as plain data, without fields left empty."""
    found: dict[str, Any] = {}
    for key, asked in schema.asked(kind).items():
        found |= _data(f"{at}{key}", key, asked.ask, fields)
    return found


def _data(name: str, key: str, ask: Ask, fields: Mapping[str, str]) -> dict[str, Any]:
    match ask:
        case TablesField():
            tables = [
                _inner(f"{name}.{number}.", ask.of, ask.by, fields)
                for number in range(1, ask.most + 1)
                if _has(fields, f"{name}.{number}.")
            ]
            return {key: tables} if tables else {}
        case TableField():
            return {key: data_of(ask.of, fields, f"{name}.")} if _has(fields, f"{name}.") else {}
        case DeedField():
            place = name.rpartition(".")[0]
            return _inner(f"{place}." if place else "", ask.verbs, ask.by, fields)
        case SeveralField(of=ChoiceField()):
            chosen = (fields.get(f"{name}.{number}", "") for number in range(1, ask.most + 1))
            words = [each for each in chosen if each]
            return {key: words} if words else {}
        case SeveralField():
            items = fields.get(name, "").replace("、", " ").replace(",", " ").split()
            return {key: items} if items else {}
    value = fields.get(name, "")[:MOST_TEXT].strip()
    return {key: labels.value_of(ask, value)} if value else {}


def _inner(
    at: str, of: type | tuple[type, ...], by: str, fields: Mapping[str, str]
) -> dict[str, Any]:
    if isinstance(of, type):
        return data_of(of, fields, at)
    chosen = fields.get(f"{at}{by}", "")
    verb = schema.named(of).get(chosen)
    return {by: chosen, **(data_of(verb, fields, at) if verb else {})} if chosen else {}


def fields_of(data: Mapping[str, Any], at: str = "") -> dict[str, str]:
    """The answers that say this plain data."""
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= fields_of(value, f"{at}{key}.")
        elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
            for number, each in enumerate(value, start=1):
                found |= fields_of(each, f"{at}{key}.{number}.") if isinstance(each, dict) else {}
        elif isinstance(value, list):
            found |= {f"{at}{key}.{number}": str(each) for number, each in enumerate(value, 1)}
            found[f"{at}{key}"] = " ".join(map(str, value))
        else:
            found[f"{at}{key}"] = (
                ("1" if value else "") if value is True or value is False else str(value)
            )
    return found
