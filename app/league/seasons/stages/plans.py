"""The stages that an organiser plans, one per line, as they are typed, stored and read.

groups groups=4 go-on=2 by-lot=yes ja=予選 en="First round"
knockout third-place=yes
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from app.engine import Lang
from app.errors import Problem
from app.i18n import translations
from app.text.characters import hidden_in, shown
from app.tournament import scoring
from app.tournament.formats.catalogue import FORMATS, MOST_STAGES, FormatKind, Setting
from app.tournament.formats.format import Format
from app.tournament.formats.stages import PlayedStage
from app.tournament.scoring import Scoring
from app.tournament.tiebreaks import BY_FACTS, TIE_BREAKS

TIE_BREAKS_OF_STAGES: Final = {
    **TIE_BREAKS,
    **{slug: BY_FACTS[slug] for slug in ("life", "lot")},
}
"""The tie-breaks of a stage. Only here may the life left over and lots count."""
VERSION: Final = 2
MOST_NAME: Final = 60
MOST_BEST: Final = 1_000_000
YES, NO = "yes", "no"
_ANSWERS: Final = {YES: 1, "1": 1, "true": 1, NO: 0, "0": 0, "false": 0}
_SEEDS: Final = {"order": False, "lot": True}
_OWN: Final = ("best", "points", "ties", "seeds", "after", "ja", "en")
_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as planned.

    The `best` go on, all if it is None. If points or tie-breaks are None, those of the season
    apply.
    """

    format: str
    settings: Mapping[str, int] = field(default_factory=dict)
    name_ja: str = ""
    name_en: str = ""
    best: int | None = None
    points: tuple[int, int, int] | None = None
    tie_breaks: tuple[str, ...] | None = None
    drawn_seeds: bool = False
    after: str = ""
    """The season whose ranking gives the seeds; empty to seed in the order of arrival."""
    version: int = VERSION
    """The version of the formats' meaning.

    In version 1 the numbers of entries stood for lots (`Field.by_number`). It is kept so that old results stay the
    same.
    """

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the stage from the form of a database row."""
        points, breaks = kept["points"], kept["tie_breaks"]
        return cls(
            **{
                "version": 1,
                **kept,
                "points": tuple(points) if points is not None else None,
                "tie_breaks": tuple(breaks) if breaks is not None else None,
            }
        )

    def kept(self) -> dict[str, Any]:
        """Return the stage in the form of a database row and a record."""
        return {
            "format": self.format,
            "settings": dict(self.settings),
            "name_ja": self.name_ja,
            "name_en": self.name_en,
            "best": self.best,
            "points": [*self.points] if self.points else None,
            "tie_breaks": [*self.tie_breaks] if self.tie_breaks is not None else None,
            "drawn_seeds": self.drawn_seeds,
            **({"after": self.after} if self.after else {}),
            **({"version": self.version} if self.version > 1 else {}),
        }

    @property
    def kind(self) -> FormatKind:
        """The format of the stage."""
        return FORMATS[self.format]

    def made(self) -> Format:
        """Return the format with its settings."""
        return self.kind.make(self.kind.settled(self.settings))

    def scoring(self, usual: Scoring) -> Scoring:
        """Return its points and tie-breaks; where it names none, those of `usual`."""
        win, draw, loss = self.points or (usual.win, usual.draw, usual.loss)
        slugs = usual.slugs if self.tie_breaks is None else self.tie_breaks
        return Scoring.of(win, draw, loss, slugs, TIE_BREAKS_OF_STAGES)

    def meetings(self, count: int) -> int:
        """Return about how many battles it has with this many entrants."""
        return self.kind.meetings(self.kind.settled(self.settings), count)

    @property
    def counts_life(self) -> bool:
        """Whether one of the tie-breaks of this stage uses the life left."""
        return "life" in (self.tie_breaks or ())

    def going_on(self, count: int) -> int:
        """Return how many of this many entrants go on."""
        if self.kind.cuts:
            settled = self.kind.settled(self.settings)
            return min(count, settled["groups"] * settled["go-on"])
        if self.kind.of_teams and self.best:
            return min(count, self.best * self.kind.settled(self.settings)["boards"])
        return min(count, self.best or count)

    def name(self, lang: Lang) -> str:
        """Return its name: in this language, else in the other, else the name of its format."""
        own, other = self.name_ja, self.name_en
        if lang != "ja":
            own, other = other, own
        return own or other or translations(lang).gettext(self.kind.label)

    def told(
        self, lang: Lang, count: int | None = None, *, is_last: bool = False, named: bool = True
    ) -> str:
        """How it is played, for this many entrants if known, in one sentence, after its name with `named`.

        For example `4 groups of 6; the best 2 of each go on.`
        """
        words = translations(lang)
        clauses = self.kind.told(words, self.settings, count)
        if self.kind.cuts and is_last:
            clauses.pop()
        if self.best:
            clauses.append(
                (
                    words.ngettext(
                        "the best %(num)s team goes on", "the best %(num)s teams go on", self.best
                    )
                    if self.kind.of_teams
                    else words.ngettext(
                        "the best %(num)s goes on", "the best %(num)s go on", self.best
                    )
                )
                % {"num": f"{self.best:,}"}
            )
        if self.after:
            clauses.append(
                words.gettext("seeded by the ranking after %(season)s") % {"season": self.after}
            )
        is_japanese = lang == "ja"
        said = ("、" if is_japanese else "; ").join(clauses) + ("。" if is_japanese else ".")
        own = named and (self.name_ja or self.name_en)
        return f"{self.name(lang)}{'：' if is_japanese else ': '}{said}" if own else said

    def written(self) -> str:
        """Return the line that `read` turns into this stage."""
        kind = self.kind
        settled = kind.settled(self.settings)
        parts = [kind.slug]
        for each in kind.settings:
            value = settled[each.slug]
            parts.append(f"{each.slug}={(NO, YES)[value] if each.is_question else value}")
        parts += [f"best={self.best}"] if self.best else []
        parts += [f"points={'/'.join(map(str, self.points))}"] if self.points else []
        parts += [f"ties={','.join(self.tie_breaks)}"] if self.tie_breaks is not None else []
        parts += ["seeds=lot"] if self.drawn_seeds else []
        parts += [f"after={self.after}"] if self.after else []
        parts += [f"ja={shlex.quote(self.name_ja)}"] if self.name_ja else []
        parts += [f"en={shlex.quote(self.name_en)}"] if self.name_en else []
        return " ".join(parts)


ROUND_ROBIN: Final = StagePlan("round-robin")
"""The plan of a season without stages."""


def stages_of(plans: Sequence[StagePlan], usual: Scoring) -> tuple[PlayedStage, ...]:
    """Return the stages for play. Each is named by its number, from 1. The last one has no cut."""
    last = len(plans)
    return tuple(
        PlayedStage(
            str(place),
            each.made(),
            each.best if place < last else None,
            each.scoring(usual),
            each.drawn_seeds,
        )
        for place, each in enumerate(plans, 1)
    )


def sentences(
    plans: Sequence[StagePlan], lang: Lang, count: int | None = None, *, named: bool = True
) -> list[str]:
    """Return how a season in these stages is played, one sentence per stage. `count`: the number of entrants, if known."""
    found = []
    for place, each in enumerate(plans or (ROUND_ROBIN,), 1):
        found.append(each.told(lang, count, is_last=place >= len(plans), named=named))
        count = count and each.going_on(count)
    return found


def sentence(plans: Sequence[StagePlan], lang: Lang, count: int | None = None) -> str:
    """Return the sentences in one line: `5 rounds of the Swiss system; the best 8 go on. Then: A knock-out.`"""
    return translations(lang).gettext(" Then: ").join(sentences(plans, lang, count))


def written(plans: Sequence[StagePlan]) -> str:
    """Return the text of all stages, one per line."""
    return "\n".join(each.written() for each in plans)


def read(text: str) -> tuple[tuple[StagePlan, ...], list[Problem]]:
    """Read the stages in these lines; empty lines are skipped. Also return every problem of the text."""
    found: list[StagePlan] = []
    problems: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            found += _stage(line, number, problems)
    return tuple(found), problems


def problems_of(plans: Sequence[StagePlan]) -> Iterator[Problem]:
    """Yield what keeps a season from having these stages, each with the number of its stage."""
    if len(plans) > MOST_STAGES:
        yield Problem("too-many-stages", most=str(MOST_STAGES))
    for place, plan in enumerate(plans, 1):
        for setting in plan.kind.settings:
            value = plan.settings.get(setting.slug, setting.usual)
            if not setting.least <= value <= setting.most:
                yield _out_of_bounds(setting, str(value), place)
        if plan.best is not None and not 1 <= plan.best <= MOST_BEST:
            yield Problem("stage-best", place, typed=f"{plan.best:,}")
        if plan.best is not None and plan.kind.cuts:
            label = plan.kind.slug
            yield Problem("stage-cuts-itself", place, format=label)
        elif plan.best is not None and place == len(plans):
            yield Problem("stage-last-cuts", place)
        if plan.kind.by_hand and place > 1:
            yield Problem("by-hand-first", place)
        if plan.after and (place > 1 or plan.drawn_seeds):
            yield Problem("stage-after", place)
        for name in (plan.name_ja, plan.name_en):
            if len(name) > MOST_NAME or next(hidden_in(name), None) is not None:
                yield Problem(
                    "bad-stage-name", place, typed=shown(name[:_SHOWN]), most=str(MOST_NAME)
                )
        points = plan.points or (1, 0, 0)
        for problem in scoring.problems(*points, plan.tie_breaks or (), TIE_BREAKS_OF_STAGES):
            yield replace(problem, line=place)


def _stage(line: str, number: int, problems: list[Problem]) -> Iterator[StagePlan]:
    try:
        slug, *pairs = shlex.split(line)
    except ValueError:  # a quote that is not closed; a comment alone gives none
        problems.append(Problem("stage-unreadable", number, typed=shown(line[:_SHOWN])))
        return
    kind = FORMATS.get(slug)
    if kind is None:
        there_are = ", ".join(FORMATS)
        problems.append(
            Problem("unknown-format", number, typed=shown(slug[:_SHOWN]), formats=there_are)
        )
        return
    given: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        known = [*(each.slug for each in kind.settings), *_OWN]
        if not equals or key not in known:
            there_are = ", ".join(f"{each}=" for each in known)
            typed = shown(pair[:_SHOWN])
            problems.append(
                Problem(
                    "unknown-stage-setting",
                    number,
                    typed=typed,
                    format=kind.slug,
                    settings=there_are,
                )
            )
        elif key in given:
            problems.append(Problem("stage-setting-doubled", number, setting=key))
        else:
            given[key] = value
    settings: dict[str, int] = {}
    for each in kind.settings:
        if each.slug in given:
            settings[each.slug] = _value(each, given[each.slug], number, problems)
    seeds = given.get("seeds", "order")
    if seeds not in _SEEDS:
        ways = ", ".join(_SEEDS)
        problems.append(Problem("stage-seeds", number, typed=shown(seeds[:_SHOWN]), ways=ways))
    best = None
    if "best" in given:
        best = _number(given["best"])
        if best is None:
            problems.append(Problem("stage-best", number, typed=shown(given["best"][:_SHOWN])))
    ties = given.get("ties")
    yield StagePlan(
        slug,
        kind.settled(settings),
        given.get("ja", "").strip(),
        given.get("en", "").strip(),
        best,
        _points(given["points"], number, problems) if "points" in given else None,
        tuple(each.strip() for each in ties.split(",") if each.strip())
        if ties is not None
        else None,
        _SEEDS.get(seeds, False),
        given.get("after", "").strip(),
    )


def _value(setting: Setting, typed: str, number: int, problems: list[Problem]) -> int:
    value = _ANSWERS.get(typed.lower()) if setting.is_question else _number(typed)
    if value is None:
        problems.append(_out_of_bounds(setting, typed, number))
        return setting.usual
    return value


def _out_of_bounds(setting: Setting, typed: str, place: int) -> Problem:
    typed = shown(typed[:_SHOWN])
    if setting.is_question:
        return Problem("stage-question", place, setting=setting.slug, typed=typed, yes=YES, no=NO)
    least, most = f"{setting.least:,}", f"{setting.most:,}"
    return Problem("stage-number", place, setting=setting.slug, typed=typed, least=least, most=most)


def _points(typed: str, number: int, problems: list[Problem]) -> tuple[int, int, int] | None:
    values = [_number(each) for each in typed.split("/")]
    found = [each for each in values if each is not None]
    if len(values) != 3 or len(found) != 3:
        problems.append(Problem("bad-score", number, typed=shown(typed[:_SHOWN])))
        return None
    win, draw, loss = found
    return win, draw, loss


def _number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None
