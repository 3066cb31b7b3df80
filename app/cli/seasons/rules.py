"""A season's rules from the command line: what others would change, and the move to them."""

from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import voice
from app.cli.console.installation import (
    PublicOption,
    ReasonOption,
    SeasonName,
    database,
    organiser,
    said,
)
from app.cli.console.options import JsonOption, LangOption, say_json, say_table
from app.engine import Lang, Words

if TYPE_CHECKING:
    from app.engine import Ruleset
    from app.league.desk.rules import RulesPreview
    from app.store.tables import Season

commands = typer.Typer()

RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="VERSION",
        help="The version of the rules, as laplaplus@1.",
        show_default=False,
    ),
]
CardsOption = Annotated[
    str | None,
    typer.Option(
        "--cards",
        metavar="FILE",
        help="House cards in addition to the season's rules, in TOML: see house-cards.md.",
        show_default=False,
    ),
]

_MOST_FLIPS = 100
_RESULTS = (Words("分", "draw"), Words("勝", "win"), Words("敗", "loss"))
_MOVES = (
    *(Words("番号", "No."), Words("名前", "Name"), Words("順位", "Place"), Words("", "")),
    *(Words("勝点", "Points"), Words("", "")),
)


@commands.command(
    epilog=voice.examples(
        "hikyaku season errata spring-cup --cards weaker-attack.toml",
        "hikyaku season errata spring-cup --rules laplaplus@1 --json",
    )
)
def errata(
    slug: SeasonName,
    rules: RulesOption = None,
    cards: CardsOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what other rules would change in a season: battles, places and characters.

    All pairs are played by both rules. Nothing is changed. The same question always has the same
    answer.
    """
    from app.league.desk import rules as desk_rules
    from app.settings import settings
    from app.store import seasons

    told_in = lang or voice.language()
    with said(), database() as at, at.reading() as session:
        season = seasons.by_slug(session, slug)
        after = _asked(season, rules, cards, lang)
        found = desk_rules.preview(session, slug, after, organiser(), settings().compute)
    if as_json:
        say_json(_as_json(found))
    else:
        _say(found, told_in)


@commands.command(
    epilog=voice.examples(
        "hikyaku season rules spring-cup --cards house.toml --tell 'Trap was too strong.'",
        "hikyaku season rules spring-cup --rules laplaplus@1 --tell 'We play without house cards.' --take-out",
    )
)
def rules(
    slug: SeasonName,
    rules: RulesOption = None,
    cards: CardsOption = None,
    take_out: Annotated[
        bool,
        typer.Option(
            "--take-out",
            help="Withdraw entries that are no longer legal. Their players are told why.",
        ),
    ] = False,
    reason: ReasonOption = "",
    tell: PublicOption = "",
) -> None:
    """Change a season's rules before its battles are played. Everyone is told the reason.

    Entries that are no longer legal are listed first, and --take-out withdraws them. While builds
    are sealed, they are out at once. Their players are told what to change, and organisers do not
    see them.
    """
    from app.league.desk import rules as desk_rules
    from app.store import seasons

    with said(), database() as at, at.writing() as session:
        season = seasons.locked(session, slug)
        after = _asked(season, rules, cards, None)
        moved = desk_rules.move(session, slug, after, organiser(reason, tell), take_out=take_out)
        state = moved.season.state.value
    voice.say(f"{slug}: {state}, {after.rules_version}, {moved.taken_out:,} taken out.")


def _asked(season: "Season", rules: str | None, cards: str | None, lang: Lang | None) -> "Ruleset":
    """The rules that are meant: a version that is here, or house cards on top of one."""
    from app.games import ruleset

    if cards is not None:
        from app.cli.lab import with_house_cards

        return with_house_cards(season.game, cards, lang, rules or season.rules_version)
    if rules is None:
        raise typer.BadParameter("Name the rules: --rules VERSION or --cards FILE.")
    return ruleset(season.game, rules)


def _as_json(found: "RulesPreview") -> dict[str, object]:
    errata, field = found.errata, found.field

    def who(index: int) -> dict[str, object]:
        return {"number": field[index].number, "name": field[index].name}

    return {
        "before": errata.before.rules_version,
        "after": errata.after.rules_version,
        "entries": errata.entrants,
        "battles": errata.battles,
        "illegal": [
            who(each.index) | {"problems": [problem.code for problem in each.problems]}
            for each in errata.illegal
        ],
        "flips": [
            {
                "home": field[each.home].number,
                "away": field[each.away].number,
                "before": _RESULTS[each.before & 3].en,
                "after": _RESULTS[each.after & 3].en,
            }
            for each in errata.flips
        ],
        "moves": [
            who(each.index)
            | {
                "place": [each.before, each.after],
                "points": [each.points_before, each.points_after],
            }
            for each in errata.moves
        ],
        "concerned": [field[index].number for index in errata.concerned],
    }


def _say(found: "RulesPreview", lang: Lang) -> None:
    """The same in words: in short first, then who has to change, who moves, and every battle."""
    errata, field = found.errata, found.field
    before, after = errata.before.rules_version, errata.after.rules_version
    counts = (len(errata.flips), len(errata.moves), len(errata.concerned), len(errata.illegal))
    head = Words(
        "{before} → {after}: {battles}戦のうち勝敗が変わるのは{flips}戦、順位か勝点が変わるのは{moves}人、"
        "関係するのは{entrants}人中{concerned}人、使えなくなるのは{illegal}人。",
        "{before} → {after}: {flips} of {battles} battles end differently. {moves} entries change place or "
        "points, {concerned} of {entrants} are concerned, and {illegal} are no longer legal.",
    )
    names = dict(
        zip(("flips", "moves", "concerned", "illegal"), (f"{n:,}" for n in counts), strict=True)
    )
    numbers = {"battles": f"{errata.battles:,}", "entrants": f"{errata.entrants:,}"}
    voice.say(head.to(lang).format(before=before, after=after, **names, **numbers))
    for each in errata.illegal:
        who = field[each.index]
        told = " ".join(errata.after.explain(problem, lang) for problem in each.problems)
        voice.say(f"{who.number} {who.name}: {told}")
    if errata.moves:
        voice.say("")
        heads = [head.to(lang) for head in _MOVES]
        say_table(
            [
                heads,
                *(
                    [
                        str(field[each.index].number),
                        field[each.index].name,
                        str(each.before),
                        f"→ {each.after}",
                        str(each.points_before),
                        f"→ {each.points_after}",
                    ]
                    for each in errata.moves
                ),
            ],
            right={0, 2, 4},
        )
    if errata.flips:
        voice.say("")
    for flip in errata.flips[:_MOST_FLIPS]:
        home, away = field[flip.home], field[flip.away]
        was, is_ = (_RESULTS[each & 3].to(lang) for each in (flip.before, flip.after))
        voice.say(f"{home.number} {home.name} – {away.number} {away.name}: {was} → {is_}")
    if (more := len(errata.flips) - _MOST_FLIPS) > 0:
        voice.say(
            Words("ほか{n}戦（すべては--jsonで）", "and {n} more (all with --json)")
            .to(lang)
            .format(n=f"{more:,}")
        )
