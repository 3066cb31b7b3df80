"""Restore a season from its record, and its chronicle if there is one.

Results, pages, record and digests are the same as before.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlmodel import Session

from app.engine.workshop.call import is_call
from app.errors import Problem, SeasonRefused
from app.league.archive import evidence, verification
from app.league.archive.chronicle import Chronicle, EarlierClosing, EarlierSeal
from app.league.archive.parts import RecordedEntry, Restoration
from app.league.archive.record import (
    EarlierRecord,
    Record,
    public_record,
    record as record_of,
)
from app.league.desk import hidings
from app.league.entries import characters
from app.league.entries.pictures import formats, portraits
from app.league.seasons import cups as league_cups
from app.store import house, seasons
from app.store.results import parts, runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.series import cups
from app.store.tables import (
    Audit,
    Cup,
    Entry,
    Revision,
    RevisionState,
    Run,
    Seal,
    Season,
    SeasonState,
)
from app.tournament.blocks import full_rows
from app.tournament.digest import (
    DigestLine,
    inputs_digest,
    sides_inputs_digest,
    stages_inputs_digest,
)

_ACTS: Final = {"added": "add", "changed": "correct"}


def problems(
    session: Session,
    record: Record | EarlierRecord,
    chronicle: Chronicle,
    pictures: Mapping[str, bytes],
    *,
    is_whole: bool = False,
) -> Iterator[Problem]:
    """Yield everything that prevents this season from being restored here.

    `is_whole`: the organisers' own record is used, so parts hidden from the public are no problem.
    """
    if isinstance(record, EarlierRecord):
        yield Problem("restore-earlier")
        return
    if seasons.with_slug(session, record.season.slug):
        yield Problem("slug-taken", season=record.season.slug)
    if (cup := chronicle.cup) and cups.with_slug(session, cup.slug):
        yield from league_cups.problems_of_place(session, cup.slug, cup.edition)
    if record.hidden and not is_whole and record.proof == 1:
        yield Problem("restore-hidden", numbers=", ".join(str(e.number) for e in record.hidden))
        return
    wrong = [*verification.verify(record)]
    yield from wrong
    for section in record.sections.values() if not wrong else ():
        yield from section.missing(session)
    numbers = {entry.number for entry in record.entries}
    for number, digest in chronicle.pictures.items():
        content = pictures.get(digest, b"")
        is_it = portraits.digest_of(content) == digest and formats.is_ours(content)
        if number not in numbers or not is_it:
            yield Problem("restore-picture", number=str(number))


def restore(
    session: Session,
    record: Record | EarlierRecord,
    by: Organiser,
    chronicle: Chronicle | None = None,
    pictures: Mapping[str, bytes] | None = None,
    incomplete: Sequence[Problem] = (),
    whole: Record | EarlierRecord | None = None,
) -> Season:
    """Restore the season as it was published, with the same record to the byte. No letter is sent.

    Its entries belong to no player of this site. Without a chronicle all times are the present one. `pictures`: the
    bytes by SHA-256. `whole`: the organisers' own record, if the public record leaves something out; those parts stay
    hidden. `incomplete`: problems already found in the file, raised together with the rest. Raises `SeasonRefused` with
    every problem. A season that exists here is never replaced.
    """
    chronicle, pictures = chronicle or Chronicle(), pictures or {}
    public, record = record, whole or record
    wrong = [
        *incomplete,
        *problems(session, record, chronicle, pictures, is_whole=whole is not None),
    ]
    if wrong or isinstance(record, EarlierRecord):
        raise SeasonRefused(wrong)
    season = _season(session, record, chronicle, by.now)
    entries = {each.number: _entry(session, season, each) for each in record.entries}
    for each in record.entries:
        if each.mark:
            late = {"number": each.number, "revision": entries[each.number].current_id}
            detail = {"late": late | {"reason": each.mark.reason}}
            at = datetime.fromisoformat(each.mark.at)
            _act(session, season, _ACTS[each.mark.kind], at, detail, entries[each.number].id)
    gone = _withdrawn(session, season, record, entries)
    if isinstance(public, Record):
        _hide(session, season, public, entries, gone, by.now)
    for number, parts_ in chronicle.hidings.items():
        for part, reason in parts_.items():
            hiding = {"part": part, "told": reason, "public": bool(reason)}
            _act(session, season, "hide", by.now, hiding, entries[number].id)
    last = max((at for at, act in enumerate(chronicle.acts) if act.act == "publish"), default=None)
    for at_, act in enumerate(chronicle.acts):
        if at_ != last:  # that one is of the run which comes back; those before it were undone
            _act(session, season, act.act, act.at, act.detail)
    _seals(session, season, record, chronicle, entries, gone)
    run = _run(session, season, record, chronicle, entries)
    for section in record.sections.values():
        section.restore(Restoration(session, season, run, record, chronicle, entries))
    if record.round:
        before = seasons.by_slug(session, record.round.season)
        if wrong := [*evidence.against_former(record, record_of(session, before, by.now))]:
            raise SeasonRefused(wrong)
    for number, digest in chronicle.pictures.items():
        portraits.restore(session, entries[number], pictures[digest], by.now)
    audits.note(session, by, "restore", season, detail={"run": run.serial, "digest": run.digest})
    session.flush()
    if record_of(session, season, by.now) != record:
        raise SeasonRefused([Problem("restore-differs", season=record.season.slug)])
    if whole and public_record(session, season, by.now) != public:
        raise SeasonRefused([Problem("whole-differs", season=record.season.slug)])
    return season


def _hide(
    session: Session,
    season: Season,
    public: Record,
    entries: Mapping[int, Entry],
    gone: Mapping[int, Revision],
    now: datetime,
) -> None:
    """Hide the parts that this record leaves out.

    With the second proof, also store whether they were hidden before publication.
    """
    before = (season.published_at or now) - timedelta(seconds=1)
    for each in public.hidden:
        former = gone.get(each.number)
        entry = entries.get(each.number) or (former and session.get_one(Entry, former.entry_id))
        if entry:
            for part in each.parts:
                was = part in each.was_public or public.proof == 1
                setattr(entry, f"{part}_hidden_at", now if was else before)
    session.flush()


def _season(session: Session, record: Record, chronicle: Chronicle, now: datetime) -> Season:
    told = record.season
    season = Season(
        slug=told.slug,
        game=told.game,
        rules_version=record.rules,
        title_ja=told.title_ja,
        title_en=told.title_en,
        description_ja=chronicle.description_ja,
        description_en=chronicle.description_en,
        state=SeasonState(chronicle.state),
        win=record.scoring.win,
        draw=record.scoring.draw,
        loss=record.scoring.loss,
        tie_breaks=",".join(record.scoring.tie_breaks),
        opened_at=chronicle.opened_at,
        closes_at=chronicle.closes_at,
        closed_at=chronicle.closed_at or now,
        laid_open_at=chronicle.laid_open_at or now,
        published_at=chronicle.published_at or now,
        set_number=chronicle.set_number
        or (seasons.last_set(session, told.game) + 1 if is_call(told.game) else None),
        created_at=chronicle.opened_at or now,
        proof=record.proof,
    )
    if cup := chronicle.cup:
        if not cups.with_slug(session, cup.slug):
            titles = {"title_ja": cup.title_ja, "title_en": cup.title_en}
            session.add(Cup(slug=cup.slug, created_at=now, **titles))
            session.flush()
        season.cup, season.edition = cup.slug, cup.edition
    session.add(season)
    session.flush()
    if record.house:
        house.keep(session, record.rules, told.game, record.house, now)
    return season


def _entry(session: Session, season: Season, told: RecordedEntry) -> Entry:
    at = datetime.fromisoformat(told.mark.at) if told.mark else season.created_at
    entry = Entry(
        season_id=season.id,
        number=told.number,
        # the words that stand for a hidden name may be the name of another
        name_key=told.commitment if "name" in told.digests else characters.name_key(told.name),
        accepted_at=at,
        created_at=at,
    )
    session.add(entry)
    session.flush()
    revision = Revision(
        entry_id=entry.id,
        serial=1,
        state=RevisionState.ACCEPTED,
        name=told.name,
        owner=told.owner,
        build=told.build,
        lore=told.lore,
        url=told.url,
        extras=told.extras,
        salt=parts.packed({name: bytes.fromhex(salt) for name, salt in told.salts.items()})
        if told.salts
        else bytes.fromhex(told.salt),
        digests={str(name): digest for name, digest in told.digests.items()},
        commitment=told.commitment,
        rules_version=told.rules or season.rules_version,
        received_at=at,
    )
    session.add(revision)
    session.flush()
    entry.current_id = revision.id
    return entry


def _former(
    session: Session, season: Season, name: str, commitment: str, entry: Entry | None = None
) -> Revision:
    """Store a revision that no longer counts, as far as its published seal shows it. Without an entry one is made."""
    if entry is None:
        entry = Entry(season_id=season.id, created_at=season.created_at)
        session.add(entry)
        session.flush()
    former = Revision(
        entry_id=entry.id,
        serial=0,
        state=RevisionState.SUPERSEDED,
        name=name,
        owner="",
        build="",
        lore="",
        url="",
        extras={},
        salt=b"",
        commitment=commitment,
        rules_version=season.rules_version,
        received_at=season.created_at,
    )
    session.add(former)
    session.flush()
    return former


def _withdrawn(
    session: Session, season: Season, record: Record, entries: Mapping[int, Entry]
) -> dict[int, Revision]:
    """Store withdrawn entries and the acts that withdrew them. Return their revisions by number.

    An entry that left its matches keeps its line, so only the act is stored.
    """
    found: dict[int, Revision] = {}
    left = {(each.number, each.name): entries[each.number] for each in record.entries if each.left}
    for each in record.withdrawn:
        entry = left.get((each.number, each.name))
        if not entry:
            found[each.number] = former = _former(session, season, each.name, "")
            if each.digest:
                former.digests = {"name": each.digest}
            elif each.salt:
                former.salt = parts.packed({"name": bytes.fromhex(each.salt)})
        revision = entry.current_id if entry else found[each.number].id
        late = {"number": each.number, "revision": revision, "reason": each.reason}
        at = datetime.fromisoformat(each.at)
        id_ = entry.id if entry else found[each.number].entry_id
        _act(session, season, "withdraw", at, {"late": late}, id_)
    return found


def _act(
    session: Session,
    season: Season,
    act: str,
    at: datetime,
    detail: dict[str, Any],
    entry_id: int | None = None,
) -> None:
    session.add(
        Audit(
            at=at,
            who=hidings.ARCHIVE,
            act=act,
            season_id=season.id,
            entry_id=entry_id,
            detail=detail,
        )
    )


def _seals(
    session: Session,
    season: Season,
    record: Record,
    chronicle: Chronicle,
    entries: Mapping[int, Entry],
    gone: Mapping[int, Revision],
) -> None:
    """Store the seals of each closing; without a chronicle, those of all entries without a mark."""
    kept = [
        EarlierSeal(number=each.number, name=each.name, commitment=each.commitment)
        for each in record.entries
        if not each.mark
    ]
    at = season.laid_open_at or season.created_at
    if beacon := record.beacon:
        names = {each.commitment: each.name for each in record.entries}
        at = datetime.fromisoformat(beacon.sealed_at)
        kept = [
            EarlierSeal(number=each.number, name=names.get(each.seal, ""), commitment=each.seal)
            for each in beacon.seals
        ]
    closings = chronicle.closings or [EarlierClosing(at=at, seals=kept)]
    by_seal = {each.commitment: entries[each.number] for each in record.entries}
    for serial, closing in enumerate(closings, 1):
        for seal in closing.seals:
            is_last = serial == len(closings)  # numbers are those of its closing
            if entry := by_seal.get(seal.commitment):
                entry_id, revision_id = entry.id, entry.current_id
            else:
                former = gone.get(seal.number) if is_last else None
                former = former or _former(
                    session,
                    season,
                    seal.name,
                    seal.commitment,
                    entries.get(seal.number) if is_last else None,
                )
                entry_id, revision_id = former.entry_id, former.id
            session.add(
                Seal(
                    season_id=season.id,
                    closing=serial,
                    sealed_at=closing.at,
                    entry_id=entry_id,
                    number=seal.number,
                    revision_id=revision_id or 0,
                    commitment=seal.commitment,
                )
            )
    session.flush()


def _inputs_digest(record: Record, lines: Sequence[DigestLine]) -> str:
    scoring = record.scoring.scoring()
    sides, on_side = record.on_sides
    if record.stages:
        return stages_inputs_digest(record.rules, scoring, lines, record.stages.bound(record))
    if sides.apart:
        who = {"sides": sides.plain(), "of": on_side}
        return sides_inputs_digest(record.rules, scoring, lines, who)
    return inputs_digest(record.rules, scoring, lines)


def _run(
    session: Session,
    season: Season,
    record: Record,
    chronicle: Chronicle,
    entries: Mapping[int, Entry],
) -> Run:
    lines = [DigestLine(each.number, each.build, each.name) for each in record.entries]
    ended = season.published_at or season.created_at
    run = Run(
        season_id=season.id,
        serial=0,
        rules_version=record.rules,
        entries=len(lines),
        inputs_digest=_inputs_digest(record, lines),
        battles=verification.battles(record),
        digest=record.digest,
        started_at=ended,
        finished_at=ended,
        word=chronicle.word,
        winners=[
            entries[each.number].current_id or 0
            for each in record.entries
            if each.place == 1 and not is_call(season.game)
        ],
    )
    run.left = [each.number for each in record.entries if each.left]
    field = [(each.number, entries[each.number].current_id or 0) for each in record.entries]
    runs.begin(session, run, field)
    rows = full_rows([bytes.fromhex(each) for each in record.outcomes])
    runs.keep_all(session, run, [*map(runs.packed, rows)])
    season.published_run_id = run.id
    session.flush()
    _act(session, season, "publish", ended, {"run": run.serial, "digest": run.digest})
    return run
