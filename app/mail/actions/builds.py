"""The build that a mail brings, as a game reads it, and what we understood of the mail around it."""

from contextlib import suppress

from app.engine import Build
from app.errors import BuildUnreadable, FieldName, Problem, RulesNotInstalled
from app.games import is_installed, ruleset
from app.league.entries import characters, contents
from app.league.entries.characters import MAX_LORE
from app.league.entries.contents import Submission
from app.mail.case.case import Plain
from app.mail.inbox.message import ReadMail
from app.mail.reading.form.card_words import build_words
from app.mail.reading.form.entry_form import EntryForm
from app.store.tables import Season


def understood(form: EntryForm, mail: ReadMail, build: Build | None = None) -> Plain:
    """The contents of the mail as we understood them, with the build if a game can read it.

    No longer text is kept than a letter may show: the mail itself has the rest.
    """
    extras = form.extras
    return {
        "name": form.name,
        "build": list(build.cards) if build and form.build_text is not None else None,
        "build_text": form.build_text and form.build_text[:MAX_LORE],
        "lore": (form.lore or "")[:MAX_LORE],
        "owner": form.owner,
        "url": form.url,
        **(characters.filled(extras, build) if build else extras),
        "season": form.season,
        "lang": mail.lang,
    }


def read(words: str, game: str, version: str) -> Build | None:
    """The build that these words say by these rules; None if they say none, or the rules are not there."""
    with suppress(BuildUnreadable, RulesNotInstalled):
        return contents.read_build(ruleset(game, version), words)
    return None


def build_in(form: EntryForm, game: str, version: str) -> Build | None:
    """The build that is filled in, if it is one by these rules."""
    if form.build_text is None or not is_installed(game, version):
        return None
    return read(build_words(form.build_text, ruleset(game, version)), game, version)


def sent_to(season: Season, form: EntryForm) -> Submission:
    """What the form says, as a submission to this season."""
    return Submission(
        name=form.name or "",
        build=build_words(form.build_text or "", ruleset(season.game, season.rules_version)),
        owner=form.owner or "",
        lore=form.lore or "",
        url=form.url or "",
        extras=form.extras,
    )


def repeated(form: EntryForm) -> list[Problem]:
    """A problem for each field that stands there twice with other words."""
    return [Problem("repeated-field", field=FieldName(name)) for name in form.repeated]


def incomplete_in(form: EntryForm) -> list[Problem]:
    """The problems of the form itself: of fields, and that it has no build."""
    incomplete = repeated(form)
    if form.build_text is None:
        incomplete.append(Problem("no-build"))
    return incomplete
