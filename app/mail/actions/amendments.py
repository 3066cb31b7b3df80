"""The entry that a mail changes: the one of its player that stands, or an earlier one that they enter again."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from app.engine import Build, Ruleset
from app.errors import BuildUnreadable, Problem, RulesNotInstalled, SubmissionRejected
from app.league.entries import (
    acceptance,
    characters,
    contents,
    doors,
    entries as league_entries,
    places,
    rosters,
)
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches.settings import rules_of
from app.league.visibility import title_of
from app.mail.case.case import Case
from app.mail.reading.changes.change import changed, rebuilt
from app.mail.reading.form.card_words import build_words
from app.mail.reading.form.entry_form import EntryForm
from app.store import entries, letters, seasons
from app.store.tables import Revision, RevisionState, Season, SeasonState
from app.text.characters import normal

_ARROW: Final = re.compile(r"\s*(?:→|⇒|➡|->|=>)\s*")
_STANDING: Final = (RevisionState.HELD, *rosters.WAITING, RevisionState.ACCEPTED)


def has_arrow(form: EntryForm) -> bool:
    """Whether it may say what was before, and what shall be."""
    return _ARROW.search(f"{form.name}\n{form.build_text}") is not None


def base_in(case: Case, season: Season) -> Revision | None:
    """The revision that a change by this mail is made to.

    The one that our letter asks about, if the mail answers that letter; else the one that counts, since anybody can have
    sent one that waits; else the newest that waits.
    """
    own = entries.of_player(case.session, season, case.player)
    asked = case.speaker.held if case.speaker else None
    if not asked and (named := [*case.mail.in_reply_to, *case.mail.references][-20:]):
        letter = letters.asking(case.session, case.player, named)
        asked = case.session.get(Revision, letter.revision_id) if letter else None
    if asked and asked.entry in own and asked.state in _STANDING:
        return _chosen(case, season, [asked, *league_entries.beside(case.session, asked)])
    standing = [found for each in own if (found := rosters.standing_of(case.session, each))]
    return _chosen(case, season, standing)


def has_base(case: Case, season: Season) -> bool:
    """Whether there is a revision of the player's that a mail could change."""
    return bool(rosters.standing(case.session, season, case.player))


def _chosen(case: Case, season: Season, those: Sequence[Revision]) -> Revision | None:
    """The one among these characters of the player's that the mail means. Raises `SubmissionRejected` if that is not clear."""
    if len(those) < 2:
        return next(iter(those), None)
    if len(meant := named(case, those)) == 1:
        return meant[0]
    raise SubmissionRejected([rosters.which(season, those)])


def named(case: Case, those: Sequence[Revision]) -> list[Revision]:
    """Those of these characters that the mail names: by a label, in its text, else in its subject, else by what it answers."""
    form = case.form
    for label in (form.instead, form.name):
        key = characters.name_key(label or "")
        if found := [each for each in those if key and characters.name_key(each.name) == key]:
            return found
    for text in (case.mail.text, case.mail.subject):
        if found := rosters.named_in(those, text):
            return found
    answered = [*case.mail.in_reply_to, *case.mail.references][-20:]
    letter = letters.answered(case.session, case.player, answered)
    of = case.session.get(Revision, letter.revision_id) if letter and letter.revision_id else None
    return [each for each in those if of and each.entry_id == of.entry_id]


def origin_of(case: Case, base: Revision) -> Origin:
    """How the change of this revision came: it is not proven unless what it is made to is the player's for certain."""
    asked = case.speaker.held if case.speaker else None
    is_settled = base is base.entry.current or base.state in rosters.WAITING
    is_theirs = is_settled or base is asked
    return replace(case.origin, proven=case.is_proven and is_theirs)


def settle(case: Case, base: Revision) -> None:
    """A change that answers our question says yes to it: what was asked about counts, before it is changed.

    Raises `SubmissionRejected` if another counts that came later.
    """
    asked = case.speaker.held if case.speaker else None
    if base is not asked or base.state is not RevisionState.HELD:
        return
    season = base.entry.season
    problems = [
        *places.open_at(season, case.kept.received_at),
        *doors.problems_of_held(case.session, season, base),
        *league_entries.name_taken(case.session, season, base.entry, base.name),
    ]
    if problems:
        raise SubmissionRejected(problems)
    if not acceptance.accept(case.session, base.entry, base, case.kept.received_at):
        raise SubmissionRejected([Problem("superseded", name=base.name)])


def standing_on(base: Revision, case: Case, form: EntryForm | None = None) -> Submission:
    """The entry as this mail wants it: what it says, or this part of it, and else what stands."""
    rules = rules_of(case.session, base.entry.season)
    return _changed(case, sent_as(base), rules, form or case.form)


def _changed(case: Case, base: Submission, rules: Ruleset, form: EntryForm) -> Submission:
    filled: dict[str, str] = {
        name: value
        for name in ("name", "owner", "lore", "url")
        if (value := getattr(form, name)) is not None
    }
    words: dict[str, Any] = {n: _behind_arrow(getattr(base, n), v) for n, v in filled.items()}
    sent = replace(base, **words)
    if form.build_text is not None:
        sent = rebuilt(sent, _new_build(base, form.build_text, rules), rules)
    own = form.extras
    for part in ("lines", "labels", "rights"):
        if part in own:
            own[part] = {**sent.extras.get(part, {}), **own[part]}
    if "flavour" in own:
        names = dict(enumerate(characters.names_of(sent.extras), 1)) | dict(form.flavour)
        given = {place: name for place, name in names.items() if name}
        own["flavour"] = characters.extras(given, {}, {}, {}).get("flavour", [])
    sent = replace(sent, extras={**sent.extras, **own})
    changes = case.request.changes
    return changed(sent, changes, rules) if changes else sent


def _behind_arrow(before: str, typed: str) -> str:
    """The new words of `old → new`, if those before the arrow are what stands."""
    for arrow in _ARROW.finditer(typed):
        if normal(typed[: arrow.start()]).strip('「」『』“”" ') == normal(before).strip():
            return typed[arrow.end() :].strip()
    return typed


def _new_build(base: Submission, typed: str, rules: Ruleset) -> str:
    """The same of a build."""
    for arrow in _ARROW.finditer(typed):
        before = read_build(typed[: arrow.start()], rules)
        if before and before.cards == rules.read_build(base.build).cards:
            return typed[arrow.end() :]
    return typed


def says_before(case: Case, base: Revision) -> bool:
    """Whether the form says what stands and what shall stand there, with an arrow between."""
    sent, rules = sent_as(base), rules_of(case.session, base.entry.season)
    name, build = case.form.name or "", case.form.build_text or ""
    return _behind_arrow(sent.name, name) != name or (
        _ARROW.search(build) is not None and _new_build(sent, build, rules) != build
    )


def read_build(typed: str, rules: Ruleset) -> Build | None:
    """The build that these words say; None if they say none."""
    with suppress(BuildUnreadable):
        return rules.read_build(build_words(typed, rules))
    return None


def sent_as(revision: Revision) -> Submission:
    """The revision as it could be sent."""
    return Submission(
        name=revision.name,
        build=revision.build,
        owner=revision.owner,
        lore=revision.lore,
        url=revision.url,
        extras=dict(revision.extras),
    )


# --- again --------------------------------------------------------------------------------------------


def earlier(case: Case, season: Season) -> Revision | None:
    """The entry that the player withdrew from this season, else their newest in another of this game, or the one that the mail
    names.
    """
    own = list(_own(case, season))
    said = normal(f"{case.mail.subject}\n{case.mail.text}")
    named = (each for each in own if (key := normal(each.name).strip()) and key in said)
    return next(named, own[0] if own else None)


def is_of_player(case: Case, season: Season) -> bool:
    """Whether the character that the mail names is an earlier one of the player's, if it names one."""
    said = [each.part("name") for each in case.request.said if each.slug == "again"]
    if not said or None in said:
        return True
    own = {normal(each.name).strip() for each in _own(case, season)}
    return any(name in normal(words or "") for words in said for name in own if name)


def _own(case: Case, season: Season) -> Iterator[Revision]:
    gone = [
        each for each in entries.of_player(case.session, season, case.player) if each.withdrawn_at
    ]
    for entry in reversed(gone):
        last = entries.revisions(case.session, entry)[-1]
        if last.state is RevisionState.WITHDRAWN:
            yield last
    for each in seasons.every(case.session):
        if each is season or each.game != season.game or each.state is SeasonState.DRAFT:
            continue
        for entry in entries.of_player(case.session, each, case.player):
            if entry.current:
                yield entry.current


def again(case: Case, season: Season) -> Submission:
    """The earlier character for this season, with what the mail changes. Raises `SubmissionRejected`."""
    before = earlier(case, season)
    if before is None:
        raise SubmissionRejected([Problem("nothing-to-repeat", season=title_of(season))])
    rules = rules_of(case.session, season)
    try:
        sent = contents.again(before)
        if case.form.build_text is None:
            rules.read_build(sent.build)
    except (BuildUnreadable, RulesNotInstalled) as refusal:
        problem = Problem("not-repeatable", season=title_of(season))
        raise SubmissionRejected([problem, *refusal.problems]) from None
    return _changed(case, sent, rules, case.form)


def seasons_to_repeat(case: Case, possible: Sequence[Season]) -> list[Season]:
    """Those of these seasons in whose game the player has an earlier entry."""
    return [each for each in possible if earlier(case, each)]
