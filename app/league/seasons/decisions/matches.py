"""The decision how matches of a season are played, with its many fields."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, tzinfo
from typing import Any, Final

from sqlalchemy.orm import object_session
from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, RulesNotInstalled, UnknownGame
from app.games import ruleset
from app.i18n import N_, translations
from app.league.eligibility import choices
from app.league.matches.settings import (
    MOST_ASKS,
    MOST_EXTENSIONS,
    MOST_HOURS,
    MOST_OF_ROUND,
    MatchSettings,
    settings_of,
)
from app.league.seasons.decisions.kinds import (
    DecisionKind,
    FormPart,
    OneWord,
    SomeOf,
    Text,
    WholeNumber,
    YesNo,
    listed,
)
from app.store.tables import Season

_DAYS: Final = [N_("Mon"), N_("Tue"), N_("Wed"), N_("Thu"), N_("Fri"), N_("Sat"), N_("Sun")]

_OF_EXCHANGES: Final = (
    *("daily", "weekdays", "zone", "hours", "early", "round_exchanges", "late"),
    *("takeover", "extensions", "away", "asks_per_turn"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneName(DecisionKind):
    """The name of a time zone; empty means the zone of the site."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> str:
        return text or str(zone)

    def write(self, value: str, zone: tzinfo) -> str:
        return value or str(zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChoices(DecisionKind):
    """The options that a game leaves open, one `key=value` per line: the value in JSON or as plain text."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Mapping[str, Any]:
        return choices.parsed(text.splitlines())

    def logged(self, value: Mapping[str, Any]) -> str:
        return "\n".join(f"{key}={json.dumps(each)}" for key, each in value.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchesOfSeason(DecisionKind):
    """How matches are played; None if not decided, and in games without matches."""

    nothing: str = N_("not chosen yet")
    parts: tuple[FormPart, ...] = (
        FormPart(
            name="tempo",
            kind=OneWord(
                options={
                    "script": N_("by standing orders, played at once at the deadline"),
                    "turn": N_("by mail or web, orders until each deadline"),
                    "live": N_("on the web, one decision at a time"),
                }
            ),
            label=N_("Tempo"),
            meaning=N_("How players decide."),
            codes=("match-tempo",),
        ),
        FormPart(
            name="config",
            kind=GameChoices(),
            label=N_("What the game leaves open"),
            meaning=N_("Decisions of the game itself, each as key=value."),
            option="--rule",
            codes=("match-config", "match-choice", "match-value"),
        ),
        FormPart(
            name="daily",
            kind=Text(most=5, code="match-daily"),
            label=N_("Time of the day"),
            meaning=N_("At this time every waiting match moves on."),
            example="21:00",
            codes=("match-daily",),
        ),
        FormPart(
            name="weekdays",
            kind=SomeOf(
                options={str(day): name for day, name in enumerate(_DAYS)},
                box="day",
                code="match-weekdays",
            ),
            label=N_("Days of exchanges"),
            meaning=N_("0 is Monday, 6 is Sunday."),
            codes=("match-weekdays",),
        ),
        FormPart(
            name="zone",
            kind=ZoneName(),
            label=N_("Time zone"),
            meaning=N_("The time zone for these times."),
            example="Asia/Tokyo",
            codes=("match-zone",),
        ),
        FormPart(
            name="hours",
            kind=WholeNumber(least=1, most=MOST_HOURS, nothing=N_("at a time of the day")),
            label=N_("Or every … hours"),
            meaning=N_("If set, the time of day and the days are not used."),
            codes=("match-hours",),
        ),
        FormPart(
            name="early",
            kind=YesNo(no=N_("at each deadline"), yes=N_("as soon as everyone asked is ready")),
            label=N_("A match moves on"),
            meaning=N_("Whether a match waits for its deadline."),
        ),
        FormPart(
            name="at_once",
            kind=WholeNumber(least=1, most=MOST_OF_ROUND, nothing=N_("all that are due")),
            label=N_("Matches of a player at the same time"),
            meaning=N_("A round robin plays a few at a time: 3 is usual with more than 6 players."),
        ),
        FormPart(
            name="round_exchanges",
            kind=WholeNumber(least=1, most=MOST_OF_ROUND, nothing=N_("until the matches end")),
            label=N_("Exchanges in a round"),
            meaning=N_("In stages: after this many exchanges the next round is paired."),
        ),
        FormPart(
            name="late",
            kind=OneWord(
                options={
                    "house": N_("the house plays it to the end at once"),
                    "draw": N_("it is drawn"),
                }
            ),
            label=N_("A match unfinished after that"),
            meaning=N_("How it ends when its round ends."),
            codes=("match-late",),
        ),
        FormPart(
            name="takeover",
            kind=OneWord(
                options={
                    "each": N_(
                        "it is offered to others; each player is rated for the matches they finished"
                    ),
                    "nobody": N_("it is offered to others; its matches are not rated"),
                    "house": N_("it is not offered; the house plays on"),
                }
            ),
            label=N_("Seat of an absent player"),
            meaning=N_(
                "What happens to the seat of a player who sends no orders. Its points stay with the entry."
            ),
            codes=("match-takeover",),
        ),
        FormPart(
            name="extensions",
            kind=WholeNumber(least=0, most=MOST_EXTENSIONS, usual=2),
            label=N_("Extensions for each player"),
            meaning=N_("Each is 48 hours."),
            codes=("match-extensions",),
        ),
        FormPart(
            name="away",
            kind=OneWord(
                options={
                    "house": N_("standing orders and the house play, and nothing counts as missed"),
                    "wait": N_("deadlines wait, once for each player"),
                }
            ),
            label=N_("While a player is away"),
            meaning=N_(
                "What deadlines do for players who said at least a day before that they are away."
            ),
            codes=("match-away",),
        ),
        FormPart(
            name="asks_per_turn",
            kind=WholeNumber(least=0, most=MOST_ASKS, usual=1),
            label=N_("Questions between two exchanges"),
            meaning=N_("How often “then ask” may stop a match to ask the player."),
            option="--asks",
            codes=("match-asks",),
        ),
        FormPart(
            name="double",
            kind=YesNo(no=N_("one"), yes=N_("twice, with seats exchanged")),
            label=N_("Matches of a pair"),
            meaning=N_("Whether every pair meets twice."),
            option="--double/--single",
        ),
        FormPart(
            name="mirror",
            kind=YesNo(
                no=N_("different in each match"), yes=N_("the same shuffles in both matches")
            ),
            label=N_("Luck in the two matches"),
            meaning=N_("Whether each deck is shuffled the same way in both matches."),
        ),
        FormPart(
            name="reveal",
            kind=OneWord(
                options={
                    "tournament": N_("with the results"),
                    "game": N_("as soon as each match ends"),
                }
            ),
            label=N_("Records and dice are revealed"),
            meaning=N_("When everyone can read and check them."),
            codes=("match-reveal",),
        ),
    )

    def logged(self, value: MatchSettings | None) -> str:
        return json.dumps(asdict(value)) if value else ""

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        value, colon = MatchSettings.of(json.loads(logged)), "：" if lang == "ja" else ": "
        found = [f"{label}{colon}{said}" for label, said in self.words(value, lang, zone)]
        return listed([*found, *GameChoices().logged(value.config).splitlines()], lang)

    def words(self, value: MatchSettings, lang: Lang, zone: tzinfo) -> Iterator[tuple[str, str]]:
        """Yield label and words of every field, without the game's own options.

        In tempo "script", fields about exchanges are left out.
        """
        say, values = translations(lang).gettext, self.apart(value, "")
        is_script = value.tempo == "script"
        for part in (each for each in self.parts if not (is_script and each.name in _OF_EXCHANGES)):
            kind, logged = part.kind, part.kind.logged(values[part.name])
            if isinstance(kind, YesNo):
                yield say(part.label), say(kind.yes if logged else kind.no)
            elif not isinstance(kind, GameChoices):
                yield say(part.label), kind.told(logged, lang, zone)

    def apart(self, value: MatchSettings | None, game: str) -> Mapping[str, Any]:
        settings = value or MatchSettings(zone="")
        days = [*map(str, settings.weekdays)]
        return {part.name: getattr(settings, part.name) for part in self.parts} | {"weekdays": days}

    def whole(
        self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]
    ) -> MatchSettings:
        days = {str(each) for each in typed["weekdays"]}
        known = sorted(int(each) if each in [*map(str, range(7))] else -1 for each in days)
        config = dict(typed["config"])
        with suppress(UnknownGame, RulesNotInstalled):  # told of the game itself
            config = choices.known(ruleset(game, rules or None), config, wrong)
        usual = {"zone": typed["zone"] or MatchSettings().zone}
        return MatchSettings(**{**typed, **usual, "config": config, "weekdays": tuple(known)})


def wrong_matches(plan: Any, _: datetime) -> Iterator[Problem]:
    """Yield every problem of playing matches of this game like this."""
    if plan.matches:
        with suppress(UnknownGame, RulesNotInstalled):
            yield from plan.matches.problems(ruleset(plan.game, plan.rules or None))


def of_season(season: Season) -> MatchSettings | None:
    """Return how the season's matches are played. That is stored in another table."""
    session = object_session(season)
    return settings_of(session, season) if isinstance(session, Session) else None
