"""The words that cards of a workshop are made of, as pages of documentation list them."""

from collections.abc import Iterable, Iterator

from app.engine.words import Lang, Words
from app.engine.workshop import schema
from app.engine.workshop.schema import (
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    TableField,
    TablesField,
    TextField,
)


def listed(kind: type, lang: Lang) -> str:
    """A table in Markdown of what a card of this kind is made of."""
    heads = (Words("項目", "Key"), Words("意味", "Meaning"), Words("書けるもの", "What is written"))
    return "\n".join([*table(*(each.to(lang) for each in heads)), *_asked(kind, "", lang)])


def row(*cells: str) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(cells)} |"


def table(*heads: str) -> list[str]:
    """The head of a table in Markdown."""
    return [row(*heads), row(*["---"] * len(heads))]


def _asked(kind: type, within: str, lang: Lang) -> Iterator[str]:
    """A row for every key of this kind, and of what stands inside."""
    for key, asked in schema.asked(kind).items():
        ask = asked.ask
        if isinstance(ask, DeedField):
            yield row(f"{within}`{ask.by}`", ask.called(lang), codes(schema.named(ask.verbs)))
            for verb in ask.verbs:
                yield from _asked(verb, f'{within}`{ask.by} = "{schema.name_of(verb)}"`, ', lang)
        else:
            yield row(f"{within}`{key}`", ask.called(lang), _written(ask, lang))
        if isinstance(ask, TablesField) and isinstance(ask.of, tuple):
            for each in ask.of:
                yield from _asked(each, f'`{ask.by} = "{schema.name_of(each)}"`, ', lang)
        if isinstance(ask, TableField) and key == "points":
            yield from _asked(ask.of, "`speed`, `points`: ", lang)


def codes(those: Iterable[str]) -> str:
    """These words as code, with commas."""
    return ", ".join(f"`{each}`" for each in those)


def _written(ask: schema.Ask, lang: Lang) -> str:
    match ask:
        case NumberField():
            return f"{ask.low}–{ask.high}"
        case ChoiceField():
            return ", ".join(f"`{word}` {said.to(lang)}" for word, said in ask.words.items())
        case FlagField():
            return "`true`, `false`"
        case TextField():
            return '`"…"`'
        case SeveralField():
            return f"[{_written(ask.of, lang)}]"
        case TablesField(of=(_, *_) as kinds):
            return f"`[[card.ability]]`, `{ask.by}` " + codes(map(schema.name_of, kinds))
    return "{…}"
