"""Characters as pages show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.engine import Build, Lang, Ruleset
from app.games import ruleset
from app.league.entries.characters import names_of
from app.league.entries.contents import Submission
from app.league.matches import scripts
from app.store.tables import Revision, Season
from app.text.templates import put
from app.tournament.full_table import Entrant
from app.web.cards import CardView, row_of
from app.web.rendering import spoken


@dataclass(frozen=True, slots=True)
class CharacterView:
    """A character with its cards, from the top."""

    name: str
    owner: str
    lore: str
    url: str
    extras: Mapping[str, Any]
    written: str
    row: Sequence[CardView]


def character_of(season: Season, revision: Revision) -> CharacterView:
    """The character of this revision."""
    game = ruleset(season.game, season.rules_version)
    build = game.read_build(revision.build)
    submission = Submission(
        revision.name,
        revision.build,
        revision.owner,
        revision.lore,
        revision.url,
        revision.extras,
    )
    return character(game, build, submission)


def character(game: Ruleset, build: Build, sent: Submission) -> CharacterView:
    """A character of this game, as pages show it; its build has been read."""
    written = game.write_build(build)
    row = row_of(game, build, names_of(sent.extras))
    return CharacterView(
        sent.name, sent.owner, sent.lore, sent.url, scripts.typed(sent.extras), written, row
    )


def linked(who: Entrant, here: str, lang: Lang) -> Markup:
    """Its name, leading to its page below this address."""
    href = f"{put(here)}/entries/{who.number}"
    return Markup(f'<a href="{href}">{spoken(who.name, lang)}</a>')  # noqa: S704 - escaped
