"""Preview a season in stages for a number of entrants: usual settings, its size, and what does not fit."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.engine import Lang, Ruleset
from app.errors import Problem
from app.i18n import N_, translations
from app.league.matches.settings import MatchSettings
from app.league.seasons.stages.plans import StagePlan
from app.tournament.formats import round_robin

FEW: Final = 6
"""The most players of a round robin of matches that are usually all played at the same time."""
_AT_ONCE: Final = 3
SUPPOSED: Final = 16
"""The number of entrants assumed if places are unlimited."""
_FIRST_ROUNDS: Final = {
    2: N_("a final"),
    4: N_("semi-finals"),
    8: N_("quarter-finals"),
    16: N_("a round of 16"),
}
AT_ONCE: Final = "at-once"


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """A format that organisers choose in a form. `lines`: the text of its stages. `numbers`: its settings with labels."""

    slug: str
    label: str
    meaning: str
    lines: str = ""
    numbers: Mapping[str, str] | None = None
    is_rare: bool = False


_FEW_LABEL: Final = N_("Matches of a player at the same time")
CHOICES: Final = {
    each.slug: each
    for each in (
        FormatChoice(
            "round-robin",
            N_("Everyone meets everyone"),
            N_("One table. Everyone plays everyone else once."),
            numbers={AT_ONCE: _FEW_LABEL},
        ),
        FormatChoice(
            "swiss",
            N_("Swiss system"),
            N_(
                "In each round you meet an opponent with about as many points. Nobody is knocked out."
            ),
            "swiss rounds={rounds}",
            {"rounds": N_("Rounds")},
        ),
        FormatChoice(
            "groups",
            N_("Groups, then knock-out"),
            N_("The best of each group go on and play for the title."),
            "groups groups={groups} go-on={go-on}\nknockout",
            {"groups": N_("How many groups"), "go-on": N_("Go on from each"), AT_ONCE: _FEW_LABEL},
        ),
        FormatChoice("knockout", N_("Knock-out"), N_("Lose once and you are out."), "knockout"),
        FormatChoice(
            "double-knockout",
            N_("Double knock-out"),
            N_("Lose twice and you are out."),
            "double-knockout",
        ),
        FormatChoice(
            "divisions",
            N_("Divisions"),
            N_("A round robin in each. Some go up and down for the next season."),
            "divisions divisions={divisions} size={size} moves={moves}",
            {
                "divisions": N_("How many divisions"),
                "size": N_("Members of each"),
                "moves": N_("Go up and down"),
            },
        ),
        FormatChoice(
            "teams",
            N_("Teams"),
            N_(
                "The sides of the season play each other, board by board. Write them below, under Sides."
            ),
            "teams boards={boards}",
            {"boards": N_("Boards of a match")},
        ),
        FormatChoice(
            "hill",
            N_("King of the hill"),
            N_("One by one, characters challenge everyone on the hill."),
            "hill size={size}",
            {"size": N_("Places on the hill")},
            is_rare=True,
        ),
        FormatChoice(
            "by-hand",
            N_("Pairings by hand"),
            N_("You decide the pairings once entries have closed."),
            "by-hand",
            is_rare=True,
        ),
    )
}
"""The choices in the form of a new season. The text of stages can express more."""


def usual(slug: str, count: int) -> dict[str, int | None]:
    """Return the usual settings of a format for this many entrants; None for a setting that is usually left out."""
    divisions = max(2, -(-count // FEW))
    groups = max(2, 1 << max(count // 4, 1).bit_length() - 1)
    together = -(-count // groups) if slug == "groups" else count
    found = {
        AT_ONCE: _AT_ONCE if together > FEW else None,
        "rounds": max(1, min(max(3, (count - 1).bit_length()), round_robin.rounds(count))),
        "groups": groups,
        "go-on": 1 if count // groups < 3 else 2,
        "divisions": divisions,
        "size": max(2, count // divisions) if slug == "divisions" else SUPPOSED,
        "moves": 1 if count // divisions < 6 else 2,
        "boards": 4,
    }
    return {number: found[number] for number in CHOICES[slug].numbers or ()}


def written(slug: str, typed: Mapping[str, str], count: int) -> str:
    """Return the text of the stages of this choice, with the typed settings and else the usual ones."""
    given = {number: shlex.quote(text) for number, text in typed.items() if text}
    return CHOICES[slug].lines.format_map(usual(slug, count) | given)


# --- how much it is -----------------------------------------------------------------------------------


def _fields(plans: Sequence[StagePlan], count: int) -> Iterator[tuple[int, StagePlan, int]]:
    """Yield each stage with its number, from 1, and the number of its entrants."""
    for place, plan in enumerate(plans, 1):
        yield place, plan, count
        count = plan.going_on(count)


def _parts(plan: StagePlan, count: int) -> list[int]:
    """Return the sizes of a stage's round-robin groups, the largest first; one size if it has no groups."""
    given = plan.kind.settled(plan.settings)
    if plan.format == "groups":
        size, more = divmod(count, given["groups"])
        return [size + 1] * more + [size] * (given["groups"] - more)
    if plan.format == "divisions":
        full = min(given["divisions"] - 1, count // given["size"])
        return [given["size"]] * full + [count - full * given["size"]]
    return [count]


def _rounds(plan: StagePlan, count: int, at_once: int | None) -> int:
    """Return how many matches an entrant plays one after the other in the stage."""
    given = plan.kind.settled(plan.settings)
    bracket = max(count - 1, 1).bit_length()
    match plan.format:
        case "swiss" | "team-swiss":
            return given["rounds"]
        case "knockout" | "team-knockout":
            return bracket
        case "double-knockout":
            return 2 * bracket
        case "round-robin" | "groups" | "divisions":
            meetings = max(_parts(plan, count)[0] - 1, 1)
            return -(-meetings // (at_once or meetings))
    return 1


def told(plans: Sequence[StagePlan], count: int, lang: Lang, play: MatchSettings | None) -> str:
    """Return the season in a sentence: `4 groups of 6, the best 2 of each go on, quarter-finals; 68 battles`."""
    _ = translations(lang)
    plans = plans or (StagePlan("round-robin"),)
    said = [
        part for _place, plan, many in _fields(plans, count) for part in _said(plan, many, lang)
    ]
    size = sum(plan.meetings(many) for _place, plan, many in _fields(plans, count))
    total = (
        _.ngettext("%(num)s match", "%(num)s matches", size * play.meetings)
        if play
        else _.ngettext("%(num)s battle", "%(num)s battles", size)
    ) % {"num": f"{size * play.meetings if play else size:,}"}
    return ("、" if lang == "ja" else ", ").join(said) + (
        f"{'。全部で' if lang == 'ja' else '; '}{total}" if size else ""
    )


def _said(plan: StagePlan, count: int, lang: Lang) -> Iterator[str]:
    _ = translations(lang)
    given, parts = plan.kind.settled(plan.settings), _parts(plan, count)
    sizes = sorted({*parts})
    size = (_.gettext(N_("%(few)s or %(many)s")) if len(sizes) > 1 else "%(few)s") % {
        "few": sizes[0],
        "many": sizes[-1],
    }
    match plan.format:
        case "round-robin":
            yield _.gettext(N_("everyone meets everyone"))
        case "groups":
            yield _.ngettext(
                "%(num)s group of %(size)s", "%(num)s groups of %(size)s", len(parts)
            ) % {
                "num": len(parts),
                "size": size,
            }
            yield _.ngettext(
                "the best of each goes on", "the best %(num)s of each go on", given["go-on"]
            ) % {"num": given["go-on"]}
        case "swiss" | "team-swiss":
            yield _.ngettext("%(num)s round", "%(num)s rounds", given["rounds"]) % {
                "num": given["rounds"]
            }
        case "knockout" if count > 1:
            field = 1 << (count - 1).bit_length()
            first = _FIRST_ROUNDS.get(field, N_("a round of %(num)s"))
            yield _.gettext(first) % {"num": field}
            if byes := field - count:
                yield _.ngettext(
                    "%(num)s bye in the first round", "%(num)s byes in the first round", byes
                ) % {"num": byes}
        case "divisions":
            words = _.gettext(N_("%(num)s divisions of %(size)s"))
            yield words % {"num": len(parts), "size": size}
        case _format:
            yield _.gettext(plan.kind.label)
    if plan.best:
        yield _.ngettext("the best %(num)s goes on", "the best %(num)s go on", plan.best) % {
            "num": f"{plan.best:,}"
        }


def pace(
    plans: Sequence[StagePlan],
    count: int,
    lang: Lang,
    play: MatchSettings,
    game: Ruleset,
    now: datetime,
) -> str:
    """Return how long matches take: `Rounds: 5; about 40 exchanges in 6 weeks; a letter every day …`.

    Empty unless the tempo is "turn".
    """
    _ = translations(lang)
    length = game.match.length(play.config) if game.match else None
    if play.tempo != "turn" or length is None:
        return ""
    plans = plans or (StagePlan("round-robin"),)
    rounds = sum(_rounds(plan, many, play.at_once) for _place, plan, many in _fields(plans, count))
    exchanges = rounds * min(play.round_exchanges or length.many, length.most)
    weeks = max(1, round((play.last_deadline(now, min(exchanges, 999)) - now).days / 7))
    if play.hours:
        every = _.ngettext("a letter every hour", "a letter every %(num)s hours", play.hours) % {
            "num": play.hours
        }
    elif len(play.weekdays) == 7:
        every = _.gettext(N_("a letter every day"))
    else:
        every = _.ngettext("a letter a week", "%(num)s letters a week", len(play.weekdays)) % {
            "num": len(play.weekdays)
        }
    most = max(
        min(play.at_once or parts[0], parts[0] - 1)
        if plan.kind.is_complete and not plan.kind.is_bracket
        else 1
        for _place, plan, many in _fields(plans, count)
        for parts in [_parts(plan, many)]
    )
    return _.gettext(
        N_(
            "Rounds: %(rounds)s; about %(exchanges)s exchanges in %(weeks)s weeks; %(every)s, with at most %(most)s of your matches in it."
        )
    ) % {
        "rounds": rounds,
        "exchanges": exchanges,
        "weeks": weeks,
        "every": every,
        "most": max(most, 1) * play.meetings,
    }


# --- what fits nobody ---------------------------------------------------------------------------------


def warnings(
    plans: Sequence[StagePlan], count: int, play: MatchSettings | None = None
) -> Iterator[Problem]:
    """Yield what does not fit in these stages for this many entrants. These are warnings, since more may enter."""
    for place, plan, many in _fields(plans or (StagePlan("round-robin"),), count):
        given, parts = plan.kind.settled(plan.settings), _parts(plan, many)
        stage, entries, size = str(place), f"{many:,}", str(parts[-1])
        if many < 2:
            yield Problem("nobody-left", stage=stage, entries=entries)
            return
        if parts[-1] < 2:
            yield Problem("part-of-one", stage=stage, entries=entries, parts=str(len(parts)))
        elif plan.kind.cuts and given["go-on"] >= parts[-1]:
            yield Problem("all-go-on", stage=stage, most=str(given["go-on"]), size=size)
        if plan.best and not plan.kind.of_teams and plan.best >= many:
            yield Problem("all-go-on", stage=stage, most=str(plan.best), size=entries)
        if plan.format == "swiss" and given["rounds"] > round_robin.rounds(many):
            yield Problem(
                "rounds-without-opponents",
                stage=stage,
                entries=entries,
                rounds=str(given["rounds"]),
                most=str(round_robin.rounds(many)),
            )
        if plan.format == "divisions" and len(parts) < given["divisions"]:
            many_parts = str(given["divisions"])
            yield Problem("division-empty", stage=stage, entries=entries, divisions=many_parts)
        is_round_robin = plan.format in ("round-robin", "groups", "divisions")
        most = parts[0] - 1
        if play and is_round_robin and min(play.at_once or most, most) > FEW:
            yield Problem("many-at-once", stage=stage, most=str(most))
