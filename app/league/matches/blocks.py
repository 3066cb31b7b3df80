"""The blocks of orders in a mail: each read for its match, in force or refused, and none passed over in silence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.engine.matches.game import SEATS, Game, Seat, View
from app.engine.matches.grammar import Orders, sheet
from app.engine.matches.orders.blocks import OrderBlock, split
from app.engine.matches.orders.orders import OrderAnswer, answered, counting
from app.engine.matches.orders.wording import as_typed
from app.errors import OrdersRefused, Problem
from app.i18n import lang_of
from app.league.matches import exchanges, plans, turns, views
from app.league.matches.advances import Play
from app.league.people.tokens import claimed_rows, read_orders_key
from app.notices.answers import Reading
from app.store import players
from app.store.matches import matches, orders as stored_orders
from app.store.tables import NOBODYS, Entry, Letter, Match, MatchState, Player, Season
from app.text.characters import lines_of, shown

MOST_PROBLEMS = 5
"""Of a block; how many more there are is said."""
MOST_OF_A_MATCH = 10
"""How many blocks for the same match are read, the last ones: a mail may hold hundreds."""


def holder(session: Session, key: bytes, keys: Sequence[str]) -> tuple[Player, Season] | None:
    """The player to whom the first of these keys of blocks was sent, and the season; None if none is one of ours."""
    for each in keys:
        rows = _row(session, key, each)
        match = session.get(Match, rows[0]) if rows else None
        if rows and match:
            entry = session.get_one(Entry, match.entry_in(rows[2]))
            if entry.player:
                return entry.player, session.get_one(Season, match.season_id)
    return None


def _row(session: Session, key: bytes, token: str) -> tuple[int, int, Seat] | None:
    """Return the match, turn and seat of this key; None if it is not from this site, or its player is gone."""
    claimed = claimed_rows(token)
    own = players.secrets_of(session, "orders", *claimed) if claimed else NOBODYS
    return read_orders_key(key, token, own)


def take(
    session: Session,
    player: Player,
    season: Season | None,
    text: str,
    key: bytes,
    at: datetime,
    answers: Letter | None = None,
) -> list[Reading]:
    """What has become of every block of this text, a reading for each seat of a match in their order.

    In the `season` the player is known without keys; elsewhere a block needs its own. It `answers`
    this letter: of the deadlines that stand there `extend` speaks.
    """
    found, problems = split(text)
    lines = lines_of(text)
    typed = {each.line: "\n".join(lines[each.line - 1 : each.last]) for each in found}
    named = {each.game_id: each for each in matches.all_called(session, {b.match for b in found})}
    waiting = [each for each in named.values() if each.exchange_id]
    plays = {each.id: each for each in exchanges.plays(session, waiting)}
    told = turns.deadlines_in(session, answers) if answers else {}
    desk = _Desk(session, player, season, key, at, typed, lines, named, plays, told)
    seated: dict[tuple[str, Seat | None], list[OrderBlock]] = {}
    for name in dict.fromkeys(each.match for each in found):
        those = [each for each in found if each.match == name]
        for block, seat in zip(those, desk.seats(name, those), strict=True):
            seated.setdefault((name, seat), []).append(block)
    readings = [desk.read(name, seat, blocks) for (name, seat), blocks in seated.items()]
    strange = [each for each in readings if _is_strange(each)]
    if len(strange) > MOST_PROBLEMS:
        more = Problem("orders-more-not-yours", more=str(len(strange) - MOST_PROBLEMS))
        problems = (*problems, more)
    left = [each for each in readings if each not in strange[MOST_PROBLEMS:]]
    return [*left, Reading(game_id="", problems=problems)] if problems else left


def _is_strange(reading: Reading) -> bool:
    return not reading.turn and any(each.code == "orders-not-yours" for each in reading.problems)


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the blocks of a mail are read: who wrote them, as typed, and the matches that they name."""

    session: Session
    player: Player
    season: Season | None
    key: bytes
    at: datetime
    typed: dict[int, str]
    lines: Sequence[str]
    named: dict[str, Match]
    plays: dict[int, Play]
    told: Mapping[str, datetime]
    extended: set[int | None] = field(default_factory=set)
    """The exchanges for which matches of the player wait because of this mail: `extend` in each block is said once."""

    def read(self, name: str, seat: Seat | None, blocks: Sequence[OrderBlock]) -> Reading:
        """The outcome for these blocks, all of this seat in the match of this name."""
        match = self.named.get(name)
        if match is None or seat is None:
            return Reading(
                game_id=shown(name), problems=(Problem("orders-not-yours", match=shown(name)),)
            )
        refused = Reading(game_id=match.game_id)
        if match.state is not MatchState.WAITING or match.verdict:
            return replace(refused, problems=(Problem("match-over", match=match.game_id),))
        if match.exchange_id is None:
            return replace(refused, problems=(Problem("match-not-begun", match=match.game_id),))
        play = self.plays[match.id]
        names = views.names_in(self.session, match, play, seat, lang_of(self.player.lang))
        season = self.session.get_one(Season, match.season_id)
        reading = Reading(
            game_id=match.game_id,
            match=match.id,
            seat=seat,
            opponent=names["B" if seat == "A" else "A"],
            turn=match.turn,
            own=names[seat] if season.characters > 1 else "",
        )
        return self._understood(match, seat, play, reading, names, blocks)

    def seats(self, name: str, blocks: Sequence[OrderBlock]) -> list[Seat | None]:
        """For which seat of the player each of these is, all of one match, if they show that it is they who write.

        It is that of its key, else the only one that it can be: in seasons of before both seats may be theirs.
        """
        match = self.named.get(name)
        if match is None:
            return [None] * len(blocks)
        own: list[Seat] = []
        for seat in SEATS:
            entry = self.session.get(Entry, match.entry_in(seat))
            if entry and entry.player_id == self.player.id:
                own.append(seat)
        rows = [self._row(match, each) for each in blocks]
        keyed: list[Seat | None] = [row[1] if row and row[1] in own else None for row in rows]
        is_known = self.season is not None and self.season.id == match.season_id
        may_be = own if is_known and len(own) == 1 else [*{each for each in keyed if each}]
        only = may_be[0] if len(may_be) == 1 else None
        return [seat or only for seat in keyed]

    def _row(self, match: Match, block: OrderBlock) -> tuple[int, Seat] | None:
        """The turn and the seat for which the block has a key of this match."""
        row = _row(self.session, self.key, block.key) if block.key else None
        return (row[1], row[2]) if row and row[0] == match.id else None

    def _answered(
        self, match: Match, seat: Seat, play: Play, view: View, block: OrderBlock
    ) -> OrderAnswer:
        """The block read, if it is one of this seat: where the player is known by keys alone, its own has to say so.

        A key is for one turn: with one of another the block is for that turn, whatever it says itself.
        """
        row = self._row(match, block)
        if self.season is None and (row is None or row[1] != seat):
            code = "orders-not-yours"
            return OrderAnswer(block, None, (Problem(code, match=match.game_id),))
        if row and (block.turn is None or (self.season is None and row[0] != match.turn)):
            block = replace(block, turn=row[0])
        if len(text := self.typed[block.line]) > plans.MOST_TEXT:
            return OrderAnswer(block, None, (plans.too_long(text),))
        read = answered(block, play.game, view)
        if read.problems and {each.code for each in read.problems} == {"no-end"}:
            return self._without_talk(read, play, view)
        return read

    def _without_talk(self, read: OrderAnswer, play: Play, view: View) -> OrderAnswer:
        """The block without what stands below its orders, if it has no `end`, and nothing else there can be an order."""
        block, talk = read.block, read.problems[0].line
        above = tuple(row for row in block.rows if row.words[0].place.line < talk)
        below = [row for row in block.rows if row.words[0].place.line >= talk]
        if not above or len(below) > len(read.problems):
            return read
        return answered(replace(block, rows=above, is_ended=True), play.game, view)

    def _understood(
        self,
        match: Match,
        seat: Seat,
        play: Play,
        reading: Reading,
        names: Mapping[Seat, str],
        blocks: Sequence[OrderBlock],
    ) -> Reading:
        sight = views.seen(play, seat)
        read = [
            self._answered(match, seat, play, sight.view, each)
            for each in blocks[-MOST_OF_A_MATCH:]
        ]
        said = [each for each in read if each.orders != Orders()]
        problems = [problem for each in said for problem in each.problems]
        if unread := len(blocks) - len(read):
            about = match.game_id
            problems.insert(0, Problem("blocks-unread", first=str(unread), blocks=about))
        in_force = [each for each in counting(said).values() if each.orders]
        before = stored_orders.plan(self.session, match, seat)
        for each in in_force:
            turn = match.turn if each.block.turn is None else each.block.turn
            try:
                orders = each.orders or Orders()
                reading = self._submitted(match, seat, turn, reading, each, play.game)
                stands = plans.to_stand(self.session, match, play, sight, seat, orders)
                first = plans.outlook(play, seat, sight, orders, stands)
                sees = plans.ahead(play, sight, orders, names, lang_of(self.player.lang))
                reading = replace(reading, first_by=first.by, first=first.order)
                reading = replace(reading, ahead=tuple(sees) or reading.ahead)
                if stands and orders.script and not orders.standing:
                    lines = "".join(f"\n; {line}" for line in stands.lines)
                    reading = replace(reading, orders=reading.orders + lines)
            except OrdersRefused as refusal:
                problems += refusal.problems
        if not said:
            problems.append(Problem("block-empty", match=match.game_id))
        return replace(
            reading,
            problems=tuple(problems[:MOST_PROBLEMS]),
            more=max(len(problems) - MOST_PROBLEMS, 0),
            quotes=tuple(map(self._quote, problems[:MOST_PROBLEMS])),
            stands=as_typed(before.canonical, before.text, play.game)
            if problems and not reading.sha256 and before
            else "",
        )

    def _submitted(
        self,
        match: Match,
        seat: Seat,
        turn: int,
        reading: Reading,
        read: OrderAnswer,
        game: Game[Any],
    ) -> Reading:
        orders = read.orders or Orders()
        said = as_typed(str(orders), self.typed[read.block.line], game)
        asks = orders.extend
        if match.exchange_id in self.extended:
            orders = replace(orders, extend=False)
        text = self.typed[read.block.line]
        told = self.told.get(match.game_id)
        kept = plans.submit(
            self.session, match.id, seat, turn, orders, text, self.at, deadline=told
        )
        if asks:
            self.extended.add(match.exchange_id)
        return replace(
            reading,
            orders="\n".join(filter(None, (reading.orders, said))),
            sha256=kept.sha256,
            sealed=sheet(str(kept.orders), kept.game_id, kept.turn),
            deadline=kept.deadline,
            is_ended=orders.resign,
            is_extended=reading.is_extended or asks,
        )

    def _quote(self, problem: Problem) -> str:
        """The line that the problem is in, as it was typed."""
        return self.lines[problem.line - 1].strip() if problem.line else ""
