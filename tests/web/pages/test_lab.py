"""The laboratory: a list goes in, and who beats whom comes out, for everybody who has the address."""

import csv
import io
import json
import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select

from app.engine import Build
from app.engine.lists import decode
from app.errors import ListUnreadable
from app.games import ruleset, slugs
from app.games.house import with_cards
from app.jobs.trials import forget_over
from app.store import seasons
from app.store.database import Database
from app.store.tables import SeasonState, Trial
from app.store.trials import KEPT_FOR
from app.tournament import blocks, cache, lab
from app.tournament.cache import IN_TURN, Cache
from app.web import limits
from app.web.front import logs
from app.web.front.page_cache import PageCache
from app.web.limits import Limit
from app.web.views.tables import crosstable
from tests.support.browsers import Answer, Browser, Site, text_shown
from tests.support.house_cards import VOLLEY
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season

GAME = "laplaplus"
LAB = f"/en/lab/{GAME}"
MOST = lab.most_at_once(ruleset(GAME))
LIST = "# three of them\n攻響核/アリス\n[red] 盾攻/Bob\n核核盾\n[red] 核/Bob <b>\n"
ENDINGS = (
    "",
    "/entries/1",
    "/entries/1/what-if",
    "/entries/1/changes",
    "/answers",
    "/battles/1-2",
    "/statistics",
    "/table.csv",
    "/result.json",
)


@pytest.fixture
def site(database: Database) -> Site:
    return Site(database)


@pytest.fixture
def browser(site: Site) -> Browser:
    return site.browser()


def send(browser: Browser, text: str, lang: str = "en", game: str = GAME) -> Answer:
    """Fill the box and send it, as a browser without scripts does."""
    form = browser.get(f"/{lang}/lab/{game}")
    return browser.submit(form, list=text)


def upload(browser: Browser, content: bytes, box: str = "") -> Answer:
    """Choose a file and send the form."""
    files = {"file": ("player.txt", content, "text/plain")}
    return browser.post(LAB, {"list": box}, files=files)


def forget(monkeypatch: pytest.MonkeyPatch, most: int = 32) -> None:
    """Lists played before are played again."""
    monkeypatch.setattr(lab, "_kept", Cache(most, IN_TURN))


def result(browser: Browser, text: str, **options: Any) -> Answer:
    answer = send(browser, text, **options)
    assert answer.status == 303, answer.text()
    return browser.follow(answer)


def told(answer: Answer) -> list[str]:
    return [node.text() for node in answer.page.css("#problems li")]


def box(answer: Answer) -> str:
    found = answer.page.css_first("textarea")
    assert found
    return found.text().removeprefix("\n")


def ranked(answer: Answer) -> list[str]:
    return [node.text() for node in answer.page.css(".standings tbody th a")]


def many(count: int) -> str:
    """This many different builds of laplaplus."""
    chars = "核硬双癒機攻連重"
    return "".join(
        f"核{chars[n // 64]}{chars[n // 8 % 8]}{chars[n % 8]}/No {n}\n" for n in range(count)
    )


# --- a list goes in -----------------------------------------------------------------------------------


def test_a_list_becomes_a_ranking_and_a_map(browser: Browser) -> None:
    answer = result(browser, LIST)

    assert ranked(answer) == ["アリス", "核核盾", "Bob", "Bob <b>"]
    assert "[red]" in answer.text(".standings")
    assert [cell.text().strip() for cell in answer.page.css(".cross tbody td:not(.sum)")] == [
        *("", "W", "W", "W"),
        *("L", "", "W", "W"),
        *("L", "L", "", ""),
        *("L", "L", "", ""),
    ]
    assert box(answer) == LIST
    assert answer.page.css_first("meta[name=robots]").attributes["content"] == "noindex"  # type: ignore[union-attr]
    assert "Mon 21 Dec 2026, 21:00 JST" in answer.text()


def test_every_link_of_a_result_leads_somewhere(browser: Browser) -> None:
    sent = send(browser, LIST)
    start = browser.follow(sent)
    at = sent.location
    links = [node.attributes["href"] or "" for node in start.page.css("main a:not([href^='#'])")]
    answers = {link: browser.get(link if link[0] == "/" else f"{LAB}/{link}") for link in links}

    assert len(links) > 20
    assert {link for link, answer in answers.items() if answer.status != 200} == set()
    battle = browser.get(f"{at}/battles/1-3")
    follow = [node.attributes["href"] or "" for node in battle.page.css("main a[href*='/lab/']")]
    assert {browser.get(link).status for link in follow} == {200}


def test_a_battle_is_told_by_the_report_of_its_game(browser: Browser) -> None:
    sent = send(browser, LIST)
    battle = browser.get(f"{sent.location}/battles/1-2")
    game = ruleset(GAME)
    played = game.play(game.read_build("攻響核"), game.read_build("盾攻"))

    assert f'id="e{played.events[-1].n}"' in battle.html
    assert "アリス wins" in battle.text(".bill")
    assert "Bob" in battle.text(".rows")
    swapped = browser.get(f"{sent.location}/battles/2-1")
    assert "アリス wins" in swapped.text(".bill")


def test_names_of_slots_that_stand_in_the_list_are_told(browser: Browser) -> None:
    at = send(browser, "紅蓮<b>【攻撃】、響核/アリス\n盾攻/Bob\n核核/Carol").location

    assert browser.get(f"{at}/entries/1").text(".card .flavour") == "紅蓮<b>"
    assert "アリス's 紅蓮<b> [Attack]1!" in browser.get(f"{at}/battles/1-2").text(".story")


def test_those_of_a_team_have_not_met(browser: Browser) -> None:
    at = send(browser, LIST).location

    assert browser.get(f"{at}/battles/2-4").status == 404
    assert len(browser.get(f"{at}/entries/2").page.css(".met tbody tr")) == 2


@pytest.mark.parametrize(
    "ending", ["/battles/1-1", "/battles/0-1", "/battles/1-5", "/entries/5", "/entries/5/what-if"]
)
def test_who_is_not_in_the_list_has_no_page(browser: Browser, ending: str) -> None:
    assert browser.get(send(browser, LIST).location + ending).status == 404


def test_two_lines_show_their_battle_at_once(browser: Browser) -> None:
    answer = result(browser, "攻響核/Alice\n盾攻/Bob")

    assert "Alice wins" in answer.text(".bill")
    assert browser.get(answer.page.css_first(".crumbs a").attributes["href"] or "").status == 200  # type: ignore[union-attr]


def test_two_of_one_team_show_that_nobody_met(browser: Browser) -> None:
    answer = result(browser, "[red]\n攻響核/Alice\n盾攻/Bob")

    assert answer.text("h1") == "Round robin of 2 characters"
    assert answer.page.css(".cross td a") == []


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_example_of_every_game_can_be_played(browser: Browser, game: str, lang: str) -> None:
    form = browser.get(f"/{lang}/lab/{game}")
    answer = browser.follow(browser.submit(form, example="1"))
    places = {node.text() for node in answer.page.css(".standings .place")}

    assert len(ranked(answer)) == 7
    assert len(places) > 3
    team = re.search(r"\[.+?\]", form.text("pre.example"))
    assert team
    assert team[0] in answer.text(".standings")
    assert form.text("pre.example").splitlines()[0] in " ".join(box(answer).split())


def test_the_same_list_has_one_address_and_lives_from_when_it_was_last_sent(
    site: Site, browser: Browser
) -> None:
    first = send(browser, LIST)
    site.clock.pass_by(days=20)
    second = send(site.browser("198.51.100.7"), LIST.replace("\n", "\r\n"))
    site.clock.pass_by(days=20)

    assert first.location == second.location
    assert re.fullmatch(rf"{LAB}/[a-z2-7]{{24}}", first.location)
    assert browser.get(first.location).status == 200
    assert send(browser, LIST + "#").location != first.location
    with site.reading() as session:
        assert len(session.exec(select(Trial)).all()) == 2


def test_a_list_sent_twice_at_once_is_kept_once(site: Site) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda n: send(site.browser(f"192.0.2.{n}"), LIST), range(6)))

    assert {(answer.status, answer.location) for answer in answers} == {(303, answers[0].location)}
    with site.reading() as session:
        assert len(session.exec(select(Trial)).all()) == 1


def test_another_site_has_other_addresses(site: Site) -> None:
    key = site.key
    assert lab.address_of(key, GAME, LIST) != lab.address_of(b"x" * 32, GAME, LIST)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16"])
def test_a_file_may_come_from_any_editor(browser: Browser, encoding: str) -> None:
    answer = upload(browser, LIST.replace("\n", "\r\n").encode(encoding), box="nonsense")

    assert ranked(browser.follow(answer))[0] == "アリス"


def test_downloads_say_what_the_command_line_says(browser: Browser) -> None:
    at = send(browser, LIST).location
    table = list(
        csv.reader(io.StringIO(browser.get(f"{at}/table.csv").html.removeprefix("\ufeff")))
    )
    whole = json.loads(browser.get(f"{at}/result.json").html)

    assert table[0] == ["", "アリス", "Bob", "核核盾", "Bob <b>"]
    assert table[1] == ["アリス", "", "W", "W", "W"]
    assert whole["table"]["results"] == [".WWW", "L.L.", "LW.W", "L.L."]
    assert whole["rules"] == "laplaplus@1"
    assert whole["ranking"][0]["build"] == ["attack", "echo", "core"]
    assert browser.get(f"{at}/table.csv").headers["x-robots-tag"] == "noindex"


def test_a_page_that_is_known_is_not_sent_again(browser: Browser) -> None:
    at = send(browser, LIST).location
    for ending in ENDINGS:
        etag = browser.get(at + ending).headers["etag"]
        assert browser.get(at + ending, headers={"If-None-Match": etag}).status == 304


# --- large lists --------------------------------------------------------------------------------------


def test_every_battle_of_a_large_list_can_be_reached(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crosstable, "MOST_LINKED", 60)
    count = 61
    sent = send(browser, many(count))
    answer = browser.follow(sent)
    rows = [node.attributes["href"] or "" for node in answer.page.css("svg.map a")]
    names = [node.attributes["href"] or "" for node in answer.page.css(".standings tbody th a")]
    entry = browser.get(names[count // 2])
    battles = [node.attributes["href"] or "" for node in entry.page.css(".met td a")]

    assert [f"{LAB}/{row}" for row in rows] == names
    assert len(set(names)) == count
    assert len(set(battles)) == count - 1
    assert {browser.get(battle).status for battle in battles[::20]} == {200}


def test_the_longest_list_makes_a_page_of_a_few_megabytes(browser: Browser) -> None:
    """500 characters, or without a kernel fewer."""
    answer = result(browser, many(MOST))

    assert len(ranked(answer)) == MOST
    assert len(answer.html.encode()) < 3_000_000


def test_a_list_is_refused_at_the_line_where_it_is_too_long(browser: Browser) -> None:
    answer = send(browser, "# first\n" + many(MOST + 1))

    assert answer.status == 422
    assert told(answer) == [
        f"line {MOST + 2}: The list is too long. Keep it within {MOST} characters."
    ]
    assert box(answer).count("\n") == MOST + 2


def test_without_a_kernel_a_list_is_as_long_as_can_be_played_at_once(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = send(browser, many(8)).location
    monkeypatch.setattr(lab, "MOST_AT_ONCE", 7)
    forget(monkeypatch)

    assert told(send(browser, many(8))) == [
        "line 8: The list is too long. Keep it within 7 characters."
    ]
    gone = browser.get(at)
    assert (gone.status, "can no longer be played here" in gone.text()) == (410, True)


@pytest.mark.parametrize(
    ("battles", "characters"), [(1_500_000, 500), (1_000, 63), (700, 53), (1, 2)]
)
def test_how_many_can_be_played_at_once(
    monkeypatch: pytest.MonkeyPatch, battles: int, characters: int
) -> None:
    class Rules:
        class pace:  # noqa: N801
            pass

    Rules.pace.battles = battles  # type: ignore[attr-defined]
    most = lab.most_at_once(Rules)  # type: ignore[arg-type]

    assert most == characters
    assert most == 500 or most * (most - 1) // 2 <= battles * lab.ANSWER_SECONDS


def test_a_list_has_only_so_many_bytes(browser: Browser) -> None:
    answer = send(browser, "核\n核\n" + "# x\n" * 32_768)

    assert told(answer) == ["The text is too long (131080 bytes). Keep it within 131072 bytes."]
    assert len(box(answer)) == 131_076


def test_a_slow_server_says_so(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "most_at_once", lambda rules: 63)

    assert "up to 63 characters at once instead of 500" in browser.get(LAB).text(".note")


# --- what is wrong with a list ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["The list has no characters. Write one on each line."]),
        ("  \n# nobody\n", ["The list has no characters. Write one on each line."]),
        (
            "核/Alice",
            ["One character has no opponent. Write at least two, one on each line."],
        ),
        (
            "核\nAtack/A\n[b\n",
            [
                'line 2, column 1: "Atack" is not a card. Did you mean Attack (攻)?',
                'line 3, column 1: "[b" cannot be read as a team. Write it like [team].',
            ],
        ),
    ],
)
def test_everything_wrong_is_told_and_the_text_is_kept(
    browser: Browser, text: str, problems: list[str]
) -> None:
    answer = send(browser, text)

    assert answer.status == 422
    assert told(answer) == problems
    assert box(answer) == text


def test_a_nul_in_a_comment_keeps_nothing_from_being_played(browser: Browser) -> None:
    assert send(browser, "核\n核\n# \0").status == 303


def test_after_twenty_problems_the_others_are_counted(browser: Browser) -> None:
    answer = send(browser, "Atack/A\n" * 32)

    assert len(told(answer)) == 21
    assert told(answer)[-1] == "And 12 more."
    assert told(send(browser, "Atack/A\n" * 32, lang="ja"))[-1] == "ほかに12件。"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "The list has no characters."),
        (b"\xff\xfe\xff", "This file is not readable as text. Save it as UTF-8."),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This file is not readable as text."),
        (b"x" * 3000, "line 1: The text is too long (3000 bytes)."),
        (b"\0" * 100, "line 1, column 1: Invisible characters are not allowed."),
    ],
)
def test_a_file_that_is_no_list_is_refused(browser: Browser, content: bytes, problem: str) -> None:
    answer = upload(browser, content)

    assert answer.status == 422
    assert told(answer)[0].startswith(problem)


@pytest.mark.parametrize("field", ["list", "file"])
def test_a_line_of_ten_megabytes_is_refused(browser: Browser, field: str) -> None:
    text = b"x" * 10_000_000
    answer = (
        upload(browser, text)
        if field == "file"
        else browser.post(
            LAB, b"list=" + text, headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
    )

    assert (answer.status, "at most 512 kilobytes" in answer.text()) == (413, True)
    assert "/en/lab" in {node.attributes["href"] for node in answer.page.css("main a")}


@pytest.mark.parametrize(
    "text",
    [
        "\ud800\udfff" * 10,
        "<script>alert(1)</script>",
        "</textarea><b>",
        "\u202e\u2028\u0000\x1b[0m",
        "核/" + "<&\"'>" * 9 + "\n核/" + "｜" * 60,
        "[[[]]]\n" * 900,
        "核,,,\n" * 60,
        "{}%s%(x)s{0}/{1}",
        "💣" * 500,
        "核" * 9,
    ],
)
def test_garbage_gets_an_answer(browser: Browser, text: str) -> None:
    for game in slugs():
        body = f"list={''.join(f'%{byte:02x}' for byte in text.encode('utf-8', 'surrogatepass'))}"
        answer = browser.post(
            f"/ja/lab/{game}", body, headers={"Content-Type": "application/x-www-form-urlencoded"}
        )
        assert answer.status in (303, 422)
        if answer.status == 303:
            assert "<&" not in text_shown(browser.follow(answer))


def test_a_form_without_a_box_is_an_empty_list(browser: Browser) -> None:
    assert told(browser.post(LAB, {"x": "y"})) == [
        "The list has no characters. Write one on each line."
    ]


# --- addresses ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_an_unknown_address_says_so_and_shows_a_way_back(
    browser: Browser, lang: str, ending: str
) -> None:
    answer = browser.get(f"/{lang}/lab/{GAME}/{'a' * 24}{ending}")

    assert answer.status == 404
    assert "30" in answer.text()
    assert f"/{lang}/lab" in {node.attributes["href"] for node in answer.page.css("main a")}


def test_a_list_is_there_for_thirty_days_and_then_it_is_gone(site: Site, browser: Browser) -> None:
    at = send(browser, LIST).location
    site.clock.now = NOW + KEPT_FOR - timedelta(seconds=1)
    assert {browser.get(at + ending).status for ending in ENDINGS} == {200}
    assert not forget_over(site.database, site.clock.now)

    site.clock.pass_by(seconds=1)
    assert {browser.get(at + ending).status for ending in ENDINGS} == {410}
    assert forget_over(site.database, site.clock.now)
    assert not forget_over(site.database, site.clock.now)
    assert {browser.get(at + ending).status for ending in ENDINGS} == {404}
    with site.reading() as session:
        assert session.exec(select(Trial)).all() == []

    assert send(browser, LIST).location == at
    assert browser.get(at).status == 200


def test_an_old_list_that_nobody_has_forgotten_yet_can_be_sent_again(
    site: Site, browser: Browser
) -> None:
    at = send(browser, LIST).location
    site.clock.now = NOW + KEPT_FOR

    assert send(browser, LIST).location == at
    assert browser.get(at).status == 200


def test_a_list_is_of_one_game(browser: Browser) -> None:
    at = send(browser, LIST).location

    assert browser.get(at.replace(GAME, "shiden-issen-2")).status == 404


@pytest.mark.parametrize(
    ("path", "target"), [("/lab", "/ja/lab"), (f"/lab/{GAME}", f"/ja/lab/{GAME}")]
)
def test_without_a_language_the_browser_chooses(browser: Browser, path: str, target: str) -> None:
    answer = browser.get(path, headers={"Accept-Language": "ja,en;q=0.5"})

    assert (answer.status, answer.location) == (302, target)


@pytest.mark.parametrize("path", ["/lab/chess", "/en/lab/chess", "/en/lab/chess/token", "/xx/lab"])
def test_a_game_that_there_is_not_has_no_laboratory(browser: Browser, path: str) -> None:
    assert browser.get(path).status == 404
    assert browser.get("/api/v1/lab/chess").status == 405


def test_addresses_stand_in_no_log(site: Site) -> None:
    assert logs.mask("/ja/lab/laplaplus/secret/battles/1-2") == "/ja/lab/laplaplus/…/battles/1-2"
    assert logs.mask("/ja/lab/laplaplus") == "/ja/lab/laplaplus"


def test_the_laboratory_is_found_from_everywhere(browser: Browser) -> None:
    for path in ("/en/", "/en/taking-part", f"/en/games/{GAME}/cards", f"/en/games/{GAME}/rules"):
        links = {node.attributes["href"] for node in browser.get(path).page.css("a")}
        assert "/en/lab" in links or f"/en/lab/{GAME}" in links
    assert {node.attributes["href"] for node in browser.get("/en/lab").page.css("main a")} == {
        f"/en/lab/{slug}" for slug in slugs()
    }
    titles = [
        node.attributes["content"] or "" for node in browser.get(LAB).page.css("meta[property^=og]")
    ]
    assert any("who beats whom" in each for each in titles)


# --- how much is too much -----------------------------------------------------------------------------


def test_who_sends_too_many_lists_is_asked_to_wait_and_keeps_his_text(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LISTS", Limit("few", 2, timedelta(minutes=10)))
    at = send(browser, LIST).location
    send(browser, "nonsense")
    answer = send(browser, LIST)

    assert answer.status == 429
    assert int(answer.headers["retry-after"]) <= 300
    assert "then try again" in answer.text(".notice")
    assert box(answer) == LIST
    forget(monkeypatch)
    assert browser.get(at).status == 429
    assert site.browser("198.51.100.7").get(at).status == 200
    assert browser.get(at).status == 200  # played once, it costs nothing


def test_the_latest_lists_are_remembered_and_the_others_played_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    play_block = blocks.play_block

    def counted(slug: str, version: str, builds: Sequence[Build], rows: range) -> list[bytes]:
        played.append(len(builds))
        return play_block(slug, version, builds, rows)

    monkeypatch.setattr(lab, "play_block", counted)
    forget(monkeypatch, most=2)
    monkeypatch.setattr(PageCache, "may_make", lambda *_: False)
    lists = {count: send(browser, many(count)).location for count in (3, 4, 5)}
    for count in (3, 3, 4, 4, 5, 5, 3):
        for ending in ENDINGS:
            assert browser.get(lists[count] + ending).status == 200

    assert played == [3, 4, 5, 3]


def test_while_others_are_played_for_long_the_page_says_so(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "PATIENCE_SECONDS", 0.01)
    forget(monkeypatch)
    at = send(browser, LIST).location
    with IN_TURN:
        answer = browser.get(at)

    assert answer.status == 503
    assert "retry-after" in answer.headers
    assert "Please try again in a few seconds." in answer.text()
    assert browser.get(at).status == 200


# --- programs -----------------------------------------------------------------------------------------


def test_a_program_gets_the_ranking_and_the_table(site: Site, browser: Browser) -> None:
    answer = browser.client.post(f"/api/v1/lab/{GAME}", json={"list": LIST, "lang": "ja"})
    at = send(browser, LIST, lang="ja").location

    assert answer.status_code == 200
    assert answer.json() == json.loads(browser.get(f"{at}/result.json").html)
    with site.reading() as session:
        assert len(session.exec(select(Trial)).all()) == 1  # that of the page alone


@pytest.mark.parametrize(
    ("sent", "status", "codes"),
    [
        ({"list": "空\n核"}, 422, ["unknown-card"]),
        ({"list": ""}, 422, ["empty-list"]),
        ({"list": "核"}, 422, ["nobody-to-meet"]),
        ({"list": many(MOST + 1)}, 422, ["too-many-builds"]),
        ({"list": "a\0"}, 422, None),
        ({"lists": ""}, 422, None),
        ({"list": 5}, 422, None),
        ([], 422, None),
    ],
)
def test_a_program_is_told_everything_that_is_wrong(
    browser: Browser, sent: Any, status: int, codes: list[str] | None
) -> None:
    answer = browser.client.post(f"/api/v1/lab/{GAME}", json=sent)

    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    if codes:
        assert [each["code"] for each in answer.json()["problems"]] == codes
        assert all(each["text"] in answer.json()["detail"] for each in answer.json()["problems"])


# --- the samples --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", slugs())
def test_every_game_has_a_list_to_begin_with(game: str) -> None:
    rules = ruleset(game)
    listed = lab.read_for_now(rules, rules.sample())

    assert len({entry.build.cards for entry in listed}) == len(listed)
    with pytest.raises(ListUnreadable):
        lab.read_for_now(rules, decode(b"?"))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Alice", "攻核/Alice"),
        ("AC/DC", "攻核/AC/DC"),
        ("# one", "攻核/# one"),
        ("Bob [red]", "攻核"),
        ("", "攻核"),
    ],
)
def test_a_line_has_the_name_that_a_list_can_say(name: str, line: str) -> None:
    rules = ruleset(GAME)

    assert lab.line_of(rules, rules.read_build("攻核"), name) == line


# --- the field of a season ----------------------------------------------------------------------------


def test_an_own_build_meets_the_field_of_a_season(site: Site, browser: Browser) -> None:
    """A heading of a team of one's own holds for nobody else."""
    with site.database.writing() as session:
        a_finished_season(session, [Character("Tuesday", "攻響核"), Character("/", "連核")])
    page = browser.get("/en/seasons/cup").page
    way = next(a for a in page.css("main a") if a.text() == "Try your build against this field")
    form = browser.get(way.attributes["href"] or "")
    wrong = browser.submit(form, list="攻Atack/Mine")
    right = browser.submit(form, list="[mine]\n攻攻核/Mine")

    assert "The characters of First Hikyaku Cup are listed already (2 of 2" in form.text()
    assert wrong.status == 422
    assert [node.text().strip() for node in wrong.page.css("#list")] == ["攻Atack/Mine"]
    assert [node.attributes["value"] for node in wrong.page.css("input[name=season]")] == ["cup"]
    assert right.status == 303, right.text()
    assert right.location.endswith("/entries/1")
    mine = browser.follow(right)
    assert [node.text() for node in mine.page.css(".met tbody th a")] == ["Tuesday", "/"]


def test_the_field_of_a_season_is_met_by_its_rules_as_long_as_its_results_are_public(
    site: Site, browser: Browser
) -> None:
    """What it bans is in no list of its field and in no advice about one, its house cards may be; once undone it is over."""
    strict: dict[str, Any] = {
        "pool": {"banned": ["flurry"]},
        "rules_version": with_cards(GAME, VOLLEY).rules_version,
    }
    with site.database.writing() as session:
        who = [Character("Tuesday", "攻響核"), Character("Goose", "核核")]
        a_finished_season(session, who, **strict)
    form = browser.get(f"{LAB}?season=cup")
    wrong = browser.submit(form, list="連核/Mine")
    right = browser.submit(form, list="矢核/Mine")
    advice = browser.get(right.location + "/what-if")
    again = browser.submit(browser.get(right.location.partition("/entries")[0]), "#again ~ form")
    unknown = browser.post(LAB, {"list": "核/A\n核/B", "rules": "nowhere"})

    assert "Not allowed in this season: Flurry" in wrong.text(".problems")
    assert "Volley" in advice.text()
    assert "Flurry" not in advice.text()
    assert again.location == right.location.partition("/entries")[0]
    assert unknown.status == 404
    with site.database.writing() as session:
        seasons.by_slug(session, "cup").state = SeasonState.REVIEW
    assert browser.get(right.location).status == 410


@pytest.mark.parametrize("state", ["open", "closed", "review"])
def test_no_field_is_given_out_before_its_results(site: Site, browser: Browser, state: str) -> None:
    with site.database.writing() as session:
        who = [Character("Tuesday", "攻響核"), Character("Goose", "連核")]
        a_finished_season(session, who, state=SeasonState(state))
    form = browser.get(LAB)
    fields = {"list": "核/Mine", "season": "cup"}

    assert browser.get(f"{LAB}?season=cup").status == 404
    assert browser.submit(form, **fields).status == 404
    with site.database.reading() as session:
        assert session.exec(select(Trial)).all() == []
    assert browser.get("/en/lab/shiden-issen-2?season=nowhere").status == 404


# --- house cards --------------------------------------------------------------------------------------


def send_with(browser: Browser, text: str, cards: str) -> Answer:
    return browser.submit(browser.get(LAB), list=text, cards=cards)


def test_a_list_is_played_with_house_cards(browser: Browser) -> None:
    sent = send_with(browser, "矢核核/Robin\n攻核核/Bear\n矢矢核/Wren", VOLLEY)
    answer = browser.follow(sent)

    assert "laplaplus@1+" in answer.text()
    assert "矢 Volley" in answer.text()
    assert {*ranked(answer)} == {"Robin", "Bear", "Wren"}
    battle = browser.get(f"{sent.headers['Location']}/battles/1-2")
    assert "[Volley]1" in battle.text()
    again = answer.page.css_first("textarea#cards")
    assert again
    assert again.text().strip() == VOLLEY.strip(), "the next list can use them"


def test_without_the_cards_the_same_list_is_another(browser: Browser) -> None:
    text = "攻核核/Robin\n核核攻/Bear\n核攻核/Wren"
    addresses = [send_with(browser, text, each).headers["Location"] for each in (VOLLEY, "")]

    assert addresses[0] != addresses[1]


def test_mistakes_of_house_cards_are_told_and_both_texts_are_kept(browser: Browser) -> None:
    answer = send_with(browser, "矢核核/Robin", VOLLEY.replace("force", "forse"))

    assert answer.status == 422
    assert [node.text() for node in answer.page.css("#card-problems li")] == [
        "line 1: force is missing in card 1.",
        "line 7: card 1, forse: there is no key called forse. Write force.",
    ]
    kept = answer.page.css_first("textarea#cards")
    assert kept
    assert "forse = 1" in kept.text()
    assert box(answer) == "矢核核/Robin"
