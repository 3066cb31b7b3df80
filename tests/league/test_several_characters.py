"""Players of none, one and two characters, in every act: one letter of news a player, one report a character.

Of two characters one may be held, on the waiting list, out, or out of sight of organisers; a player stays one person.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final

import pytest
from sqlmodel import Session, col, select

from app.jobs.seasons.runs import run
from app.league.desk import imports, review, rounds
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.people import organisers, players as league_players
from app.league.people.tokens import make_token
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.league.timetable import bulletins
from app.letters.contents import render
from app.letters.reports.results import victors
from app.notices.news import Announcement, Bulletin
from app.notices.registry import KINDS
from app.store import entries, mails, players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import Letter, LetterState, Mail, MailAction, Player, Season
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.posting import DESK, Postman, a_mail
from tests.support.seasons import Character, a_finished_season

HOUR: Final = timedelta(hours=1)
CLOSES: Final = NOW + 100 * HOUR
WORLD: Final = {
    "one": ("in",),
    "two": ("in", "in"),
    "doubter": ("in", "held"),
    "leaver": ("in", "out"),
    "waiter": ("in", "queued"),
    "patient": ("queued", "queued"),
    "shy": ("held", "held"),
    "gone": ("out", "out"),
    "watcher": (),
}
"""The players, and the outcomes for their characters when all places are taken."""
PLACES: Final = sum(each == "in" for fates in WORLD.values() for each in fates)
NEWS: Final = {slug for slug, kind in KINDS.items() if not kind.is_answer}
REPORTS: Final = ("report", "correction")
BUILDS: Final = ("核", "攻核", "核核", "攻攻核", "連核", "力核", "双核", "盾核", "響核", "攻響核")


def by(at: timedelta = timedelta(), tell: str = "So it is.") -> Organiser:
    return Organiser("olga", NOW + at, "reasons", tell)


def enter(session: Session, who: Player, name: str, build: str, *, proven: bool) -> None:
    season = seasons.by_slug(session, "cup")
    origin = Origin(NOW, proven=proven)
    league_entries.submit(session, season, who, Submission(name, build), origin)


@pytest.fixture
def world(database: Database) -> Database:
    """The season takes entries, and all places are taken."""
    with database.writing() as session:
        plan = Plan("laplaplus", "cup", closes_at=CLOSES, characters=2)
        league_seasons.create(session, plan, by())
        league_seasons.open_season(session, "cup", by())
        cup = seasons.by_slug(session, "cup")
        late = []
        for number, (name, fates) in enumerate(WORLD.items()):
            who = players.known_as(session, f"{name}@example.com", "en", NOW)
            who.proven_at = NOW
            league_players.follow(session, who, cup, NOW)
            for place, fate in enumerate(fates):
                build = BUILDS[(2 * number + place) % len(BUILDS)]
                character = (who, f"{name} {place}", build)
                if fate == "queued":
                    late.append(character)
                else:
                    enter(session, *character, proven=fate != "held")
                    session.flush()
            own = entries.of_player(session, cup, who)
            out = [each for each, fate in zip(own, fates, strict=False) if fate == "out"]
            if out:
                origin = Origin(NOW, proven=True)
                league_entries.withdraw(session, cup, who, origin, those=out)
        places = replace(season_plans.plan_of(cup), capacity=PLACES, waiting_list=True)
        league_seasons.change(session, places, by())
        for character in late:
            enter(session, *character, proven=True)
    return database


class Told:
    """The letters that an act writes: how many of a kind to each player."""

    def __init__(self, database: Database) -> None:
        self.database, self.seen = database, 0
        self.texts: dict[tuple[str, str], str] = {}
        self.by()

    def by(self, *acts: Callable[[Session], object]) -> dict[str, Counter[str]]:
        """Of these acts, and of whatever came since the last time; those to two players of two are read."""
        for act in acts:
            with self.database.writing() as session:
                act(session)
        found: dict[str, Counter[str]] = {}
        with self.database.writing() as session:
            new = select(Letter).where(col(Letter.id) > self.seen).order_by(col(Letter.id))
            for letter in session.exec(new).all():
                self.seen = letter.id
                name = letter.player.address.partition("@")[0]
                found.setdefault(letter.kind, Counter())[name] += 1
                letter.state = LetterState.SENT
                if name in ("two", "shy"):
                    words = render(session, letter).text
                    self.texts[name, letter.kind] = " ".join(words.split())
        for kind in found.keys() & NEWS - {*REPORTS}:
            assert set(found[kind].values()) == {1}, (kind, found[kind])
        return found


def cup(session: Session) -> Season:
    return seasons.by_slug(session, "cup")


def having(*fates: str) -> set[str]:
    return {name for name, own in WORLD.items() if {*fates} & {*own}}


def read(database: Database, question: Callable[[Session, Season], int]) -> int:
    with database.reading() as session:
        return question(session, cup(session))


def test_a_player_hears_once_of_what_happens_to_the_season(world: Database) -> None:
    """Those whose only characters are out have nothing to do with it any more."""
    told = Told(world)
    taking_part = having("in", "held", "queued")
    assert read(world, news.readers_of_change) == len(taking_part)

    moved = told.by(lambda s: league_seasons.move(s, "cup", CLOSES + HOUR, by(HOUR)))
    assert {*moved["deadline"]} == taking_part
    points = told.by(
        lambda s: league_seasons.change(
            s, replace(season_plans.plan_of(cup(s)), points=(2, 1, 0)), by(2 * HOUR)
        )
    )
    assert {*points["changed"]} == taking_part
    for number, (group, readers) in enumerate(
        {"all": taking_part, "counts": having("in"), "held": having("held", "queued")}.items()
    ):
        with world.reading() as session:
            counted = news.readers_of(session, cup(session), group, "en")  # type: ignore[arg-type]
        words = Announcement(subject_en=f"Number {number}", text_en="Hello.")
        said = told.by(lambda s, w=words, g=group: news.announce(s, cup(s), w, g, "", by()))  # type: ignore[misc]
        assert {*said["announcement"]} == readers, group
        assert len(counted.players) == counted.speaking("en") == len(readers), group


def test_more_places_move_up_as_many_characters_and_each_is_told_of(world: Database) -> None:
    told = Told(world).by(
        lambda s: league_seasons.change(
            s, replace(season_plans.plan_of(cup(s)), capacity=PLACES + 3), by(HOUR)
        )
    )

    assert told["place"] == {"waiter": 1, "patient": 2}
    assert {*told["changed"]} == having("in", "held", "queued")


def test_who_has_nothing_in_the_season_is_reminded_once(world: Database) -> None:
    told = Told(world)
    reminded = told.by(lambda s: news.remind(s, cup(s), CLOSES - 5 * HOUR))

    assert {*reminded["reminder"]} == {"shy", "gone", "watcher"}
    for name in ("shy 0", "shy 1"):
        assert f"“{name}” waits for you to confirm it" in told.texts["shy", "reminder"]


@pytest.mark.parametrize(
    ("stages", "database_kind"),
    [("", "sqlite"), ("", "postgresql"), ("swiss\nknockout", "sqlite"), ("groups", "sqlite")],
)
def test_closed_and_opened_again_played_published_taken_back_and_corrected_a_player_hears_once(
    stages: str, world: Database
) -> None:
    """Of results, a report a character, and a digest only to whoever had none in it."""
    told = Told(world)
    if stages:
        chosen, problems = plans.read(stages)
        assert not problems
        told.by(
            lambda s: league_seasons.change(
                s, replace(season_plans.plan_of(cup(s)), stages=chosen), by(HOUR)
            )
        )

    closed = told.by(lambda s: league_seasons.close(s, "cup", by(101 * HOUR)))
    assert closed["place"] == {"waiter": 1, "patient": 2}
    reopened = told.by(lambda s: league_seasons.reopen(s, "cup", by(102 * HOUR), NOW + 200 * HOUR))
    assert {*reopened["reopened"]} == having("in", "held", "queued")
    told.by(lambda s: league_seasons.close(s, "cup", by(201 * HOUR)))

    list(run(world, "cup", by(202 * HOUR)))
    with world.reading() as session:
        season = cup(session)
        post = review.review(session, season, NOW + 203 * HOUR, None).post
        drawn = runs.latest_finished(session, season)
        assert post
        assert drawn
        expected = post.total
    if not stages:
        night = told.by(
            lambda s: bulletins.write(
                s,
                cup(s),
                s.merge(drawn),
                [(0, 1), (0, 2)],
                Bulletin(first=1, last=2),
                NOW + 203 * HOUR,
            )
        )
        assert {*night["bulletin"]} == having("in")

    published = told.by(lambda s: results.publish(s, "cup", by(203 * HOUR)))
    reports = {name: fates.count("in") for name, fates in WORLD.items() if "in" in fates}
    assert published["report"] == reports
    assert {*published["digest"]} == {*WORLD} - having("in")
    assert sum(sum(each.values()) for each in published.values()) == expected

    told.by(
        lambda s: results.undo(s, "cup", by(204 * HOUR)),
        lambda s: results.undo(s, "cup", by(205 * HOUR)),
    )
    list(run(world, "cup", by(206 * HOUR)))
    again = told.by(lambda s: results.publish(s, "cup", by(207 * HOUR)))
    assert again["correction"] == reports
    with world.reading() as session:
        found = session.exec(select(Letter).where(col(Letter.kind).in_(REPORTS))).all()
        heard = {each.message_id: each.about["entry"] for each in found}
        for letter in found:
            if letter.kind == "correction":
                assert heard[letter.in_reply_to] == letter.about["entry"]

    def forget(session: Session) -> None:
        who = players.with_address(session, "two@example.com")
        assert who
        personal_data.erase(session, who)

    assert not told.by(
        forget,
        lambda s: results.undo(s, "cup", by(208 * HOUR)),
        lambda s: results.publish(s, "cup", by(209 * HOUR)),
    ), "who has had their reports of this run gets no others, and who is erased none"


def test_a_round_that_follows_writes_one_letter_to_a_player_of_two_characters(
    world: Database,
) -> None:
    told = Told(world)
    told.by(lambda s: league_seasons.close(s, "cup", by(101 * HOUR)))
    list(run(world, "cup", by(102 * HOUR)))
    told.by(lambda s: results.publish(s, "cup", by(103 * HOUR)))
    after = rounds.PlannedRound("cup-2", NOW + 200 * HOUR)
    told.by(lambda s: rounds.plan(s, "cup", after, by(104 * HOUR)))
    with world.reading() as session:
        announced = news.readers_of_opening(session, seasons.by_slug(session, "cup-2"))

    opened = told.by(lambda s: league_seasons.open_season(s, "cup-2", by(105 * HOUR)))

    assert {*opened["next-round"]} == having("in")
    assert announced == len(having("in"))
    for name in ("two 0", "two 1"):
        assert f"“{name}” takes part just as in" in told.texts["two", "next-round"]


def test_who_has_something_in_the_season_is_no_refused_writer(world: Database) -> None:
    """Of whoever was refused something: those are left who have no character in it, or none that they stand by."""
    with world.writing() as session:
        for name in WORLD:
            who = players.known_as(session, f"{name}@example.com", "en", NOW)
            session.add_all(
                Mail(raw=b"x", received_at=NOW, action=MailAction.PROBLEMS, player_id=who.id)
                for _ in range(2)
            )
        session.flush()
        assert mails.refused_writers(session, cup(session)) == len({"shy", "gone", "watcher"})


def test_pages_say_how_many_people_get_a_letter(world: Database) -> None:
    """An entry that only waits does not fight; two lines of one address bring one player."""
    site = Site(world)
    with world.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    olga = site.browser()
    olga.open(f"/en/in/{token}")
    here = "/en/desk/seasons/cup"
    many, fighting = len(having("in", "held", "queued")), len(having("in"))
    for page, sentences in {
        "announcement": [f"It goes to {many} players: 0 in Japanese, {many} in English."],
        "deadline": [f"{many} players of the season get a letter"],
        "timetable": [
            f"If the deadline moves, {many} players of the season get a letter.",
            f"players whose characters fought that night. The season has {fighting} players.",
        ],
    }.items():
        said = " ".join(olga.get(f"{here}/{page}").text().split())
        for sentence in sentences:
            assert sentence in said, page
    rows = "name,build,address\nNew 1,核,new@example.com\nNew 2,核,New@example.com\n"
    with world.writing() as session:
        cup(session).capacity = None
    listed = olga.submit(olga.get(f"{here}/import"), list=rows)
    assert "1 player gets a receipt." in " ".join(listed.text().split())
    with world.reading() as session:
        for name in ("two", "waiter", "patient"):
            row = imports.ImportRow(1, Submission("More", "核"), f"{name}@example.com")
            (checked,) = imports.check(session, "cup", [row], "play@example.com", NOW)
            assert [each.code for each in checked.problems] == ["address-is-in"]


def test_who_beat_any_character_of_a_player_last_time_is_their_rival_and_never_their_own(
    database: Database,
) -> None:
    """Ann's first lost to her second alone, and that one to Ben's."""
    field = [Character(name, "核攻") for name in ("Ann 1", "Ann 2", "Ben")]
    with database.writing() as session:
        season, played = a_finished_season(
            session, field, [bytes([0, 2, 1]), bytes([1, 0, 2]), bytes([2, 1, 0])]
        )
        first, second, _ = entries.of_season(session, season)
        second.player = first.player
        session.flush()
        last = results.finished(session, season, played)
        assert [victors(last, last, me) for me in range(3)] == [{2}, {2}, {0, 1}]


def test_whoever_writes_when_all_is_over_is_led_to_each_of_their_characters(
    database: Database,
) -> None:
    field = [Character(name, "核攻") for name in ("Ann 1", "Ben", "Ann 2")]
    with database.writing() as session:
        season, _ = a_finished_season(session, field)
        first, _, second = entries.of_season(session, season)
        second.player = first.player
        token = make_token(DESK.key, "reply", first.player_id or 0, season.id)
    address = DESK.address.replace("@", f"+r-{token}@")
    Postman(database).bring(a_mail("Withdraw, please.", 1, "p1@cup.example.com", address))

    with database.writing() as session:
        (letter,) = session.exec(select(Letter)).all()
        text = render(session, letter).text
    assert "These are the pages of your characters:" in text
    assert [number for number in (1, 2, 3) if f"/entries/{number}\n" in text] == [1, 3]
