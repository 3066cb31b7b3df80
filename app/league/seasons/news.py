"""The news of a season, by letter and as notices on its page.

It opens, takes entries again, changes, nears its deadline, is called off, or ends.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from typing import Any, Final, Literal, cast

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.i18n import N_, moment, translations
from app.league import visibility
from app.league.people import blocks, webhooks
from app.league.seasons import carryovers
from app.league.seasons.decisions.kinds import PointInTime
from app.league.seasons.decisions.season_plans import DECISIONS
from app.notices.about import About
from app.notices.answers import Approval, Place
from app.notices.news import (
    Announcement,
    CalledOff,
    Changed,
    Correction,
    Deadline,
    Difference,
    Digest,
    Opened,
    Reminder,
    Reopened,
    Report,
)
from app.store import entrants, entries, letters, players
from app.store.results import runs
from app.store.security import audits
from app.store.series import rounds
from app.store.tables import Audit, Player, Run, Season
from app.text.characters import hidden_in

_RELEASE: Final = N_("Release of the results")
STEP_NAMES: Final = {
    "opening": N_("Opening"),
    "deadline": N_("Deadline"),
    "run": N_("Battles"),
    "release": _RELEASE,
    "archive": N_("Archive"),
}
"""The names of the steps of a timetable, in the order in which a season takes them."""
_NIGHT: Final = "night-"
_STEP_WORDS: Final[dict[str, str]] = {
    "hold": N_("%(step)s is on hold: %(reason)s"),
    "skip": N_("%(step)s will not take place as planned: %(reason)s"),
    "resume": N_("%(step)s will take place as planned: %(reason)s"),
    "step": N_("%(step)s is now planned for %(after)s: %(reason)s"),
}
Kind = Literal[
    "deadline",
    "reopen",
    "change",
    "release",
    "called-off",
    "taken-back",
    "hold",
    "skip",
    "resume",
    "step",
    "night",
    "call-off",
]
AWAY: Final = N_("this site was down, and nobody should lose time by that.")
"""The reason given if a deadline moves because the site was down."""
FULL: Final = N_("all places are taken.")
MORE_TIME: Final = N_("too few have entered so far.")
TOO_FEW: Final = N_("too few have entered.")
_SPOKEN: Final = ("deadline", "reopen", "change", "call-off")
"""Acts whose reason is always public."""
_STEPPED: Final = ("hold", "skip", "resume", "step")
"""Acts on a step of the timetable, whose reason is public only if the organiser marked it so."""
_PUBLIC_ACTS: Final = (*_SPOKEN, *_STEPPED, "release", "night", "publish", "undo")
"""Acts that may become a notice."""
_SHOWN: Final = ("from", "to", "public", "changes", "release", "taken back", "step", "rounds", "of")
"""The details of these acts that a notice may show."""
OURS: Final = (AWAY, FULL, MORE_TIME, TOO_FEW)
"""Reasons of the program itself, which are translated."""
_OVER: Final = ("release", "called-off", "night")
"""Notices that are dropped once the results are public."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A public act and its reason, if it has one.

    For a deadline or a release: the old time (None if it was not announced) and the new one.
    `changes`: old and new values of other decisions.
    """

    kind: Kind
    at: datetime
    reason: str
    before: datetime | None = None
    after: datetime | None = None
    changes: tuple[Difference, ...] = ()
    step: str = ""
    """The step of the timetable, if the notice is about one."""
    rounds: tuple[int, int] = (0, 0)
    """In a notice of a night: the number of rounds now shown, and the number of all rounds."""


MOST_ANNOUNCED: Final = 10_000
"""The most characters of an announcement in one language."""
MOST_SUBJECT: Final = 120
Group = Literal["all", "counts", "held"]
"""A group of players in a season: all, those with an entry that counts, or those with one that does not count yet.

A player may belong to both of the latter.
"""


@dataclass(frozen=True, slots=True)
class Readers:
    """The players who get an announcement, with counts of those it does not reach now."""

    players: list[Player]
    muted: int
    """The number of players who want no letters and get none."""
    paused: int
    """The number of players whose letters came back. Their letters wait until their address works again."""

    def speaking(self, lang: Lang) -> int:
        """Return how many players get it in this language."""
        return sum(each.lang == lang for each in self.players)


def readers_of(session: Session, season: Season, group: Group, lang: str = "") -> Readers:
    """Return the players of this group, in one language, or in both if `lang` is empty."""
    chosen = [
        each.player
        for each in _in_season(session, season)
        if {"all": True, "counts": each.counts, "held": each.waits}[group]
        and lang in ("", each.player.lang)
    ]
    wanted = [each for each in chosen if each.muted_at is None]
    paused = sum(each.paused_at is not None for each in wanted)
    return Readers(wanted, len(chosen) - len(wanted), paused)


def announcement_problems(words: Announcement) -> list[Problem]:
    """Return every problem of the announcement. At least one language needs both subject and text."""
    pairs = ((words.subject_ja, words.text_ja), (words.subject_en, words.text_en))
    problems = [Problem("half-announced") for pair in pairs if any(pair) and not all(pair)][:1]
    if not any(map(any, pairs)):
        problems.append(Problem("nothing-announced"))
    for subject, text in pairs:
        if len(subject) > MOST_SUBJECT or next(hidden_in(subject), None) is not None:
            problems.append(Problem("bad-subject", most=str(MOST_SUBJECT)))
        if len(text) > MOST_ANNOUNCED:
            length, most = f"{len(text):,}", f"{MOST_ANNOUNCED:,}"
            problems.append(Problem("reason-too-long", length=length, most=most))
    return problems


def announce(
    session: Session,
    season: Season,
    words: Announcement,
    group: Group,
    lang: str,
    by: audits.Organiser,
) -> int:
    """Write the announcement to the players of this group. Return how many letters were written.

    Each player gets it once, even if it is sent again. Raises `SeasonRefused` with every problem of the words, and if
    no player is left to get it.
    """
    if problems := announcement_problems(words):
        raise SeasonRefused(problems)
    said = json.dumps(words.to_row(), sort_keys=True)
    reason = f"announcement:{season.id}:{hashlib.sha256(said.encode()).hexdigest()[:16]}"
    readers = readers_of(session, season, group, lang).players
    written = letters.write_to_all(session, words, readers, reason, now=by.now, season=season)
    if not written:
        raise SeasonRefused([Problem("announced-before" if readers else "nobody-to-tell")])
    subject = words.subject_en or words.subject_ja
    detail = {"subject": subject, "letters": written, "to": group, "lang": lang}
    audits.note(session, by, "announce", season, detail=detail)
    return written


def readers_of_opening(session: Session, season: Season) -> int:
    """Return how many letters opening the season would write: by `season_opened`, or to players of the round before."""
    before = rounds.before(session, season)
    run = before and before.published_run_id and runs.with_id(session, before.published_run_id)
    return len(players.of_run(session, run) if run else interested(session, season))


def season_opened(session: Session, season: Season, now: datetime) -> None:
    """Write to players of the game, and followers of its seasons, that the season takes entries."""
    readers = interested(session, season)
    letters.write_to_all(session, Opened(), readers, f"opened:{season.id}", now=now, season=season)
    webhooks.announce(session, webhooks.WebhookEvent.OPENED, season, now)


def season_reopened(session: Session, season: Season, by: audits.Organiser) -> None:
    """Write to every player with an entry that the season takes entries again, and why."""
    about = Reopened(reason=by.tell.strip(), seen=season.laid_open_at is not None)
    _tell_players(session, about, season, by)
    webhooks.announce(session, webhooks.WebhookEvent.REOPENED, season, by.now)


def season_called_off(session: Session, season: Season, by: audits.Organiser) -> None:
    """Write to everyone with an entry, waiting ones included, and to every follower that the season is called off.

    Each gets one letter, with the reason and the offer of another season.
    """
    target = next(iter(carryovers.following(session, season, by.now)), None)
    new: list[tuple[Player, About, str]] = []
    for player in _concerned(session, season):
        found = carryovers.offered_in(session, target, season, player, by.now)
        about = CalledOff(
            reason=by.tell.strip(),
            following=target.id if target else None,
            names=tuple(each.name for each in found),
        )
        new.append((player, about, f"called-off:{season.id}:{player.id}"))
    letters.write_each(session, new, now=by.now, season=season)
    webhooks.announce(session, webhooks.WebhookEvent.CALLED_OFF, season, by.now)


def readers_of_calling_off(session: Session, season: Season) -> int:
    """Return how many letters `season_called_off` would write now."""
    return len(_concerned(session, season))


def _concerned(session: Session, season: Season) -> list[Player]:
    everyone = [*_taking_part(session, season), *_following(session, season)]
    return [*{each.id: each for each in everyone}.values()]


def _following(session: Session, season: Season) -> list[Player]:
    return [*blocks.without(session, players.following(session, season))]


def readers_of_change(session: Session, season: Season) -> int:
    """Return how many letters `season_changed` and `season_reopened` would write now."""
    return len(_taking_part(session, season))


def season_changed(
    session: Session,
    season: Season,
    changes: Sequence[Difference],
    by: audits.Organiser,
    away: tuple[datetime | None, datetime | None] = (None, None),
) -> None:
    """Write one letter to every player with an entry, with all changes and the reason.

    If only the deadline moved, it is the letter of deadlines. `away`: from when to when the site was down, if that is
    the reason.
    """
    reason = by.tell.strip()
    about: About = Changed(changes=tuple(changes), reason=reason)
    if [each.field for each in changes] == ["closes_at"] and season.closes_at:
        before, (began, ended) = _moment(changes[0].before), away
        about = Deadline(
            before=before, after=season.closes_at, reason=reason, away_from=began, away_until=ended
        )
    _tell_players(session, about, season, by)
    webhooks.announce(session, webhooks.WebhookEvent.CHANGED, season, by.now, changes)


def release_changed(
    session: Session, season: Season, before: datetime | None, now: datetime
) -> None:
    """Tell other sites when the results come out. `before`: the time announced earlier, if any."""
    old, new = (each.isoformat() if each else "" for each in (before, season.release_at))
    change = Difference("release_at", old, new)
    webhooks.announce(session, webhooks.WebhookEvent.CHANGED, season, now, [change])


def release_waits(session: Session, season: Season, by: audits.Organiser) -> None:
    """Log that the planned release waits, since the results under review were dropped."""
    if visibility.release_at(season):
        audits.note(session, replace(by, tell=""), "wait", season, detail={"step": "release"})


def interested(session: Session, season: Season) -> Sequence[Player]:
    """Return the players to whom `season_opened` would write now.

    Nobody for an unlisted season, nor for a later round, whose players get another letter.
    """
    if not season.listed or rounds.of(session, season):
        return []
    return blocks.without(session, players.interested(session, season.game))


def _in_season(session: Session, season: Season) -> list[players.Participation]:
    """Return the season's players; blocked ones only if an entry of theirs counts."""
    found = players.with_entry(session, season)
    counting = {each.player.id for each in found if each.counts}
    left = {each.id for each in blocks.without(session, [one.player for one in found], counting)}
    return [each for each in found if each.player.id in left]


def _taking_part(session: Session, season: Season) -> list[Player]:
    """Return the season's players who want letters."""
    return readers_of(session, season, "all").players


def _tell_players(session: Session, about: About, season: Season, by: audits.Organiser) -> None:
    readers = _taking_part(session, season)
    reason = f"{about.slug}:{season.id}:{by.now:%y%m%d%H%M%S%f}"
    letters.write_to_all(session, about, readers, reason, now=by.now, season=season)


def newcomers_left_out(session: Session, season: Season, now: datetime) -> int:
    """Write to newcomers not approved in time that entries have closed without them. Return how many."""
    waiting = entries.waiting(session, season)
    for revision in waiting:
        if player := revision.entry.player:
            key = f"approval:{revision.id}:late:{now:%y%m%d%H%M%S}"
            about = Approval(verdict="late")
            letters.write(session, about, player, key, now=now, season=season, revision=revision)
    return len(waiting)


def waiting_left_out(session: Session, season: Season, now: datetime) -> int:
    """Write to players still waiting for a place that entries have closed without them. Return how many."""
    waiting = entries.queued(session, season)
    for revision in waiting:
        if player := revision.entry.player:
            key = f"place:{revision.id}:late:{now:%y%m%d%H%M%S}"
            about = Place(verdict="late")
            letters.write(session, about, player, key, now=now, season=season, revision=revision)
    return len(waiting)


def unreminded(session: Session, season: Season, now: datetime) -> list[Player]:
    """Return the players to whom `remind` would write.

    They know of the season and have no entry that counts, and a reminder is due.
    """
    reason = _reminder(season, now)
    if reason is None:
        return []
    told = letters.keys(session, season, reason)
    waiting = blocks.without(session, players.without_entry(session, season))
    return [player for player in waiting if f"{reason}:{player.id}" not in told]


def remind(session: Session, season: Season, now: datetime) -> int:
    """Remind players who know of the season and have no counting entry, once at each set time; returns how many.

    A player who learnt of the season after the time of a reminder does not get that one.
    """
    reason = _reminder(season, now)
    if reason is None:
        return 0
    readers = blocks.without(session, players.without_entry(session, season))
    return letters.write_to_all(session, Reminder(), readers, reason, now=now, season=season)


def _reminder(season: Season, now: datetime) -> str | None:
    """Return the key of the reminder that is due: season, deadline, and hours before it. None if none is due."""
    if season.closes_at is None or season.opened_at is None:
        return None
    hours_before = sorted(int(each) for each in season.reminders.split(",") if each)
    for before in (timedelta(hours=each) for each in hours_before):
        begins = season.closes_at - before
        if begins <= now < season.closes_at:
            hours = int(before / timedelta(hours=1))
            known_before = season.opened_at < begins
            deadline = f"{season.closes_at:%y%m%d%H%M}"
            return f"reminder:{season.id}:{deadline}:{hours}" if known_before else None
    return None


def letters_of_results(
    session: Session, season: Season, run: Run, why_undone: str = ""
) -> list[tuple[Player, About, str]]:
    """Return the letters that `results_are_out` would write: reader, letter, and a key that prevents a second one.

    Players get a report for each character; other followers get a digest.
    """
    readers = {player.id: player for player in players.of_run(session, run)}
    before = letters.of_results(session, season)
    found: list[tuple[Player, About, str]] = []
    told: set[int] = set()
    for each in entrants.of_run(session, run):
        reader = readers.get(each.player_id or 0)
        if reader is None:
            continue
        key, entry = f"report:{run.id}:{reader.id}", each.entry_id
        earlier = before.get((reader.id, entry)) or before.get((reader.id, None))
        if reader.id in told:
            key = f"{key}:{entry}"
        told.add(reader.id)
        about: About = Report(entry=entry)
        if earlier:
            about = Correction(reason=why_undone, earlier=earlier.run_id, entry=entry)
        found.append((reader, about, key))
    following = _following(session, season)
    digest = Digest()
    return found + [
        (each, digest, f"digest:{run.id}:{each.id}") for each in following if each.id not in told
    ]


def results_are_out(
    session: Session, season: Season, run: Run, why_undone: str, now: datetime
) -> None:
    """Write a report of each character to its player, and a digest to all other followers.

    Players who had a report of an earlier run get a correction in the same thread, with the reason for the undo.
    """
    known = letters.keys(session, season, f"report:{run.id}")
    known |= letters.keys(session, season, f"digest:{run.id}")
    found = letters_of_results(session, season, run, why_undone)
    new = [each for each in found if each[2] not in known]
    letters.write_each(session, new, now=now, season=season, run=run)
    webhooks.announce(session, webhooks.WebhookEvent.PUBLISHED, season, now)


def results_are_back(session: Session, season: Season, now: datetime) -> int:
    """Drop the letters with results that have not left, and tell other sites. Return how many were dropped."""
    webhooks.announce(session, webhooks.WebhookEvent.UNDONE, season, now)
    return letters.drop_results(session, season)


def notices(session: Session, season: Season) -> list[Notice]:
    """Return the season's public acts as notices, the earliest first."""
    found: list[Notice] = []
    for act in audits.of_season(session, season, _PUBLIC_ACTS):
        before, after = _moment(act.detail.get("from")), _moment(act.detail.get("to"))
        reason = str(act.detail.get("public") or act.detail.get("told") or "")
        if act.act in _SPOKEN and "public" in act.detail:
            changes = tuple(public_changes(act.detail))
            found.append(Notice(cast(Kind, act.act), act.at, reason, before, after, changes))
        elif act.act == "release":
            why = str(act.detail.get("public", ""))
            found.append(Notice("release", act.at, why, before, after))
        elif act.act in ("hold", "skip") and act.detail.get("step") == "release":
            found.append(Notice("called-off", act.at, reason, before))
        elif act.act in _STEPPED and "public" in act.detail:
            step = str(act.detail["step"])
            found.append(Notice(cast(Kind, act.act), act.at, reason, before, after, step=step))
        elif act.act == "publish":
            found = [each for each in found if each.kind not in _OVER]
        elif act.act == "undo":
            released = _moment(act.detail.get("release"))
            if act.detail.get("taken back"):
                found.append(Notice("taken-back", act.at, reason))
            elif released:
                found.append(Notice("called-off", act.at, reason, released))
        elif act.act == "night":
            rounds = (int(act.detail["rounds"]), int(act.detail["of"]))
            found.append(Notice("night", act.at, "", rounds=rounds))
    return found


def public_acts(session: Session, season: Season) -> Iterator[tuple[str, datetime, dict[str, Any]]]:
    """Yield the acts behind `notices`: act, time, and only the public details."""
    for act in audits.of_season(session, season, _PUBLIC_ACTS):
        if act.act in _SPOKEN and "public" not in act.detail:
            continue
        told = ["told"] if act.act == "undo" and act.detail.get("taken back") else []
        detail = {key: act.detail[key] for key in (*_SHOWN, *told) if key in act.detail}
        if "changes" in detail:
            detail["changes"] = {
                each.field: [each.before, each.after] for each in public_changes(detail)
            }
        yield act.act, act.at, detail


def public_changes(detail: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the changes in this act that players are told."""
    for field, (before, after) in detail.get("changes", {}).items():
        if (decision := DECISIONS.get(field)) and decision.is_told:
            yield Difference(field, before, after)


def changes_of(act: Audit, lang: Lang, zone: tzinfo) -> list[str]:
    """Return every change of settings in this act, each as a line."""
    detail = act.detail
    kept = dict(detail["changes"]) if act.act == "change" else {}
    if act.act == "deadline":
        kept["closes_at"] = [detail.get("from") or "", detail.get("to") or ""]
    if "step" in detail and detail.keys() & {"from", "to"}:
        kept[detail["step"]] = [detail.get("from") or "", detail.get("to") or ""]
    return [changed(Difference(field, *values), lang, zone) for field, values in kept.items()]


def told(notice: Notice, lang: Lang, zone: tzinfo) -> str:
    """Return the notice as a sentence with its reason."""
    _ = translations(lang).gettext
    words = {"reason": " ".join(why(notice.reason, lang).split())}
    for name, at in (("before", notice.before), ("after", notice.after)):
        words |= {name: moment(at, lang, zone)} if at else {}
    match notice.kind:
        case "hold" | "skip" | "resume" | "step":
            return _(_STEP_WORDS[notice.kind]) % (words | {"step": step_name(notice.step, lang)})
        case "night":
            shown, of = (f"{each:,}" for each in notice.rounds)
            return _("The results of %(shown)s of %(of)s rounds are out.") % {
                "shown": shown,
                "of": of,
            }
        case "call-off":
            return _("The season was called off. Reason: %(reason)s") % words
        case "release" if notice.before and notice.reason:
            return (
                _("The results come out on %(after)s, not on %(before)s. Reason: %(reason)s")
                % words
            )
        case "release" if notice.before:
            return _("The results come out on %(after)s, not on %(before)s.") % words
        case "release":
            return _("The results come out on %(after)s.") % words
        case "called-off" if notice.reason:
            return _("The results will not come out on %(before)s. Reason: %(reason)s") % words
        case "called-off":
            return _("The results will not come out on %(before)s.") % words
        case "taken-back" if notice.reason:
            return _("The results were taken back. Reason: %(reason)s") % words
        case "taken-back":
            return _("The results were taken back. They are being checked again.")
    if notice.kind == "change":
        listed = (" / " if lang == "en" else "／").join(
            changed(each, lang, zone) for each in notice.changes
        )
        return _("The organiser has changed the season: %(changes)s. Reason: %(reason)s") % {
            **words,
            "changes": listed,
        }
    if notice.kind == "reopen" and notice.after:
        return _("Entries are taken again until %(after)s. Reason: %(reason)s") % words
    if notice.kind == "reopen":
        return _("Entries are taken again. Reason: %(reason)s") % words
    if notice.before is None:
        return _("The deadline is now %(after)s. Reason: %(reason)s") % words
    return _("The deadline was moved from %(before)s to %(after)s. Reason: %(reason)s") % words


def why(reason: str, lang: Lang) -> str:
    """Return the reason, translated if it is one of the program's own."""
    return translations(lang).gettext(reason) if reason in OURS else reason


def changed(difference: Difference, lang: Lang, zone: tzinfo) -> str:
    """Return a change as a line: `Places: 16 → 32`."""
    field, colon = difference.field, "：" if lang == "ja" else ": "
    _ = translations(lang).gettext
    if decision := DECISIONS.get(field):
        kind, name = decision.kind, _(decision.label)
    elif field in (*STEP_NAMES, "release_at") or field.startswith(_NIGHT):
        kind, name = PointInTime(nothing=N_("none")), step_name(field, lang)
    else:  # of another version of this program
        return f"{field}{colon}{difference.before or '–'} → {difference.after or '–'}"
    one, other = (kind.told(each, lang, zone) for each in (difference.before, difference.after))
    return f"{name}{colon}{one} → {other}"


def step_name(name: str, lang: Lang) -> str:
    """Return the name of the step for a reader."""
    _ = translations(lang).gettext
    if name.startswith(_NIGHT):
        return _("Night %(number)s") % {"number": name.removeprefix(_NIGHT)}
    return _(STEP_NAMES.get(name, _RELEASE))


def _moment(kept: str | None) -> datetime | None:
    return datetime.fromisoformat(kept) if kept else None
