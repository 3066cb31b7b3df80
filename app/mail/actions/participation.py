"""What a mail does with an entry: it is made, changed, made again, checked, tried, shown, or taken back."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from typing import Final

from app.engine import Ruleset
from app.errors import (
    BuildUnreadable,
    Problem,
    RulesNotInstalled,
    SubmissionRejected,
)
from app.games import is_installed, ruleset, slugs
from app.i18n import lang_of
from app.league.entries import (
    characters,
    contents,
    entries as league_entries,
    places,
    rosters,
    seats,
)
from app.league.entries.contents import Submission
from app.league.entries.entries import EntrySent, Origin
from app.league.matches.settings import rules_of
from app.league.practice import sparring
from app.league.seasons import carryovers
from app.league.visibility import title_of
from app.letters.replies.untaken import harmless
from app.mail.actions import amendments, answers, pictures, targets
from app.mail.case.case import Case, MailOutcome, Plain
from app.mail.inbox.message import ReadMail
from app.mail.reading.form.card_words import build_words
from app.mail.reading.form.entry_form import EntryForm
from app.mail.reading.request import asks_whether, tells
from app.notices.answers import Checked, Problems, Spar, Wish
from app.notices.news import SeatNews, Shown
from app.store import entries
from app.store.limits import buckets
from app.store.tables import (
    Entry,
    MailAction,
    Revision,
    RevisionState,
    Season,
    SeasonState,
)
from app.tournament.blocks import build_of

BOUTS_A_DAY: Final = 5
_ANY_NAME: Final = "?"
"""Of a build that is checked before its character has a name."""


def spar(case: Case) -> MailOutcome:
    """The build, or the player's own entry, meets strong ones. No build is shown."""
    if case.form.build_text is None:
        entry, standing = targets.own_entry(case)
        season: Season | None = entry.season
        game = rules_of(case.session, entry.season)
        text, name = standing.build, standing.name
    else:
        game = _game_of_build(case)
        season = case.season
        text, name = build_words(case.form.build_text, game), case.form.name or ""
    case.notes(understood=targets.understood(case.form, case.mail))
    try:
        build = game.read_build(text).nameless()
    except BuildUnreadable as refusal:
        case.notes(game=game.slug, rules=game.rules_version)
        raise SubmissionRejected(refusal.problems) from None
    if buckets.take(
        case.session,
        f"spar:{case.player.id}:{case.budget or ''}",
        capacity=BOUTS_A_DAY,
        now=case.kept.received_at,
    ):
        raise SubmissionRejected([Problem("spar-quota", bouts=str(BOUTS_A_DAY))])
    met = sparring.spar(case.session, game, build, lang_of(case.player.lang))
    told = Spar(
        game=game.slug,
        rules=game.rules_version,
        name=name,
        build=game.write_build(build),
        bouts=met.bouts,
        titles=(met.season.title_ja, met.season.title_en) if met.season else None,
    )
    return MailOutcome(MailAction.ANSWERED, told, season)


def _game_of_build(case: Case) -> Ruleset:
    """The game of the season that is meant, else the first that can read the build: those being played come first."""
    meant = case.season or targets.season_named(case)
    if meant:
        return rules_of(case.session, meant)
    open_ones = reversed(targets.open_ones(case))
    played = {(each.game, each.rules_version): each for each in open_ones}
    newest = [(slug, ruleset(slug).rules_version) for slug in slugs()]
    known = [rules for rules in dict.fromkeys([*played, *newest]) if is_installed(*rules)]
    found = next((rules for rules in known if targets.build_in(case.form, *rules)), known[0])
    return rules_of(case.session, played[found]) if found in played else ruleset(*found)


def enter(case: Case) -> MailOutcome:
    """The submission is the player's entry; it waits to be confirmed, unless it came by their secret address."""
    if several := _season_of_several(case):
        return _enter_all(case, several)
    season, submission, incomplete = _submission(case)
    if tells("another", case.mail.text) and season.characters == 1:
        standing = rosters.standing(case.session, season, case.player)
        if standing and standing[0].name != submission.name:
            here, example = title_of(season), standing[0].name
            raise SubmissionRejected([Problem("one-character", season=here, example=example)])
    base = _base(case, season)
    origin = amendments.origin_of(case, base) if base else case.origin
    instead = base.entry if base else case.form.instead or ""
    return _submit(case, season, submission, origin, incomplete, instead)


def _season_of_several(case: Case) -> Season | None:
    """The season that is meant, if the mail brings several characters and a player may have several in it."""
    if not case.request.several:
        return None
    season = case.season
    with suppress(SubmissionRejected):
        season = season or targets.season_to_enter(case, targets.open_ones(case))
    return season if season and season.characters > 1 else None


def _enter_all(case: Case, season: Season) -> MailOutcome:
    """Each character is entered, or what is wrong with it is told, by one letter. What it says of one alone, it says of that."""
    case.notes_season(season)
    own = entries.of_player(case.session, season, case.player)
    sent = [_sent(case, season, own, form) for form in case.request.several]
    untaken = [each for form in case.request.several for each in form.untaken]
    noted = [each for each in case.note.untaken or [] if each["kind"] != "second"]
    told = [asdict(each) for each in (untaken if case.is_proven else harmless(untaken))]
    noted += [each for each in told if each not in noted]
    case.notes(untaken=noted or None, understood={"names": [each.submission.name for each in sent]})
    case.kept.note = case.note.plain()
    with pictures.of(case, [each.submission.name for each in sent]) as found:
        keep = partial(pictures.keep, case, found)
        fates = league_entries.submit_all(
            case.session, season, case.player, sent, case.origin, keep
        )
    if all(each.problems for each in fates):
        return MailOutcome(MailAction.PROBLEMS)
    return MailOutcome(MailAction.ENTRY if case.is_proven else MailAction.HELD)


def _sent(case: Case, season: Season, own: Sequence[Entry], form: EntryForm) -> EntrySent:
    """A character of several: with a name alone, what it changes in the one of that name."""
    there = None if form.is_whole else rosters.called(case.session, own, form.name or "")
    base = there and rosters.standing_of(case.session, there)
    if base:
        return EntrySent(amendments.standing_on(base, case, form), targets.repeated(form))
    return EntrySent(targets.sent_to(season, form), targets.incomplete_in(form), form.instead or "")


def _submit(
    case: Case,
    season: Season,
    submission: Submission,
    origin: Origin,
    incomplete: Sequence[Problem] = (),
    instead: Entry | str = "",
) -> MailOutcome:
    with pictures.of(case, [submission.name]) as found:
        revision = league_entries.submit(
            case.session, season, case.player, submission, origin, incomplete, instead=instead
        )
        pictures.keep(case, found, [revision])
    return MailOutcome(
        MailAction.HELD if revision.state is RevisionState.HELD else MailAction.ENTRY
    )


def change(case: Case) -> MailOutcome:
    """The player's entry with what the mail changes in it; it waits to be confirmed like any other that the mail brings."""
    season = _season_to_change(case)
    case.notes_season(season)
    base = amendments.base_in(case, season)
    if not base:
        raise SubmissionRejected([Problem("nothing-to-change", season=title_of(season))])
    if problems := [*places.open_at(season, case.kept.received_at)]:
        raise SubmissionRejected(problems)
    submission = amendments.standing_on(base, case)
    amendments.settle(case, base)
    origin = amendments.origin_of(case, base)
    return _submit(case, season, submission, origin, instead=base.entry)


def _season_to_change(case: Case) -> Season:
    """The season that is meant; else the open one with an entry of the player's to which the change can be made."""
    meant = case.season or targets.season_named(case)
    if meant:
        return meant
    open_ones = targets.open_ones(case)
    own = [each for each in open_ones if amendments.has_base(case, each)]
    if len(own) > 1:
        fitting = [each for each in own if _can_change(case, each)]
        if len(fitting) != 1:
            raise SubmissionRejected(
                [Problem("which-season", suggestions=targets.titles(case, own))]
            )
        return fitting[0]
    if not open_ones:
        return targets.own_entry(case)[0].season
    return (own or open_ones)[0]


def _can_change(case: Case, season: Season) -> bool:
    with suppress(SubmissionRejected):
        base = amendments.base_in(case, season)
        return base is not None and bool(amendments.standing_on(base, case))
    return False


def enter_again(case: Case) -> MailOutcome:
    """An earlier character of the player's is their entry, with what the mail changes in it."""
    open_ones = targets.open_ones(case)
    season = None if case.is_over else case.season or targets.season_named(case)
    if season is None:
        own = amendments.seasons_to_repeat(case, open_ones) if len(open_ones) > 1 else open_ones
        season = own[0] if len(own) == 1 else targets.season_to_enter(case, own or open_ones)
    case.notes_season(season)
    if not amendments.is_of_player(case, season):  # they may enter again, and have not said whom
        case.request = replace(case.request, command="form")
        return answers.explain(case)
    again = amendments.again(case, season)
    return _submit(case, season, again, case.origin, instead=case.form.instead or "")


def answer_for_seat(case: Case) -> MailOutcome:
    """Answer a question about a seat: its player plays on or not, or another player takes it over
    or not.
    """
    seat, now = case.speaker.seat if case.speaker else 0, case.kept.received_at
    event = seats.answer(case.session, seat, case.player, now, agrees=case.request.agrees)
    return MailOutcome(MailAction.ANSWERED, SeatNews(takeover=seat, event=event), case.season)


def carry(case: Case) -> MailOutcome:
    """What the player had in a season that was called off is entered in the one that is offered instead."""
    if case.season is None:
        raise LookupError("nothing was called off")
    case.notes_season(case.season)
    target = carryovers.carry(case.session, case.season, case.player, case.origin)
    case.notes_season(target)
    return MailOutcome(MailAction.ENTRY)


def _base(case: Case, season: Season) -> Revision | None:
    """The revision that stays where the mail says nothing: where it is no whole entry, or tells what was before."""
    form = case.form
    if form.is_whole and not amendments.has_arrow(form):
        return None
    base = amendments.base_in(case, season)
    is_change = base and (not form.is_whole or amendments.says_before(case, base))
    return base if is_change else None


def check(case: Case) -> MailOutcome:
    """Say whether it could be entered; it is not entered."""
    if _season_of_several(case):
        raise SubmissionRejected([Problem("check-one")])
    season, submission, incomplete = _submission(case)
    submission = replace(submission, name=submission.name or _ANY_NAME)
    build = league_entries.check(
        case.session,
        season,
        case.player,
        submission,
        case.kept.received_at,
        incomplete,
        instead=case.form.instead or "",
    )
    written = ruleset(season.game, season.rules_version).write_build(build)
    extras = characters.filled(submission.extras, build)
    shown = asdict(submission) | {"build": written, "extras": extras, "name": case.form.name or ""}
    return MailOutcome(MailAction.ANSWERED, Checked(**shown), season)


def _submission(case: Case) -> tuple[Season, Submission, list[Problem]]:
    """The season that is meant, the submission, and the problems of the form itself."""
    form, mail = case.form, case.mail
    season = case.season
    is_elsewhere = form.season and season and season.state is not SeasonState.OPEN
    if season is None or is_elsewhere:
        open_ones = targets.open_ones(case)
        try:
            season = targets.season_to_enter(case, open_ones)
        except SubmissionRejected as refusal:
            those = (targets.build_in(form, each.game, each.rules_version) for each in open_ones)
            build = next(filter(None, those), None)
            case.notes(understood=targets.understood(form, mail, build))
            others = _problems_anywhere(case, open_ones)
            raise SubmissionRejected([*refusal.problems, *others]) from None
    case.notes_season(season)
    if base := _base(case, season):
        return season, amendments.standing_on(base, case), targets.repeated(form)
    sent = targets.sent_to(season, form)
    build = targets.read(sent.build, season.game, season.rules_version)
    case.notes(understood=targets.understood(form, mail, build))
    incomplete = targets.incomplete_in(form)
    if build is None and (other := _other_game(case, season)):
        if other.suggestions:  # then nobody needs to know that these are no cards here
            raise SubmissionRejected([other, *incomplete, *contents.wording(sent)])
        incomplete = [other, *incomplete]
    return season, sent, incomplete


def _other_game(case: Case, season: Season) -> Problem | None:
    """The problem if the build is one of another game: a season that plays it may have been meant."""
    others = ((game, ruleset(game).rules_version) for game in slugs() if game != season.game)
    game = next(
        (game for game, version in others if targets.build_in(case.form, game, version)), None
    )
    if game is None:
        return None
    meant = [each for each in targets.open_ones(case) if each.game == game]
    there_are = targets.titles(case, meant)
    played, other = ruleset(game).title, ruleset(season.game, season.rules_version).title
    return Problem(
        "other-game", game=played, season=title_of(season), other=other, suggestions=there_are
    )


def _problems_anywhere(case: Case, possible: Sequence[Season]) -> list[Problem]:
    """The problems of the mail in any of these seasons; of its build, in the one where it has the fewest."""
    found: list[tuple[list[Problem], Season]] = []
    for season in {(each.game, each.rules_version): each for each in possible}.values():
        try:
            sent = targets.sent_to(season, case.form)
            problems = [*targets.incomplete_in(case.form), *contents.wording(sent)]
            contents.read(case.session, season, sent, problems)
        except RulesNotInstalled:
            continue
        found.append((problems, season))
    if not found:
        return []
    problems, season = min(found, key=lambda each: len(each[0]))
    case.notes(game=season.game, rules=season.rules_version)
    return problems


def show(case: Case) -> MailOutcome:
    """Show the player's current entry."""
    entry, standing = targets.own_entry(case)
    others = entries.revisions(case.session, entry)
    waiting = any(
        each.state is RevisionState.HELD and each.serial > standing.serial for each in others
    )
    shown = Shown(is_waiting=waiting, is_asked=asks_whether(case.mail.text))
    return MailOutcome(MailAction.ANSWERED, shown, entry.season, revision=standing)


def withdraw(case: Case) -> MailOutcome:
    """Withdraw the player; with several characters, only those that the mail names."""
    season, those = targets.own_named(case)
    out = [each.entry for each in those]
    league_entries.withdraw(case.session, season, case.player, case.origin, those=out)
    return MailOutcome(MailAction.WITHDRAWN)


def ask_whether_to_withdraw(case: Case) -> MailOutcome:
    """The player is asked whether the withdrawal is their wish, if it is still possible."""
    entry, standing = targets.own_entry(case)
    if problems := [*places.open_at(entry.season, case.kept.received_at)]:
        raise SubmissionRejected(problems)
    wish = Wish(wish="withdraw", is_done=False)
    return MailOutcome(MailAction.HELD, wish, entry.season, revision=standing)


def confirm(case: Case) -> MailOutcome:
    """The held revision counts."""
    origin = Origin(case.kept.received_at, proven=True, mail=case.kept, lang=case.mail.lang)
    (held,) = case.asked
    revision = league_entries.confirm(case.session, held, origin)
    case.notes(understood=_confirmed(revision, revision.entry.season, case.mail))
    accepted = revision.state in (RevisionState.ACCEPTED, *rosters.WAITING)
    return MailOutcome(MailAction.CONFIRMED if accepted else MailAction.PROBLEMS)


def _confirmed(revision: Revision, season: Season, mail: ReadMail) -> Plain:
    """A confirmed revision, as `understood` tells of a mail."""
    cards = build_of(season.game, season.rules_version, revision.build).cards
    return {
        "name": revision.name,
        "build": list(cards),
        "lore": revision.lore,
        "owner": revision.owner or None,
        "url": revision.url or None,
        **revision.extras,
        "season": season.slug,
        "lang": mail.lang,
    }


def decline(case: Case) -> MailOutcome:
    """The held revision is dropped, since its player did not send it; the answer says what stands."""
    (held,) = case.declined
    league_entries.decline(case.session, held, case.kept.received_at)
    season, problems = held.entry.season, (Problem("not-confirmed"),)
    case.notes(
        declined=held.id,
        season=season.slug,
        understood={"name": held.name},
        problems=[each.plain() for each in problems],
    )
    about = Problems(problems=problems, declined=held.id, game=season.game)
    return MailOutcome(MailAction.PROBLEMS, about, season)
