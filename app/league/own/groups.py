"""Groups: players of a game who belong together, under a leader of a high enough rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session

from app.errors import Listing, OwnRefused, Problem
from app.league.eligibility import sides
from app.league.entries.characters import name_key, name_problems, owner_problems
from app.league.people import blocks
from app.league.results import ranks
from app.notices.news import OwnNews
from app.settings import settings
from app.store import letters, players
from app.store.limits import buckets
from app.store.own import groups
from app.store.ratings import placings
from app.store.ratings.ranks import shown
from app.store.rows import add_if_new
from app.store.tables import GroupMember, Player, PlayerGroup
from app.text.characters import shown as spelled
from app.text.distance import nearest
from app.tournament.ratings import rank
from app.tournament.ratings.rank import Account

MOST_MEMBERS: Final = 30
"""With those who are invited and have not answered."""
A_DAY: Final = 3
"""So often may one player invite, or challenge, the same other in a day: each is a letter."""
_DAY: Final = timedelta(days=1)
_BEGINNER: Final = Account()
GroupAct = Literal["found", "invite", "yes", "no", "leave", "let-go", "hand-over"]
_OF_LEADERS: Final = ("invite", "let-go", "hand-over")
"""Acts of a leader on another player."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player under their public name, empty without one. `account` is their rank, or that of a
    beginner.
    """

    player: Player
    name: str
    account: Account


class Ladder:
    """The ranks of a game at this moment, and the names under which it shows them."""

    def __init__(self, session: Session, game: str, now: datetime) -> None:
        places = ranks.board(session, game, now, settings().zone)
        who = shown(session, [each.change for each in places])
        self.session, self.now = session, now
        self.accounts = {each.change.player_id: each.account for each in places}
        self.names = {
            each.change.player_id: who[each.change.id].owner or who[each.change.id].name
            for each in places
        }

    def of(self, player: Player) -> RankedPlayer:
        """The player as this ladder shows them; without a rank by the name on their page, if they have one."""
        name = self.names.get(player.id, "")
        if not name and player.owner_page and not player.owner_page_hidden_at:
            placed = placings.of_player(self.session, player)
            name = next((each.owner or each.name for each in placed), "")
        return RankedPlayer(player, name, self.accounts.get(player.id, _BEGINNER))

    def called(self, typed: str) -> RankedPlayer:
        """The only player of this name, or with this page. Raises `OwnRefused` for any other name."""
        if page := players.with_owner_page(self.session, typed.strip("/").rpartition("/")[2]):
            return self.of(page)
        keys = {number: name_key(name) for number, name in self.names.items()}
        found = [number for number, key in keys.items() if key == name_key(typed)]
        if len(found) != 1:
            near = nearest(name_key(typed), dict.fromkeys(keys.values()))
            code = "group-several" if found else "group-nobody"
            raise OwnRefused([Problem(code, typed=spelled(typed), suggestions=near)])
        return self.of(self.session.get_one(Player, found[0]))

    def rolls(self, *those: PlayerGroup) -> list["GroupRoll"]:
        """These groups, those with the most points first."""
        there = groups.members(self.session, [each.id for each in those])
        leaders = {each.leader_id for each in those}
        seats = sorted(
            [(seat, self.of(player)) for seat, player in there],
            key=lambda each: (each[0].player_id not in leaders, -each[1].account.points),
        )
        found = []
        for group in those:
            own = [(one, seat.member_of) for seat, one in seats if seat.group_id == group.id]
            members = [one for one, is_member in own if is_member]
            found.append(GroupRoll(self, group, members, [one for one, is_in in own if not is_in]))
        return sorted(found, key=lambda roll: (-roll.points, roll.group.id))


@dataclass(frozen=True, slots=True)
class GroupRoll:
    """A group with its members, the leader first and then by rank, and those who are invited."""

    ladder: Ladder
    group: PlayerGroup
    members: Sequence[RankedPlayer]
    invited: Sequence[RankedPlayer]

    @property
    def leader(self) -> RankedPlayer | None:
        """Who leads it; None while no member may."""
        return next((each for each in self.members if each.player.id == self.group.leader_id), None)

    @property
    def points(self) -> int:
        """The rank points of all members together, in thousandths."""
        return sum(each.account.points for each in self.members)

    def fit(self) -> list[RankedPlayer]:
        """The members who may lead it: by their rank, unless their mailbox is blocked."""
        those = [each for each in self.members if each.account.leads]
        return [each for each in those if not blocks.of(self.ladder.session, each.player)]

    def led_by(self, leader: RankedPlayer | None) -> None:
        """Make this member the leader, and tell them; or leave the group without one."""
        self.group.leader_id = leader.player.id if leader else None
        self.tell(leader, "group-leads")

    def tell(self, one: RankedPlayer | None, code: str, name: str = "") -> None:
        """They get a letter that says so, if they want letters; the same twice in a day is one."""
        if one and one.player.muted_at is None:
            now, group = self.ladder.now, self.group
            about = OwnNews(said=(Problem(code, group=group.name, name=name),))
            key = f"own:{code}:{group.id}:{one.player.id}:{now:%Y%j}"
            letters.write(self.ladder.session, about, one.player, key, now=now)


def act(
    what: GroupAct, session: Session, player: Player, game: str, said: str, *, now: datetime
) -> Problem:
    """The player's act on their group of this game, or on the only one that it can be about, is done: in words.

    `said`: the name that it is about. Raises `OwnRefused` with every problem.
    """
    is_new = what == "found"
    group = (_founded if is_new else _meant)(session, player, what, game, said, now)
    (roll,) = Ladder(session, group.game, now).rolls(group)
    me, other = roll.ladder.of(player), None
    if what in _OF_LEADERS:
        other = _other(roll, player, said, is_invited=what == "invite")
        key = f"invite:{other.player.id}:{player.id}"
        if what == "invite" and buckets.take(session, key, capacity=A_DAY, now=now):
            raise OwnRefused([Problem("group-invites-enough", most=str(A_DAY))])
    if what in ("yes", "no", "leave", "let-go"):
        groups.let_go(session, group, (other or me).player)
    if what in ("found", "yes", "invite"):
        seat = GroupMember(group_id=group.id, player_id=(other or me).player.id, at=now)
        seat.member_of = None if other else group.game
        if not add_if_new(session, seat) and not other:
            raise OwnRefused([Problem("group-already")])
    if what == "hand-over":
        if other not in roll.fit():
            raise OwnRefused([Problem("group-cannot-lead", name=(other or me).name)])
        roll.led_by(other)
    elif what in ("invite", "let-go"):
        roll.tell(other, f"group-{what}-told", me.name)
    elif what in ("yes", "leave"):
        roll.tell(None if roll.leader == me else roll.leader, f"group-{what}-told", me.name)
        settle(session, group.id, now)
    return Problem(f"group-{what}", name=(other or me).name, group=group.name)


def settle(session: Session, number: int, now: datetime) -> None:
    """Make the next member by rank the leader if the current one may no longer lead; delete a group without members."""
    if group := groups.find(session, number):
        (roll,) = Ladder(session, group.game, now).rolls(group)
        group.due_at = now + _DAY
        fit = roll.fit()
        if not roll.members:
            session.delete(group)
        elif roll.leader not in fit:
            roll.led_by(next(iter(fit), None))


def _founded(
    session: Session, player: Player, _what: GroupAct, game: str, name: str, now: datetime
) -> PlayerGroup:
    """A group of this name that the player leads. Raises `OwnRefused`."""
    problems = [*name_problems(name), *owner_problems(name)] or [*sides.name_problems(name)]
    if not game:
        problems.append(Problem("which-game"))
    elif not Ladder(session, game, now).of(player).account.leads:
        title, least = rank.LEADER.name, f"{rank.LEADER.least:,}"
        problems.append(Problem("group-needs-rank", title=(title.ja, title.en), points=least))
    key, due_at = name_key(name), now + _DAY
    group = PlayerGroup(
        game=game, name=name, name_key=key, leader_id=player.id, founded_at=now, due_at=due_at
    )
    if not problems and not add_if_new(session, group):
        problems.append(Problem("group-name-taken", group=name))
    if problems:
        raise OwnRefused(problems)
    return group


def _meant(
    session: Session, player: Player, what: GroupAct, game: str, said: str, _now: datetime
) -> PlayerGroup:
    """The only group of the player's that this can be about, locked; one that invites them where they answer.

    Raises `OwnRefused`.
    """
    is_answer = what in ("yes", "no")
    mine = [
        group
        for group, seat in groups.of_player(session, player)
        if bool(seat.member_of) is not is_answer
        and game in ("", group.game)
        and (not is_answer or name_key(said) in ("", group.name_key))
    ]
    found = groups.find(session, mine[0].id) if len(mine) == 1 else None
    if not found:  # or it is gone at this moment
        code = "group-no-invitation" if is_answer else "group-none"
        code = "group-which" if len(mine) > 1 else code
        raise OwnRefused([Problem(code, groups=Listing(each.name for each in mine))])
    return found


def _other(roll: GroupRoll, player: Player, said: str, *, is_invited: bool) -> RankedPlayer:
    """Who is called so: of all players where they are invited, else in the group, there by their number as well.

    Raises `OwnRefused`.
    """
    there, group = [*roll.members, *roll.invited], roll.group.name
    others = [each for each in there if each.player is not player]
    found = [
        each for each in others if name_key(said) in (name_key(each.name), str(each.player.id))
    ]
    problem = None
    if roll.group.leader_id != player.id:
        problem = Problem("group-not-led", group=group)
    elif is_invited:
        found = [roll.ladder.called(said)]
        if roll.group.hidden_at:
            problem = Problem("group-hidden")
        elif found[0] in there:
            problem = Problem("group-member-already", name=found[0].name)
        elif len(there) >= MOST_MEMBERS:
            problem = Problem("group-full", most=str(MOST_MEMBERS))
    elif len(found) != 1:
        names = Listing(each.name for each in others)
        problem = Problem("group-not-there", typed=spelled(said), names=names)
    if problem:
        raise OwnRefused([problem])
    return found[0]
