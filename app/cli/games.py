"""A game without a season: a battle, a round robin, its cards and rules."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.options import (
    BattlesOption,
    CardsOption,
    ForceOption,
    GameName,
    JsonOption,
    LangOption,
    RuleOption,
    SeedOption,
    game_named,
    say_json,
)
from app.cli.console.output import say_csv
from app.engine import Lang, Words
from app.errors import BuildUnreadable
from app.text.columns import aligned

if TYPE_CHECKING:
    from app.engine import Build, CardInfo, Ruleset

commands = typer.Typer()

_SIDES = (Words("ホーム", "home"), Words("アウェイ", "away"))
_NO_CARDS = Words("(カードなし)", "(no cards)")


@commands.command(
    epilog=voice.examples(
        "hikyaku battle laplaplus 'Attack, Core / Alice' 'Core, Shield / Bob' --lang en",
        "hikyaku battle laplaplus 攻撃,コア 核盾核/ボブ",
        "hikyaku battle ocg Siege Forerunners --rule rarity=R",
    )
)
def battle(
    game: GameName,
    home: Annotated[
        str,
        typer.Argument(metavar="HOME", help="A build, as 'Attack, Core / Name' or 6,1 or 攻核."),
    ],
    away: Annotated[str, typer.Argument(metavar="AWAY", help="The other build.")],
    lang: LangOption = None,
    as_json: JsonOption = False,
    cards: CardsOption = None,
    rule: RuleOption = None,
) -> None:
    """Play a battle between two builds and tell what happens.

    A build without a name is called after its cards. JSON has the winner, the reason and every
    event.
    """
    from app.engine import Side, TellingSheet, plain

    told_in = lang or voice.language()
    rules = _rules_of(game, cards, lang, rule)
    builds = _read_builds(rules, (voice.as_typed(home), voice.as_typed(away)), told_in)
    names = _called(rules, builds, told_in)
    played = rules.play(builds[0].nameless(), builds[1].nameless())
    if as_json:
        sides = {
            side: {"name": name, "build": build.cards}
            for side, name, build in zip(Side, names, builds, strict=True)
        }
        result = {
            "winner": played.winner,
            "reason": played.reason,
            "turn": played.turn,
            "hp": dict(zip(Side, played.hp, strict=True)),
            "events": [event.as_dict() for event in played.events],
        }
        say_json({"rules": rules.rules_version} | sides | result)
    else:
        home_sheet, away_sheet = (
            TellingSheet(name, flavour=build.flavour)
            for name, build in zip(names, builds, strict=True)
        )
        voice.write(plain(rules.tell(played.events, home_sheet, away_sheet, told_in)))


@commands.command(
    epilog=voice.examples(
        "hikyaku lab laplaplus characters.txt",
        "hikyaku lab laplaplus characters.txt --csv table.csv",
        "hikyaku lab laplaplus - < characters.txt",
        "hikyaku lab laplaplus characters.txt --cards house.toml",
        "hikyaku lab laplaplus characters.txt --improve Alice",
        "hikyaku lab laplaplus characters.txt --answers --seed 7",
    )
)
def lab(
    game: GameName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The list of characters; - for standard input.")
    ],
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Write the cross table too, for spreadsheets; - prints it instead of the ranking.",
            show_default=False,
        ),
    ] = None,
    force: ForceOption = False,
    improve: Annotated[
        str | None,
        typer.Option(
            metavar="CHARACTER",
            help="Show which changes would have helped this character. Give its name, or its number in the list.",
            show_default=False,
        ),
    ] = None,
    answers: Annotated[
        bool, typer.Option("--answers", help="Show the best answers to the whole list.")
    ] = False,
    seed: SeedOption = None,
    battles: BattlesOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
    cards: CardsOption = None,
    rule: RuleOption = None,
) -> None:
    """Play a list of characters, all against all, and rank them.

    The list has one character a line: the cards, a slash and the name (Attack, Core / Alice, or
    攻核/Alice). Lines that begin with # are comments. Characters with the same tag ([red] 攻核/Alice)
    do not meet.

    --improve says for one character which other cards, one or two, would have brought more points.
    --answers shows a strong build against the whole list, found by search. It also shows the
    mixture of builds that no build beats, and the worth of each card.
    """
    from app.cli import lab as laboratory

    told_in = lang or voice.language()
    if as_json and csv == "-":
        raise typer.BadParameter("--json and --csv - both print to standard output; use one")
    rules = _rules_of(game, cards, lang, rule)
    if csv is not None and (improve is not None or answers):
        raise typer.BadParameter(
            "--csv writes the cross table; use it without --improve and --answers"
        )
    field = laboratory.read_field(rules, file, told_in)
    if improve is not None or answers:
        if improve is not None and answers:
            raise typer.BadParameter("--improve and --answers are two questions; ask one at a time")
        laboratory.say_more(
            rules, field, told_in, improve, seed=seed, battles=battles, as_json=as_json, quiet=quiet
        )
        return
    laboratory.run(rules, field, csv, told_in, force=force, as_json=as_json, quiet=quiet)


@commands.command(
    "cards",
    epilog=voice.examples(
        "hikyaku cards laplaplus --lang ja",
        "hikyaku cards laplaplus --cards house.toml",
        "hikyaku cards fest --sheet cards.html",
    ),
)
def list_cards(
    game: GameName,
    lang: LangOption = None,
    as_json: JsonOption = False,
    cards: CardsOption = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write an HTML page with the cards to print out; - writes it to standard output.",
            show_default=False,
        ),
    ] = None,
    force: ForceOption = False,
) -> None:
    """List the cards of a game, by family.

    Each card is shown with its number, character, name, figures and text. JSON has both languages.

    --sheet puts nine cards on each page of A4, with marks to cut along. The last pages have what
    else you need at a table: places, counters, a coin. The file needs neither scripts nor a
    network.
    """
    told_in = lang or voice.language()
    if as_json and sheet:
        raise typer.BadParameter("--json and --sheet are two forms; use one")
    rules = _rules_of(game, cards, lang)
    if sheet:
        from app.web.printing import sheets

        say_csv([sheets(rules, told_in).encode()], sheet, rules.slug, force=force)
        return
    if as_json:
        say_json(
            {"rules": rules.rules_version, "cards": [_card_as_json(card) for card in rules.cards]}
        )
        return
    in_order = list(dict.fromkeys(card.family for card in rules.cards))
    by_family = sorted(rules.cards, key=lambda card: in_order.index(card.family))
    for number, (family, group) in enumerate(groupby(by_family, key=lambda card: card.family)):
        voice.say(*[""] * bool(number), family.to(told_in), *_listed(list(group), told_in))


@commands.command(epilog=voice.examples("hikyaku rules laplaplus --lang en > rules.md"))
def rules(game: GameName, lang: LangOption = None, cards: CardsOption = None) -> None:
    """Print the rule book of a game, in Markdown. House cards become its last chapter."""
    told_in = lang or voice.language()
    voice.write(_rules_of(game, cards, lang).rules(told_in))


def _rules_of(
    game: str, cards: str | None, lang: Lang | None, rule: Sequence[str] | None = None
) -> "Ruleset":
    """The newest rules of the game, with the house cards of a file and the chosen settings of its matches, if given."""
    found = game_named(game)
    if cards is not None:
        from app.cli.lab import with_house_cards

        found = with_house_cards(found.slug, cards, lang)
    if rule:
        from app.league.eligibility.choices import under

        found = under(found, rule)
    return found


def _read_builds(rules: "Ruleset", texts: tuple[str, str], lang: Lang) -> "list[Build]":
    """Both builds, or the problems of either."""
    builds, sentences = [], []
    for text, side in zip(texts, _SIDES, strict=True):
        try:
            builds.append(rules.read_build(text))
        except BuildUnreadable as refusal:
            one_line = len(text.splitlines()) == 1
            sentences += [
                f"{side.to(lang)}: {rules.explain(replace(problem, line=0) if one_line else problem, lang)}"
                for problem in refusal.problems
            ]
    if sentences:
        raise voice.Refused(sentences)
    from app.tournament.lab import require_one_size

    require_one_size(rules, builds)
    return builds


def _called(rules: "Ruleset", builds: "list[Build]", lang: Lang) -> list[str]:
    """The names of home and away: their own or else their cards, and never both the same."""
    names = [build.name or rules.write_build(build) or _NO_CARDS.to(lang) for build in builds]
    if len(set(names)) == len(names):
        return names
    sides = [side.to(lang) for side in _SIDES]
    return [
        f"{build.name} ({side})" if build.name else side
        for build, side in zip(builds, sides, strict=True)
    ]


def _listed(family: "list[CardInfo]", lang: Lang) -> list[str]:
    """The cards of a family: a line of facts and a line of text each."""
    facts = [
        [
            f"  {card.number:>3}",
            card.char,
            card.name.to(lang),
            "  ".join(f"{label.to(lang)} {figure}" for label, figure in card.figures),
        ]
        for card in family
    ]
    return [
        line
        for fact, card in zip(aligned(facts), family, strict=True)
        for line in (fact, f"       {card.text.to(lang)}")
    ]


def _card_as_json(card: "CardInfo") -> dict[str, object]:
    return {
        "number": card.number,
        "id": card.id,
        "character": card.char,
        "name": card.name._asdict(),
        "family": card.family._asdict(),
        "figures": [{"label": label._asdict(), "value": value} for label, value in card.figures],
        "text": card.text._asdict(),
    }
