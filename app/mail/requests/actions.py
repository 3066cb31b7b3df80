"""The actions of commands: each carries out the request of a mail, and returns the subject matter of its answer."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import timedelta
from typing import Final

from app.engine import Build, Lang, Ruleset
from app.errors import BuildUnreadable, Problem, RulesNotInstalled, SubmissionRejected
from app.games import is_installed, ruleset, slugs
from app.i18n import lang_of
from app.league import budgets, characters, sparring, threads
from app.league import entries as league_entries
from app.league.admission import contents, places, rosters
from app.league.admission.contents import Submission
from app.league.careers import owners
from app.league.characters import MAX_LORE
from app.league.entries import Origin, Sent
from app.league.people import players
from app.league.results import finished
from app.letters.replies.untaken import harmless
from app.mail.inbox.message import Mail
from app.mail.requests import amendments
from app.mail.requests.form.card_words import build_words
from app.mail.requests.form.entry_form import EntryForm
from app.mail.requests.limits import PASSED_ON_A_DAY, repeats_itself, told_of_organiser
from app.mail.requests.phrases import BOOK
from app.mail.requests.request import Case, Done, Plain
from app.mail.requests.season_names import season_in
from app.store import entries, letters, seasons
from app.store import players as store_players
from app.store.letter_kinds.answers import (
    Checked,
    Copy,
    Help,
    Option,
    PageWish,
    PassedOn,
    Spar,
    Standings,
    Wish,
)
from app.store.letter_kinds.news import Report, Shown
from app.store.limits import buckets
from app.store.tables import Entry, MailAction, Revision, RevisionState, Run, Season, SeasonState

BOUTS_A_DAY: Final = 5
COPIES_A_DAY: Final = 50
COPIES_OF_PLAYER_A_DAY: Final = 10
"""Of mails that wait for the organiser: later ones are on the desk alone."""
_DAY: Final = timedelta(days=1)
OPTIONS: Final[dict[Option, tuple[str, bool]]] = {
    "text-only": ("wants_text_only", True),
    "with-html": ("wants_text_only", False),
    "short-report": ("wants_short_report", True),
    "full-report": ("wants_short_report", False),
}
"""What a player then wants, by the wish of their mail."""


def understood(form: EntryForm, mail: Mail, build: Build | None = None) -> Plain:
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


def _read(words: str, game: str, version: str) -> Build | None:
    """The build that these words say by these rules; None if they say none, or the rules are not there."""
    with suppress(BuildUnreadable, RulesNotInstalled):
        return contents.read_build(ruleset(game, version), words)
    return None


def _build(form: EntryForm, game: str, version: str) -> Build | None:
    """The build that is filled in, if it is one by these rules."""
    if form.build_text is None or not is_installed(game, version):
        return None
    return _read(build_words(form.build_text, ruleset(game, version)), game, version)


# --- an entry ------------------------------------------------------------------------------------------


def enter(case: Case) -> Done:
    """The submission is the player's entry; it waits to be confirmed, unless it came by their secret address."""
    if several := _season_of_several(case):
        return _enter_all(case, several)
    season, submission, incomplete = _submission(case)
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
        season = season or _season_to_enter(case, seasons.open_ones(case.session))
    return season if season and season.characters > 1 else None


def _enter_all(case: Case, season: Season) -> Done:
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
    fates = league_entries.submit_all(case.session, season, case.player, sent, case.origin)
    if all(each.problems for each in fates):
        return Done(MailAction.PROBLEMS)
    return Done(MailAction.ENTRY if case.is_proven else MailAction.HELD)


def _sent(case: Case, season: Season, own: Sequence[Entry], form: EntryForm) -> Sent:
    """A character of several: with a name alone, what it changes in the one of that name."""
    there = None if form.is_whole else rosters.called(case.session, own, form.name or "")
    base = there and rosters.standing_of(case.session, there)
    if base:
        return Sent(amendments.standing_on(base, case, form), _repeated(form))
    return Sent(_sent_to(season, form), _incomplete(form), form.instead or "")


def _submit(
    case: Case,
    season: Season,
    submission: Submission,
    origin: Origin,
    incomplete: Sequence[Problem] = (),
    instead: Entry | str = "",
) -> Done:
    revision = league_entries.submit(
        case.session, season, case.player, submission, origin, incomplete, instead=instead
    )
    return Done(MailAction.HELD if revision.state is RevisionState.HELD else MailAction.ENTRY)


def change(case: Case) -> Done:
    """The player's entry with what the mail changes in it; it waits to be confirmed like any other that the mail brings."""
    season = _season_to_change(case)
    case.notes_season(season)
    base = amendments.base_in(case, season)
    if not base:
        raise SubmissionRejected([Problem("nothing-to-change", words=amendments.titles(season))])
    if problems := [*places.open_at(season, case.kept.received_at)]:
        raise SubmissionRejected(problems)
    submission = amendments.standing_on(base, case)
    amendments.settle(case, base)
    origin = amendments.origin_of(case, base)
    return _submit(case, season, submission, origin, instead=base.entry)


def _season_to_change(case: Case) -> Season:
    """The season that is meant; else the open one with an entry of the player's to which the change can be made."""
    meant = case.season or _season_named(case)
    if meant:
        return meant
    open_ones = seasons.open_ones(case.session)
    own = [each for each in open_ones if amendments.has_base(case, each)]
    if len(own) > 1:
        fitting = [each for each in own if _can_change(case, each)]
        if len(fitting) != 1:
            raise SubmissionRejected([Problem("which-season", suggestions=_titles(case, own))])
        return fitting[0]
    if not open_ones:
        return _own_entry(case)[0].season
    return (own or open_ones)[0]


def _can_change(case: Case, season: Season) -> bool:
    with suppress(SubmissionRejected):
        base = amendments.base_in(case, season)
        return base is not None and bool(amendments.standing_on(base, case))
    return False


def enter_again(case: Case) -> Done:
    """An earlier character of the player's is their entry, with what the mail changes in it."""
    open_ones = seasons.open_ones(case.session)
    season = None if case.is_over else case.season or _season_named(case)
    if season is None:
        own = amendments.seasons_to_repeat(case, open_ones) if len(open_ones) > 1 else open_ones
        season = own[0] if len(own) == 1 else _season_to_enter(case, own or open_ones)
    case.notes_season(season)
    if not amendments.is_of_player(case, season):  # they may enter again, and have not said whom
        case.request = replace(case.request, command="form")
        return explain(case)
    again = amendments.again(case, season)
    return _submit(case, season, again, case.origin, instead=case.form.instead or "")


def _base(case: Case, season: Season) -> Revision | None:
    """The revision that stays where the mail says nothing: where it is no whole entry, or tells what was before."""
    form = case.form
    if form.is_whole and not amendments.has_arrow(form):
        return None
    base = amendments.base_in(case, season)
    is_change = base and (not form.is_whole or amendments.says_before(base, form))
    return base if is_change else None


def check(case: Case) -> Done:
    """Say whether it could be entered; it is not entered."""
    if _season_of_several(case):
        raise SubmissionRejected([Problem("check-one")])
    season, submission, incomplete = _submission(case)
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
    shown = asdict(submission) | {"build": written, "extras": extras}
    return Done(MailAction.ANSWERED, Checked(**shown), season)


def _submission(case: Case) -> tuple[Season, Submission, list[Problem]]:
    """The season that is meant, the submission, and the problems of the form itself."""
    form, mail = case.form, case.mail
    season = case.season
    if season is None:
        open_ones = seasons.open_ones(case.session)
        try:
            season = _season_to_enter(case, open_ones)
        except SubmissionRejected as refusal:
            builds = (_build(form, each.game, each.rules_version) for each in open_ones)
            build = next(filter(None, builds), None)
            case.notes(understood=understood(form, mail, build))
            others = _problems_anywhere(case, open_ones)
            raise SubmissionRejected([*refusal.problems, *others]) from None
    case.notes_season(season)
    if base := _base(case, season):
        return season, amendments.standing_on(base, case), _repeated(form)
    sent = _sent_to(season, form)
    build = _read(sent.build, season.game, season.rules_version)
    case.notes(understood=understood(form, mail, build))
    incomplete = _incomplete(form)
    if build is None and (other := _other_game(case, season)):
        if other.suggestions:  # then nobody needs to know that these are no cards here
            raise SubmissionRejected([other, *incomplete, *contents.wording(sent)])
        incomplete = [other, *incomplete]
    return season, sent, incomplete


def _other_game(case: Case, season: Season) -> Problem | None:
    """The problem if the build is one of another game: a season that plays it may have been meant."""
    others = ((game, ruleset(game).rules_version) for game in slugs() if game != season.game)
    game = next((game for game, version in others if _build(case.form, game, version)), None)
    if game is None:
        return None
    lang = case.mail.lang
    titles = (ruleset(game).title, ruleset(season.game, season.rules_version).title)
    meant = [each for each in seasons.open_ones(case.session) if each.game == game]
    words = (titles[0].to(lang), season.title(lang), titles[1].to(lang))
    return Problem("other-game", words=words, suggestions=_titles(case, meant))


def _sent_to(season: Season, form: EntryForm) -> Submission:
    return Submission(
        name=form.name or "",
        build=build_words(form.build_text or "", ruleset(season.game, season.rules_version)),
        owner=form.owner or "",
        lore=form.lore or "",
        url=form.url or "",
        extras=form.extras,
    )


def _repeated(form: EntryForm) -> list[Problem]:
    return [Problem("repeated-field", words=(name,)) for name in form.repeated]


def _incomplete(form: EntryForm) -> list[Problem]:
    incomplete = _repeated(form)
    if form.build_text is None:
        incomplete.append(Problem("no-build"))
    return incomplete


def _problems_anywhere(case: Case, possible: Sequence[Season]) -> list[Problem]:
    """The problems of the mail in any of these seasons; of its build, in the one where it has the fewest."""
    found: list[tuple[list[Problem], Season]] = []
    for season in {(each.game, each.rules_version): each for each in possible}.values():
        try:
            sent = _sent_to(season, case.form)
            problems = [*_incomplete(case.form), *contents.wording(sent)]
            contents.read(case.session, season, sent, problems)
        except RulesNotInstalled:
            continue
        found.append((problems, season))
    if not found:
        return []
    problems, season = min(found, key=lambda each: len(each[0]))
    case.notes(game=season.game, rules=season.rules_version)
    return problems


def _season_to_enter(case: Case, open_ones: Sequence[Season]) -> Season:
    """The season that is meant: the one named, else the only open one, or the only one that can play the build."""
    if len(open_ones) == 1 and case.form.season is None:
        return open_ones[0]
    if named := _season_named(case, open_ones):
        return named
    fitting = [each for each in open_ones if _build(case.form, each.game, each.rules_version)]
    if len(fitting) == 1:
        return fitting[0]
    code = "which-season" if open_ones else "no-season"
    raise SubmissionRejected([Problem(code, suggestions=_titles(case, open_ones))])


def _season_named(case: Case, those: Sequence[Season] = ()) -> Season | None:
    """The season that the mail names, if it names one: an open one before others of its name.

    In its sentences one of `those` may be named; of all but drafts, if none are given.
    """
    name = case.form.season
    if name is None:
        every = seasons.every(case.session) if case.request.places and not those else ()
        public = [each for each in every if each.state is not SeasonState.DRAFT]
        return season_in(case.request.places, those or public)
    called, open_ones = seasons.called(case.session, name), seasons.open_ones(case.session)
    meant = next((each for each in called if each.state is SeasonState.OPEN), None)
    if found := meant or next(iter(called), None) or season_in([name], open_ones):
        return found
    titles = _titles(case, open_ones)
    raise SubmissionRejected([Problem("unknown-season", words=(name,), suggestions=titles)])


def _titles(case: Case, those: Sequence[Season]) -> tuple[str, ...]:
    """The titles of these seasons in the language of the mail; their slugs where titles are the same."""
    is_japanese = case.mail.lang == "ja"
    titles = [season.title_ja if is_japanese else season.title_en for season in those]
    return tuple(
        title if titles.count(title) == 1 else season.slug
        for title, season in zip(titles, those, strict=True)
    )


def show(case: Case) -> Done:
    """The player's entry as it stands."""
    entry, standing = _own_entry(case)
    others = entries.revisions(case.session, entry)
    waiting = any(
        each.state is RevisionState.HELD and each.serial > standing.serial for each in others
    )
    shown = Shown(is_waiting=waiting)
    return Done(MailAction.ANSWERED, shown, entry.season, revision=standing)


def withdraw(case: Case) -> Done:
    """The player does not take part; with several characters, those that the mail names do not."""
    season, those = _own_named(case)
    out = [each.entry for each in those]
    league_entries.withdraw(case.session, season, case.player, case.origin, those=out)
    return Done(MailAction.WITHDRAWN)


def ask_whether_to_withdraw(case: Case) -> Done:
    """The player is asked whether the withdrawal is their wish, if it is still possible."""
    entry, standing = _own_entry(case)
    if problems := [*places.open_at(entry.season, case.kept.received_at)]:
        raise SubmissionRejected(problems)
    wish = Wish(wish="withdraw", is_done=False)
    return Done(MailAction.HELD, wish, entry.season, revision=standing)


def _own_entry(case: Case) -> tuple[Entry, Revision]:
    """The player's entry and its standing revision, in the season that is meant, else in the newest that has one.

    Raises `SubmissionRejected` if it is not clear which of several is meant.
    """
    season, those = _own_named(case)
    if len(those) > 1:
        raise SubmissionRejected([rosters.which(season, those)])
    return those[0].entry, those[0]


def _own_named(case: Case) -> tuple[Season, list[Revision]]:
    """The season, and what stands there of the player: the only one, else those of several that the mail names."""
    meant = case.season or _season_named(case)
    for season in [meant] if meant else seasons.every(case.session):
        standing = rosters.standing(case.session, season, case.player)
        if standing:
            case.notes(season=season.slug)
            those = standing if len(standing) == 1 else amendments.named(case, standing)
            if not those:
                raise SubmissionRejected([rosters.which(season, standing)])
            return season, those
    raise SubmissionRejected([Problem("no-own-entry")])


# --- public answers -----------------------------------------------------------------------------


def explain(case: Case) -> Done:
    """How to take part, or the rules, the cards or a form: as the command says."""
    meant = case.season or _season_named(case)
    open_ones = seasons.open_ones(case.session)
    season = meant or (open_ones[0] if len(open_ones) == 1 else None)
    those = [season] if season else open_ones
    pinned = sorted({(each.game, each.rules_version) for each in those})
    guide = Help(
        topic=case.request.command,
        games=tuple(game for game, _ in pinned) or slugs(),
        rules=tuple(version for _, version in pinned),
        requests=BOOK.guide(case.mail.lang),
    )
    return Done(MailAction.ANSWERED, guide, season)


def show_standings(case: Case) -> Done:
    """The table or the participants of the season that is meant; else of the last one, else of one that is open."""
    meant = case.season or _season_named(case)
    over = seasons.with_results(case.session)
    season = next((each for each in over if meant in (None, each)), meant)
    if season is None:
        season = next(iter(seasons.open_ones(case.session)), None)
    if season is None:
        raise SubmissionRejected([Problem("nothing-played")])
    run = case.session.get(Run, season.published_run_id) if season in over else None
    return Done(MailAction.ANSWERED, Standings(), season, run)


def resend_results(case: Case) -> Done:
    """The report of the player's last published season once more."""
    meant = case.season or _season_named(case)
    for season in seasons.with_results(case.session):
        # Whether they entered is asked first: to read all results of all seasons takes long.
        if meant in (None, season) and entries.of_player(case.session, season, case.player):
            run = case.session.get_one(Run, season.published_run_id)
            if case.player.id in (table := finished(case.session, season, run)).by_player:
                own = [each for each in table.participants if each.player_id == case.player.id]
                sent = [case.session.get_one(Revision, each.revision_id) for each in own]
                meant_ = amendments.named(case, sent) if len(sent) > 1 else []
                entry = meant_[0].entry_id if meant_ else None
                return Done(MailAction.ANSWERED, Report(entry=entry), season, run)
    raise SubmissionRejected([Problem("no-own-results")])


def refuse_unread(case: Case) -> Done:
    """A mail without a request that we understand: thanks perhaps, or a question to the organiser."""
    if season := case.season or _only_open(case) or _only_entered(case):
        case.notes(season=season.slug)
    raise SubmissionRejected([Problem("not-understood")])


# --- a human ----------------------------------------------------------------------------------------------


def pass_on(case: Case) -> Done:
    """The mail waits for an organiser, and its sender is told so; when told often enough that day, it waits all the same.

    Programs that do not say that they are one would else go on for ever.
    """
    if repeats_itself(case):
        return pass_silently(case, "the sender answers a letter with the same words again")
    told = told_of_organiser(case)
    if told >= PASSED_ON_A_DAY:
        return pass_silently(case, "the sender knows that the organiser has what they write today")
    _lay_before_organiser(case)
    about = PassedOn(
        subject=case.note.subject or "",
        text=case.note.text or "",
        is_last=told + 1 == PASSED_ON_A_DAY,
        is_sealed=_is_sealed(case),
    )
    return Done(MailAction.PASSED_ON, about, case.season or _only_open(case))


def pass_silently(case: Case, why: str) -> Done:
    """The mail waits for an organiser, and there is no letter."""
    _lay_before_organiser(case)
    return Done(MailAction.PASSED_ON, why=why)


def _lay_before_organiser(case: Case) -> None:
    """The mail waits; a copy of it goes to the address that the organiser has named, unless it is their own."""
    case.kept.waits_since = now = case.kept.received_at
    if not case.copies_to:
        return
    organiser = store_players.known_as(case.session, case.copies_to, case.mail.lang, now)
    limits = (
        (f"copies:{case.budget or ''}:{case.sender.id}", COPIES_OF_PLAYER_A_DAY),
        ("copies", COPIES_A_DAY),
    )
    if organiser is case.sender or any(
        buckets.take(case.session, key, capacity=most, refill=_DAY, now=now) for key, most in limits
    ):
        return
    is_sealed = _is_sealed(case)
    about = Copy(
        mail=case.kept.id,
        writer=case.sender.id,
        who=threads.called(case.session, case.sender),
        subject="" if is_sealed else case.note.subject or "",
        text="" if is_sealed else case.note.text or "",
        is_sealed=is_sealed,
    )
    letters.write(case.session, about, organiser, f"copy:mail:{case.kept.id}", now=now)


def _is_sealed(case: Case) -> bool:
    """Whether the organiser cannot read it yet."""
    return threads.is_sealed(case.session, case.note.plain(), case.kept.received_at)


def _only_open(case: Case) -> Season | None:
    """The season that takes entries, if there is only one."""
    open_ones = seasons.open_ones(case.session)
    return open_ones[0] if len(open_ones) == 1 else None


def _only_entered(case: Case) -> Season | None:
    """The season that takes entries and has one of the player's, if there is only one."""
    mine = [
        each
        for each in seasons.open_ones(case.session)
        if entries.of_player(case.session, each, case.player)
    ]
    return mine[0] if len(mine) == 1 else None


# --- what the player wishes ----------------------------------------------------------------------------


def write_japanese(case: Case) -> Done:
    """The player's letters are in Japanese from now on."""
    return _speak(case, "ja")


def write_english(case: Case) -> Done:
    """The player's letters are in English from now on."""
    return _speak(case, "en")


def _speak(case: Case, lang: Lang) -> Done:
    """A forger would gain nothing: the answer says how to go back."""
    case.player.lang = lang
    case.session.add(case.player)
    return Done(MailAction.ANSWERED, Wish(wish="language", is_done=True), lang=lang)


def choose(option: Option, case: Case) -> Done:
    """The player's letters are so from now on; as with the language, the answer says how to go back."""
    column, is_wanted = OPTIONS[option]
    setattr(case.player, column, is_wanted)
    case.session.add(case.player)
    return Done(MailAction.ANSWERED, Wish(wish=option, is_done=True))


def mute(case: Case) -> Done:
    """The player gets no letters but answers."""
    players.mute(case.session, case.player, case.kept.received_at)
    return Done(MailAction.ANSWERED, Wish(wish="mute", is_done=True))


def unmute(case: Case) -> Done:
    """The player gets all letters again."""
    budgets.allow(case.session, case.key, case.player)
    return Done(MailAction.ANSWERED, Wish(wish="unmute", is_done=True))


def ask_about_mute(_case: Case) -> Done:
    """The player is asked whether to get no more letters is their wish."""
    return Done(MailAction.HELD, Wish(wish="mute", is_done=False))


def ask_about_unmute(_case: Case) -> Done:
    """The player is asked whether to get letters again is their wish."""
    return Done(MailAction.HELD, Wish(wish="unmute", is_done=False))


def change_page(wish: PageWish, case: Case) -> Done:
    """The player has a page across seasons from now on, or none."""
    owners.choose(case.session, case.player, wanted=wish == "owner-page")
    return Done(MailAction.ANSWERED, Wish(wish=wish, is_done=True))


def ask_about_page(wish: PageWish, _case: Case) -> Done:
    """The player is asked whether that page is their wish: a forger could publish, or move, what is theirs."""
    return Done(MailAction.HELD, Wish(wish=wish, is_done=False))


# --- sparring ------------------------------------------------------------------------------------------


def spar(case: Case) -> Done:
    """The build, or the player's own entry, meets strong ones. No build is shown."""
    if case.form.build_text is None:
        entry, standing = _own_entry(case)
        season: Season | None = entry.season
        game = ruleset(entry.season.game, entry.season.rules_version)
        text, name = standing.build, standing.name
    else:
        game = _game_of_build(case)
        season = case.season
        text, name = build_words(case.form.build_text, game), case.form.name or ""
    case.notes(understood=understood(case.form, case.mail))
    try:
        build = game.read_build(text).nameless()
    except BuildUnreadable as refusal:
        case.notes(game=game.slug, rules=game.rules_version)
        raise SubmissionRejected(refusal.problems) from None
    if buckets.take(
        case.session,
        f"spar:{case.player.id}:{case.budget or ''}",
        capacity=BOUTS_A_DAY,
        refill=_DAY,
        now=case.kept.received_at,
    ):
        raise SubmissionRejected([Problem("spar-quota", words=(str(BOUTS_A_DAY),))])
    met = sparring.spar(case.session, game, build, lang_of(case.player.lang))
    told = Spar(
        game=game.slug,
        rules=game.rules_version,
        name=name,
        build=game.write_build(build),
        bouts=met.bouts,
        titles=(met.season.title_ja, met.season.title_en) if met.season else None,
    )
    return Done(MailAction.ANSWERED, told, season)


def _game_of_build(case: Case) -> Ruleset:
    """The game of the season that is meant, else the first that can read the build: those being played come first."""
    meant = case.season or _season_named(case)
    if meant:
        return ruleset(meant.game, meant.rules_version)
    played = [(each.game, each.rules_version) for each in seasons.open_ones(case.session)]
    newest = [(slug, ruleset(slug).rules_version) for slug in slugs()]
    known = [rules for rules in dict.fromkeys([*played, *newest]) if is_installed(*rules)]
    return ruleset(*next((rules for rules in known if _build(case.form, *rules)), known[0]))
