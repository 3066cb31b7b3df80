"""What a mail asks for is done, and answered by one letter."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang, Ruleset
from app.errors import BuildUnreadable, Problem, RulesNotInstalled, SubmissionRejected
from app.games import is_installed, ruleset, slugs
from app.league import budgets, characters, players, sparring
from app.league import entries as league_entries
from app.league.budgets import UNKNOWN, Deliverer
from app.league.characters import MAX_LORE
from app.league.entries import Origin, Submission
from app.league.results import finished
from app.mail.inbox.message import Mail
from app.mail.requests.card_words import card_words
from app.mail.requests.commands import Request
from app.mail.requests.entry_form import EntryForm
from app.store import entries, letters, seasons
from app.store.letter_kinds import About, Checked, Help, Report, Shown, Spar, Standings, Wish
from app.store.limits import buckets
from app.store.tables import (
    Entry,
    MailAction,
    Player,
    Revision,
    RevisionState,
    Run,
    Season,
    SeasonState,
)
from app.store.tables import Mail as Kept

Note = dict[str, Any]
"""What is kept of a mail: what was understood, the problems, and its thread."""

BOUTS_A_DAY: Final = 5
_DAY: Final = timedelta(days=1)


@dataclass(slots=True)
class Case:
    """A mail in hand: what it says, and who says it how surely.

    `season` is that of the secret address that it was written to. `is_proven`: that address was in order, and the
    season takes changes. `is_authentic`: our own mail server vouches for the sender's domain. The others are what
    `Contents` says.
    """

    session: Session
    kept: Kept
    mail: Mail
    form: EntryForm
    request: Request
    player: Player
    season: Season | None = None
    is_proven: bool = False
    is_authentic: bool = False
    agrees: bool = False
    declines: bool = False
    is_silent: bool = False
    contradicts: bool = False
    asks_for_form: bool = False
    deliverer: Deliverer = UNKNOWN
    key: bytes = b""
    note: Note = field(default_factory=dict)

    @property
    def origin(self) -> Origin:
        """How it came, for the league."""
        return Origin(
            self.kept.received_at,
            proven=self.is_proven,
            mail=self.kept,
            lang=self.mail.lang,
            deliverer=self.deliverer,
        )

    def answer(
        self,
        about: About,
        *,
        season: Season | None = None,
        run: Run | None = None,
        revision: Revision | None = None,
        lang: Lang | None = None,
    ) -> None:
        """The one letter that answers this mail."""
        letters.write(
            self.session,
            about,
            self.player,
            f"{about.slug}:mail:{self.kept.id}",
            now=self.kept.received_at,
            lang=lang or self.mail.lang,
            season=season,
            run=run,
            revision=revision,
            answers=self.kept,
            deliverer=None if self.is_proven else self.deliverer.name,
        )


def act(case: Case) -> MailAction:
    """Do what the mail asks for, and answer it. Raises `DomainError` with every problem."""
    case.note["request"] = case.request.value
    if case.contradicts:
        raise SubmissionRejected([Problem("two-requests")])
    return _ACTS[case.request](case)


def understood(form: EntryForm, mail: Mail, possible: Sequence[Season]) -> Note:
    """What the mail says, as we understood it; the build as identifiers if a game of these can read it.

    No longer text is kept than a letter may show: the mail itself has the rest.
    """
    build = None
    extras = characters.extras(form.flavour, form.lines, form.labels)
    for game, version in sorted({(season.game, season.rules_version) for season in possible}):
        with suppress(BuildUnreadable, RulesNotInstalled):
            rules = ruleset(game, version)
            words = card_words(form.build_text or "", rules.cards)
            build = build or rules.read_build(words)
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


# --- an entry ------------------------------------------------------------------------------------------


def _enter(case: Case) -> MailAction:
    season, submission, incomplete = _submission(case)
    revision = league_entries.submit(
        case.session, season, case.player, submission, case.origin, incomplete
    )
    return MailAction.HELD if revision.state is RevisionState.HELD else MailAction.ENTRY


def _check(case: Case) -> MailAction:
    """Say whether it could be entered. It is not."""
    season, submission, incomplete = _submission(case)
    build = league_entries.check(
        case.session, season, case.player, submission, case.kept.received_at, incomplete
    )
    written = ruleset(season.game, season.rules_version).write_build(build)
    extras = characters.filled(submission.extras, build)
    shown = asdict(submission) | {"build": written, "extras": extras}
    case.answer(Checked(**shown), season=season)
    return MailAction.ANSWERED


def _submission(case: Case) -> tuple[Season, Submission, list[Problem]]:
    """What is sent, for which season, and what is wrong with the form itself."""
    form, mail = case.form, case.mail
    season = case.season
    if season is None:
        open_ones = seasons.open_ones(case.session)
        try:
            season = _season_to_enter(case, open_ones)
        except SubmissionRejected as refusal:
            case.note["understood"] = understood(form, mail, open_ones)
            others = _problems_anywhere(case, open_ones)
            raise SubmissionRejected([*refusal.problems, *others]) from None
    case.note |= {"season": season.slug, "game": season.game, "rules": season.rules_version}
    case.note["understood"] = understood(form, mail, [season])
    return season, _sent_to(season, form), _incomplete(form)


def _sent_to(season: Season, form: EntryForm) -> Submission:
    return Submission(
        name=form.name or "",
        build=card_words(form.build_text or "", ruleset(season.game, season.rules_version).cards),
        owner=form.owner or "",
        lore=form.lore or "",
        url=form.url or "",
        extras=characters.extras(form.flavour, form.lines, form.labels),
    )


def _incomplete(form: EntryForm) -> list[Problem]:
    incomplete = [Problem("repeated-field", words=(name,)) for name in form.repeated]
    if form.build_text is None:
        incomplete.append(Problem("no-build"))
    return incomplete


def _problems_anywhere(case: Case, possible: Sequence[Season]) -> list[Problem]:
    """What is wrong with the mail in whichever of these seasons; of its build, where least is wrong with that."""
    found: list[tuple[list[Problem], Season]] = []
    for season in {(each.game, each.rules_version): each for each in possible}.values():
        try:
            sent = _sent_to(season, case.form)
            problems = [*_incomplete(case.form), *league_entries.wording(sent)]
            league_entries.read(season, sent, problems)
        except RulesNotInstalled:
            continue
        found.append((problems, season))
    if not found:
        return []
    problems, season = min(found, key=lambda each: len(each[0]))
    case.note |= {"game": season.game, "rules": season.rules_version}
    return problems


def _season_to_enter(case: Case, open_ones: Sequence[Season]) -> Season:
    """The season that is meant: the one named, else the only open one, or the only one that can play the build."""
    named = _season_named(case)
    if named:
        return named
    if len(open_ones) == 1:
        return open_ones[0]
    fitting = [
        season for season in open_ones if _reads(season.game, season.rules_version, case.form)
    ]
    if len(fitting) == 1:
        return fitting[0]
    code = "which-season" if open_ones else "no-season"
    raise SubmissionRejected([Problem(code, suggestions=_titles(case, open_ones))])


def _season_named(case: Case) -> Season | None:
    """The season that the mail names, if it names one: an open one before others of its name."""
    name = case.form.season
    if name is None:
        return None
    called = seasons.called(case.session, name)
    if not called:
        titles = _titles(case, seasons.open_ones(case.session))
        raise SubmissionRejected([Problem("unknown-season", words=(name,), suggestions=titles)])
    return next((season for season in called if season.state is SeasonState.OPEN), called[0])


def _titles(case: Case, those: Sequence[Season]) -> tuple[str, ...]:
    """What these seasons are called in the language of the mail; by their slugs where that is the same."""
    is_japanese = case.mail.lang == "ja"
    titles = [season.title_ja if is_japanese else season.title_en for season in those]
    return tuple(
        title if titles.count(title) == 1 else season.slug
        for title, season in zip(titles, those, strict=True)
    )


def _reads(game: str, version: str, form: EntryForm) -> bool:
    """Whether what the mail says is a build of this game, by these rules."""
    if form.build_text is None:
        return False
    try:
        rules = ruleset(game, version)
        rules.read_build(card_words(form.build_text, rules.cards))
    except (BuildUnreadable, RulesNotInstalled):
        return False
    return True


def _show(case: Case) -> MailAction:
    entry, standing = _own_entry(case)
    others = entries.revisions(case.session, entry)
    waiting = any(
        each.state is RevisionState.HELD and each.serial > standing.serial for each in others
    )
    case.note["season"] = entry.season.slug
    case.answer(Shown(is_waiting=waiting), season=entry.season, revision=standing)
    return MailAction.ANSWERED


def _withdraw(case: Case) -> MailAction:
    """Take the entry out, or ask its player first whether he means it."""
    entry, standing = _own_entry(case)
    case.note["season"] = entry.season.slug
    if case.is_proven:
        league_entries.withdraw(case.session, entry.season, case.player, case.origin)
        return MailAction.WITHDRAWN
    problems = [*league_entries.open_at(entry.season, case.kept.received_at)]
    if problems:
        raise SubmissionRejected(problems)
    about = Wish(wish="withdraw", is_done=False)
    case.answer(about, season=entry.season, revision=standing)
    return MailAction.HELD


def _own_entry(case: Case) -> tuple[Entry, Revision]:
    """The player's entry and what stands of it, in the season that is meant, else in the newest that has one."""
    meant = case.season or _season_named(case)
    for season in [meant] if meant else seasons.every(case.session):
        entry = entries.of_player(case.session, season, case.player)
        standing = league_entries.standing_of(case.session, entry) if entry else None
        if entry and standing:
            return entry, standing
    raise SubmissionRejected([Problem("no-own-entry")])


# --- what anybody may know -----------------------------------------------------------------------------


def _help(case: Case) -> MailAction:
    meant = case.season or _season_named(case)
    open_ones = seasons.open_ones(case.session)
    season = meant or (open_ones[0] if len(open_ones) == 1 else None)
    those = [season] if season else open_ones
    pinned = sorted({(each.game, each.rules_version) for each in those})
    games = tuple(game for game, _ in pinned) or slugs()
    rules = tuple(version for _, version in pinned)
    case.answer(Help(topic=case.request.value, games=games, rules=rules), season=season)
    return MailAction.ANSWERED


def _standings(case: Case) -> MailAction:
    meant = case.season or _season_named(case)
    over = seasons.with_results(case.session)
    season = next((each for each in over if meant in (None, each)), meant)
    if season is None:
        season = next(iter(seasons.open_ones(case.session)), None)
    if season is None:
        raise SubmissionRejected([Problem("nothing-played")])
    run = case.session.get(Run, season.published_run_id) if season in over else None
    case.answer(Standings(), season=season, run=run)
    return MailAction.ANSWERED


def _results(case: Case) -> MailAction:
    """The report of the player's last published season once more."""
    meant = case.season or _season_named(case)
    for season in seasons.with_results(case.session):
        # Whether he entered is asked first: to read all results of all seasons takes long.
        if meant in (None, season) and entries.of_player(case.session, season, case.player):
            run = case.session.get_one(Run, season.published_run_id)
            if case.player.id in finished(case.session, season, run).by_player:
                case.answer(Report(), season=season, run=run)
                return MailAction.ANSWERED
    raise SubmissionRejected([Problem("no-own-results")])


# --- what the player wishes ----------------------------------------------------------------------------


def _japanese(case: Case) -> MailAction:
    return _speak(case, "ja")


def _english(case: Case) -> MailAction:
    return _speak(case, "en")


def _speak(case: Case, lang: Lang) -> MailAction:
    """Its letters come in this language from now on. A forger would gain nothing: the answer says how to go back."""
    case.player.lang = lang
    case.session.add(case.player)
    case.answer(Wish(wish="language", is_done=True), lang=lang)
    return MailAction.ANSWERED


def _mute(case: Case) -> MailAction:
    if is_sure := case.is_proven or case.is_authentic:
        players.mute(case.session, case.player, case.kept.received_at)
    case.answer(Wish(wish="mute", is_done=is_sure))
    return MailAction.ANSWERED if is_sure else MailAction.HELD


def _unmute(case: Case) -> MailAction:
    if is_sure := case.is_proven or case.is_authentic:
        budgets.allow(case.session, case.key, case.player)
    case.answer(Wish(wish="unmute", is_done=is_sure))
    return MailAction.ANSWERED if is_sure else MailAction.HELD


# --- sparring ------------------------------------------------------------------------------------------


def _spar(case: Case) -> MailAction:
    """The build, or the player's own entry, meets strong ones. Nobody's build is shown to anybody."""
    if case.form.build_text is None:
        entry, standing = _own_entry(case)
        season: Season | None = entry.season
        game = ruleset(entry.season.game, entry.season.rules_version)
        text, name = standing.build, standing.name
    else:
        game = _game_of_build(case)
        season = case.season
        text, name = card_words(case.form.build_text, game.cards), case.form.name or ""
    case.note["understood"] = understood(case.form, case.mail, [])
    try:
        build = game.read_build(text).nameless()
    except BuildUnreadable as refusal:
        case.note |= {"game": game.slug, "rules": game.rules_version}
        raise SubmissionRejected(refusal.problems) from None
    now = case.kept.received_at
    wait = buckets.take(
        case.session,
        f"spar:{case.player.id}:{'' if case.is_proven else case.deliverer.name}",
        capacity=BOUTS_A_DAY,
        refill=_DAY,
        now=now,
    )
    if wait:
        raise SubmissionRejected([Problem("spar-quota", words=(str(BOUTS_A_DAY),))])
    met = sparring.spar(case.session, game, build)
    about = Spar(
        game=game.slug,
        rules=game.rules_version,
        name=name,
        build=game.write_build(build),
        bouts=met.bouts,
        titles=(met.season.title_ja, met.season.title_en) if met.season else None,
    )
    case.answer(about, season=season)
    return MailAction.ANSWERED


def _game_of_build(case: Case) -> Ruleset:
    """The game of the season that is meant, else the first that can read the build: those being played come first."""
    meant = case.season or _season_named(case)
    if meant:
        return ruleset(meant.game, meant.rules_version)
    played = [(each.game, each.rules_version) for each in seasons.open_ones(case.session)]
    newest = [(slug, ruleset(slug).rules_version) for slug in slugs()]
    known = [rules for rules in dict.fromkeys([*played, *newest]) if is_installed(*rules)]
    return ruleset(*next((rules for rules in known if _reads(*rules, case.form)), known[0]))


def _nothing(case: Case) -> MailAction:
    """A mail that says nothing that we understand: thanks perhaps, or a question to people."""
    open_ones = seasons.open_ones(case.session)
    season = case.season or (open_ones[0] if len(open_ones) == 1 else None)
    if season:
        case.note["season"] = season.slug
    raise SubmissionRejected([Problem("not-understood")])


_ACTS: Final[dict[Request, Callable[[Case], MailAction]]] = {
    Request.ENTER: _enter,
    Request.CHECK: _check,
    Request.SHOW: _show,
    Request.WITHDRAW: _withdraw,
    Request.FORM: _help,
    Request.HELP: _help,
    Request.RULES: _help,
    Request.CARDS: _help,
    Request.STANDINGS: _standings,
    Request.RESULTS: _results,
    Request.JAPANESE: _japanese,
    Request.ENGLISH: _english,
    Request.MUTE: _mute,
    Request.UNMUTE: _unmute,
    Request.SPAR: _spar,
    Request.NOTHING: _nothing,
}
