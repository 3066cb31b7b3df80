"""What a full table tells, in lines and tables, as `hikyaku stats` prints it."""

from collections.abc import Sequence
from typing import Final

from app.cli.console import voice
from app.cli.console.options import say_json, say_table
from app.engine import Lang, Ruleset
from app.i18n import number, translations
from app.league.results.results import FinishedRun
from app.statistics import sentences
from app.statistics.analysis import Analysis
from app.statistics.matches import Matches
from app.statistics.sentences import percent, points, tier_label, unused, winner
from app.statistics.summary import matches_of, statistics
from app.statistics.what_if import BuildTrial, Improvement
from app.tournament.full_table import Entrant

MOST_LINES: Final = 20
"""Of each list; JSON has all."""


def say_full_table(
    rules: Ruleset,
    told: Analysis,
    whos: Sequence[Entrant],
    lang: Lang,
    met: Matches | None = None,
    *,
    as_json: bool,
) -> None:
    """Print the whole table as JSON, or a selection for people."""
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


def _say_cards(rules: Ruleset, told: Analysis, lang: Lang) -> None:
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
            "Contribution: the score of builds with the %(slot)s minus the score of builds without it, in percentage points."
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


def _say_slots(rules: Ruleset, told: Analysis, lang: Lang) -> None:
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


def _say_matches(rules: Ruleset, met: Matches, lang: Lang) -> None:
    _ = translations(lang).gettext
    voice.say("", _("Matches"))
    if met.score_of_a is not None:
        voice.say(
            _(
                "Seat A has scored %(score)s of all matches that were not forfeited. A draw counts half. If the seats were equal, it would be 50%%."
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
        voice.say("", _("Length of matches"))
        say_table([heads, *([number(each) for each in line] for line in lengths)], right=range(2))


def _say_match_ups(told: Analysis, lang: Lang) -> None:
    _ = translations(lang).gettext
    labels = [tier_label(tier) for tier in told.tiers]
    voice.say("", _("Match-ups: the score of the places on the left against the places above"))
    lines = [
        [label, *(percent(None if score is None else round(score, 2)) for score in row)]
        for label, row in zip(labels, told.matrix, strict=True)
    ]
    say_table([["", *labels], *lines], right=range(len(labels) + 1))


def _say_circles(told: Analysis, names: Sequence[str], lang: Lang) -> None:

    if told.highest_circles:
        _ = translations(lang).gettext
        voice.say("", _("The highest circles: each beats the next"))
        voice.say(
            *(" > ".join(names[at] for at in (*three, three[0])) for three in told.highest_circles)
        )


def _say_rivals(told: Analysis, names: Sequence[str], lang: Lang) -> None:
    _ = translations(lang).gettext
    voice.say(
        "",
        _(
            "Rivals: the lowest-placed winner against it, the highest-placed loser to it, and the build fewest changes away"
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


def _say_alike(told: Analysis, names: Sequence[str], lang: Lang) -> None:
    _ = translations(lang).gettext
    if told.identical:
        voice.say("", _("The same build"))
        voice.say(*(", ".join(names[at] for at in group) for group in told.identical[:MOST_LINES]))
        _say_rest(len(told.identical), lang)
    if told.apart:
        voice.say("", _("One change apart, largest gap in the table first"))
        voice.say(*(f"{names[a]} / {names[b]}" for a, b in told.apart[:MOST_LINES]))
        _say_rest(len(told.apart), lang)


def _say_rest(count: int, lang: Lang) -> None:

    if count > MOST_LINES:
        _ = translations(lang).gettext
        voice.say(_("… and %(num)s more. --json shows all.") % {"num": number(count - MOST_LINES)})


def say_what_if(run: FinishedRun, index: int, told: Improvement, lang: Lang) -> None:
    """Print which changes would have won for the entrant of this index."""
    _, who = translations(lang).gettext, run.participants[index]
    place, cards = run.standing(index).place, who.build.cards
    voice.say(f"{who.name}: {who.written}", "")
    voice.say(*sentences.verdict(run.game, cards, told, place, lang))
    if told.rescues:
        heads = [_("Place"), _("Lost against"), _("Change"), _("Build"), _("Points")]
        lines = [
            [
                number(run.standing(other).place),
                run.participants[other].name,
                *_rescue(run.game, cards, tried, lang),
            ]
            for other, tried in sorted(told.rescues, key=lambda each: run.ranks[each[0]])
        ]
        voice.say("")
        say_table([heads, *lines], right={0, 4})


def _rescue(
    rules: Ruleset, cards: Sequence[str], tried: BuildTrial | None, lang: Lang
) -> tuple[str, str, str]:
    """The change in words, the build, and the points it would have."""
    if tried is None:
        return "-", "-", "-"
    words = sentences.change(rules, cards, tried.change, lang)
    return words, rules.write_build(tried.change.build), number(tried.points)
