"""Three seasons in stages, each from the form of the desk to the archive: a Swiss and groups by mail, a knock-out night by night."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from email.message import EmailMessage

import pytest
from starlette.testclient import TestClient

from app.league.archive import package, verification
from app.league.archive.record import Record
from app.league.people import organisers
from app.store.database import Database
from app.store.tables import Match, MatchState, SeasonState
from app.web.archive import bundle
from tests.support.browsers import Clock, Site
from tests.support.mail_seasons import (
    CLOSES,
    OPENS,
    Post,
    blocks_in,
    enter,
    matches_of,
    play_to_the_end,
    publish,
    state_of,
    text_of,
)
from tests.web.pages.test_new_season import made
from tests.web.pages.test_season_desk import fields

DESK = "/en/desk/seasons/cup"


@pytest.fixture
def site(post: Post) -> Site:
    return Site(post.database, Clock(OPENS))


@pytest.fixture
def desk(site: Site) -> Iterator[TestClient]:
    """The browser of an organiser."""
    with site.database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", OPENS)
    with site.browser().client as client:
        assert client.post(f"/en/in/{token}").status_code == 303
        yield client


def opened(desk: TestClient, database: Database, **typed: str) -> None:
    """The season has been made by the form, with its usual days and hours, and opened by its button."""
    about = {"title_en": "Cup", "closes_at": f"{CLOSES:%Y-%m-%d %H:%M}", "hours": "24", "early": ""}
    assert made(desk, database, **about | typed) == "cup"
    sent = fields(desk, f"{DESK}/acts/open")
    assert desk.post(f"{DESK}/acts/open", data=sent).status_code == 303


def holds(site: Site, post: Post) -> None:
    """What the archive of the season has is true."""
    site.clock.now = post.now
    file = io.BytesIO()
    bundle.write(site.app, "cup", post.now, file, lambda _: None)
    packed = package.read(file.getvalue())
    assert isinstance(packed.record, Record)
    assert packed.record.stages
    assert not [*verification.verify(packed.record)]


def ok(_name: str, _turn: int, _letter: EmailMessage) -> Sequence[str]:
    return ["ok"]


def most_at_once(letters: Sequence[EmailMessage]) -> int:
    return max(len(blocks_in(each)) for each in letters)


def meetings(found: Sequence[Match], stage: int) -> Counter[int]:
    """How many matches each entry has played in the stage."""
    sides = ((each.entry_a_id, each.entry_b_id) for each in found if each.stage == stage)
    return Counter(each for both in sides for each in both)


def test_a_swiss_of_twenty_four_festivals_is_played_by_mail(
    post: Post, site: Site, desk: TestClient
) -> None:
    rounds = {"format": "swiss", "swiss_rounds": "2", "round_exchanges": "2"}
    opened(desk, post.database, game="fest", rule_fest_petit="true", **rounds)
    names = [f"player{number}" for number in range(1, 25)]
    enter(post, dict.fromkeys(names, "P1"))
    writers = names[:3]
    play_to_the_end(post, writers, ok)
    publish(post, names)
    found = matches_of(post.database)
    first, *later = (text_of(each) for each in post.letters(writers[0], "turn"))

    assert {*meetings(found, 1).values()} == {2}
    assert len({frozenset((each.entry_a_id, each.entry_b_id)) for each in found}) == 24
    assert all(most_at_once(post.letters(name, "turn")) <= 3 for name in names)
    assert "Swiss system: Round 1 of 2: you meet" in " ".join(first.split())
    assert sum("Round 2 of 2: you meet" in " ".join(each.split()) for each in later) == 1
    holds(site, post)


def test_groups_and_a_knockout_of_twelve_acts_end_with_their_rounds(
    post: Post, site: Site, desk: TestClient
) -> None:
    opened(
        desk,
        post.database,
        game="acts",
        format="groups",
        capacity="12",
        groups_groups="4",
        **{"groups_go-on": "1", "groups_at-once": "1"},
        round_exchanges="1",
        rule_acts_turn_limit="2",
    )
    names = [f"player{number}" for number in range(1, 13)]
    enter(
        post,
        dict.fromkeys(names, "master M01 deck 10xE00 3xS01 3xS02 3xS05 3xS06 S07 S11 3xT08 3xT09"),
    )
    play_to_the_end(post, names[:2], ok)
    publish(post, names)
    found = matches_of(post.database)
    told = [text_of(each) for name in names for each in post.letters(name, "round-news")]

    assert {*meetings(found, 1).values()} == {2}
    assert len(meetings(found, 2)) == 4
    assert all(most_at_once(post.letters(name, "turn")) == 1 for name in names)
    assert sum("does not go on" in each for each in told) == 8
    holds(site, post)


def test_a_knockout_of_sixteen_online_cards_comes_out_night_by_night(
    post: Post, site: Site, desk: TestClient
) -> None:
    opened(desk, post.database, game="ocg", format="knockout", capacity="16", tempo="script")
    names = [f"player{number}" for number in range(1, 17)]
    decks: Mapping[str, str] = {
        name: ("deck Blades", "deck Wilds", "deck Siege")[at % 3] for at, name in enumerate(names)
    }
    enter(post, decks)
    first = CLOSES + timedelta(days=1)
    sent = {key: each for key, each in fields(desk, f"{DESK}/timetable").items() if key != "quiet"}
    sent |= {
        "at": f"{first:%Y-%m-%d %H:%M}",
        "zone": "UTC",
        "nights": "4",
        "public": "Slowly.",
    }
    answer = desk.post(f"{DESK}/timetable/nights", data=sent)
    assert answer.status_code == 303, answer.text
    post.now = CLOSES + timedelta(minutes=1)
    post.work()
    assert state_of(post.database) is SeasonState.REVIEW
    shown = []
    for night in range(4):
        post.now = first + timedelta(days=night, minutes=1)
        post.work()
        site.clock.now = post.now
        rounds = {each["round"] for each in desk.get("/api/v1/seasons/cup/matches").json()["items"]}
        shown.append((max(rounds), len(post.letters(names[0], "bulletin"))))

    assert [rounds for rounds, _ in shown] == [1, 2, 3, 4]
    assert state_of(post.database) is SeasonState.PUBLISHED
    assert {each.state for each in matches_of(post.database)} == {MatchState.OVER}
    letters = [each for name in names for each in post.letters(name, "bulletin")]
    assert len(letters) == 16 + 8 + 4
    assert not any(name in str(each["Subject"]) for name in names for each in letters)
    assert all(len(post.letters(name, "report")) == 1 for name in names)
    holds(site, post)
