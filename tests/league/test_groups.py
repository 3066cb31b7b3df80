"""Groups: founded from Gold on, by a yes of each member's own, led by whom ranks allow."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import Session, select

from app.errors import OwnRefused
from app.i18n import LANGS
from app.jobs.seasons.ranks import lead_due
from app.league.own import acts, groups as own_groups
from app.league.problems import explain
from app.notices.news import OwnNews
from app.notices.registry import about
from app.store.database import Database
from app.store.own import groups
from app.store.security import personal_data
from app.store.tables import GroupMember, Letter, Player, PlayerGroup, RankChange
from app.tournament.ratings.rank import POINT
from tests.support.people import NOW
from tests.support.ranked import a_ladder

LADDER = {"Ann": 1_700, "Ben": 1_600, "Cy": 1_520, "Di": 1_560}


class Table:
    """Players at a table, who speak in turn."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.players = dict(zip(LADDER, a_ladder(session, LADDER), strict=True))

    def __call__(self, name: str, what: str, said: str = "", game: str = "") -> str:
        """The outcome of it, as its player reads it."""
        try:
            with self.session.begin_nested():
                told = [acts.act(self.session, self.players[name], what, game, said, now=NOW)]
        except OwnRefused as refusal:
            told = [*refusal.problems]
        for each in told:
            assert all(explain(each, lang) for lang in LANGS)
        return " ".join(explain(each, "en") for each in told)

    def group(self, *names: str) -> PlayerGroup:
        """A group of these, the first of whom leads it."""
        self(names[0], "found", "Foxes", "laplaplus")
        for each in names[1:]:
            self(names[0], "invite", each)
            self(each, "yes")
        return self.session.exec(select(PlayerGroup)).one()

    def names(self) -> tuple[str, list[str]]:
        """The leader, and all members of the only group."""
        self.session.flush()
        found = self.session.exec(select(PlayerGroup)).one()
        (roll,) = own_groups.Ladder(self.session, "laplaplus", NOW).rolls(found)
        return roll.leader.name if roll.leader else "", [each.name for each in roll.members]

    def letters(self, name: str) -> list[str]:
        """The codes of what they were told by letter."""
        rows = self.session.exec(
            select(Letter).where(Letter.player_id == self.players[name].id).order_by(Letter.id)  # type: ignore[arg-type]
        ).all()
        found = [about(each) for each in rows]
        return [each.said[0].code for each in found if isinstance(each, OwnNews)]


@pytest.fixture
def table(database: Database) -> Iterator[Table]:
    with database.writing() as session:
        yield Table(session)


def test_a_group_is_founded_joined_led_and_left(table: Table) -> None:
    assert "need the title Gold: 1,550" in table("Cy", "found", "Crows", "laplaplus")
    assert table("Ann", "found", "Foxes", "laplaplus") == (
        "You have founded the group “Foxes” and lead it."
    )
    assert "already" in table("Ben", "found", "ＦＯＸＥＳ", "laplaplus")
    assert "in a group of this game already" in table("Ann", "found", "Owls", "laplaplus")
    assert table("Ann", "invite", "ben").startswith("Ben is invited")
    assert table.names() == ("Ann", ["Ann"]), "nobody is a member without a yes of their own"
    assert table("Ben", "yes", "Foxes") == "You are a member of “Foxes”."
    assert table.letters("Ben") == ["group-invite-told"]
    assert table.letters("Ann") == ["group-yes-told"]
    assert "Only the leader" in table("Ben", "invite", "Cy")
    assert table("Ann", "hand-over", "Ben") == "Ben leads “Foxes” now."
    assert table.names() == ("Ben", ["Ben", "Ann"])
    assert table("Ben", "let-go", "Ann").startswith("Ann is no longer in")
    assert table.letters("Ann")[-1] == "group-let-go-told"
    assert table("Ben", "leave") == "You have left “Foxes”."
    assert table.session.exec(select(PlayerGroup)).all() == [], "without members it is gone"


def test_a_group_refuses_what_does_not_fit(table: Table) -> None:
    table.group("Ann", "Cy")
    assert "Nobody on the leader board is called “Bem”" in table("Ann", "invite", "Bem")
    assert "Did you mean ben?" in table("Ann", "invite", "Bem")
    assert "already" in table("Ann", "invite", "Cy")
    assert "cannot lead" in table("Ann", "hand-over", "Cy")
    assert "Nobody else in your group is called “Di”. The others are: Cy" in table(
        "Ann", "let-go", "Di"
    )
    assert table("Di", "yes") == "You have no invitation to such a group."
    assert table("Di", "leave") == "You are in no group."
    assert "Add the game" in table("Di", "found", "Owls")
    assert "cannot be the name of a side" in table("Di", "found", "Owls / Mice", "laplaplus")
    assert "We did not understand" in table("Di", "conquer", "the world")
    table("Ann", "invite", "Di")
    assert table("Di", "no") == "You have declined the invitation to “Foxes”."
    own_groups.MOST_MEMBERS, most = 2, own_groups.MOST_MEMBERS  # type: ignore[misc]
    assert "at most 2 members" in table("Ann", "invite", "Di")
    own_groups.MOST_MEMBERS = most  # type: ignore[misc]
    table("Ben", "found", "Bats", "laplaplus")
    table("Ben", "invite", "Cy")
    assert "Leave it first" in table("Cy", "yes", "Bats")


def test_a_page_names_a_player_as_well(table: Table) -> None:
    table.group("Ann")
    table.players["Cy"].owner_page = "0123456789abcdef0123"
    table.session.flush()
    assert table("Ann", "invite", "https://cup.example/en/owners/0123456789abcdef0123").startswith(
        "Cy is"
    )


def test_the_lead_passes_to_the_next_in_rank_when_a_leader_falls_or_is_erased(
    database: Database,
) -> None:
    with database.writing() as session:
        table = Table(session)
        table.group("Ann", "Cy", "Di", "Ben")
        set_points(session, table.players["Ann"], 1_499)
        groups.look_at(session, "laplaplus")
    assert lead_due(database, NOW)
    assert not lead_due(database, NOW)
    with database.writing() as session:
        table.session = session
        assert table.names() == ("Ben", ["Ben", "Di", "Cy", "Ann"])
        assert table.letters("Ben")[-1] == "group-leads"
        personal_data.erase(session, session.get_one(Player, table.players["Ben"].id))
    assert lead_due(database, NOW)
    with database.writing() as session:
        table.session = session
        assert table.names() == ("Di", ["Di", "Cy", "Ann"])
        set_points(session, table.players["Di"], 1_400)
    assert lead_due(database, NOW + timedelta(days=1)), "a rank falls by the day, too"
    with database.writing() as session:
        table.session = session
        assert table.names() == ("", ["Cy", "Ann", "Di"]), "it is kept, and nobody leads it"
        assert len(session.exec(select(GroupMember)).all()) == 3


def set_points(session: Session, player: Player, points: int) -> None:
    change = session.exec(select(RankChange).where(RankChange.player_id == player.id)).one()
    change.elo, change.leads = points * POINT, points >= 1_550
    session.add(change)
    session.flush()
