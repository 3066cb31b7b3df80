"""A build meets strong ones before it is entered."""

from datetime import timedelta
from typing import Final

from app.engine import Ruleset
from app.errors import BuildUnreadable, Problem, SubmissionRejected
from app.games import is_installed, ruleset, slugs
from app.i18n import lang_of
from app.league.matches.settings import rules_of
from app.league.practice import sparring
from app.mail.actions import targets
from app.mail.case.case import Case, Done
from app.mail.reading.form.card_words import build_words
from app.notices.answers import Spar
from app.store import seasons
from app.store.limits import buckets
from app.store.tables import MailAction, Season

BOUTS_A_DAY: Final = 5
_DAY: Final = timedelta(days=1)


def spar(case: Case) -> Done:
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
        refill=_DAY,
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
    return Done(MailAction.ANSWERED, told, season)


def _game_of_build(case: Case) -> Ruleset:
    """The game of the season that is meant, else the first that can read the build: those being played come first."""
    meant = case.season or targets.season_named(case)
    if meant:
        return rules_of(case.session, meant)
    open_ones = reversed(seasons.open_ones(case.session))
    played = {(each.game, each.rules_version): each for each in open_ones}
    newest = [(slug, ruleset(slug).rules_version) for slug in slugs()]
    known = [rules for rules in dict.fromkeys([*played, *newest]) if is_installed(*rules)]
    found = next((rules for rules in known if targets.build_in(case.form, *rules)), known[0])
    return rules_of(case.session, played[found]) if found in played else ruleset(*found)
