"""Answers to questions that everyone may ask: how to take part, the state of a season, its results."""

from app.errors import Problem, SubmissionRejected
from app.games import slugs
from app.league.results.results import finished
from app.mail.actions import amendments, targets
from app.mail.case.case import Case, MailOutcome
from app.mail.reading.phrases import BOOK
from app.notices.answers import Help, Standings
from app.notices.news import Report
from app.store import entries, seasons
from app.store.tables import MailAction, Revision, Run


def explain(case: Case) -> MailOutcome:
    """How to take part, or the rules, the cards or a form: as the command says."""
    meant = case.season or targets.season_named(case)
    open_ones = targets.open_ones(case)
    season = meant or (open_ones[0] if len(open_ones) == 1 else None)
    those = [season] if season else open_ones
    if len(those) > 1 and case.request.command in ("help", "form"):
        list_seasons(case)
    pinned = sorted({(each.game, each.rules_version) for each in those})
    guide = Help(
        topic=case.request.command,
        games=tuple(game for game, _ in pinned) or slugs(),
        rules=tuple(version for _, version in pinned),
        requests=BOOK.guide(case.mail.lang),
    )
    return MailOutcome(MailAction.ANSWERED, guide, season)


def show_standings(case: Case) -> MailOutcome:
    """The table or the participants of the season that is meant; else of the last one, else of one that is open."""
    meant = case.season or targets.season_named(case)
    over = seasons.with_results(case.session)
    season = next((each for each in targets.known(case, over) if meant in (None, each)), meant)
    if season is None:
        season = next(iter(targets.open_ones(case)), None)
    if season is None:
        raise SubmissionRejected([Problem("nothing-played")])
    run = case.session.get(Run, season.published_run_id) if season in over else None
    return MailOutcome(MailAction.ANSWERED, Standings(), season, run)


def resend_results(case: Case) -> MailOutcome:
    """Send the report of the player's last published season again."""
    meant = case.season or targets.season_named(case)
    for season in seasons.with_results(case.session):
        # Whether they entered is asked first: to read all results of all seasons takes long.
        if meant in (None, season) and entries.of_player(case.session, season, case.player):
            run = case.session.get_one(Run, season.published_run_id)
            if case.player.id in (table := finished(case.session, season, run)).by_player:
                own = [table.participants[at] for at in table.by_player[case.player.id]]
                sent = [case.session.get_one(Revision, each.revision_id) for each in own]
                meant_ = amendments.named(case, sent) if len(sent) > 1 else []
                entry = meant_[0].entry_id if meant_ else None
                return MailOutcome(MailAction.ANSWERED, Report(entry=entry), season, run)
    raise SubmissionRejected([Problem("no-own-results")])


def list_seasons(case: Case) -> None:
    """The answer lists the seasons that take entries, a line each."""
    case.notes(questions=[*dict.fromkeys((*case.request.questions, "next-season"))])
    case.kept.note = case.note.plain()


def refuse_unread(case: Case) -> MailOutcome:
    """A mail without a request that we understand: thanks perhaps, or a question to the organiser."""
    if season := case.season or targets.only_open(case) or targets.only_entered(case):
        case.notes(season=season.slug)
    elif targets.open_ones(case):
        list_seasons(case)
    raise SubmissionRejected([Problem("not-understood")])
