"""Statistics of the full table of a season or of a list, and changes that would have won."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app.cli.console import voice
from app.cli.console.installation import SeasonName, database, said
from app.cli.console.options import (
    BattlesOption,
    GameName,
    JsonOption,
    LangOption,
    SeedOption,
    game_named,
    say_json,
    say_table,
)
from app.engine import Lang

if TYPE_CHECKING:
    from app.engine import Ruleset
    from app.league.results.results import FinishedRun
    from app.statistics.analysis import Analysis
    from app.statistics.matches import Matches
    from app.statistics.what_if import Tried
    from app.tournament.full_table import Entrant

commands = typer.Typer(help="Say what a full table tells.", no_args_is_help=True)

MOST_LINES: Final = 20
"""Of each list; JSON has all."""


@commands.command(
    epilog=voice.examples("hikyaku stats season laplaplus-1", "hikyaku stats season cup --json")
)
def season(slug: SeasonName, as_json: JsonOption = False, lang: LangOption = None) -> None:
    """Say what the table of a played season tells.

    Which cards win, how close it was, who goes in circles, everybody's worst enemy, builds alike.
    """
    from app.statistics import analysis

    run, met = _finished(slug)
    everybody = [run.participants[line.entry] for line in run.standings]
    _say(run.game, analysis.of(run), everybody, lang or voice.language(), met, as_json=as_json)


@commands.command(
    "list",
    epilog=voice.examples(
        "hikyaku stats list laplaplus characters.txt", "hikyaku stats list laplaplus - < list.txt"
    ),
)
def list_(
    game: GameName,
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="The list of characters; - for standard input.")
    ],
    as_json: JsonOption = False,
    lang: LangOption = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Do not report progress.")] = False,
) -> None:
    """Play a list of characters, all against all, and say what the table tells.

    The list is one for `hikyaku lab`. Characters are numbered as they stand in it.
    """
    from app.cli import lab
    from app.statistics.analysis import analyse
    from app.tournament.full_table import FullTable
    from app.tournament.scoring import Scoring

    told_in = lang or voice.language()
    rules = game_named(game)
    field = lab.read_field(rules, file, told_in)
    rows = lab.rows_of_battles(rules, field, quiet=quiet)
    table = FullTable.of(rules, Scoring(), [each.build for each in field], rows)
    whos = [field[line.entry] for line in table.standings]
    _say(rules, analyse(table), whos, told_in, as_json=as_json)


@commands.command(
    epilog=voice.examples(
        "hikyaku stats entry laplaplus-1 'Mister Tuesday'", "hikyaku stats entry laplaplus-1 7"
    )
)
def entry(
    slug: SeasonName,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Its name or number.")],
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Say what would have won for an entry of a played season.

    Every card swapped for every other, and every two slots exchanged: which change gains most, and for each
    lost battle the smallest that wins it.
    """
    from app.cli.lab import index_of
    from app.i18n import number, translations
    from app.statistics import sentences
    from app.statistics import what_if as statistics_what_if
    from app.statistics.summary import what_if

    told_in = lang or voice.language()
    _ = translations(told_in).gettext
    run, _met = _finished(slug)
    with said():
        index = index_of(run.participants, entry)
    who = run.participants[index]
    with said():
        told = statistics_what_if.answer(run, index)
    if as_json:
        whole = what_if(run.game, told, who, run.participants)
        say_json(whole.model_dump())
        return
    place = run.standing(index).place
    voice.say(f"{who.name}: {who.written}", "")
    voice.say(*sentences.verdict(run.game, who.build.cards, told, place, told_in))
    if told.rescues:
        heads = [_("Place"), _("Lost against"), _("Change"), _("Build"), _("Points")]
        lines = [
            [
                number(run.standing(other).place),
                run.participants[other].name,
                *_rescue(run.game, who.build.cards, tried, told_in),
            ]
            for other, tried in sorted(told.rescues, key=lambda each: run.ranks[each[0]])
        ]
        voice.say("")
        say_table([heads, *lines], right={0, 4})


@commands.command(
    epilog=voice.examples(
        "hikyaku stats changes laplaplus-1 'Mister Tuesday'", "hikyaku stats changes cup 7 --json"
    )
)
def changes(
    slug: SeasonName,
    entry: Annotated[str, typer.Argument(metavar="ENTRY", help="Its name or number.")],
    battles: BattlesOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Say which other cards, one or two, would have brought an entry of a played season more points.

    For each of the best changes: the points it would have had, and how many results are better or worse. All changes of
    one card are played, and all of two where there are battles enough; else it is a search, and says so.
    """
    from app.cli.lab import index_of
    from app.cli.metagame import say_changes
    from app.tournament.full_table import opponents

    run, _met = _finished(slug)
    with said():
        index = index_of(run.participants, entry)
    met = [run.participants[at] for at in opponents(run, index)]
    say_changes(
        run.judge(index),
        run.participants[index],
        met,
        lang or voice.language(),
        scoring=run.scoring,
        battles=battles,
        as_json=as_json,
    )


@commands.command(
    epilog=voice.examples(
        "hikyaku stats answers laplaplus-1", "hikyaku stats answers cup --seed 7 --json"
    )
)
def answers(
    slug: SeasonName,
    seed: SeedOption = None,
    battles: BattlesOption = None,
    as_json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Say what answers the field of a played season.

    A strong build, found by search, and whom it does not beat; the mixture of the field's builds that none of them beats; and
    what each card is worth in it.
    """
    from app.cli.metagame import say_answers

    run, _met = _finished(slug)
    order = [line.entry for line in run.standings]
    told_in = lang or voice.language()
    say_answers(
        run.judge(), run.participants, order, told_in, seed=seed, battles=battles, as_json=as_json
    )


def _rescue(
    rules: "Ruleset", cards: Sequence[str], tried: "Tried | None", lang: Lang
) -> tuple[str, str, str]:
    """The change in words, the build, and the points it would have."""
    from app.i18n import number
    from app.statistics import sentences

    if tried is None:
        return "-", "-", "-"
    words = sentences.change(rules, cards, tried.change, lang)
    return words, rules.write_build(tried.change.build), number(tried.points)


def _finished(slug: str) -> "tuple[FinishedRun, Matches | None]":
    """The season's latest finished run, and what its matches tell together, where it has any."""
    from app.league import visibility
    from app.league.matches import outcomes
    from app.league.results import results
    from app.store import seasons

    with said(), database() as at, at.reading() as session:
        season, now = seasons.by_slug(session, slug), datetime.now(UTC)
        run = visibility.require_finished_run(session, season, now)
        return results.finished(session, season, run), outcomes.ended(session, season)


# --- the whole table ----------------------------------------------------------------------------------


def _say(
    rules: "Ruleset",
    told: "Analysis",
    whos: "Sequence[Entrant]",
    lang: Lang,
    met: "Matches | None" = None,
    *,
    as_json: bool,
) -> None:
    """Print all of it as JSON, or a selection for people."""
    from app.i18n import number, translations
    from app.statistics import sentences
    from app.statistics.summary import matches_of, statistics

    if as_json:
        whole = statistics(rules, told, whos)
        whole.matches = matches_of(met) if met else None
        say_json(whole.model_dump())
        return
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    names = [who.name for who in whos]
    counts = (
        ngettext("%(num)s character", "%(num)s characters", told.entries)
        % {"num": number(told.entries)},
        ngettext("%(num)s battle", "%(num)s battles", told.battles) % {"num": number(told.battles)},
        _("%(draws)s drawn") % {"draws": number(told.draws)},
    )
    voice.say(_(", ").join(counts), "")
    voice.say(*(f"* {fact}" for fact in sentences.facts(rules, told, names, lang)))
    _say_cards(rules, told, lang)
    if rules.is_ordered:
        _say_slots(rules, told, lang)
    if met:
        _say_matches(rules, met, lang)
    _say_match_ups(told, lang)
    _say_circles(told, names, lang)
    _say_rivals(told, names, lang)
    _say_alike(told, names, lang)


def _say_cards(rules: "Ruleset", told: "Analysis", lang: Lang) -> None:
    from app.i18n import number, translations
    from app.statistics.sentences import percent, points, unused

    _ = translations(lang).gettext
    info = {card.id: card for card in rules.cards}
    used = sorted(
        (use for use in told.cards if use.entries),
        key=lambda use: (-2.0 if use.contribution is None else use.contribution, use.entries),
        reverse=True,
    )
    voice.say(
        "",
        rules.terms.slots.to(lang).capitalize(),
        _(
            "Contribution: the score of those who have the %(slot)s less that of the others, in percentage points."
        )
        % rules.terms.to(lang),
    )
    card = rules.terms.slot.to(lang).capitalize()
    heads = [card, _("Builds"), _("Copies"), _("Score"), _("Others"), _("Contribution")]
    lines = [
        [
            f"{info[use.card].char} {info[use.card].name.to(lang)}",
            number(use.entries),
            number(use.copies),
            percent(use.score),
            percent(use.score_without),
            points(use.contribution),
        ]
        for use in used
    ]
    say_table([heads, *lines], right=range(1, 6))
    if unplayed := unused(told):
        cards = " ".join(info[use.card].char for use in unplayed)
        voice.say(_("Not played: %(cards)s") % {"cards": cards})


def _say_slots(rules: "Ruleset", told: "Analysis", lang: Lang) -> None:
    from app.i18n import number, translations
    from app.statistics.sentences import points, winner

    _ = translations(lang).gettext
    info = {card.id: card for card in rules.cards}
    lines = []
    for whole in (use for use in told.slots if use.card is None):
        there = [use for use in told.slots if use.card and use.slot == whole.slot]
        best = winner(there, told.entries)
        lines.append(
            [
                number(whole.slot),
                number(whole.entries),
                points(whole.contribution),
                f"{info[there[0].card or ''].char} {number(there[0].entries)}",
                f"{info[best.card or ''].char} {points(best.contribution)}" if best else "-",
            ]
        )
    voice.say("", _("Slots, from the top"))
    best_card = _("Best %(slot)s") % rules.terms.to(lang)
    heads = [_("Slot"), _("Builds"), _("Contribution"), _("Most used"), best_card]
    say_table([heads, *lines], right=range(5))


def _say_matches(rules: "Ruleset", met: "Matches", lang: Lang) -> None:
    from app.i18n import number, translations
    from app.statistics.sentences import percent

    _ = translations(lang).gettext
    voice.say("", _("Matches"))
    if met.score_of_a is not None:
        voice.say(
            _(
                "Seat A has scored %(score)s of all matches that were not forfeited, a draw being half. If it made no difference who sits where, that would be 50%%."
            )
            % {"score": percent(met.score_of_a)}
        )
    heads = [_("End"), _("Matches"), _("A won"), _("B won"), _("Draws")]
    lines = [
        [rules.ending(rules.reasons.index(why), lang), *map(number, (each.played, *each))]
        for why, each in met.ends
    ]
    say_table([heads, *lines], right=range(1, 5))
    if lengths := met.rounds or met.exchanges:
        last = _("Last %(turn)s") % {"turn": rules.terms.turn.to(lang)}
        heads = [last if met.rounds else _("Number of exchanges"), _("Matches")]
        voice.say("", _("How long they went on"))
        say_table([heads, *([number(each) for each in line] for line in lengths)], right=range(2))


def _say_match_ups(told: "Analysis", lang: Lang) -> None:
    from app.i18n import translations
    from app.statistics.sentences import percent, tier_label

    _ = translations(lang).gettext
    labels = [tier_label(tier) for tier in told.tiers]
    voice.say("", _("Match-ups: how the places on the left score against those above"))
    lines = [
        [label, *(percent(None if score is None else round(score, 2)) for score in row)]
        for label, row in zip(labels, told.matrix, strict=True)
    ]
    say_table([["", *labels], *lines], right=range(len(labels) + 1))


def _say_circles(told: "Analysis", names: Sequence[str], lang: Lang) -> None:
    from app.i18n import translations

    if told.highest_circles:
        _ = translations(lang).gettext
        voice.say("", _("The highest circles: each beats the next"))
        voice.say(
            *(" > ".join(names[at] for at in (*three, three[0])) for three in told.highest_circles)
        )


def _say_rivals(told: "Analysis", names: Sequence[str], lang: Lang) -> None:
    from app.i18n import number, translations

    _ = translations(lang).gettext
    voice.say(
        "",
        _(
            "Rivals: the lowest-placed who beat it, the highest-placed whom it beat; and the build fewest changes away"
        ),
    )
    nearest = told.nearest or [()] * len(names)
    lines = [
        [
            names[rank],
            "-" if each.enemy is None else names[each.enemy],
            "-" if each.victim is None else names[each.victim],
            f"{names[near[0].index]} ({number(near[0].changes)})" if near else "-",
        ]
        for rank, (each, near) in enumerate(
            zip(told.rivals[:MOST_LINES], nearest[:MOST_LINES], strict=True)
        )
    ]
    say_table([[_("Name"), _("Worst enemy"), _("Favourite victim"), _("Nearest build")], *lines])
    _say_rest(len(told.rivals), lang)


def _say_alike(told: "Analysis", names: Sequence[str], lang: Lang) -> None:
    from app.i18n import translations

    _ = translations(lang).gettext
    if told.identical:
        voice.say("", _("The same build"))
        voice.say(*(", ".join(names[at] for at in group) for group in told.identical[:MOST_LINES]))
        _say_rest(len(told.identical), lang)
    if told.apart:
        voice.say("", _("One change apart, the furthest from each other in the table first"))
        voice.say(*(f"{names[a]} / {names[b]}" for a, b in told.apart[:MOST_LINES]))
        _say_rest(len(told.apart), lang)


def _say_rest(count: int, lang: Lang) -> None:
    from app.i18n import number, translations

    if count > MOST_LINES:
        _ = translations(lang).gettext
        voice.say(_("… and %(num)s more: --json has all.") % {"num": number(count - MOST_LINES)})
