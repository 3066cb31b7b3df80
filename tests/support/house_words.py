"""The words of house cards as the pages of documentation list them: made of the table that plays and tells them.

Run as a program it writes them into the pages anew: `python -m tests.support.house_words`.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from app.engine import Lang, Words
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
from app.games.laplaplus.abilities import (
    CONSTRAINTS,
    FAMILIES,
    OPTIONS,
    RULES,
    TRIGGERS,
    Constraint,
    Family,
    Option,
    Rule,
    Trigger,
)
from app.games.laplaplus.effects import Action, Build, Event
from app.games.laplaplus.house.vocabulary import (
    FORCES,
    MOST_ABILITIES,
    MOST_CARDS,
    TERMS,
    Term,
)
from app.games.laplaplus.house.words import text_of
from app.games.shiden_issen_2.workshop import OwnSkill

DOCS: Final = Path(__file__).parents[2] / "app" / "docs"
PAGES: Final[dict[Lang, Path]] = {
    "en": DOCS / "house-cards.md",
    "ja": DOCS / "house-cards.ja.md",
}
_BEGIN: Final = re.compile(
    r"(?ms)^(## (?:The words|ことば).*?\n).*?(?=^## (?:What is refused|断られるもの))"
)

_HEADS: Final = {
    "verbs": Words("効果 `do`", "What a card does: `do`"),
    "triggers": Words("きっかけ `trigger`", "When an Event answers: `trigger`"),
    "constraints": Words("条件 `constraint`", "Conditions: `constraint`"),
    "options": Words("付くもの `option`", "What it costs: `option`"),
    "rules": Words("常態 `rule`", "Static rules: `rule`"),
    "families": Words("系統 `family`", "Families: `family`"),
}
_COST: Final = {
    Option.NO_INTERCEPT: Words("敵のEventは応じられない", "No enemy Event answers it"),
    Option.REMOVAL: Words("ダウンの代わりに除去される", "The card is removed instead of downed"),
    Option.DOWNLESS: Words("ダウンしない", "The card stays up"),
}


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def table(*heads: str) -> list[str]:
    return [row(*heads), row(*["---"] * len(heads))]


def sample(term: Term) -> Words:
    """The printed text of a card that does this."""
    verb, place = term.sample(), term.places[-1]
    ability: Action | Build | Event
    if place == "action":
        ability = Action(verb, term.constraint, term.option)  # type: ignore[arg-type]
    elif place == "build":
        ability = Build(verb)  # type: ignore[arg-type]
    else:
        ability = Event(Trigger(place), verb, term.constraint, term.option)  # type: ignore[arg-type]
    return text_of([ability])


def words(lang: Lang) -> str:
    """The chapter of words."""

    def named(ja: str, en: str) -> str:
        return Words(ja, en).to(lang)

    def code(all_words: object) -> str:
        return ", ".join(f"`{each}`" for each in all_words) or "–"  # type: ignore[attr-defined]

    said = [
        named(
            f"1つのファイルに{MOST_CARDS}枚まで、1枚に能力は{MOST_ABILITIES}つまで、フォースは{FORCES[0]}から{FORCES[-1]}までです。",
            f"A file has up to {MOST_CARDS} cards, a card up to {MOST_ABILITIES} abilities, its force is {FORCES[0]} to {FORCES[-1]}.",
        ),
        "",
        f"### {_HEADS['verbs'].to(lang)}",
        "",
        *table(
            "do",
            named("立つところ", "Stands in"),
            named("数", "Numbers"),
            "option",
            named("カードの文面(数が2のとき)", "As printed, with 2 for numbers"),
        ),
    ]
    for term in TERMS:
        places = ["action", "build"] if term.places[0] in ("action", "build") else []
        stands = [each for each in term.places if each in places] or list(term.places)
        numbers = [f"`{name}` {values[0]}–{values[-1]}" for name, values in term.numbers.items()]
        said.append(
            row(
                f"`{term.name}`",
                code(stands),
                ", ".join(numbers) or "–",
                code(term.options),
                sample(term).to(lang),
            )
        )
    for what, those in (
        ("triggers", [(each, TRIGGERS[each].to(lang).format(least="")) for each in Trigger]),
        (
            "constraints",
            [(each, CONSTRAINTS[each].to(lang).removeprefix(", ").strip()) for each in Constraint],
        ),
        (
            "options",
            [(each, f"{OPTIONS[each].to(lang)}: {_COST[each].to(lang)}") for each in Option],
        ),
        ("rules", [(each, RULES[each].to(lang)) for each in Rule]),
        ("families", [(each, FAMILIES[each].to(lang)) for each in Family]),
    ):
        said += ["", f"### {_HEADS[what].to(lang)}", ""]
        said += table(what.removesuffix("s").replace("familie", "family"), named("意味", "Meaning"))
        said += [row(f"`{word}`", meaning) for word, meaning in those]
    return "\n".join(said)


_SKILLS: Final = re.compile(r"(?ms)^\| (?:Key|項目) \|.*?(?=^$)")


def skills(lang: Lang) -> str:
    """The table of what a skill of 紫電一閃 弐 is made of."""
    heads = table(*(each.to(lang) for each in (
        Words("項目", "Key"), Words("意味", "Meaning"), Words("書けるもの", "What is written"),
    )))  # fmt: skip
    return "\n".join([*heads, *_asked(OwnSkill, "", lang)])


def _asked(kind: type, within: str, lang: Lang) -> Iterator[str]:
    """A row for every key of this kind, and of what stands inside."""
    for key, asked in schema.asked(kind).items():
        ask = asked.ask
        if isinstance(ask, DeedField):
            yield row(f"{within}`{ask.by}`", ask.called(lang), _codes(schema.named(ask.verbs)))
            for verb in ask.verbs:
                yield from _asked(verb, f'{within}`{ask.by} = "{schema.name_of(verb)}"`, ', lang)
        else:
            yield row(f"{within}`{key}`", ask.called(lang), _written(ask, lang))
        if isinstance(ask, TablesField) and isinstance(ask.of, tuple):
            for each in ask.of:
                yield from _asked(each, f'`{ask.by} = "{schema.name_of(each)}"`, ', lang)
        if isinstance(ask, TableField) and key == "points":
            yield from _asked(ask.of, "`speed`, `points`: ", lang)


def _codes(those: Iterable[str]) -> str:
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
            return f"`[[card.ability]]`, `{ask.by}` " + _codes(map(schema.name_of, kinds))
    return "{…}"


def renewed(page: str, lang: Lang) -> str:
    """The page with its chapter of words as the table has them now."""
    page = _BEGIN.sub(lambda head: f"{head[1]}\n{words(lang)}\n\n", page)
    return _SKILLS.sub(f"{skills(lang)}\n", page)


if __name__ == "__main__":
    for lang, path in PAGES.items():
        path.write_text(renewed(path.read_text("utf-8"), lang), "utf-8")
