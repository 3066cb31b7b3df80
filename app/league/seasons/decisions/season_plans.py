"""The decisions about a season in one table: the kind of each, its problems, and how a database row stores it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang, Ruleset
from app.errors import CardsUnreadable, Problem, RulesNotInstalled, SeasonRefused, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.i18n import N_, translations
from app.league.eligibility import sides
from app.league.eligibility.pools import NO_POOL, Pool, pool_problems
from app.league.eligibility.sides import NO_SIDES, Sides
from app.league.entries import checkins
from app.league.entries.doors import SeasonDoor
from app.league.entries.places import Wave, wave_problems
from app.league.matches.settings import MatchSettings
from app.league.seasons.cups import MOST_EDITION
from app.league.seasons.decisions import obstacles
from app.league.seasons.decisions.compounds import (
    BuildPool,
    DoorOfSeason,
    RulesOfSeason,
    SidesOfSeason,
)
from app.league.seasons.decisions.decision import (
    ALWAYS,
    ARCHIVED,
    BEACON,
    CLOSED,
    FIRST_LAID_OPEN,
    LAID_OPEN,
    OPENED,
    PLAYED,
    PUBLIC,
    Decision,
    decided,
    table_of,
)
from app.league.seasons.decisions.kinds import (
    Hours,
    InOrder,
    LongText,
    OneOf,
    PointInTime,
    PointsPerResult,
    SomeOf,
    StageList,
    Text,
    Waves,
    WholeNumber,
    YesNo,
)
from app.league.seasons.decisions.matches import MatchesOfSeason, of_season, wrong_matches
from app.league.seasons.stages import beacons, plans
from app.league.seasons.stages.plans import StagePlan
from app.notices.news import Difference
from app.store.series import cups
from app.store.tables import Season
from app.tournament import scoring
from app.tournament.tiebreaks import DEFAULT, MOST, TIE_BREAKS

LONGEST: Final = timedelta(days=3653)
"""The longest time from now to a deadline: ten years."""
MOST_CAPACITY: Final = 1_000_000
REMINDED: Final = {
    "earlier": N_("players of an earlier season of the game"),
    "watching": N_("players who follow the season or its game"),
    "held": N_("players whose entry is not confirmed yet"),
}
"""The groups of players without an entry who can be reminded."""


def deadline_problems(closes_at: datetime | None, now: datetime) -> Iterator[Problem]:
    """Yield what is wrong with this deadline now."""
    if closes_at and closes_at <= now:
        yield Problem("deadline-past")
    if closes_at and closes_at > now + LONGEST:
        yield Problem("deadline-far")


def _wrong_minimum(plan: "Plan", _: datetime) -> Iterator[Problem]:
    places = plan.capacity and plan.capacity + sum(more for _, more in plan.waves)
    if places and plan.minimum and plan.minimum > places:
        yield Problem("minimum-over-places", minimum=f"{plan.minimum:,}", places=f"{places:,}")


def _wrong_extension(plan: "Plan", _: datetime) -> Iterator[Problem]:
    if plan.extension and not plan.minimum:
        yield Problem("extension-alone")


def _wrong_pool(plan: "Plan", _: datetime) -> Iterator[Problem]:
    with suppress(UnknownGame, RulesNotInstalled):
        yield from pool_problems(plan.pool, game_of(plan))


def _wrong_sides(plan: "Plan", _: datetime) -> Iterator[Problem]:
    yield from sides.problems_of(plan.sides)
    if any(each.kind.of_teams for each in plan.stages) and not plan.sides:
        yield Problem("teams-without-sides")


def _wrong_listing(plan: "Plan", _: datetime) -> Iterator[Problem]:
    if plan.ranked and not plan.listed:
        yield Problem("ranked-unlisted")


def _wrong_check_in(plan: "Plan", now: datetime) -> Iterator[Problem]:
    days = plan.closes_at and plan.check_in and checkins.LASTS + timedelta(hours=plan.check_in)
    if plan.closes_at and days and plan.closes_at - days <= now:
        yield Problem("check-in-late")


def _wrong_points(plan: "Plan", _: datetime) -> Iterator[Problem]:
    yield from scoring.problems(*plan.points, ())


def _wrong_stages(plan: "Plan", _: datetime) -> Iterator[Problem]:
    yield from plans.problems_of(plan.stages)
    with suppress(UnknownGame, RulesNotInstalled):
        if any(each.counts_life for each in plan.stages) and game_of(plan).match is not None:
            yield Problem("stages-without-life")


def _cups(session: Session, lang: Lang) -> Mapping[str, str]:
    return {each.slug: f"{each.title(lang)} ({each.slug})" for each in cups.every(session)}


@dataclass(frozen=True, slots=True)
class Plan:
    """An organiser's plan of a season: its game, its slug, and every decision that can be changed later.

    Each decision is a field. Its name, its kind and the texts here make the option, the field of
    the form, the property of the API, and the line of the log and of letters. A decision without a
    column in `season` is stored in its `decisions`.
    """

    game: str
    slug: str

    # --- texts ------------------------------------------------------------------------------------------

    title_ja: str = decided(
        kind=Text(),
        label=N_("Japanese title"),
        meaning=N_("Shown to readers of Japanese."),
        initial="",
        until=PUBLIC,
    )
    title_en: str = decided(
        kind=Text(),
        label=N_("English title"),
        meaning=N_("Shown to readers of English."),
        initial="",
        until=PUBLIC,
    )
    _: KW_ONLY
    description_ja: str = decided(
        kind=LongText(),
        label=N_("Description in Japanese"),
        meaning=N_("Markdown. Shown on the season's page and in the letters that announce it."),
        initial="",
        until=ARCHIVED,
    )
    description_en: str = decided(
        kind=LongText(),
        label=N_("Description in English"),
        meaning=N_("Markdown. Shown on the season's page and in the letters that announce it."),
        initial="",
        until=ARCHIVED,
    )

    # --- places and players -----------------------------------------------------------------------------

    closes_at: datetime | None = decided(
        kind=PointInTime(nothing=N_("none")),
        label=N_("Deadline"),
        meaning=N_("When entries close. Without a deadline you close the season yourself."),
        option="--closes",
        initial=None,
        until=LAID_OPEN,
        is_told=True,
        codes=("bad-moment", "deadline-over", "deadline-needed", "deadline-announced"),
        wrong=lambda plan, now: deadline_problems(plan.closes_at, now),
        against=obstacles.of_deadline,
    )
    capacity: int | None = decided(
        kind=WholeNumber(least=2, most=MOST_CAPACITY, code="bad-capacity", nothing=N_("no limit")),
        label=N_("Places"),
        meaning=N_("How many entries are taken at most."),
        option="--places",
        initial=None,
        until=PLAYED,
        is_told=True,
        codes=("capacity-taken",),
        against=obstacles.of_places,
    )
    waves: Sequence[Wave] = decided(
        kind=Waves(nothing=N_("none")),
        label=N_("Places that open later"),
        meaning=N_("Times, and how many more places open then."),
        example="2027-03-01 21:00 +200, 2027-03-08 21:00 +200",
        initial=(),
        until=PLAYED,
        is_told=True,
        wrong=lambda plan, now: wave_problems(plan.waves, plan.capacity, MOST_CAPACITY, now),
    )
    waiting_list: bool = decided(
        kind=YesNo(
            no=N_("none: a full season takes no entries"),
            yes=N_("yes: when the season is full, new entries wait for a place"),
        ),
        label=N_("Waiting list"),
        meaning=N_("When a place becomes free, the first entry on the list gets it."),
        initial=False,
        until=CLOSED,
        is_told=True,
        codes=("queue-waits",),
        against=obstacles.of_waiting_list,
    )
    begins_full: bool = decided(
        kind=YesNo(no=N_("it waits for its deadline"), yes=N_("entries close at once")),
        label=N_("When all places are taken"),
        meaning=N_(
            "Including places that open later. If entries close then, that time becomes the deadline and everyone is told."
        ),
        option="--begin-full/--no-begin-full",
        initial=False,
        until=CLOSED,
        is_told=True,
    )
    minimum: int | None = decided(
        kind=WholeNumber(least=2, most=MOST_CAPACITY, code="bad-minimum", nothing=N_("none")),
        label=N_("Fewest entries"),
        meaning=N_(
            "With fewer at the deadline, we ask you. Unless you close the season within an hour, it is called off."
        ),
        initial=None,
        until=CLOSED,
        is_told=True,
        codes=("minimum-over-places",),
        wrong=_wrong_minimum,
    )
    extension: int | None = decided(
        kind=WholeNumber(
            least=2, most=720, code="bad-extension", nothing=N_("none: called off at once")
        ),
        label=N_("More time with too few entries"),
        meaning=N_("How many hours the deadline moves, once, before the season is called off."),
        option="--extension",
        initial=None,
        until=CLOSED,
        is_told=True,
        codes=("extension-alone",),
        wrong=_wrong_extension,
    )
    characters: int = decided(
        kind=WholeNumber(least=1, most=20, code="bad-characters", usual=1),
        label=N_("Characters of one player"),
        meaning=N_("How many characters one player may enter, each under its own name."),
        initial=1,
        until=CLOSED,
        is_told=True,
        codes=("characters-taken",),
        against=obstacles.of_characters,
    )
    approves_newcomers: bool = decided(
        kind=YesNo(no=N_("they take part at once"), yes=N_("they wait for an organiser's yes")),
        label=N_("New players"),
        meaning=N_(
            "Players who have not taken part in any published season here. Anyone not approved by the deadline is left out."
        ),
        option="--look-at-newcomers/--no-look-at-newcomers",
        initial=False,
        until=CLOSED,
        codes=("newcomers-wait",),
        against=obstacles.of_newcomers,
    )

    listed: bool = decided(
        kind=YesNo(no=N_("no: only its address leads to it"), yes=N_("yes")),
        label=N_("Shown in lists"),
        meaning=N_(
            "If not, no page, letter, feed or program links to it. Only people with its "
            "address can open it. It does not count for the player rank."
        ),
        initial=True,
        until=ARCHIVED,
        wrong=_wrong_listing,
    )
    door: SeasonDoor = decided(
        kind=DoorOfSeason(),
        label=N_("Who may enter"),
        meaning=N_("Everyone, or only people you invite by a link, a word or a list of addresses."),
        initial=SeasonDoor(),
        until=CLOSED,
        is_public=False,
    )

    check_in: int | None = decided(
        kind=WholeNumber(least=1, most=168, code="bad-check-in", nothing=N_("no check-in")),
        label=N_("Check-in ends … hours before the deadline"),
        meaning=N_(
            "A day before that, we ask every player whether they will play. Anyone who has "
            "not said yes by then loses the place, with or without a waiting list. They can "
            "come back while there is room."
        ),
        initial=None,
        until=CLOSED,
        is_told=True,
        codes=("check-in-late",),
        wrong=_wrong_check_in,
    )

    # --- reminders --------------------------------------------------------------------------------------

    reminders: Sequence[int] = decided(
        kind=Hours(most=5, most_hours=720, code="bad-reminders", nothing=N_("none")),
        label=N_("Reminders"),
        meaning=N_("How many hours before the deadline we remind players who have not entered."),
        example="48, 6",
        initial=(48, 6),
        until=CLOSED,
        is_public=False,
    )
    reminded: Sequence[str] = decided(
        kind=SomeOf(options=REMINDED, box="remind_", code="unknown-readers", nothing=N_("nobody")),
        label=N_("Who is reminded"),
        meaning=N_(
            "Which of the players who have not entered. If we did not tell them of the "
            "opening, we remind them only if they follow it or have begun to enter."
        ),
        initial=tuple(REMINDED),
        until=CLOSED,
        is_public=False,
    )

    # --- ranks and series -------------------------------------------------------------------------------

    ranked: bool = decided(
        kind=YesNo(no=N_("does not count"), yes=N_("counts once the results are public")),
        label=N_("Counts for the player rank"),
        meaning=N_(
            "Suits seasons with a few dozen games for each player. All games of a season "
            "count at once. A season with more than 1,000 entries does not count."
        ),
        option="--ranked/--not-ranked",
        initial=False,
        until=CLOSED,
        is_told=True,
        wrong=_wrong_listing,
    )
    beacon: str = decided(
        kind=Text(most=beacons.MOST, code="bad-beacon", nothing=N_("none")),
        label=N_("Beacon of its dice"),
        meaning=N_(
            "A public random number that nobody knows before entries close: drand, or a "
            "number announced on a later day. Without one, the owner of this site could "
            "choose lots and dice."
        ),
        example="Numbers4 of 2026-12-24",
        initial="",
        until=BEACON,
        is_told=True,
        codes=("bad-beacon", "beacon-too-early"),
        wrong=lambda plan, _: beacons.problems(plan.beacon),
        against=obstacles.of_beacon,
    )
    cup: str = decided(
        kind=OneOf(options=_cups, nothing=N_("none")),
        label=N_("Cup"),
        meaning=N_("The page of a cup shows all its seasons with their winners."),
        initial="",
        until=ALWAYS,
        codes=("unknown-cup", "edition-alone"),
    )
    edition: int | None = decided(
        kind=WholeNumber(least=1, most=MOST_EDITION, code="bad-edition", nothing=N_("none")),
        label=N_("Edition"),
        meaning=N_("Its number within the cup."),
        empty=N_("the next one"),
        initial=None,
        until=ALWAYS,
        codes=("bad-edition", "edition-taken"),
    )

    # --- rules ------------------------------------------------------------------------------------------

    rules: str = decided(
        kind=RulesOfSeason(),
        label=N_("Rules"),
        meaning=N_("Your own additions to the rules."),
        initial="",
        until=OPENED,
        is_told=True,
        columns=("rules_version",),
    )
    sides: Sides = decided(
        kind=SidesOfSeason(),
        label=N_("Sides"),
        meaning=N_("Two or more sides, against each other."),
        initial=NO_SIDES,
        until=OPENED,
        wrong=_wrong_sides,
    )
    pool: Pool = decided(
        kind=BuildPool(),
        label=N_("What builds may contain"),
        meaning=N_("Limits in addition to the rules of the game."),
        initial=NO_POOL,
        until=OPENED,
        wrong=_wrong_pool,
    )

    # --- scoring, ties and stages -----------------------------------------------------------------------

    points: tuple[int, int, int] = decided(
        kind=PointsPerResult(),
        label=N_("Points for a win, a draw, a loss"),
        meaning=N_("How many points each result gives."),
        option="--scoring",
        initial=(3, 1, 0),
        until=FIRST_LAID_OPEN,
        is_told=True,
        columns=("win", "draw", "loss"),
        codes=("bad-score",),
        wrong=_wrong_points,
    )
    tie_breaks: Sequence[str] = decided(
        kind=InOrder(options=TIE_BREAKS, place="tie_break", most=MOST, nothing=N_("none")),
        label=N_("Tie-breaks"),
        meaning=N_(
            "They rank characters with equal points, in this order. Characters that are still equal share the place."
        ),
        initial=DEFAULT,
        until=FIRST_LAID_OPEN,
        is_told=True,
        wrong=lambda plan, _: scoring.problems(1, 0, 0, plan.tie_breaks),
    )
    stages: Sequence[StagePlan] = decided(
        kind=StageList(nothing=N_("everyone meets everyone")),
        label=N_("Stages"),
        meaning=N_("One stage a line. If empty, everyone meets everyone once."),
        example="swiss rounds=5 best=8",
        initial=(),
        until=FIRST_LAID_OPEN,
        is_told=True,
        wrong=_wrong_stages,
        against=obstacles.of_stages,
    )

    matches: MatchSettings | None = decided(
        kind=MatchesOfSeason(),
        label=N_("How matches are played"),
        meaning=N_(
            "For games with decisions. Players see this on the season's page before they enter."
        ),
        initial=None,
        until=OPENED,
        beside=of_season,
        wrong=wrong_matches,
    )

    @property
    def named(self) -> "Plan":
        """The plan with a title in both languages; without titles, the slug is used."""
        title_ja = self.title_ja or self.title_en or self.slug
        return replace(self, title_ja=title_ja, title_en=self.title_en or title_ja)


DECISIONS: Final = table_of(Plan)
"""Every decision about a season that can be changed, in the order in which they are shown."""


def plan_of(season: Season) -> Plan:
    """Return the decisions made for the season."""
    values = {name: each.value_of(season) for name, each in DECISIONS.items()}
    return Plan(season.game, season.slug, **values)


def game_of(plan: Plan) -> Ruleset:
    """Return the rules that the plan names, or the newest. Raises `UnknownGame` and `RulesNotInstalled`."""
    return ruleset(plan.game, plan.rules) if plan.rules else ruleset(plan.game)


def todays(plan: Plan) -> str:
    """Return the version of the newest rules of the game, with the plan's house cards.

    Raises `SeasonRefused` if the cards do not fit these rules.
    """
    cards = game_of(plan).house
    if not cards:
        return game_of(replace(plan, rules="")).rules_version
    try:
        return with_cards(plan.game, cards.text).rules_version
    except CardsUnreadable as refusal:
        raise SeasonRefused(refusal.problems) from None


def problems_of(plan: Plan, now: datetime) -> Iterator[tuple[str, Problem]]:
    """Yield the problems of all decisions, each with the decision's name."""
    for name, each in DECISIONS.items():
        yield from ((name, problem) for problem in each.problems(plan, now))


def columns(plan: Plan) -> dict[str, Any]:
    """Return the values of database columns for this plan."""
    found: dict[str, Any] = {"decisions": {}}
    for name, each in DECISIONS.items():
        value = getattr(plan, name)
        found |= each.kept(value)
        if not (each.columns or each.beside) and value != each.initial:
            is_moment = isinstance(value, datetime)
            found["decisions"][name] = (each.kind.logged if is_moment else each.kind.plain)(value)
    return found


def differences(before: Plan, after: Plan) -> Iterator[Difference]:
    """Yield the decisions in which these plans differ, in the order in which they are shown."""
    for name, each in DECISIONS.items():
        one, other = (each.kind.logged(getattr(plan, name)) for plan in (before, after))
        if one != other:
            yield Difference(name, one, other)


def told(plan: Plan, lang: Lang, zone: tzinfo) -> Iterator[tuple[Decision, str]]:
    """Yield decisions in words: all that differ from their initial value, and all whose changes players are told."""
    for name, each in DECISIONS.items():
        kind, logged = each.kind, each.kind.logged(getattr(plan, name))
        if isinstance(kind, LongText) or not (each.is_told or logged != kind.logged(each.initial)):
            continue
        if logged:
            say = translations(lang).gettext
            yield each, say(kind.yes) if isinstance(kind, YesNo) else kind.said(logged, lang, zone)


Unread = list[tuple[str, Problem]]
"""Problems of reading, each with the name of its field."""


def read(plan: Plan, texts: Mapping[str, str], zone: tzinfo, unread: Unread) -> Plan:
    """Return the plan changed by these typed fields. Problems are appended to `unread`."""
    values: dict[str, Any] = {}
    for part in (part for each in DECISIONS.values() for part in each.parts):
        if part.name in texts:
            wrong: list[Problem] = []
            values[part.name] = part.kind.read(texts[part.name], zone, wrong)
            unread += [(part.name, problem) for problem in wrong]
    if plan.matches is None and values.keys() & {part.name for part in MatchesOfSeason().parts}:
        values.setdefault("zone", str(zone))
    return chosen(plan, values, unread)


def chosen(plan: Plan, values: Mapping[str, Any], unread: Unread) -> Plan:
    """Return the plan changed by these values of fields. A new cup sets the next edition unless one is given."""
    if "cup" in values:
        values = {"edition": None, **values}
    for name, each in DECISIONS.items():
        given = {part.name: values[part.name] for part in each.parts if part.name in values}
        if given and each.kind.parts:
            wrong: list[Problem] = []
            typed = {**each.kind.apart(getattr(plan, name), plan.game), **given}
            given = {name: each.kind.whole(typed, plan.game, plan.rules, wrong)}
            unread += [(each.parts[0].name, problem) for problem in wrong]
        plan = replace(plan, **given) if given else plan
    return plan
