"""Models of the API's answers to organisers."""

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from app.store.tables import RevisionState, SeasonState
from app.web.api.models.public import Part


class Opening(BaseModel):
    """What opening a season would do: how many letters it would send, if it is announced."""

    season: str
    letters: int


class Progress(BaseModel):
    """How far a run is; `finished` as soon as its results can be reviewed.

    `battles` of those `of` which it plays are played; `seconds_left` is an estimate. `halted` says by what its
    results were contradicted: then it is given up, and the season closed again.
    """

    season: str
    run: int
    state: SeasonState
    battles: int
    of: int
    seconds_left: int | None
    finished: bool
    halted: list[str]
    digest: str | None
    started_at: datetime
    finished_at: datetime | None


class DeskEntry(BaseModel):
    """An entry as organisers see it: `sealed` while the season is open, `held` until it is confirmed.

    `hidden` lists what they hide of it, except a picture. In a call for cards `card` is the card entered.
    """

    number: int | None
    name: str
    owner: str
    state: RevisionState
    revision: int
    hidden: list[Part]
    sealed: bool
    odd: list[str] = []
    build: list[str] | None = None
    card: dict[str, Any] | None = None
    lore: str | None = None
    url: str | None = None
    flavour: list[str | None] | None = None
    lines: dict[str, str] | None = None
    labels: dict[str, str] | None = None
    rights: dict[str, str] | None = None
    orders: str | None = None
    nonce: str | None = None


class Act(BaseModel):
    """An organiser's act, with its reason."""

    at: datetime
    who: str
    act: str
    reason: str
    detail: dict[str, Any]
