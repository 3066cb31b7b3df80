"""A match on the page of its player: seen, ordered for by choosing and by typing, and told to nobody else."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session
from starlette.testclient import TestClient

from app.engine.matches.game import SEATS, Seat
from app.jobs.exchanges import begin_due
from app.league.matches import exchanges, plans, views
from app.league.matches.settings import TAKE_BACK
from app.league.people.tokens import make_token
from app.league.seasons import seasons
from app.main import create_app
from app.store.database import Database
from app.store.matches import orders as stored_orders, records
from app.store.tables import Entry, Match, MatchPlan, MatchState, Player, Season
from app.web.views import my_matches
from tests.support.asking import Client
from tests.support.browsers import Clock
from tests.support.duels import (
    CLOSES,
    all_matches,
    cup,
    move_all,
    next_deadline,
    olga,
    open_cup,
    pass_deadline,
)
from tests.support.outgoing import KEY, some_settings

SOON = CLOSES + timedelta(hours=1)
BUILDS = {
    "acts": ("Rank and File", "Far Light"),
    "fest": ("D1", "D2"),
}
MY = "/en/seasons/cup/my"
MATCH = f"{MY}/matches/cup-r1-1"


@dataclass
class Table:
    """The first match of a season, and the browsers of its players."""

    database: Database
    clock: Clock
    browsers: dict[Seat, TestClient]
    stranger: TestClient
    enter: Callable[[int], TestClient]

    @property
    def match(self) -> Match:
        return all_matches(self.database)[0]

    def see(self, seat: Seat, path: str = MATCH) -> LexborHTMLParser:
        return LexborHTMLParser(self.browsers[seat].get(path).text)

    def fields(self, seat: Seat) -> dict[str, str]:
        """The hidden fields of the page's first form."""
        form = self.see(seat).css("form[method=post]")[0]
        found = [*form.css("input[type=hidden]"), *form.css("input[type=checkbox][checked]")]
        return {str(each.attributes["name"]): each.attributes["value"] or "" for each in found}

    def post(self, seat: Seat, act: str, orders: str = "", path: str = MATCH, **more: str) -> Any:
        data = self.fields(seat) | {"act": act, "orders": orders} | more
        return self.browsers[seat].post(path, data=data)

    def pass_by(self, time: timedelta = TAKE_BACK) -> None:
        """After so long, what is due has moved on."""
        self.clock.now += time
        move_all(self.database, self.clock.now)

    def by(self) -> list[Any]:
        """Who decided, by the record, in order."""
        with self.database.reading() as session:
            lines = records.lines(session, [self.match.id])[self.match.id]
        return [found for each in lines if (found := _by(each.line))]


def _by(line: str) -> Any:
    return json.loads(line).get("by")


def typed(answer: Any) -> str:
    """What stands in the text box."""
    page = answer if isinstance(answer, LexborHTMLParser) else LexborHTMLParser(answer.text)
    return text_of(page, "textarea").strip()


def text_of(page: LexborHTMLParser, selector: str = "main") -> str:
    return " ".join(each.text() for each in page.css(selector))


@pytest.fixture
def begin(database: Database) -> Iterator[Callable[..., Table]]:
    """A season of two players has begun, and it is an hour later."""
    settings = some_settings(secret=KEY, base_url="http://testserver")
    clock = Clock(SOON)
    app = create_app(settings, database, now=lambda: clock.now)
    with ExitStack() as stack:

        def browser(entry_id: int) -> TestClient:
            client = stack.enter_context(Client(app, follow_redirects=False))
            with database.reading() as session:
                player_id = session.get_one(Entry, entry_id).player_id or 0
                token = make_token(settings.key(), "reply", player_id, cup(session).id)
            assert client.post(f"/en/my/{token}").status_code == 303
            return client

        def begun(game: str = "fest", count: int = 2, **more: Any) -> Table:
            open_cup(database, count, game, BUILDS[game], **more)
            with database.writing() as session:
                seasons.close(session, "cup", olga(CLOSES))
            assert begin_due(database, CLOSES)
            move_all(database, CLOSES)
            found = all_matches(database)
            seats = {"A": found[0].entry_a_id, "B": found[0].entry_b_id}
            rest = {each.entry_a_id for each in found} - {*seats.values()}
            browsers: dict[Seat, TestClient] = {"A": browser(seats["A"]), "B": browser(seats["B"])}
            stranger = browser(rest.pop()) if rest else browsers["B"]
            return Table(database, clock, browsers, stranger, browser)

        yield begun


Begin = Callable[..., Table]


@pytest.mark.parametrize("tempo", ["turn", "live"])
def test_a_plan_for_a_whole_turn_says_so_and_what_comes_behind_its_last_line(
    begin: Begin, tempo: str
) -> None:
    table = begin("acts", tempo=tempo)
    asked = [text_of(table.see(seat), "form.orders") for seat in SEATS]

    assert any(asked)
    assert any("for the whole turn" in each for each in asked) is (tempo == "turn")


def test_what_is_chosen_stands_in_its_slot_and_in_the_text_and_nothing_typed_is_lost(
    begin: Begin,
) -> None:
    table = begin()
    choices = [each.attributes["value"] or "" for each in table.see("A").css(".hand [name=take]")]
    one = LexborHTMLParser(table.post("A", "", "then auto", take=choices[0]).text)
    two = LexborHTMLParser(table.post("A", "", typed(one), take=choices[-1]).text)
    less = LexborHTMLParser(table.post("A", "", typed(two), drop="0").text)
    none = LexborHTMLParser(table.post("A", "", typed(less), drop="0").text)
    hint = LexborHTMLParser(table.post("A", "hint").text)

    first, last = (each.removeprefix("reserve ") for each in (choices[0], choices[-1]))
    assert typed(one) == f"reserve {first}\nthen auto"
    assert typed(two) == f"reserve {first} {last}\nthen auto"
    assert f"reserve {first} {last}" in text_of(two, ".check")
    slots = [each.text() for each in two.css(".slots li:not(.free) span")]
    assert (len(slots), slots[-1]) == (3, "Then auto")
    assert typed(less) == f"reserve {last}\nthen auto"
    assert typed(none) == "then auto"
    assert typed(hint).startswith("reserve")
    assert "The house:" in text_of(hint, ".choosing")
    assert table.see("A").css_first("[name=take][value='reserve none']")
    assert len(table.fields("A")["seal"]) == 64


def test_a_choice_leaves_headers_and_notes_of_the_text_as_they_were_typed(begin: Begin) -> None:
    """Orders for another match stay orders for that one, whatever is tapped: they are told and cannot be sent."""
    table = begin()
    take = table.see("A").css(".hand [name=take]")[0].attributes["value"] or ""
    headed = "# 開幕は様子を見る\ngame {match}\nturn 1\n{orders}\nend"
    own = table.post("A", "", headed.format(match="cup-r1-1", orders="then auto"), take=take)
    foreign = table.post("A", "", headed.format(match="fall-r2-1", orders="then auto"), take=take)
    sent = table.post("A", "send", typed(foreign))

    assert typed(own) == headed.format(match="cup-r1-1", orders=f"{take}\nthen auto")
    assert typed(foreign) == headed.format(match="fall-r2-1", orders=f"{take}\nthen auto")
    assert "were for the match fall-r2-1, but this is cup-r1-1" in foreign.text
    assert sent.status_code == 422
    assert not table.see("A").css("#receipt")


def test_a_choice_does_not_join_a_line_for_another_turn_or_under_a_condition(begin: Begin) -> None:
    table = begin()
    takes = [each.attributes["value"] or "" for each in table.see("A").css(".hand [name=take]")]
    for line in (f"turn 9: {takes[0]}", f"{takes[0]} if my.hand > 30"):
        assert typed(table.post("A", "", line, take=takes[-1])) == f"{line}\n{takes[-1]}"


def test_a_text_that_is_too_long_is_told_and_not_read(begin: Begin) -> None:
    table = begin()
    long = "then auto\n" * 2_001
    for act in ("check", "hint", "send", ""):
        answer = table.post("A", act, long, take="reserve none")
        assert "These orders have 20,010 characters" in text_of(
            LexborHTMLParser(answer.text), ".told"
        )
        assert typed(answer) == long.strip()


def test_the_receipt_shows_what_is_held_and_until_when(begin: Begin) -> None:
    table = begin()
    assert (
        table.post("A", "send", "reserve none\nstanding on").headers["location"].endswith("=sent")
    )
    assert table.post("A", "send", "reserve none\nthen auto").status_code == 303
    page = table.see("A")
    with table.database.reading() as session:
        plan = stored_orders.plan(session, table.match, "A")
        assert plan
        assert plan.sha256 in text_of(page)
    assert typed(page) == "reserve none\nthen auto"
    assert "Your standing orders" in text_of(page)
    assert "Send orders for matches that wait" in text_of(table.see("B", MY), ".notice")
    listed = text_of(table.see("A", MY), "#matches")
    assert "your orders are in" in listed
    assert "your turn" in text_of(table.see("B", MY), "#matches")
    assert table.post("A", "clear").status_code == 303
    assert "Your standing orders" not in text_of(table.see("A"))
    assert plan.sha256 not in text_of(table.see("B"))


def test_standing_orders_are_kept_as_a_script_taken_and_removed(begin: Begin) -> None:
    table = begin()
    lines, scripts = "reserve none repeat", f"{MY}/scripts"
    assert table.post("A", "send", f"{lines}\nstanding on").status_code == 303
    assert table.post("A", "keep", script="<b>night</b>").status_code == 303
    assert "Script: <b>night</b>" in text_of(table.see("A"))
    assert table.post("A", "clear").status_code == 303
    wrong = table.post("A", "script", script="<b>nigth</b>")
    assert wrong.status_code == 422
    assert "Did you mean script &lt;b&gt;night&lt;/b&gt;?" in wrong.text
    checked = table.post("A", "check", "script <b>night</b>").text
    assert "These lines of the script stay as standing orders:" in checked
    assert table.post("A", "script", script="<b>night</b>").status_code == 303
    assert "in use here" in text_of(table.see("A"))

    for act, text, status in (
        ("keep", "reserve F99\nready", 422),
        ("keep", "ready\nreserve none", 422),
        ("keep", "", 422),
        ("keep", "reserve none", 303),
        ("forget", "", 303),
        ("forget", "", 422),
    ):
        answer = table.post("A", act, text, path=scripts, script="day")
        assert answer.status_code == status, (act, text)
    assert "<b>night</b>" in text_of(table.see("A", scripts))
    assert "温存 なし 繰り返し" in text_of(table.see("A", scripts.replace("/en/", "/ja/", 1)))
    assert "night" not in text_of(table.see("B", scripts))
    assert table.post("A", "forget", path=scripts, script="<b>night</b>").status_code == 303
    assert "You have none yet." in text_of(table.see("A", scripts))
    assert lines in text_of(table.see("A"), "#standing ~ pre")


def test_every_mistake_is_told_at_its_place_and_changes_nothing(begin: Begin) -> None:
    table = begin()
    wrong = "reserve F99\n<script>alert(1)</script>\nfront"
    for act, status in (("send", 422), ("check", 200)):
        answer = table.post("A", act, wrong)
        page = LexborHTMLParser(answer.text)
        assert answer.status_code == status
        assert typed(page) == wrong
        assert len(page.css("ul.told li")) == 3
        assert "line 1, column 9" in text_of(page, "ul.told")
        assert "<script>alert" not in answer.text
    assert typed(table.see("A")) == ""
    said = table.post("A", "check", "reserve none")
    assert "First: reserve none" in text_of(LexborHTMLParser(said.text), ".check")


def test_a_tap_loads_its_match_once(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells nothing anew of what happened before."""
    table, loads, load = begin(), list[Sequence[int]](), exchanges.plays
    fields = table.fields("A") | {"orders": "reserve none", "act": "check"}

    def counted(session: Session, found: Sequence[Match], **more: Any) -> Any:
        loads.append([each.id for each in found])
        return load(session, found, **more)

    monkeypatch.setattr(exchanges, "plays", counted)
    said = table.browsers["A"].post(MATCH, data=fields)

    assert "First: reserve none" in text_of(LexborHTMLParser(said.text), ".check")
    assert loads == [[table.match.id]]


def test_whoever_is_ready_or_asks_for_time_or_gives_up_is_heard(begin: Begin) -> None:
    table = begin(game="fest")
    deadline = next_deadline(table.database)
    assert deadline
    table.post("B", "extend")
    assert next_deadline(table.database) == deadline + timedelta(hours=48)
    in_another_tab = {"deadline": deadline.isoformat()}
    twice = [table.post("B", act, "extend", **in_another_tab) for act in ("extend", "send")]
    assert [each.status_code for each in twice] == [422, 422]
    assert "we extended nothing" in twice[0].text
    assert next_deadline(table.database) == deadline + timedelta(hours=48)
    assert "1 more deadline" in text_of(table.see("B"))
    table.post("A", "draw")
    assert "offered" in text_of(table.see("A"))
    for seat in ("A", "B"):
        table.post(seat, "ready")
    before = table.match.step
    old = table.fields("A")
    table.pass_by()
    assert table.match.step > before
    late = table.browsers["A"].post(MATCH, data=old | {"act": "send", "orders": "then auto"})
    assert late.status_code == 422
    assert "has moved on since" in late.text
    table.post("B", "resign")
    move_all(table.database, table.clock.now)
    assert table.match.state is MatchState.OVER
    assert "you have lost" in text_of(table.see("B"))
    assert "won" in text_of(table.see("A", MY), "#matches")
    assert table.browsers["A"].post(MATCH, data=old | {"act": "ready"}).status_code == 422


def test_what_is_sent_is_ready_unless_its_form_says_otherwise(begin: Begin) -> None:
    table = begin()
    ready = []
    for more in ({}, {"ready": ""}, {"asks-ready": ""}):
        assert table.post("A", "send", "reserve none", **more).status_code == 303
        assert typed(table.see("A")) == "reserve none"
        ready.append(plan_of(table).is_ready)
    table.post("A", "send", "reserve none\nextend")
    ready.append(plan_of(table).is_ready)

    assert ready == [True, False, True, False]


def test_orders_are_taken_back_and_stand_in_the_form_again(begin: Begin) -> None:
    table = begin()
    table.post("A", "send", "reserve none")
    table.clock.now += TAKE_BACK
    table.post("A", "send", "reserve none\nthen auto")
    old = table.fields("A")
    assert table.post("B", "back").status_code == 422
    back = table.post("A", "back")
    assert back.status_code == 200
    assert "The ones you sent before apply again" in back.text
    assert plan_of(table).text == "reserve none"
    table.post("A", "send", "then auto")
    page = LexborHTMLParser(table.post("A", "back").text)
    assert typed(page) == "then auto"
    assert plan_of(table).canonical == "reserve none\nready"

    table.post("B", "send", "then auto")
    table.pass_by()
    late = table.post("B", "back")
    moved_on = table.browsers["A"].post(MATCH, data=old | {"act": "back"})
    assert (late.status_code, moved_on.status_code) == (422, 422)
    assert "can be taken back for 10 seconds" in late.text
    assert "has moved on since you opened this page" in moved_on.text


def test_the_next_match_that_waits_is_that_of_the_next_deadline_of_any_season(
    begin: Begin,
) -> None:
    table = begin(count=4)
    with table.database.writing() as session:
        player = session.get_one(Player, session.get_one(Entry, table.match.entry_a_id).player_id)
        season = cup(session)
        first, second, third = views.tasks(session, player)

        def after(game_id: str, *seasons: Season) -> str:
            playing = [(each, player) for each in seasons]
            found = my_matches.next_waiting(session, playing, game_id, "en")
            return found.address.removeprefix("/seasons/cup/my/matches/") if found else ""

        ring = [after(each.game_id, season) for each in (first, second, third)]
        elsewhere = after("of-another-r1-1", season), after(first.game_id)
        for each in (second, third):
            plans.submit_text(session, each.match_id, each.seat, "reserve none", SOON)
        last = after(first.game_id, season), after(second.game_id, season)

    assert ring == [second.game_id, third.game_id, first.game_id]
    assert elsewhere == (first.game_id, "")
    assert last == ("", first.game_id)


def plan_of(table: Table) -> MatchPlan:
    """What is in force of seat A."""
    with table.database.reading() as session:
        plan = stored_orders.plan(session, table.match, "A")
        assert plan
        return plan


def test_a_match_belongs_to_its_two_players(begin: Begin) -> None:
    table = begin(count=3)
    assert table.stranger.get(MATCH).status_code == 404
    data = {"form_token": "x", "act": "resign"}
    assert table.stranger.post(MATCH, data=data).status_code == 403
    assert table.browsers["A"].post(MATCH, data=data).status_code == 403
    assert table.browsers["A"].get(f"{MATCH}9").status_code == 404
    assert Client(table.stranger.app).get(MATCH).status_code == 403


def test_in_tempo_live_an_answer_moves_the_match_on_after_ten_seconds(begin: Begin) -> None:
    table = begin(tempo="live")
    assert table.match.awaits == "AB"
    assert table.post("A", "send", "reserve none").status_code == 303
    assert "waiting for the other player" not in text_of(table.see("A"))
    before = table.match.step
    table.post("B", "send", "reserve none\nfront F01")
    table.pass_by(TAKE_BACK - timedelta(milliseconds=1))
    assert table.match.step == before
    table.pass_by(timedelta(milliseconds=1))
    assert table.match.step > before
    assert table.by()[:1] == [{"A": "live", "B": "live"}]
    takes = [each.attributes["value"] or "" for each in table.see("A").css(".hand [name=take]")]
    looked = table.post("A", "", take=takes[0])
    assert "to the front" in text_of(LexborHTMLParser(looked.text), ".slots")
    assert "Your orders: results" in text_of(table.see("B"))


def test_how_many_decisions_were_secret_is_not_told(begin: Begin) -> None:
    """A secret decision has a line of the record too: neither its players nor spectators are told how many lines there are."""
    table = begin()
    step = table.match.step
    fields = table.fields("A")
    events = table.stranger.get("/api/v1/seasons/cup/matches/1/1").json()["events"]

    assert step > 1
    assert str(step) not in fields.values()
    assert f"line {step}" not in text_of(table.see("A"))
    assert [each["n"] for each in events] == [*range(1, len(events) + 1)]

    table.post("A", "send", "reserve none")
    table.post("B", "send", "reserve none")
    table.pass_by()
    stale = table.browsers["A"].post(MATCH, data=fields | {"act": "send", "orders": "then auto"})
    assert stale.status_code == 422
    assert "has moved on since you opened this page" in stale.text


def test_a_silent_player_is_not_waited_for_longer_than_the_deadline(begin: Begin) -> None:
    table = begin(tempo="live")
    table.post("A", "send", "reserve none")
    pass_deadline(table.database)
    assert table.by()[0] == {"A": "live", "B": "auto"}


def test_the_log_says_what_the_house_did_for_its_reader_and_for_nobody_else(begin: Begin) -> None:
    table = begin()
    for _ in range(3):
        pass_deadline(table.database)

    for lang, words in (("en", "The house for you: "), ("ja", "おまかせで：")):
        page = text_of(table.see("A", MATCH.replace("/en/", f"/{lang}/", 1)))
        assert {told[:2] for told in page.split(words)[1:]} in ({"C1"}, {"C2"})
    watched = table.stranger.get("/en/seasons/cup/matches/1-1")
    assert watched.status_code == 200
    assert "The house for you" not in watched.text
