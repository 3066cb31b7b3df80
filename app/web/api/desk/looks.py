"""What organisers see of a season, as JSON: its entries, and a route for every line of the table."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

from app.league.entries import characters
from app.league.matches import deadlines
from app.league.matches.deadlines import Appointment
from app.league.problems import explain
from app.league.timetable import steps
from app.store import entries, seasons
from app.web.api.desk.acts import desk_entry
from app.web.api.models.organisers import DeskEntry
from app.web.api.models.public import List
from app.web.api.responses import Page, answer_list, refused
from app.web.api.seasons import Slug
from app.web.api.stages import StageFacts, stages_of
from app.web.api.tokens import organiser_router
from app.web.dependencies import Now, Reading
from app.web.errors import lang_of
from app.web.rendering import PRIVATE

router = organiser_router()


@router.get(
    "/seasons/{slug}/entries", response_model=List[DeskEntry], responses=refused(304, 404, 422)
)
def desk_entries(
    request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1
) -> Response:
    """The entries, also those not confirmed yet. Builds and stories are sealed until the season is laid open."""
    season = seasons.by_slug(session, slug)
    counted = [each for each in entries.of_season(session, season) if each.current]
    found = [desk_entry(season, each.number, each.current, now) for each in counted if each.current]
    held = entries.held(session, season)
    found += [desk_entry(season, None, each, now) for each in held]
    odd, lang = characters.lookalikes(session, season), lang_of(request)
    for entry, revision in zip(found, [*(each.current for each in counted), *held], strict=True):
        entry.odd = [explain(each, lang) for each in odd.get(revision.id if revision else 0, [])]
    return answer_list(request, List[DeskEntry], found, page, cache=PRIVATE)


class StepFacts(BaseModel):
    """A step of the timetable; `at` is null where none was set. `problems`: why it could not be taken, and is held."""

    step: str
    at: datetime | None
    zone: str
    standing: str
    quiet: bool
    problems: list[str]


_LOOKS: Final[dict[str, tuple[Any, str, Callable[..., Iterable[Any]]]]] = {
    "timetable": (
        StepFacts,
        "The steps of the timetable, as they stand.",
        lambda session, season, lang, _: [
            StepFacts(
                step=each.name,
                at=each.at,
                zone=each.zone,
                standing=each.standing,
                quiet=each.quiet,
                problems=[explain(problem, lang) for problem in each.problems],
            )
            for each in steps.milestones(session, season)
        ],
    ),
    "newcomers": (
        DeskEntry,
        "The newcomers who wait for a yes, oldest first.",
        lambda session, season, _, now: [
            desk_entry(season, None, each, now) for each in entries.waiting(session, season)
        ],
    ),
    "exchanges": (
        Appointment,
        "The exchanges that take orders, by deadline, and how many matches wait for each.",
        lambda session, season, *_: deadlines.agenda(session, season),
    ),
    "stages": (
        StageFacts,
        "The stages of a season, of a draft too; none where everybody meets everybody once.",
        lambda _session, season, *_: stages_of(season),
    ),
}


def _add(name: str, model: Any, meaning: str, found: Callable[..., Iterable[Any]]) -> None:
    """A route for this line."""

    def look(request: Request, slug: Slug, session: Reading, now: Now, page: Page = 1) -> Response:
        season = seasons.by_slug(session, slug)
        items = [*found(session, season, lang_of(request), now)]
        return answer_list(request, List[model], items, page, cache=PRIVATE)

    router.add_api_route(
        f"/seasons/{{slug}}/{name}",
        look,
        name=f"look_at_{name}",
        description=meaning,
        response_model=List[model],
        responses=refused(304, 404, 422),
    )


for _name, _line in _LOOKS.items():
    _add(_name, *_line)
