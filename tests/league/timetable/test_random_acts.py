"""A season under random acts of its organisers goes as a short model says: by its state, whatever its steps have been through."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from hypothesis import HealthCheck, example, given, settings, strategies as st

from app.errors import SeasonRefused
from app.jobs.seasons.runs import RunsUnderWay
from app.league.desk import interventions
from app.league.entries.contents import Submission
from app.league.results import results, runs
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.timetable import nights, steps
from app.store import seasons
from app.store.database import Database
from app.store.security import audits
from app.store.tables import SeasonState
from tests.league.timetable.test_steps import DAY, olga, pass_until, the_cup
from tests.support.people import NOW

NIGHT: Final = "night-1"
AFTER: Final = {"opening": 1, "deadline": 2, "run": 3, NIGHT: 4, "release": 4, "archive": 5}
"""The steps in order, and the state from which on each is past, whoever was faster."""
STATES: Final = [each for each in SeasonState if each is not SeasonState.RUNNING]
ACT_OF: Final = {"deadline": "close", "opening": "open", "release": "publish", NIGHT: "night"}
EARLY: Final = timedelta(hours=1)
"""What is planned for a day has come by the time at which we look."""


@dataclass
class Model:
    """The state says what is done; of the rest a mark says what the season does not do by itself."""

    state: int = 0
    entries: int = 0
    now: datetime = NOW
    due: dict[str, datetime] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    acts: list[str] = field(default_factory=list)

    def is_over(self, name: str) -> bool:
        if name == "deadline":  # it can be moved until the builds are laid open
            return self.state >= 2 and not self.is_sealed()
        return self.state >= AFTER[name] or self.marks.get(name) == "done"

    def is_sealed(self) -> bool:
        return self.due.get("deadline", self.now) > self.now

    def refuses(self, name: str) -> bool:
        """Whether the season cannot take the step now, by itself or by hand."""
        if name == "opening":
            return self.due.get("deadline", self.now + DAY) <= self.now
        return name == "run" and self.is_sealed()

    def go_on(self) -> None:
        """The first step that is neither past nor skipped is taken once its moment has come; one that is held holds the rest."""
        for name in sorted(self.due, key=[*AFTER].index):
            mark = self.marks.get(name)
            if self.state >= AFTER[name] or mark in ("skipped", "done"):
                continue
            is_due = self.due[name] <= self.now and self.state == AFTER[name] - 1
            if mark == "held" or not is_due or (name == "run" and self.is_sealed()):
                return
            is_refused = self.refuses(name)
            self.acts.append("hold" if is_refused else ACT_OF.get(name, name))
            if is_refused or name == NIGHT:
                self.marks[name] = "held" if is_refused else "done"
            else:
                self.state = AFTER[name]
            self.go_on()
            return

    def standing(self) -> dict[str, str]:
        return {
            name: mark if name == NIGHT and mark == "done" else past if is_past else mark
            for name in self.due
            for mark in [self.marks.get(name, "planned")]
            for is_past in [self.state >= AFTER[name]]
            for past in ["skipped" if name == NIGHT else "done"]
        }

    def may(self, act: str, name: str) -> bool:
        is_set = name in self.due and name != "deadline" and not self.is_over(name)
        match act:
            case "plan" | "shift":
                return not self.is_over(name) and (name != NIGHT or name in self.due)
            case "hold" | "skip":
                return is_set
            case "resume":
                is_late = name == "release" and self.due.get(name, self.now) <= self.now
                return is_set and name in self.marks and not is_late
            case "announce":
                return self.state == 3
            case "enter":
                return 0 < self.state < 4 and self.marks.get(NIGHT) != "done"
            case "undo":
                return self.state in (3, 4)
        return self.state < 5 and not self.refuses(self.at_hand())

    def at_hand(self) -> str:
        return next(name for name, after in AFTER.items() if after > self.state and name != NIGHT)

    def do(self, act: str, name: str, at: datetime) -> None:
        match act:
            case "plan" | "announce" | "shift":
                later = [*AFTER][[*AFTER].index(name) + 1 :] if act == "shift" else []
                for each in {*later} & {*self.due} if name in self.due else ():
                    if self.standing()[each] in ("planned", "held"):
                        self.due[each] += at - self.due[name]
                self.due[name] = at
                self.marks.pop(name, None)
            case "hold" | "skip":
                self.marks[name] = "held" if act == "hold" else "skipped"
            case "resume":
                del self.marks[name]
            case "enter":
                self.entries += 1
                if self.state == 3:
                    self.state = 2
                    self.marks |= dict.fromkeys({"run"} & {*self.due}, "skipped")
            case "undo":
                is_out = self.state == 4 or self.marks.get(NIGHT) == "done"
                is_announced = "release" in self.due and "release" not in self.marks
                self.go_back(to=3 if is_out or is_announced else 2)
            case _:
                self.state = AFTER[self.at_hand()]

    def go_back(self, to: int) -> None:
        """What was to come of the results is called off, and left to organisers."""
        if self.state == 4 or "release" not in self.marks:
            self.due.pop("release", None)
            self.marks.pop("release", None)
        left = {NIGHT, "run"} if to == 2 else {NIGHT}
        self.marks |= dict.fromkeys(left & {*self.due}, "skipped")
        self.state = to


def do(database: Database, model: Model, act: str, name: str, at: datetime) -> list[str]:
    """The organiser does the same in the season itself; the problems for which it is refused."""
    by = olga(model.now, reason="Kept in the log.", tell="For all.")
    try:
        with database.writing() as session:
            match act:
                case "plan" | "shift":
                    steps.plan(session, "cup", name, at, by, with_later=act == "shift")
                case "hold" | "skip" | "resume":
                    getattr(steps, act)(session, "cup", name, by)
                case "announce":
                    results.publish(session, "cup", by, release_at=at)
                case "enter":
                    named = f"C{the_cup(session).id}-{model.entries}"
                    interventions.add(session, "cup", Submission(named, "攻核"), by)
                case "undo":
                    results.undo(session, "cup", by)
                case _:
                    by_hand = {
                        1: league_seasons.open_season,
                        2: league_seasons.close,
                        3: runs.start,
                        4: results.publish,
                    }.get(model.state + 1, league_seasons.archive)
                    by_hand(session, "cup", by)
    except SeasonRefused as refusal:
        return [each.code for each in refusal.problems]
    return []


PLANNED: Final = {"deadline": 3, "run": 4, NIGHT: 6, "release": 7, "archive": 9}
"""The days of a whole timetable."""


def begin(database: Database, model: Model, *, planned: bool) -> None:
    """A draft; or an open season with two entries and a timetable."""
    with database.writing() as session:
        if season := seasons.with_slug(session, "cup"):
            seasons.delete(session, season)
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), olga())
        if planned:
            model.due = {name: NOW + days * DAY - EARLY for name, days in PLANNED.items()}
            for name in {*PLANNED} - {NIGHT, "release"}:
                steps.plan(session, "cup", name, model.due[name], olga())
            nights.plan(session, "cup", model.due[NIGHT], olga(), zone="UTC", nights=2, quiet=True)
    for act in ["by hand", "enter", "enter"] if planned else []:
        assert do(database, model, act, "", NOW) == []
        model.do(act, "", NOW)


def battle(database: Database, now: datetime) -> None:
    """The run that an organiser has begun is played."""
    battles = RunsUnderWay()
    while battles(database, now):
        pass


ACTS: Final = (
    *("wait", "wait", "wait", "hold", "hold", "hold", "resume", "skip", "plan", "shift", "shift"),
    *("by hand", "by hand", "enter", "announce", "undo"),
)
DRAWN: Final = st.tuples(
    st.sampled_from(ACTS), st.sampled_from([*AFTER]), st.integers(1, 4), st.booleans()
)
"""An act, the step it is about, a number of days, and whether the site is there for it, not only its organisers."""


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.booleans(), st.lists(DRAWN, min_size=8, max_size=16))
@example(  # nobody has entered when the run comes: it is held, and done by hand
    planned=False,
    drawn=[
        ("by hand", "", 1, True),
        ("plan", "run", 2, True),
        ("plan", "release", 5, True),
        ("by hand", "", 1, True),
        ("wait", "", 3, True),
        ("enter", "", 1, True),
        ("enter", "", 1, True),
        ("plan", "archive", 9, True),
        ("hold", "archive", 1, True),
        ("by hand", "", 1, True),
        ("wait", "", 3, True),
    ],
)
@example(  # what is held moves along and stays held; a night holds the release, until all is published by hand
    planned=True,
    drawn=[
        ("hold", NIGHT, 1, True),
        ("hold", "archive", 1, True),
        ("shift", "run", 4, True),
        ("wait", "", 9, True),
        ("by hand", "", 1, True),
        ("undo", "", 1, True),
        ("announce", "release", 2, True),
        ("hold", "release", 2, True),
        ("announce", "release", 2, True),
        ("wait", "", 4, True),
        ("resume", "archive", 1, True),
        ("undo", "", 1, True),
    ],
)
def test_a_season_goes_as_its_state_and_the_marks_of_what_is_to_come_say(
    database: Database, planned: bool, drawn: list[tuple[str, str, int, bool]]
) -> None:
    """What an organiser has been faster with is done; a hold holds what comes after it, and nothing before."""
    model = Model()
    begin(database, model, planned=planned)
    for act, drawn_name, days, is_there in drawn:
        at = model.now + days * DAY - EARLY
        name = "release" if act == "announce" else drawn_name
        if act == "wait":
            model.now += days * DAY
        else:
            problems = do(database, model, act, name, at)
            if {*problems} == {"steps-out-of-order"}:
                continue
            assert bool(problems) != model.may(act, name), (act, name, problems)
            if not problems:
                model.do(act, name, at)
        if is_there:
            pass_until(database, model.now)
            model.go_on()
        elif act == "by hand" and model.state == 3:
            battle(database, model.now)
        with database.reading() as session:
            season = the_cup(session)
            found = {
                each.name: each.standing for each in steps.milestones(session, season) if each.at
            }
            taken = [each.act for each in audits.of_season(session, season) if each.who == steps.BY]
        known = {name: how for name, how in found.items() if how != "done" or name in model.due}
        assert (season.state, known) == (STATES[model.state], model.standing()), (act, name)
        assert taken == model.acts
