"""Preview what other rules would change in a season, and move the season to them."""

from dataclasses import dataclass, replace

from sqlmodel import Session

from app.engine import Ruleset
from app.engine.versions import base_of
from app.errors import BuildUnreadable, CardsUnreadable, Problem, SeasonRefused
from app.games import ruleset
from app.games.house import with_cards
from app.i18n import lang_of
from app.league import visibility
from app.league.desk import interventions
from app.league.eligibility.sides import sides_of, sides_of_field
from app.league.entries.rosters import WAITING
from app.league.matches.settings import rules_of
from app.league.problems import explain
from app.league.seasons import news
from app.league.seasons.seasons import (
    keep_house_cards,
    require,
    require_brevity,
    require_words,
    scoring_of,
)
from app.league.visibility import Reader
from app.notices.news import Difference, Withdrawn
from app.store import entrants, entries, letters, seasons
from app.store.entrants import ShownEntrant
from app.store.matches import matches
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, Revision, RevisionState, Season, SeasonState
from app.tournament import errata
from app.tournament.errata import Errata
from app.tournament.executors import LOCAL

_MOVABLE = (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED)


@dataclass(frozen=True, slots=True)
class RulesPreview:
    """The entries of a season, and what other rules would change for them."""

    field: tuple[ShownEntrant, ...]
    errata: Errata


@dataclass(frozen=True, slots=True)
class RulesMoved:
    """The season with its new rules, and the number of entries taken out."""

    season: Season
    taken_out: int


def wanted(season: Season, version: str, cards: str) -> Ruleset:
    """Return these rules of the season's game, with house cards on top if there are any.

    Raises `SeasonRefused` if the house cards cannot be read, and `RulesNotInstalled`.
    """
    if not cards.strip():
        return ruleset(season.game, version)
    try:
        return with_cards(season.game, cards, base_of(version))
    except CardsUnreadable as refusal:
        raise SeasonRefused(refusal.problems) from None


def preview(
    session: Session, slug: str, after: Ruleset, by: Organiser, compute: str = LOCAL
) -> RulesPreview:
    """Compare these rules with those of the season, or of its latest run. Nothing is written.

    In stages all pairs are compared, even those that do not meet, and places are left out. Raises `SeasonRefused` while
    builds are sealed, for matches, and if the rules are the same.
    """
    season = seasons.by_slug(session, slug)
    _require_of_its_game(season, after)
    require(
        season, *(each for each in SeasonState if each not in (SeasonState.DRAFT, SeasonState.OPEN))
    )
    visibility.require_laid_open(season, by.now)
    run = runs.latest_finished(session, season)
    before = rules_of(session, season, run.rules_version if run else None)
    if before.match:
        raise SeasonRefused([Problem("errata-of-matches")])
    if before.rules_version == after.rules_version:
        raise SeasonRefused([Problem("rules-same", rules=after.rules_version)])
    field = tuple(entrants.of_run(session, run) or entrants.numbered(session, season))
    found = errata.compare(
        before,
        after,
        [each.build for each in field],
        None if season.stages else scoring_of(season),
        compute,
        sides_of_field(session, season, field) if sides_of(season).apart else (),
    )
    return RulesPreview(field, found)


def move(
    session: Session, slug: str, after: Ruleset, by: Organiser, *, take_out: bool = False
) -> RulesMoved:
    """Move the season to these rules. Its page, its feed and a letter to every player tell the reason.

    Entries that the new rules forbid are taken out, and their players get a letter with the cause. Once builds have
    been laid open this needs `take_out`; without it the call is refused and names the entries. While builds are sealed,
    organisers learn nothing about them. Held and waiting revisions that the rules forbid are taken out too. Raises
    `SeasonRefused` with the problems.
    """
    season = seasons.locked(session, slug)
    _require_of_its_game(season, after)
    require_brevity(by)
    title = season.title_en
    if season.state not in _MOVABLE or matches.begun(session, season):
        raise SeasonRefused([Problem("rules-too-late", season=title)])
    if after.rules_version == season.rules_version:
        raise SeasonRefused([Problem("rules-same", rules=after.rules_version)])
    if season.state is not SeasonState.DRAFT:
        require_words(by)
    gone = _not_legal(session, season, after)
    standing = [revision for revision, _ in gone if revision.entry.current is revision]
    is_open_to_organisers = visibility.shows_entries(season, Reader.ORGANISER, by.now)
    if standing and is_open_to_organisers and not take_out:
        names = ", ".join(f"{each.entry.number} {each.name}" for each in standing)
        raise SeasonRefused(
            [Problem("entries-not-legal", rules=after.rules_version, entries=names)]
        )
    for revision, problems in gone:
        _take_out(session, season, revision, problems, after, by)
    before, season.rules_version = season.rules_version, after.rules_version
    keep_house_cards(session, after, by.now)
    changed = Difference("rules", before, after.rules_version)
    is_public = season.state is not SeasonState.DRAFT
    detail = {"changes": {"rules": [before, after.rules_version]}}
    public = {"public": by.tell.strip()} if is_public else {}
    audits.note(session, by, "change", season, detail=detail | public)
    if is_public:
        news.season_changed(session, season, [changed], by)
    return RulesMoved(season, len(standing))


def _require_of_its_game(season: Season, after: Ruleset) -> None:
    if after.slug != season.game:
        rules, game = after.rules_version, season.game
        raise SeasonRefused([Problem("rules-of-another-game", rules=rules, game=game)])


def _not_legal(
    session: Session, season: Season, after: Ruleset
) -> list[tuple[Revision, tuple[Problem, ...]]]:
    """Return the revisions that count, are held or wait, and that these rules forbid, in order of entry."""
    found, rules = [], rules_of(session, season, after.rules_version)
    for entry in entries.of_season(session, season):
        for revision in entries.revisions(session, entry):
            waits = revision.state in (RevisionState.HELD, *WAITING)
            if revision is entry.current or waits:
                try:
                    rules.read_build(revision.build)
                except BuildUnreadable as refusal:
                    found.append((revision, refusal.problems))
    return found


def _take_out(
    session: Session,
    season: Season,
    revision: Revision,
    problems: tuple[Problem, ...],
    after: Ruleset,
    by: Organiser,
) -> None:
    """Take out this revision, and write its player why."""
    entry: Entry = revision.entry
    lang = lang_of(entry.player.lang) if entry.player else "en"
    told = [
        explain(replace(each, line=0), lang, after.slug, after.rules_version) for each in problems
    ]
    reason = "\n".join([by.tell.strip(), f"{after.rules_version}:", *told]).strip()
    if revision is entry.current and season.state is not SeasonState.DRAFT:
        interventions.withdraw(session, season.slug, revision.name, replace(by, tell=reason))
        return
    if entry.current is revision or revision.state in WAITING:
        entry.current = entry.name_key = entry.queued_at = None
    revision.state = RevisionState.WITHDRAWN
    if entry.player:
        about = Withdrawn(name=revision.name, by_organiser=True, reason=reason)
        key = f"withdrawn:{revision.id}"
        letters.write(
            session, about, entry.player, key, now=by.now, season=season, revision=revision
        )
