"""The form of an organiser's decisions about a season: as they stand, as typed, and its problems field by field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, Final

from app.engine import Lang
from app.engine.house import base_of
from app.errors import CardsUnreadable, Problem, RulesNotInstalled, SeasonRefused, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.league.admission.places import read_waves, write_waves
from app.league.cups import MOST_EDITION
from app.league.eligibility import sides
from app.league.eligibility.pools import Pool, read_banned
from app.league.news import REMINDED
from app.league.problems import explain
from app.league.season_plans import MOST_CHARACTERS, Plan, bad_reminders, problems_of, read_hours
from app.league.stages import plans as stages
from app.text.moments import parsed
from app.tournament.tiebreaks import MOST
from app.web.forms import Form
from app.web.views.forms.drafts import Faults

TEXTS: Final = ("title_ja", "title_en", "description_ja", "description_en")
LONG: Final = ("description", "stages", "waves", "cards", "banned", "sides")
"""How the fields begin that have several lines."""
POOL: Final = ("banned", "copies", "size")
CHOICES: Final = ("waiting_list", "approves_newcomers", "ranked")
"""Those that are yes or no."""
GROUPS: Final = tuple(f"remind_{group}" for group in REMINDED)
"""A box for each group of players who can be reminded."""
POINTS: Final = ("win", "draw", "loss")
BREAKS: Final = tuple(f"tie_break{place}" for place in range(1, MOST + 1))
"""A choice for each place in the order of tie-breaks."""
_FIELDS: Final = {
    "bad-beacon": "beacon",
    "beacon-too-early": "beacon",
    "bad-slug": "slug",
    "slug-taken": "slug",
    "unknown-cup": "cup",
    "edition-taken": "edition",
    "edition-alone": "cup",
    "bad-edition": "edition",
    "unknown-game": "game",
    "bad-moment": "closes_at",
    "deadline-over": "closes_at",
    "deadline-needed": "closes_at",
    "deadline-announced": "closes_at",
    "capacity-taken": "capacity",
    "characters-taken": "characters",
    "queue-waits": "waiting_list",
    "newcomers-wait": "approves_newcomers",
    "unknown-banned": "banned",
    "pool-of-decks": "banned",
    "pool-too-small": "banned",
    "bad-copies": "copies",
    "bad-size": "size",
    "bad-score": "points",
    "nothing-told": "tell",
    "reason-too-long": "tell",
}
"""The field of each problem that is of one field alone."""


@dataclass(frozen=True, slots=True)
class PlanForm:
    """The content of the form, by field, and the plan that it makes; what cannot be read is in `unread`."""

    plan: Plan
    typed: Mapping[str, str]
    unread: Sequence[tuple[str, Problem]] = ()

    def faults(self, problems: Sequence[Problem], now: datetime, lang: Lang) -> Faults:
        """These problems in words, each beside its field."""
        checked = [*self.unread, *problems_of(self.plan, now)]
        claimed = {problem: field for field, problem in checked}
        told: dict[str, list[str]] = {}
        for problem in dict.fromkeys([*(each for _, each in self.unread), *problems]):
            field = _FIELDS.get(problem.code) or claimed.get(problem, "")
            if problem.code == "change-too-late":
                field = problem.words[0]
            told.setdefault(field, []).append(explain(problem, lang))
        general = told.pop("", [])
        return Faults(told, general)


def form_of(plan: Plan, zone: tzinfo) -> PlanForm:
    """The decisions as they stand, as fields hold them."""
    typed = {name: getattr(plan, name) for name in ("game", "slug", "beacon", *TEXTS)}
    typed["closes_at"] = _local(plan.closes_at, zone)
    typed["capacity"] = str(plan.capacity or "")
    typed["characters"] = str(plan.characters)
    typed |= {"cup": plan.cup, "edition": str(plan.edition or "")}
    typed["waves"] = write_waves(plan.waves, zone)
    typed["sides"] = plan.sides.text
    typed["apart"] = "yes" if plan.sides.apart else ""
    typed["banned"] = ", ".join(plan.pool.banned)
    typed["copies"], typed["size"] = str(plan.pool.copies or ""), str(plan.pool.size or "")
    typed["stages"] = stages.written(plan.stages)
    typed["reminders"] = ", ".join(map(str, plan.reminders))
    typed |= {
        box: "yes" if group in plan.reminded else ""
        for box, group in zip(GROUPS, REMINDED, strict=True)
    }
    typed |= {name: "yes" if getattr(plan, name) else "" for name in CHOICES}
    typed |= {name: str(value) for name, value in zip(POINTS, plan.points, strict=True)}
    typed["cards"] = _cards_of(plan)
    typed |= dict.fromkeys(BREAKS, "") | dict(zip(BREAKS, plan.tie_breaks, strict=False))
    return PlanForm(plan, typed)


def sent(form: Form, before: Plan, zone: tzinfo) -> PlanForm:
    """The same as it was sent. Fields that were not in the form stay as they were."""
    standing = form_of(before, zone).typed
    typed = {
        name: form.text(name).strip("\n") if name.startswith(LONG) else form.line(name)
        for name in standing
        if name in form.fields
    }
    wanted: dict[str, Any] = {
        name: typed[name] for name in ("game", "slug", "beacon", *TEXTS) if name in typed
    }
    unread: list[tuple[str, Problem]] = []
    if typed.get("closes_at", standing["closes_at"]) != standing["closes_at"]:
        wanted["closes_at"] = _moment(typed["closes_at"], zone, unread)
    if "capacity" in typed:
        wanted["capacity"] = _number(typed["capacity"], unread)
    if typed.get("waves", standing["waves"]) != standing["waves"]:
        try:
            wanted["waves"] = read_waves(typed["waves"], zone)
        except SeasonRefused as refusal:
            unread += [("waves", problem) for problem in refusal.problems]
    if "characters" in typed:
        wanted["characters"] = _count(typed["characters"], before, unread)
    if "reminders" in typed:  # a box that is not ticked is not sent
        wanted["reminders"] = _hours(typed["reminders"], before, unread)
        ticked = {box: "yes" if form.line(box) else "" for box in GROUPS}
        typed |= ticked
        wanted["reminded"] = [
            group for box, group in zip(GROUPS, REMINDED, strict=True) if ticked[box]
        ]
    if "cup" in typed:
        wanted["cup"] = typed["cup"]
        wanted["edition"] = _edition(typed, before, unread) if typed["cup"] else None
    wanted |= {name: typed[name] == "yes" for name in CHOICES if name in typed}
    if all(name in typed for name in POINTS):
        wanted["points"] = _points([typed[name] for name in POINTS], before, unread)
    if typed.get("stages", standing["stages"]) != standing["stages"]:
        wanted["stages"], problems = stages.read(typed["stages"])
        unread += (("stages", each) for each in problems)
    if "cards" in typed:
        wanted["rules"] = _rules(wanted.get("game", before.game), typed["cards"], before, unread)
    if "sides" in typed:
        apart = typed.get("apart", standing["apart"]) == "yes"
        wanted["sides"] = sides.read(typed["sides"], is_apart=apart)
    if any(name in typed for name in POOL):
        after = replace(
            before, **{each: wanted[each] for each in ("game", "rules") if each in wanted}
        )
        wanted["pool"] = _pool(after, {**standing, **typed}, unread)
    if any(name in typed for name in BREAKS):
        wanted["tie_breaks"] = [typed[name] for name in BREAKS if typed.get(name)]
    return PlanForm(replace(before, **wanted), {**standing, **typed}, unread)


def _cards_of(plan: Plan) -> str:
    """The text of its house cards."""
    house = ruleset(plan.game, plan.rules).house if plan.rules else None
    return house.text if house else ""


def _rules(game: str, cards: str, before: Plan, unread: list[tuple[str, Problem]]) -> str:
    """The version of the rules with these house cards; without any, that of the rule book."""
    base = base_of(before.rules) if game == before.game else ""
    if not cards.strip():
        return base
    try:
        return with_cards(game, cards, base or None).rules_version
    except CardsUnreadable as refusal:
        unread += [("cards", each) for each in refusal.problems]
    except (UnknownGame, RulesNotInstalled):
        pass  # told of the game itself
    return base


def _pool(plan: Plan, typed: Mapping[str, str], unread: list[tuple[str, Problem]]) -> Pool:
    """What builds may have; where nothing is said, what the rules allow."""
    banned: tuple[str, ...] = ()
    try:
        banned = read_banned(ruleset(plan.game, plan.rules or None), typed["banned"])
    except SeasonRefused as refusal:
        unread += [("banned", each) for each in refusal.problems]
    except (UnknownGame, RulesNotInstalled):
        pass  # told of the game itself
    most = {"copies": plan.pool.copies, "size": plan.pool.size}
    for name in most:
        text = typed[name]
        if not text:
            most[name] = None
        elif text.isascii() and text.isdigit() and len(text) < 10:
            most[name] = int(text)
        else:
            unread.append((name, Problem("bad-count", words=(text[:20],))))
    return Pool(banned, most["copies"], most["size"])


def _local(moment: datetime | None, zone: tzinfo) -> str:
    """As `<input type="datetime-local">` holds it."""
    return moment.astimezone(zone).strftime("%Y-%m-%dT%H:%M") if moment else ""


def _moment(text: str, zone: tzinfo, unread: list[tuple[str, Problem]]) -> datetime | None:
    if not text:
        return None
    try:
        moment = parsed(text)
    except ValueError:
        unread.append(("closes_at", Problem("bad-moment", typed=text[:40])))
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)


def _number(text: str, unread: list[tuple[str, Problem]]) -> int | None:
    """A number of places; none is no limit."""
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    unread.append(("capacity", Problem("bad-capacity", words=(text[:20], "1,000,000"))))
    return None


def _count(text: str, before: Plan, unread: list[tuple[str, Problem]]) -> int:
    """How many characters a player may have; one where nothing is said."""
    if not text:
        return 1
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    words = (text[:20], str(MOST_CHARACTERS))
    unread.append(("characters", Problem("bad-characters", words=words)))
    return before.characters


def _hours(text: str, before: Plan, unread: list[tuple[str, Problem]]) -> Sequence[int]:
    found = read_hours(text)
    if found is None:
        unread.append(("reminders", bad_reminders()))
        return before.reminders
    return found


def _edition(
    typed: Mapping[str, str], before: Plan, unread: list[tuple[str, Problem]]
) -> int | None:
    """Which edition of its cup it is; the next one where nothing is said."""
    text = typed.get("edition", "")
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    words = (text[:20], f"{MOST_EDITION:,}")
    unread.append(("edition", Problem("bad-edition", words=words)))
    return before.edition


def _points(
    texts: Sequence[str], before: Plan, unread: list[tuple[str, Problem]]
) -> tuple[int, int, int]:
    if all(text.isascii() and text.isdigit() and len(text) < 10 for text in texts):
        win, draw, loss = map(int, texts)
        return win, draw, loss
    unread.append(("points", Problem("bad-score", words=("/".join(texts)[:40],))))
    return before.points
