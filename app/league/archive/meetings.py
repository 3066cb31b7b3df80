"""What a season has besides its entries and their results, brought back: its stages with all that was paired, its matches with their records."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.engine.matches import record
from app.engine.matches.course import Match as Course
from app.engine.matches.record import Line
from app.games import match_game
from app.league.archive import replays
from app.league.archive.chronicle import Chronicle
from app.league.archive.record import Record, RecordedMatches
from app.league.archive.stages import RecordedStages, pairings_of, rulings_of, tickets_of
from app.league.matches import advances, scripts
from app.league.matches.settings import Settings
from app.league.stages import courses
from app.store.matches import records
from app.store.tables import (
    Contestant,
    Correspondence,
    Entry,
    Exchange,
    ExchangeState,
    Lottery,
    Match,
    MatchState,
    Run,
    Season,
)
from app.tournament.formats.format import Result


def bring_lots(session: Session, season: Season, found: RecordedStages) -> None:
    """The season has its plan of stages, and the secret that its lots were drawn from."""
    season.stages = [each.plan.model_dump() for each in found.stages]
    season.pairings = pairings_of(found) or None
    season.rulings = rulings_of(found).kept()
    session.add(
        Lottery(
            season_id=season.id,
            root=bytes.fromhex(found.root),
            commitment=found.commitment,
            drawn_at=season.created_at,
            tickets=[[*each] for each in tickets_of(found)],
        )
    )
    session.flush()


def bring_pairings(session: Session, run: Run, found: RecordedStages, told: Record) -> None:
    """The run has everything that was paired, and how it ended."""
    places = {each.number: place for place, each in enumerate(told.entries)}
    for stage, each in enumerate(found.stages, 1):
        results = [
            Result(
                round_ or 0,
                table or 0,
                places[first or 0],
                None if second is None else places[second],
                outcome or 0,
            )
            for round_, table, first, second, outcome in each.results
        ]
        courses.keep(session, run, (str(stage), results))


def settings_of(found: RecordedMatches, chronicle: Chronicle) -> Settings:
    """How the matches were played; without a chronicle as far as their records tell."""
    if chronicle.matches:
        return Settings.of(chronicle.matches.settings)
    heads = [*_heads(found)]
    is_mirrored = any("mirror_of" in each for each in heads)
    return Settings(
        tempo=found.tempo or "turn",
        config=heads[0]["config"] if heads else {},
        double=found.meetings > 1 and not is_mirrored,
        mirror=is_mirrored,
    )


def bring_matches(
    session: Session,
    season: Season,
    told: Record,
    found: RecordedMatches,
    chronicle: Chronicle,
    entries: Mapping[int, Entry],
) -> None:
    """All matches are over as their records say, line by line; nobody is asked for anything any more."""
    settings = settings_of(found, chronicle)
    at = chronicle.matches
    session.add(
        Correspondence(
            season_id=season.id,
            settings=settings.kept(),
            root=bytes.fromhex(found.root),
            commitment=found.commitment,
            begun_at=at.begun_at if at else season.closed_at,
        )
    )
    for exchange in at.exchanges if at else ():
        session.add(
            Exchange(
                season_id=season.id,
                number=exchange.number,
                deadline=exchange.deadline,
                played_at=exchange.played_at,
                state=ExchangeState.DONE,
            )
        )
    keys = {key: each.number for each in told.entries for key in replays.called(each)}
    nonces = {
        keys[key]: head["nonce"][seat]
        for head in _heads(found)
        for seat, key in replays.keys_of(head).items()
    }
    gone = {each.number: datetime.fromisoformat(each.at) for each in told.withdrawn}
    for each in told.entries:
        entry = entries[each.number]
        own = scripts.text_of(each.extras, scripts.NONCE)
        session.add(
            Contestant(
                entry_id=entry.id,
                revision_id=entry.current_id or 0,
                nonce=nonces.get(each.number, own),  # of one who met nobody nothing else is told
                own_nonce=bool(own),
                left_at=gone[each.number] if each.left else None,
            )
        )
    ids = {key: entries[number].id for key, number in keys.items()}
    for text in found.records:
        _bring_match(session, season, text, ids, is_script=settings.tempo == "script")
    session.flush()


def _bring_match(
    session: Session,
    season: Season,
    text: str,
    ids: Mapping[replays.Called, int],
    *,
    is_script: bool,
) -> None:
    *lines, revealed = [each for each in record.read(text.encode()).lines if each]
    head = lines[0]
    steps = [*_steps(head, lines, revealed["builds"])]
    last = steps[-1]
    if last.ended is None:
        raise LookupError(f"{head['game_id']} is not over")
    halves = advances.score_in_halves(last.ended)
    round_, _, table = head["game_id"].rpartition("-r")[2].partition("-")
    seats = replays.keys_of(head)
    match = Match(
        season_id=season.id,
        round=int(round_),
        board=int(table),
        game_id=head["game_id"],
        entry_a_id=ids[seats["A"]],
        entry_b_id=ids[seats["B"]],
        mirror_of=head.get("mirror_of"),
        rules=head["rules"],
        commitment=head["commit"],
        state=MatchState.OVER,
        halves_a=halves[0],
        halves_b=halves[1],
        reason=last.ended.reason,
        verdict=next((word for each in lines if (word := _verdict(each))), ""),
    )
    session.add(match)
    session.flush()
    if is_script:
        records.pack(session, {match.id: advances.packed(lines)})
    else:
        for turn, line in zip([0, *(each.turn for each in steps)], lines, strict=False):
            match.turn = turn
            records.append(session, [(match, [(advances.line_text(line), line["h"])])])
            match.step += 1
    match.turn = last.turn
    match.told_a = match.told_b = match.step
    session.add(match)


def _steps(head: Line, lines: list[Line], builds: Any) -> Iterator[Course[Any]]:
    """The match after each of its lines."""
    game = match_game(head["game"], head["rules"])
    at = Course.begin(game, head, builds)
    yield at
    for each in lines[1:]:
        at, _ = at.after(each)
        yield at


def _verdict(line: Line) -> str:
    """The word by which organisers or players ended the match, with the seat that lost by it."""
    is_word = line["t"] == "admin" and line["what"] in ("resign", "forfeit")
    return f"{line['what']}{line['seat']}" if is_word else ""


def _heads(found: RecordedMatches) -> Iterator[Line]:
    for text in found.records:
        if head := record.read(text.partition("\n")[0].encode()).lines[0]:
            yield head
