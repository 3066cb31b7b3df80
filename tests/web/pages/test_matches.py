"""The matches of a season as spectators see them: all of them, each as it stands, and what of them can be checked."""

import json
from datetime import timedelta
from itertools import pairwise
from types import SimpleNamespace
from typing import Final

import pytest

from app.engine.lists import read_list
from app.engine.matches.proof import prove
from app.engine.ruleset import Ruleset
from app.games import match_game, ruleset
from app.jobs.exchanges import begin_due
from app.league.desk import hidings, interventions
from app.league.matches import seeds
from app.league.results import results
from app.league.seasons import seasons
from app.store.database import Database
from app.store.seasons import by_slug
from app.store.tables import Run
from tests.support.browsers import Answer, Browser, Site, text_shown
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    move_all,
    olga,
    open_cup,
    pass_deadline,
    play_run,
)

LATER: Final = CLOSES + timedelta(days=9)
CUP: Final = "/en/seasons/cup"
PUBLIC: Final = (
    CUP,
    f"{CUP}/matches",
    f"{CUP}/matches/1-1",
    "/ja/seasons/cup/matches/1-1",
    f"{CUP}/dice",
    f"{CUP}/feed.atom",
    "/seasons/cup/commitments.json",
    "/seasons/cup/seals.json",
    "/api/v1/seasons/cup",
    "/api/v1/seasons/cup/entrants",
    "/api/v1/seasons/cup/matches",
    "/api/v1/seasons/cup/matches/1/1",
)
SECRET: Final = (
    f"{CUP}/matches/1-1/replay",
    f"{CUP}/matches/1-1/proof",
    "/seasons/cup/matches/1-1.jsonl",
    "/api/v1/seasons/cup/matches/1/1/record",
)


def play_to_the_end(database: Database) -> None:
    while pass_deadline(database):
        pass


def publish(database: Database) -> None:
    assert play_run(database, LATER) == "review"
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))


def statuses(browser: Browser, *paths: str) -> list[int]:
    return [browser.get(path).status for path in paths]


def words(answer: Answer) -> str:
    return " ".join(answer.page.text(separator=" ").split())


def test_a_match_is_followed_from_its_promise_to_its_proof(
    duel: Ruleset, database: Database
) -> None:
    browser = Site(database).browser()
    open_cup(database, 3, "fest", decks())
    promised = json.loads(browser.get("/seasons/cup/commitments.json").html)
    feed = f"{CUP}/feed.atom"
    entries = f"/api/v1{CUP[3:]}/entrants"
    before = statuses(browser, f"{CUP}/matches", f"{CUP}/dice", *SECRET)
    assert close_cup(database)
    season, quiet = browser.get(CUP), browser.get(feed)
    listed = browser.get(f"{CUP}/matches")
    waiting = browser.get(f"{CUP}/matches/1-1")
    sealed = statuses(browser, *SECRET)
    play_to_the_end(database)
    over = browser.get(f"{CUP}/matches/1-1")
    unpublished = statuses(browser, *SECRET)
    news = browser.get(feed)
    publish(database)
    proof, replay = (browser.get(path) for path in SECRET[1::-1])
    second = browser.get(f"{SECRET[0]}?page=2")
    (last,) = (each.attributes["href"] or "" for each in second.page.css("[data-go=last]"))
    end = browser.get(last)
    numbers = [each["number"] for each in json.loads(browser.get(entries).html)["items"]]
    met = {
        (each.attributes["href"] or "").removesuffix("?seat=b")
        for one, other in pairwise((*numbers, numbers[0]))
        for each in browser.get(f"{CUP}/battles/{one}-{other}").page.css(".links-row a.button")
    }
    record = browser.get(SECRET[2])
    kept = json.loads(record.html.splitlines()[-1])
    lines = json.loads(browser.get(SECRET[3]).html)["lines"]
    dice = browser.get(f"{CUP}/dice")
    watched = json.loads(browser.get(f"/api/v1{CUP[3:]}/matches/1/1").html)
    match = all_matches(database)[0]

    assert before == [404, 200, 404, 404, 404, 404]
    assert "The matches are being played." in words(season)
    assert season.page.css(f".call a[href='{CUP}/matches']")
    assert promised["matches"][match.game_id] == match.commitment
    assert len(listed.page.css("table.fixtures tbody tr")) == 3
    assert "C2 against C3 Exchange 1" in words(listed)
    assert listed.page.css("time[datetime]")
    assert "Orders are taken until" in words(waiting)
    assert match.commitment in waiting.html
    assert sealed == unpublished == [404] * 4
    assert "Exchange" not in quiet.html
    # one piece of news an exchange, although there are three matches; three of them without orders are the last
    assert [news.html.count(f"<title>Exchange {n} has been played") for n in (1, 2, 3)] == [1] * 3
    assert f"{match.game_id}" in words(over)
    assert "wins ·" in words(over) or "A draw" in words(over)
    assert "Everything is correct." in words(proof)
    assert {each.text() for each in proof.page.css("tbody tr td:last-child")} == {"✓ the same"}
    assert met == {f"{CUP}/matches/{at}/replay" for at in ("1-1", "2-1", "3-1")}
    assert [each.attributes["href"] for each in replay.page.css(".watched [rel=next]")] == [
        f"{SECRET[0]}?page=2#steps"
    ]
    assert len(second.page.css(".watched .part .pieces .back")) == 0
    assert "by the house" in words(second)
    assert second.page.css(".watched .piece.new")
    assert not second.page.css("#story, .watched .verdict")
    assert len(second.html) < 60_000
    assert "wins ·" in words(end) or "A draw ·" in words(end)
    assert [browser.get(f"{SECRET[0]}?page={n}").status for n in ("0", "999", "x")] == [404] * 3
    assert kept["server_seed"] in proof.html
    assert prove(record.html.encode(), match_game).faults == ()
    assert 'filename="cup-r1-1.jsonl"' in record.headers["content-disposition"]
    assert lines == [json.loads(line) for line in record.html.splitlines()]
    assert (watched["state"], watched["is_revealed"]) == ("over", True)
    assert watched["events"]
    assert promised["root"] in dice.html
    assert "is shown with the results" not in words(dice)


def close_cup(database: Database) -> bool:
    """Entries of the cup close, and its matches wait for their first exchange."""
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    return begin_due(database, CLOSES) and move_all(database, CLOSES) > 0


def test_the_statistics_count_the_ends_of_matches_and_not_places_in_decks(
    database: Database,
) -> None:
    browser = Site(database).browser()
    open_cup(database, 3, "fest", decks())
    assert close_cup(database)
    play_to_the_end(database)
    sealed = statuses(browser, f"{CUP}/statistics")
    publish(database)
    page = browser.get(f"{CUP}/statistics")
    rows = [
        [int(cell.text()) for cell in row.css("td")]
        for row in page.page.css("#matches ~ .scroll tbody tr")
    ]
    told = json.loads(browser.get(f"/api/v1{CUP[3:]}/statistics").html)
    met = [(each.halves_a, each.reason) for each in all_matches(database)]

    assert sealed == [404]
    assert sum(all_ for all_, *_ in rows) == len(met) == 3
    assert all(all_ == a + b + drawn for all_, a, b, drawn in rows)
    assert sum(a for _, a, _, _ in rows) == [halves for halves, _ in met].count(2)
    assert told["matches"]["lengths"] == [{"rounds": 3, "matches": 3}]
    with database.reading() as session:
        season = by_slug(session, "cup")
        played = results.finished(session, season, session.get_one(Run, season.published_run_id))
    assert played.rounds == {(0, 1): 3, (0, 2): 3, (1, 2): 3}
    assert sum(each["matches"] for each in told["matches"]["exchanges"]) == 3
    assert {each["reason"] for each in told["matches"]["ends"]} == {why for _, why in met}
    assert told["slots"] == []
    assert "card" not in {each["award"] for each in told["awards"]}
    assert not page.page.css("#slots")
    assert "Orders and luck decide as well as builds" in words(page)


def test_a_match_is_revealed_with_its_end_where_the_season_says_so(
    duel: Ruleset, database: Database
) -> None:
    browser = Site(database).browser()
    begin_cup(database, 2, reveal="game")
    before = statuses(browser, *SECRET)
    play_to_the_end(database)
    after = statuses(browser, *SECRET)
    with database.writing() as session:
        entry = interventions.entry_called(session, cup(session), "C2")
        hidings.hide(session, "cup", entry, "name", olga(LATER))

    assert before == [404] * 4
    assert after == [200] * 4
    # heads call players by their numbers: nothing is withheld because a name is hidden
    assert statuses(browser, *SECRET) == [200] * 4
    assert not any("C2" in browser.get(path).html for path in (*PUBLIC, *SECRET))


def test_matches_that_are_played_in_one_go_are_opened_with_the_results(
    duel: Ruleset, database: Database
) -> None:
    """Their ends are the results, whatever is said of records."""
    browser = Site(database).browser()
    begin_cup(database, 3, tempo="script", reveal="game")
    play_to_the_end(database)
    before = browser.get(f"{CUP}/matches/1-1")
    sealed = statuses(browser, *SECRET)
    listed = browser.get(f"{CUP}/matches")
    shut = browser.get("/api/v1/seasons/cup/matches/1/1").status
    publish(database)

    assert sealed == [404] * 4
    assert "revealed with the results" in words(before)
    assert not before.page.css("#board, #story")
    assert shut == 404
    assert not any(word in words(listed) + words(before) for word in ("wins", "A draw", "Seal of"))
    assert "Exchange" not in text_shown(browser.get(f"{CUP}/feed.atom"))
    assert "Number of exchanges" in words(browser.get(f"{CUP}/statistics"))
    assert statuses(browser, *SECRET) == [200] * 4
    assert browser.get(f"{CUP}/matches/1-1").page.css("#board")


def decks() -> list[str]:
    """Of the school festival."""
    fest = ruleset("fest")
    listed = read_list(fest.sample(), fest.read_build)
    return [fest.write_build(each.build.nameless()) for each in listed]


def test_no_other_address_of_a_match_has_a_page(duel: Ruleset, database: Database) -> None:
    browser = Site(database).browser()
    begin_cup(database, 2)
    wrong = (
        f"{CUP}/matches/1-2",
        f"{CUP}/matches/9-1",
        f"{CUP}/matches/99999999999999999999-1",
        f"{CUP}/matches?page=2",
        f"{CUP}/dice?page=2",
        "/en/seasons/other/matches",
        "/seasons/cup/matches/1-2.jsonl",
        "/api/v1/seasons/cup/matches?page=2",
        "/api/v1/seasons/cup/matches/1/99999999999999999999",
    )

    assert set(statuses(browser, *wrong)) == {404}


def test_from_a_match_whose_record_is_open_anybody_goes_on_against_the_house(
    database: Database,
) -> None:
    """From the seat and the step that was looked at, with dice of its own; nothing of it is kept."""
    browser = Site(database).browser()
    open_cup(database, 2, "fest", decks()[:2])
    assert close_cup(database)
    play_to_the_end(database)
    fields = {"act": "begin", "season": "cup", "place": "1-1", "seat": "b", "since": "9"}
    practice = "/en/games/fest/practice"
    sealed = browser.post(practice, fields)
    publish(database)
    replay = browser.get(f"{SECRET[0]}?seat=b&page=9")
    (form,) = replay.page.css("form#play-on")
    (button,) = replay.page.css(".from-here button")
    offered = {each.attributes["name"]: each.attributes["value"] for each in form.css("input")}
    page = browser.post(practice, fields)
    stood = replay.page.css(".board .counters > li > .meter rect")
    stands = page.page.css(".board .counters > li > .meter rect")
    wrong = [
        browser.post(where, fields | change).status
        for where, change in (
            (practice, {"place": "9-9"}),
            (practice, {"season": "none"}),
            (practice.replace("fest", "ocg"), {}),
        )
    ]
    facing = browser.post(practice, fields | {"seat": "a"})
    taken = begin = page
    while page.page.css("button[value=house]"):
        taken, page = page, browser.post(practice, form_of(page) | {"act": "house"})
    record = browser.post(practice, form_of(page) | {"act": "record"})

    assert sealed.status == 404
    assert offered == {key: fields[key] for key in ("act", "season", "place", "seat")}
    assert (button.attributes["name"], button.attributes["value"]) == ("since", "9")
    assert [each.attributes["width"] for each in stands] == [
        each.attributes["width"] for each in stood
    ]
    assert stood
    assert hand_of(begin) != hand_of(facing)
    assert [hand_of(each) for each in (begin, facing)] == [
        hand_of(browser.get(f"{SECRET[0]}?seat={seat}&page=9")) for seat in ("b", "a")
    ]
    assert "Player against House" in words(begin)
    assert begin.page.css(f"a[href='{SECRET[0]}?page=9#steps']")
    assert wrong == [404, 404, 404]
    assert taken.page.css("input[name=since]")
    assert page.page.css(".ending")
    assert "Player" in words(page)
    assert not page.page.css("button[value=record]")
    assert record.headers["content-type"].startswith("text/html")


def hand_of(page: Answer) -> list[str]:
    """The hand of the nearer seat."""
    return [each.text() for each in page.page.css(".board > .near [data-zone=hand] b")]


def form_of(page: Answer) -> dict[str, str]:
    """What the form of the page carries."""
    fields = page.page.css("form#ordering input[type=hidden]")
    return {each.attributes["name"] or "": each.attributes["value"] or "" for each in fields}


def test_a_match_is_seen_from_either_side(database: Database) -> None:
    """Each side calls the squares its own way: board, story, and every further step; orders stay as they were given."""
    browser = Site(database).browser()
    open_cup(database, 2, "acts", ("Rank and File", "Far Light"), config={"turn_limit": 2})
    assert close_cup(database)
    play_to_the_end(database)
    publish(database)

    def masters(path: str) -> dict[str, str]:
        cells = browser.get(path).page.css("td[data-square]:has(.pieces)")
        return {each.attributes["data-square"] or "": each.css("b")[0].text() for each in cells}

    match, replay = f"{CUP}/matches/1-1", SECRET[0]
    near, far = masters(f"{replay}?page=2"), masters(f"{replay}?seat=b&page=2")
    turned = browser.get(f"{replay}?seat=b&page=4")
    stands = browser.get(f"{match}?seat=b")
    steps = [each.attributes["href"] for each in turned.page.css(".watched [data-go=on]")]
    there = [each.attributes["href"] for each in turned.page.css("[data-part=facing] a")]
    homes = {
        browser.get(f"{CUP}/battles/{pair}").page.css(".links-row a")[0].attributes["href"]
        for pair in ("1-2", "2-1")
    }

    assert near == {"12": far["52"], "52": far["12"]}
    assert steps == [f"{replay}?seat=b&page=5#steps"]
    assert there == [f"{replay}?page=4#steps"]
    assert "(squares as this player calls them)" in words(
        browser.get(f"{replay}?seat=b&page=4")
    ) + words(browser.get(f"{replay}?page=4"))
    assert (
        stands.page.css("a[hreflang=ja]")[0].attributes["href"]
        == "/ja/seasons/cup/matches/1-1?seat=b"
    )
    assert stands.page.css(f"a.button[href='{replay}?seat=b']")
    assert {f"{match}?seat=b#board"} == {
        each.attributes["href"] for each in browser.get(match).page.css("a[href*=seat]")
    }
    assert homes == {replay, f"{replay}?seat=b"}
    assert statuses(browser, f"{match}?seat=c", f"{replay}?seat=B", f"{match}?seat=a") == [
        404,
        404,
        200,
    ]


def test_a_season_page_counts_the_cards_of_decks(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty characters in a row tell nobody how many there are of each, least of all of the winner."""
    dice = SimpleNamespace(token_bytes=b"acts".ljust)  # with others the two may draw
    monkeypatch.setattr(seeds, "secrets", dice)
    browser = Site(database).browser()
    open_cup(database, 2, "acts", ("Rank and File", "Far Light"), config={"turn_limit": 10})
    assert close_cup(database)
    play_to_the_end(database)
    publish(database)
    page = browser.get(CUP)
    first, second = (each.text() for each in page.page.css("td.build"))

    assert {first, second} == {
        "鼓 気×8 歩×3 犬×3 蟹×2 槍×3 砲×2 巨×2 呪×2 修×2 鎧×2 煙",
        "武 気×9 火×3 蛾×2 虚×2 土×2 塔×2 竜×2 運×2 補×2 筒×2 断泉",
    }
    assert page.html.count(first) > page.html.count(second)


def test_how_a_round_was_drawn_is_told_once_it_is_paired_and_nothing_of_later_ones(
    duel: Ruleset, database: Database
) -> None:
    browser = Site(database).browser()
    begin_cup(database, 5, stages="swiss rounds=3 best=2\nknockout")
    draw = f"{CUP}/stages/1/rounds/%s/draw"
    first = browser.get(draw % 1)
    unpaired = statuses(browser, draw % 2, f"{CUP}/stages/2/rounds/1/draw")
    listed = browser.get(f"{CUP}/matches")
    while browser.get(draw % 2).status != 200:
        pass_deadline(database)
    second = browser.get(draw % 2)
    play_to_the_end(database)
    publish(database)

    assert "the upper half by seed meets the lower half" in words(first)
    assert unpaired == [404, 404]
    assert listed.page.css(f"a[href$='{draw % 1}']")
    assert "Score 3: " in words(second)
    assert len(second.page.css("table.drawn tbody tr")) == 3
    assert words(browser.get(draw % 2)).count("Score 3: ") == 1


def test_where_matches_cannot_be_watched_how_they_were_drawn_is_told_with_the_results(
    duel: Ruleset, database: Database
) -> None:
    browser = Site(database).browser()
    begin_cup(database, 4, tempo="script", stages="knockout")
    play_to_the_end(database)
    draw = f"{CUP}/stages/1/rounds/1/draw"
    before = browser.get(draw).status
    publish(database)

    assert (before, browser.get(draw).status) == (404, 200)


@pytest.mark.parametrize(
    ("stages", "titles"),
    [
        ("swiss rounds=3", ["Round 1 of 3", "Round 2 of 3"]),
        ("groups groups=2 go-on=1\nknockout", ["Round 1", "Round 2", "Round 3"]),
        ("knockout", ["Quarter-finals", "Semi-finals"]),
    ],
)
def test_matches_of_stages_stand_under_the_names_of_their_rounds(
    duel: Ruleset, database: Database, stages: str, titles: list[str]
) -> None:
    """Of five characters one has a bye in the Swiss system, and three in the knock-out."""
    begin_cup(database, 5, stages=stages)
    while {each.round for each in all_matches(database)} != {*range(1, len(titles) + 1)}:
        assert pass_deadline(database)
    shown = Site(database).browser().get(f"{CUP}/matches")

    assert [each.text() for each in shown.page.css("section > h3:first-child[id]")] == titles
    assert ("A bye: C" in shown.text()) == stages.startswith("swiss")
    games = shown.page.css(".bracket .game")
    links = [each.attributes["href"] for each in shown.page.css(".bracket a.to")]
    assert len(games) == (5 if stages == "knockout" else 0)
    assert links == [f"{CUP}/matches/s1-r{at}" for at in ("1-2", "2-2") if games]
    assert len(shown.page.css(".bracket .open")) == (2 if games else 0)
    assert not shown.page.css("h2 a")
    parts = {each.text() for each in shown.page.css("th > .soft:first-child")}
    assert parts == ({"Group A", "Group B"} if stages.startswith("groups") else set())


def boards(answer: Answer) -> list[str]:
    return [each.html or "" for each in answer.page.css(".board")]


def moving(answer: Answer) -> tuple[str, str]:
    """Every how many seconds the page is looked at, and the seal of what it shows."""
    (main,) = answer.page.css("main[data-moves][data-seal]")
    return main.attributes["data-moves"] or "", main.attributes["data-seal"] or ""


def test_two_matches_lie_beside_each_other_and_nothing_more_of_them_is_seen(
    duel: Ruleset, database: Database
) -> None:
    browser = Site(database).browser()
    begin_cup(database, 4)
    pass_deadline(database)
    alone = [browser.get(f"{CUP}/matches/{at}?seat=b") for at in ("1-1", "2-1")]
    both = browser.get(f"{CUP}/matches/1-1?seat=b&beside=2-1")
    seals = [moving(each)[1] for each in (both, *alone)]
    offered = {each.attributes["value"] for each in alone[0].page.css("#beside option")}
    nowhere = statuses(browser, *(f"{CUP}/matches/1-1?beside={at}" for at in ("9-9", "x", "-1")))

    assert boards(both) == [*boards(alone[0]), *boards(alone[1])]
    assert seals[0] == seals[1] + seals[2]
    assert offered == {"1-2", "2-1", "2-2", "3-1", "3-2"}
    assert nowhere == [404] * 3
    assert not both.page.css("#story, #check")


def test_matches_in_one_go_are_offered_beside_no_other(duel: Ruleset, database: Database) -> None:
    browser = Site(database).browser()
    begin_cup(database, 3, tempo="script")
    page = browser.get(f"{CUP}/matches/1-1?beside=2-1").page

    assert not page.css(".board, #beside, main[data-moves], details.share")


@pytest.mark.parametrize(("tempo", "every"), [("turn", "30"), ("live", "5")])
def test_any_site_may_show_a_match_that_moves_on_by_itself(
    duel: Ruleset, database: Database, tempo: str, every: str
) -> None:
    browser = Site(database).browser()
    begin_cup(database, 3, tempo=tempo)
    page, framed = (browser.get(f"/en{at}/seasons/cup/matches/1-1") for at in ("", "/embed"))
    moves = moving(page), moving(framed)
    while pass_deadline(database):
        pass
    over = browser.get("/en/embed/seasons/cup/matches/1-1")

    assert boards(framed) == boards(page)
    assert "Waiting for both players." in words(framed)
    assert moves[0] == moves[1]
    assert moves[0][0] == every
    assert f"{CUP.replace('/en', '/en/embed', 1)}/matches/1-1" in words(page)
    assert "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "set-cookie" not in framed.headers
    assert not framed.page.css("form, input, [style]")
    assert {each.attributes["target"] for each in framed.page.css("a")} == {"_top"}
    assert not over.page.css("script, main[data-moves]")
    assert "turn of" not in words(over)
