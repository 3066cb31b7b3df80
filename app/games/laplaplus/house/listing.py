"""The words that house cards are made of, as the page of documentation lists them."""

from typing import Final

from app.engine import Lang, Words
from app.engine.workshop.listing import codes, row, table
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

_HEADS: Final = {
    "verb": Words("効果 `do`", "What a card does: `do`"),
    "trigger": Words("きっかけ `trigger`", "When an Event answers: `trigger`"),
    "constraint": Words("条件 `constraint`", "Conditions: `constraint`"),
    "option": Words("付くもの `option`", "What it costs: `option`"),
    "rule": Words("常態 `rule`", "Static rules: `rule`"),
    "family": Words("系統 `family`", "Families: `family`"),
}
_COST: Final = {
    Option.NO_INTERCEPT: Words("敵のEventは応じられない", "No enemy Event answers it"),
    Option.REMOVAL: Words("ダウンの代わりに除去される", "The card is removed instead of downed"),
    Option.DOWNLESS: Words("ダウンしない", "The card stays up"),
}


def _sample(term: Term) -> Words:
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


def listed(lang: Lang) -> str:
    """Tables in Markdown: what a card does, when it answers, its conditions, costs, static rules and families."""

    def named(ja: str, en: str) -> str:
        return Words(ja, en).to(lang)

    said = [
        named(
            f"1つのファイルに{MOST_CARDS}枚まで、1枚に能力は{MOST_ABILITIES}つまで、フォースは{FORCES[0]}から{FORCES[-1]}までです。",
            f"A file has up to {MOST_CARDS} cards, a card up to {MOST_ABILITIES} abilities, its force is {FORCES[0]} to {FORCES[-1]}.",
        ),
        "",
        f"### {_HEADS['verb'].to(lang)}",
        "",
        *table(
            "do",
            named("立つところ", "Stands in"),
            named("数", "Numbers"),
            "option",
            named("カードの文面（数が2のとき）", "As printed, with 2 for numbers"),
        ),
    ]
    for term in TERMS:
        places = ["action", "build"] if term.places[0] in ("action", "build") else []
        stands = [each for each in term.places if each in places] or list(term.places)
        numbers = [f"`{name}` {values[0]}–{values[-1]}" for name, values in term.numbers.items()]
        said.append(
            row(
                f"`{term.name}`",
                codes(stands),
                ", ".join(numbers) or "–",
                codes(term.options) or "–",
                _sample(term).to(lang),
            )
        )
    for what, those in (
        ("trigger", [(each, TRIGGERS[each].to(lang).format(least="")) for each in Trigger]),
        (
            "constraint",
            [(each, CONSTRAINTS[each].to(lang).removeprefix(", ").strip()) for each in Constraint],
        ),
        (
            "option",
            [(each, f"{OPTIONS[each].to(lang)}: {_COST[each].to(lang)}") for each in Option],
        ),
        ("rule", [(each, RULES[each].to(lang)) for each in Rule]),
        ("family", [(each, FAMILIES[each].to(lang)) for each in Family]),
    ):
        said += ["", f"### {_HEADS[what].to(lang)}", ""]
        said += table(what, named("意味", "Meaning"))
        said += [row(f"`{word}`", meaning) for word, meaning in those]
    return "\n".join(said)
