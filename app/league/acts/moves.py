"""The acts that move a season one step on or back."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.i18n import N_
from app.league.acts.act import PUBLIC, Need, SeasonAct, always, reason, tell
from app.league.desk import rounds
from app.league.desk.rounds import PlannedRound
from app.league.results import results, runs
from app.league.seasons import calling_off, news, pauses, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.stages import beacons
from app.store import seasons
from app.store.security.audits import Organiser
from app.store.tables import Run, Season, SeasonState

DRAFT, OPEN, CLOSED, RUNNING, REVIEW, PUBLISHED, _ARCHIVED, _CALLED_OFF = SeasonState


def open_(
    session: Session, slug: str, by: Organiser, *, announce: bool = True, beacon: str | None = None
) -> Season:
    """Open the season for entries; see `app.league.seasons.seasons.open_season`.

    `beacon`: the beacon to name first; None keeps the present one.
    """
    if beacon is not None:
        plan = replace(season_plans.plan_of(seasons.locked(session, slug)), beacon=beacon)
        league_seasons.change(session, plan, by)
    return league_seasons.open_season(session, slug, by, quiet=not announce)


def _published(season: Season, release_at: datetime | None) -> str:
    at = f", to be released at {release_at.isoformat()}" if release_at else ""
    return f"{season.slug}: {season.state.value}{at}."


_CLOSES: Final = Need(
    name="closes_at",
    kind=datetime,
    usual=None,
    meaning="Deadline",
    option="--closes",
    metavar="WHEN",
)
_NEW: Final = Need(name="season", meaning="Its name in addresses.", metavar="NEW")

# Of those that are possible the desk shows the first as the one that most will want.
MOVES: Final = (
    SeasonAct(
        "open",
        open_,
        "Take entries from now on; players and followers of its game get a letter.\n\n"
        "It says to how many it will write, and asks first where there is a terminal.",
        (DRAFT,),
        (
            Need(
                name="announce",
                kind=bool,
                usual=True,
                meaning="Write to players of its game, or to no one.",
                option="--announce/--no-announce",
                label=N_("Open it quietly, without letters"),
                sent_as="quiet",
            ),
            Need(
                name="beacon",
                usual=None,
                meaning="Public randomness in its dice: drand, or an announced number with its day, as 'Numbers4 of 2026-12-24'; '' for none.",
                option="--beacon",
                metavar="NAME",
            ),
        ),
        N_("Open the season"),
        N_("Everyone can see the season and enter it."),
        letters=news.readers_of_opening,
        noun="Opening",
        examples=(
            "hikyaku season open laplaplus-1",
            "hikyaku season open laplaplus-1 --no-announce",
        ),
        logged=N_("Opened"),
    ),
    SeasonAct(
        "beacon",
        lambda session, slug, by, *, number: beacons.enter(session, slug, number, by),
        "Enter the public number that a season named as its beacon: once, from its day on. Rounds of drand are fetched.",
        needs=(Need(name="number", meaning="As it was announced.", metavar="NUMBER"),),
        noun="Beacon",
        examples=("hikyaku season beacon fest-1 3318",),
        done=lambda season, told: f"{season.slug}: its beacon is {told['number'].strip()}.",
        logged=N_("Beacon arrived"),
    ),
    SeasonAct(
        "close",
        league_seasons.close,
        "Take no more entries: mail that came before is read, and the entries are numbered.\n\n"
        "They are unsealed by that, but never before the announced deadline.",
        (OPEN,),
        (),
        N_("Close the season"),
        N_(
            "No more entries are taken. Confirmed entries get their numbers. Held entries do not play. You then see the builds, but never before the announced deadline. If you close earlier, they stay sealed until the deadline."
        ),
        warns=calling_off.misfits,
        waits_for_mail=True,
        examples=("hikyaku season close laplaplus-1",),
        logged=N_("Closed"),
    ),
    SeasonAct(
        "call-off",
        calling_off.call_off,
        "Call the season off, for good: its matches end and count for nothing, and what is sealed stays sealed. Everybody concerned is told.",
        calling_off.CALLABLE,
        (
            tell(
                PUBLIC,
                N_("Everyone can read it: on the season's page, in its feed and in the letters."),
                needed=always,
            ),
            Need(
                name="instead",
                usual="",
                meaning="The season of this game whose entries the letters offer; without: the next one.",
                option="--instead",
                metavar="SEASON",
                label=N_("Season to offer instead"),
                hint=N_(
                    "Its name as in its address. If you leave it empty, we offer the next open season of this game, of the same cup if there is one."
                ),
            ),
        ),
        N_("Call the season off"),
        N_(
            "There will be no results, and you cannot undo this. Matches end and do not count. Sealed builds stay sealed, for you too. Everyone who entered or follows the season gets a letter with your explanation, also those whose entries wait. One yes enters the same character in the season you offer."
        ),
        wants_proof=True,
        is_dangerous=True,
        letters=news.readers_of_calling_off,
        noun="CallingOff",
        examples=(
            "hikyaku season call-off spring-cup --tell 'The hall has burnt down.' --instead summer-cup",
        ),
        logged=N_("Called off"),
    ),
    SeasonAct(
        "reopen",
        league_seasons.reopen,
        "Take entries again after closing, until a new deadline; their numbers are given anew. A public act: everybody is told.",
        (CLOSED,),
        (
            replace(
                _CLOSES,
                label=N_("Deadline"),
                hint=N_("In the time zone %(zone)s. Entries are taken again until then."),
                needed=lambda season: season.closes_at is not None,
            ),
            reason(),
            tell(
                PUBLIC,
                N_("Everyone can read it: on the season's page, in its feed and in the letters."),
                needed=always,
            ),
        ),
        N_("Open it again"),
        N_(
            "Entries are taken again, and everything is sealed again. This is public: the season's page, its feed and a letter to every player say so, with your explanation. The seals of this closing stay public. Entries get new numbers."
        ),
        wants_proof=True,
        is_dangerous=True,
        letters=news.readers_of_change,
        noun="Reopening",
        examples=(
            "hikyaku season reopen laplaplus-1 --closes '2027-04-07 21:00' --tell 'Our server was down.'",
        ),
        logged=N_("Opened again"),
    ),
    SeasonAct(
        "deadline",
        lambda session, slug, by, *, closes_at: league_seasons.move(session, slug, closes_at, by),
        "Move the announced deadline, until it has passed. Everybody is told.\n\n"
        "Builds stay sealed until it, also of a season that has been closed by hand: to see them earlier, move it.",
        (DRAFT, OPEN, CLOSED),
        (
            Need(
                name="closes_at",
                kind=datetime,
                metavar="WHEN",
                label=N_("Deadline"),
                hint=N_("In the time zone %(zone)s."),
                needed=always,
            ),
            reason(),
            tell(
                PUBLIC,
                N_("Everyone can read it, unless the season is a draft."),
                needed=lambda season: season.state is not DRAFT,
            ),
        ),
        N_("Move the deadline"),
        N_(
            "The season's page, its feed and a letter to every player show the old deadline, the new one and your explanation. Builds stay sealed until the new one."
        ),
        page="/deadline",
        letters=news.readers_of_change,
        noun="Deadline",
        examples=("hikyaku season deadline laplaplus-1 '2027-04-07 21:00' --tell 'Golden Week.'",),
        logged=N_("Deadline moved"),
        done="{slug}: its deadline is {closes_at:%Y-%m-%d %H:%M %Z}.",
    ),
    SeasonAct(
        "delete",
        league_seasons.delete,
        "Delete a draft, or a mistaken season to which no player has sent anything. The log keeps that.",
        needs=(
            Need(
                name="confirmed",
                usual="",
                meaning="Its name again, if it has been opened.",
                option="--yes-delete",
                metavar="SEASON",
                label=N_("Type its address name again"),
                needed=lambda season: season.state is not DRAFT or None,
            ),
        ),
        label=N_("Delete the season"),
        consequences=N_(
            "Deletes the season and its unsent letters for good. Only a draft can be deleted, or a season to which no player has sent anything. The log keeps that it existed."
        ),
        page="/delete",
        wants_proof=True,
        gives=None,
        examples=(
            "hikyaku season delete mistaken",
            "hikyaku season delete mistaken --yes-delete mistaken",
        ),
        done="{slug}: deleted.",
        logged=N_("Season deleted"),
    ),
    SeasonAct(
        "archive",
        league_seasons.archive,
        "Close the book on a published season: it stays public as it is, and nothing can be taken back any more.",
        (PUBLISHED,),
        (replace(reason(), label=""),),
        N_("Archive the season"),
        N_("Its results stay public. After that nothing in it can be taken back or changed."),
        examples=("hikyaku season archive laplaplus-1",),
        logged=N_("Season archived"),
    ),
    SeasonAct(
        "publish",
        results.publish,
        "Make the reviewed results public; every player gets a report by mail, with a word of yours.\n\n"
        "With --at that happens then: until it the season's page announces the moment, and `undo` calls it off.",
        (REVIEW,),
        (
            tell(
                "What everybody reads in the reports and on its page.",
                N_("Optional. Shown in every report and on the season's page."),
                N_("A word from the organiser"),
                "--word",
            ),
            Need(
                name="release_at",
                kind=datetime,
                usual=None,
                meaning="When the results come out; at once without it.",
                option="--at",
                metavar="WHEN",
                label=N_("When the results come out"),
                hint=N_(
                    "Leave it empty to publish at once. Otherwise the season's page announces this time, and until then you can call it off. In the time zone %(zone)s."
                ),
            ),
        ),
        N_("Publish the results"),
        N_(
            "Everyone sees the results, all builds and their lore. Every player gets a report by mail. Letters that have left cannot be called back."
        ),
        {"label": N_("Publish at once, or at another time")},
        wants_proof=True,
        noun="Release",
        examples=(
            "hikyaku season publish laplaplus-1",
            "hikyaku season publish laplaplus-1 --word 'What a final! See you in spring.'",
            "hikyaku season publish laplaplus-1 --at '2027-04-01 21:00'",
        ),
        done=lambda season, told: _published(season, told["release_at"]),
        logged=N_("Results published"),
    ),
    SeasonAct(
        "run",
        runs.start,
        "Play every pair; a run that was interrupted goes on where it was. Then comes the review.",
        (CLOSED, REVIEW),
        (),
        N_("Play all battles"),
        N_(
            "Plays all battles. Nothing is public until you have reviewed and published the results."
        ),
        takes_back=True,
        gives=Run,
        logged=N_("Battles begun"),
    ),
    SeasonAct(
        "undo",
        results.undo,
        "Go one step back: from published to review, from review to closed. Letters that left stay sent.\n\n"
        "Players who had results get corrected ones later, with what they are told.",
        (REVIEW, PUBLISHED),
        (
            reason(always),
            tell(
                hint=N_(
                    "Shown on the season's page, in its feed and in the letters of correction. If you leave it empty, they give no reason."
                )
            ),
        ),
        N_("Take one step back"),
        N_(
            "Hides published results again and drops reports that have not left. Reports that have left stay sent. An announced release is called off. A season under review goes back to closed."
        ),
        {
            "label": N_("Call the release off"),
            "consequences": N_(
                "The announced time is withdrawn, and the season's page says so. Nothing has been published. The season stays under review."
            ),
        },
        wants_proof=True,
        is_dangerous=True,
        takes_back=True,
        calls_off=True,
        examples=(
            "hikyaku season undo laplaplus-1 --reason 'The entry of Bob was missing' --tell 'An entry was missing.'",
        ),
        logged=N_("Moved one step back"),
    ),
)
_EVERYWHERE: Final = Need(
    name="everywhere",
    kind=bool,
    usual=False,
    meaning="All seasons whose results are not public, and not this one alone.",
    option="--everywhere/--here",
    label=N_("In all seasons of this site"),
)
PAUSES: Final = (
    SeasonAct(
        "pause",
        pauses.pause,
        "Let nothing close, be played or come out by itself, until it goes on. Orders and entries are taken.",
        (DRAFT, OPEN, CLOSED, RUNNING, REVIEW),
        (tell(PUBLIC, needed=always), _EVERYWHERE),
        N_("Pause"),
        N_(
            "Until you end the pause, nothing closes, plays or is published by itself. Entries and orders are still accepted. Every player gets one letter."
        ),
        noun="Pause",
        examples=("hikyaku season pause laplaplus-1 --everywhere --tell 'The mail is down.'",),
        done="{slug}: paused.",
        logged=N_("Paused"),
    ),
    SeasonAct(
        "go-on",
        pauses.go_on,
        "End a pause: every deadline and every step comes later by its length.",
        (DRAFT, OPEN, CLOSED, RUNNING, REVIEW),
        (reason(), _EVERYWHERE),
        N_("End the pause"),
        N_(
            "Every deadline and every step moves later by the length of the pause. Every player gets one letter."
        ),
        noun="PauseEnd",
        examples=("hikyaku season go-on laplaplus-1 --everywhere",),
        done="{slug}: {state}.",
        logged=N_("Pause ended"),
    ),
)
MAKING: Final = (
    SeasonAct(
        "copy",
        lambda session, slug, by, *, season, closes_at=None: league_seasons.copy(
            session, slug, season, by, closes_at
        ),
        "Create a season with all settings of another but its deadline, and without its entries.",
        needs=(_NEW, _CLOSES),
        makes=True,
        noun="Copy",
        logged=N_("Created"),
        logged_as="create",
        examples=("hikyaku season copy spring-cup autumn-cup --closes '2027-09-30 21:00'",),
        done="{season}: {state}.",
    ),
    SeasonAct(
        "next-round",
        lambda session, slug, by, *, season, closes_at, added, changes: rounds.plan(
            session, slug, PlannedRound(season, closes_at, added, changes), by
        ),
        "Create the next round of a season: the same settings and characters, with builds that may change so much.\n\n"
        "When it is opened, every character that played takes part again as it was, and a letter tells its player what may be\n"
        "changed until the deadline. The results of the round before must be public by then.",
        needs=(
            _NEW,
            _CLOSES,
            Need(
                name="changes",
                kind=int,
                usual=None,
                meaning="So many places of a build may change; without: all.",
                option="--changes",
                metavar="N",
            ),
            Need(
                name="added",
                kind=int,
                usual=None,
                meaning="By so many a build may grow; without: as its game allows.",
                option="--added",
                metavar="N",
            ),
        ),
        makes=True,
        noun="Round",
        logged=N_("Planned as the next round"),
        examples=(
            "hikyaku season next-round spring-cup spring-cup-2 --changes 1 --added 2",
            "hikyaku season next-round spring-cup spring-cup-2 --closes '2027-04-07 21:00' --changes 0",
        ),
        done=lambda season, _: f"{season.slug}: {season.state.value}, {season.title_en}.",
    ),
)
