"""Whole ways through the site in a real browser: a player's, an organiser's, a reader's."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, expect
from sqlmodel import select

from app.i18n import translations
from app.jobs.seasons.runs import run
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.people import organisers
from app.store import players, seasons
from app.store.security.audits import Organiser
from app.store.tables import Revision, SeasonState
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season, a_season
from tests.web.serving import NARROW, WIDE, Serving, Visitor, visitor

ORGANISERS: Final = [("en", False, WIDE), ("ja", True, NARROW)]
BY_KEYS: Final = [("en", True, WIDE), ("ja", True, 360), ("en", False, 360)]
READERS: Final = [("en", True, NARROW), ("ja", False, WIDE)]

LORE: Final = "\n  Always on a *Tuesday*.\n\n<b>Rain</b> & wind; 雨が降る。"

USUAL = "All other settings have their usual values: view or change them"


def words(lang: str, text: str, **values: Any) -> str:
    """The text as pages say it in this language."""
    return translations("ja" if lang == "ja" else "en").gettext(text) % values


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_player_enters_confirms_and_changes_a_character(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    with site.database.writing() as session:
        a_season(session, closes_at=None)
    with visitor(chromium, site, width, java_script_enabled=scripts, locale=lang) as guest:
        guest.page.goto(site.address)
        guest.look()
        assert guest.page.url == f"{site.address}/{lang}/"
        if lang == "en":
            guest.press("First Hikyaku Cup")
            guest.press(words(lang, "Enter a character"))
        else:
            guest.press(words(lang, "Make a character"))

        guest.fill(name="Tuesday", build="攻, Atack, 核", lore=LORE, address="alice@")
        guest.press(words(lang, "Send"))
        assert "Atack" in guest.text("#build-told")
        assert guest.page.locator("#address-told li").count() == 1
        assert guest.page.locator("#name-told").count() == 0
        assert guest.page.locator("#build").input_value() == "攻, Atack, 核"
        assert guest.page.locator("#lore").input_value() == LORE.strip("\n")

        guest.fill(build="攻, 響, 核", address="alice@example.com")
        guest.press(words(lang, "Try this build"))
        assert guest.page.locator(".bouts tbody tr").count() == 8
        guest.press(words(lang, "Preview"))
        assert "雨が降る" in guest.text(".preview")
        guest.press(words(lang, "Send"))
        assert guest.text("h1") == words(lang, "One more step")

        guest.page.goto(link_in(site.letter().text, "confirm"))
        guest.look()
        assert guest.text("h1") == words(lang, "Was it you?")
        guest.press(words(lang, "Yes, let it take part"))
        assert guest.page.url.endswith(f"/{lang}/seasons/cup/my?version=1")
        assert "Tuesday" in guest.text()

        guest.press(words(lang, "Change your character"))
        guest.fill(build="攻, 核")
        guest.press(words(lang, "Send"))
        assert guest.page.url.endswith(f"/{lang}/seasons/cup/my?version=2")
        assert words(lang, "counts") in guest.text("ol.log li[value='2'] .state")

        guest.press(words(lang, "Sign out of this browser"))
        guest.page.goto(link_in(site.letter().text, "my"))
        guest.look()
        assert "Tuesday" not in guest.text()
        guest.press(words(lang, "Open my entry"))
        assert guest.page.url == f"{site.address}/{lang}/seasons/cup/my"
        guest.press(words(lang, "Sign out of this browser"))
        guest.go(f"/{lang}/seasons/cup/my")
        assert "Tuesday" not in guest.text()

        guest.press(words(lang, "Send me my link"))
        guest.fill(address="alice@example.com")
        guest.press(words(lang, "Send me my link"))
        assert guest.page.url.endswith(f"/{lang}/my?asked=1")
        guest.page.goto(link_in(site.letter().text, "my"))
        guest.press(words(lang, "Open my entry"))
        guest.page.locator("header").get_by_role("link", name=words(lang, "Your character")).click()
        assert "Tuesday" in guest.text()
    with site.database.reading() as session:
        latest = session.exec(select(Revision).where(Revision.serial == 2)).one()
        assert latest.entry.current_id == latest.id
        assert (latest.build, latest.lore) == ("攻核", LORE.strip("\n"))


@pytest.mark.parametrize(("lang", "scripts", "width"), BY_KEYS)
def test_a_newcomer_enters_a_character_by_keys_alone(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    """With few presses besides what is typed. What has happened is said, and the next thing is near."""
    with site.database.writing() as session:
        a_season(session, closes_at=None)
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        keys, said = guest.page.keyboard, guest.page.locator(".builder .said")
        guest.go(f"/{lang}/")
        presses = enter_at(guest, "main a[href$='/enter']")
        presses += reach(guest, ".skip") + 1
        keys.press("Enter")
        presses += reach(guest, "#name")
        presses += reach(guest, "[data-card] button")
        way = ("ArrowDown", "ArrowDown", "Home") if scripts else ("Tab", "Tab", "Shift+Tab")
        for place, card in enumerate(("attack", "echo", "core"), 1):
            presses += reach(guest, f"[data-card={card}] button", way[place - 1]) + 1
            keys.press("Enter")
            expect(said).to_contain_text(f"{place}")
            expect(guest.page.locator(".slot:not(.empty)")).to_have_count(place)
        assert said.get_attribute("role") == "status"
        presses += reach(guest, "[value=down-2]", "Shift+Tab") + 1
        keys.press("Enter")
        expect(guest.page.locator("#build")).to_have_value(
            "攻核響" if lang == "ja" else "Attack, Core, Echo"
        )
        expect(guest.page.locator("[value=up-3]")).to_be_focused()

        presses += reach(guest, "#address")
        keys.insert_text("alice@example.com")
        press_and_load(guest, "Enter")
        expect(guest.page.locator(".problems")).to_be_focused()
        presses += reach(guest, ".problems a")
        keys.press("Enter")
        expect(guest.page.locator("#name")).to_be_focused()
        keys.insert_text("Tuesday")
        press_and_load(guest, "Enter")
        assert guest.text("h1") == words(lang, "One more step")
        guest.page.goto(link_in(site.letter().text, "confirm"))
        presses += enter_at(guest, "button[value=yes]")
        assert f"/{lang}/seasons/cup/my?version=1" in guest.page.url
    assert presses < (50 if scripts else 100)


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_newcomer_tries_a_build_watches_a_bout_and_enters_it(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    with site.database.writing() as session:
        a_season(session, closes_at=None)
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        guest.go(f"/{lang}/")
        guest.press(words(lang, "Try a build first"))
        assert guest.page.locator(".bouts tbody tr").count() == 8

        guest.fill(build="双攻連力核")
        guest.press(words(lang, "Try it"))
        marks = [mark.inner_text() for mark in guest.page.locator(".bouts .mark").all()]
        assert [marks.count(words(lang, mark)) for mark in "WDL"] == [5, 0, 3]
        guest.follow(".bouts td a")
        assert guest.page.locator(".story ol.told li").count() > 2
        guest.page.go_back()
        title = "第一回飛脚杯" if lang == "ja" else "First Hikyaku Cup"
        guest.press(words(lang, "Enter it in %(season)s", season=title))
        assert guest.page.locator("#build").input_value() == "双攻連力核"
        if scripts:  # a draft of this tab comes back by itself, to the fields and to the builder
            guest.page.locator("#name").press_sequentially("Back")
            guest.page.locator("#build").fill("双攻核")
            guest.go(f"/{lang}/")
            guest.go(f"/{lang}/seasons/cup/enter")
            expect(guest.page.locator("#name")).to_have_value("Back")
            expect(guest.page.locator(".slots .tile")).to_have_count(3)


@pytest.mark.parametrize(("lang", "scripts", "width"), ORGANISERS)
def test_an_organiser_brings_a_season_from_draft_to_publication(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    with site.database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", site.clock.now)
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        guest.go(f"/{lang}/in/{token}")
        guest.look()
        guest.press(words(lang, "Sign in"))
        guest.press(words(lang, "New season"))
        guest.page.click("summary:has-text('" + words(lang, USUAL) + "')")
        guest.fill(
            slug="cup", title_ja="春の杯", title_en="Spring Cup", description_en="*One* card."
        )
        guest.press(words(lang, "Preview"))
        assert "One card." in guest.text(".preview")
        guest.press(words(lang, "Create a draft"))
        guest.press(words(lang, "Review and open"))
        guest.follow(f"a[href='/{lang}/desk/seasons/cup/public']")
        guest.look()
        assert "One card." in guest.text(".lore")
        guest.press(words(lang, "Back to the review"))
        act(guest, lang, "Open the season")

        enter_two(site)
        guest.page.reload()
        assert "Tuesday" in guest.text()
        guest.press(words(lang, "Move the deadline"))
        soon = (site.clock.now + timedelta(minutes=5)).astimezone(site.settings.zone)
        guest.fill(closes_at=soon.strftime("%Y-%m-%dT%H:%M"), tell="Tonight.")
        guest.look()
        guest.press(words(lang, "Move the deadline"))
        assert "Tonight." in guest.text(".log")
        assert "Tonight." in site.letter().text
        site.clock.pass_by(minutes=6)
        assert "攻響核" not in guest.text()
        act(guest, lang, "Close the season")
        assert "攻響核" in guest.text()
        act(guest, lang, "Play all battles")
        list(run(site.database, "cup", Organiser("Olga", site.clock.now)))
        guest.page.reload()
        guest.look()
        assert words(lang, "Results of run %(serial)s", serial=1) in guest.text()

        guest.press(words(lang, "look at it"))
        assert "Tuesday" in guest.text("body")
        guest.page.go_back()
        guest.press(words(lang, "Review and publish"))
        guest.look()
        guest.follow(f"a[href='/{lang}/desk/seasons/cup/public']")
        assert "Tuesday" in guest.text(".standings")
        guest.press(words(lang, "Back to the review"))
        act(guest, lang, "Publish the results")
        guest.press(words(lang, "Public page"))
        assert "Tuesday" in guest.text(".standings")
        guest.page.go_back()
        guest.press(words(lang, "Take one step back"))
        guest.fill(reason="Too early.")
        guest.press(words(lang, "Take one step back"))
        assert guest.page.goto(f"{site.address}/{lang}/seasons/cup/table").status == 404  # type: ignore[union-attr]
        guest.go(f"/{lang}/desk/seasons/cup")
        act(guest, lang, "Publish the results")
        guest.go(f"/{lang}/desk")
        guest.press(words(lang, "Sign out everywhere"))
        assert guest.page.url == f"{site.address}/{lang}/"
    with site.database.reading() as session:
        assert seasons.by_slug(session, "cup").state is SeasonState.PUBLISHED


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_reader_follows_a_season_down_to_the_blows(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    builds = {"Tuesday": "攻響核", "ムライ": "硬攻核", "Mirror": "連核"}
    with site.database.writing() as session:
        who = [Character(name, build, lore=LORE) for name, build in builds.items()]
        a_finished_season(session, who)
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        guest.go(f"/{lang}/")
        guest.press("第一回飛脚杯" if lang == "ja" else "First Hikyaku Cup")
        expect(guest.page.locator(".standings tbody tr")).to_have_count(3)

        guest.follow("a[href*='/battles/']")
        assert guest.page.locator(".story ol.told li").count() > 2
        guest.follow("nav.neighbours a[rel=next], nav.neighbours a[rel=prev]")
        guest.follow("nav.neighbours a:not([rel])")
        guest.follow(".bill h1 a")
        assert "雨が降る" in guest.text(".lore")
        assert guest.page.locator(".lore b").count() == 0
        guest.follow("nav.neighbours a")
        guest.follow("nav.languages a:not([aria-current])")
        assert guest.page.locator("html").get_attribute("lang") != lang


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_reader_watches_first_and_sees_how_it_ends_when_they_want(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    with site.database.writing() as session:
        who = [
            Character(name, build)
            for name, build in (("A", "攻響核"), ("B", "硬攻核"), ("C", "核"))
        ]
        a_finished_season(session, who, title_ja="Cup", title_en="Cup")
        closes = site.clock.now.replace(hour=12, minute=0) + timedelta(days=3)
        a_season(session, slug="open", closes_at=closes)
    context: dict[str, Any] = {"java_script_enabled": scripts, "timezone_id": "America/New_York"}
    with visitor(chromium, site, width, **context) as guest:
        guest.go(f"/{lang}/")
        deadline = guest.text(".deadline")
        there = closes.astimezone(ZoneInfo("America/New_York"))
        assert (f"{there:%H:%M}" in deadline, "12:00 UTC" in deadline) == (scripts, not scripts)
        assert guest.page.locator("[data-until]").is_visible() == scripts
        guest.press("Cup")
        winner, verdict = guest.page.locator(".winner"), guest.page.locator(".outcome")
        expect(winner).to_be_visible()
        if scripts:
            guest.page.get_by_role("button", name=words(lang, "Hide results")).click()
            expect(winner).to_be_hidden()
            expect(guest.page.locator(".standings")).to_be_hidden()
            guest.go(f"/{lang}/")
            expect(guest.page.locator(".champion")).to_be_hidden()
            guest.press("Cup")
        guest.press(words(lang, "Watch the battles without the results"))
        guest.press("B")
        guest.follow(".watch-list a")
        assert guest.page.url.endswith("/battles/2-1#story")
        if not scripts:
            expect(verdict).not_to_be_in_viewport()
            return
        expect(verdict).to_be_hidden()
        guest.page.get_by_role("button", name=words(lang, "Show the ending")).first.click()
        expect(verdict).to_be_visible()
        guest.page.go_back()
        expect(guest.page.locator(".watch-list li").nth(0)).to_contain_text(words(lang, "watched"))
        expect(guest.page.get_by_text(words(lang, "watched"))).to_have_count(2)
        guest.go(f"/{lang}/seasons/cup")
        expect(winner).to_be_hidden()
        guest.page.get_by_role("button", name=words(lang, "Show the results")).click()
        expect(winner).to_be_visible()


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_reader_finds_sorts_and_compares_by_keys_alone(
    site: Serving, chromium: Browser, lang: str, scripts: bool, width: int
) -> None:
    builds = {"Tuesday": "攻響核", "ムライ": "硬攻核", "Mirror": "連核", "Goose": "盾響核"}
    with site.database.writing() as session:
        a_finished_season(session, [Character(name, build) for name, build in builds.items()])
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        guest.go(f"/{lang}/seasons/cup")
        names = guest.page.locator(".standings tbody th a:visible")
        table = names.all_inner_texts()
        guest.page.locator(".standings thead a").nth(1).press("Enter")
        expect(guest.page.locator(".standings th[aria-sort=ascending]")).to_have_count(1)
        assert names.all_inner_texts() == ["Goose", "Mirror", "Tuesday", "ムライ"]
        guest.page.locator("#find").fill("ＭＩＲ")
        guest.page.locator("#find").press("Enter")
        expect(names).to_have_text(["Mirror"])
        assert guest.page.url.endswith("/cup") is scripts

        guest.go(f"/{lang}/seasons/cup")
        guest.page.locator(".past a").focus()
        guest.page.keyboard.press("Tab")
        guest.page.keyboard.press("Tab")
        here = guest.page.locator(".cross :focus")
        assert here.inner_text() == table[0]
        if scripts:
            for key in ("ArrowRight", "ArrowDown"):
                guest.page.keyboard.press(key)
            said = here.get_attribute("aria-label") or ""
            assert said.startswith(table[2])
            assert table[1] in said
            expect(guest.page.locator(".crossing")).to_have_text(said)
            assert guest.page.locator(".cross th.lit").count() == 2
            guest.page.keyboard.press("End")
            assert table[3] in (here.get_attribute("aria-label") or "")
        guest.page.keyboard.press("Tab")
        expect(guest.page.locator(".cross :focus")).to_have_count(0)
        guest.page.locator(".past a").press("Enter")
        guest.page.keyboard.press("Tab")
        expect(guest.page.locator(".cross :focus")).to_have_count(0)

        guest.press(words(lang, "Compare two characters"))
        guest.page.locator("#a").select_option(label=table[0])
        guest.page.locator("#b").select_option(label=table[3])
        guest.press(words(lang, "Compare"))
        expect(guest.page.locator(".both tbody tr")).to_have_count(2)


@pytest.mark.parametrize(("lang", "scripts", "width"), READERS)
def test_a_tinkerer_tries_a_list_reads_a_battle_and_changes_the_list(
    site: Serving, chromium: Browser, tmp_path: Path, lang: str, scripts: bool, width: int
) -> None:
    with visitor(chromium, site, width, java_script_enabled=scripts) as guest:
        guest.go(f"/{lang}/")
        guest.press(words(lang, "Try characters out"))
        guest.press("紫電一閃 弐" if lang == "ja" else "Shiden Issen Ni")
        guest.press(words(lang, "Play this example"))
        expect(guest.page.locator(".standings tbody tr")).to_have_count(7)

        guest.fill(list="閃閃交硬果/ムライ\n閃閃閃舞/秋水\n影隠搦怒疫/ハナ\n")
        guest.press(words(lang, "Play all battles"))
        assert guest.page.locator("#problems li").count() == 1
        assert "閃閃閃舞/秋水" in guest.page.locator("#list").input_value()
        guest.fill(list="閃閃交硬果/ムライ\n閃閃閃舞舞/秋水\n影隠搦怒疫/ハナ\n")
        guest.press(words(lang, "Play all battles"))
        expect(guest.page.locator(".cross td a")).to_have_count(6)
        address = guest.page.url

        guest.follow(".cross td a")
        assert guest.page.locator(".story ol.told li").count() > 2
        guest.follow(".bill h1 a")
        assert guest.page.locator(".met tbody tr").count() == 2
        guest.follow(".crumbs a:last-of-type")
        assert guest.page.url == address
        guest.follow("nav.languages a:not([aria-current])")
        assert guest.page.locator(".cross td a").count() == 6
        guest.page.go_back()

        file = tmp_path / "player.txt"
        file.write_text("閃閃交硬果/ムライ\n閃閃閃舞舞/秋水\n", encoding="cp932")
        guest.page.locator("#file").set_input_files(file)
        guest.press(words(lang, "Play all battles"))
        assert "ムライ" in guest.text(".bill h1")
        assert guest.page.locator(".story ol.told li").count() > 2


WATCHED: Final[dict[str, dict[str, Any]]] = {
    "核限核連防防防防 攻響癒攻硬防癒核": {},
    "閃閃交硬果 待速搦待閃": {"game": "shiden-issen-2", "rules_version": "shiden-issen-2@1.03-p1"},
}


@pytest.mark.parametrize(
    ("builds", "lang", "width"),
    [*zip(WATCHED, ("en", "ja"), (NARROW, WIDE), strict=True)],
    ids=["cards", "skills"],
)
def test_a_battle_is_watched_to_its_end_by_keys_alone(
    site: Serving, chromium: Browser, builds: str, lang: str, width: int
) -> None:
    """Every step in order, what repeats in one; each has its address. Without scripts and in print all is there."""
    with site.database.writing() as session:
        who = [Character(f"{build}隊", build) for build in builds.split()]
        a_finished_season(session, who, **WATCHED[builds])
    path = f"/{lang}/seasons/cup/battles/1-2"
    with visitor(chromium, site, width) as guest:
        guest.go(path)
        press = guest.page.keyboard.press
        seen, every, lit = [0], 1, 1
        while seen[-1] < every:
            press("ArrowRight")
            step, every, lit = guest.page.evaluate(_STEP)
            assert step > seen[-1]
            assert lit == 1
            seen.append(step)
        expect(guest.page.locator(".lit")).to_be_in_viewport()
        guest.look()
        assert len(seen) < every / 3 or every < 200
        left = guest.page.locator(".watch .life b").all_inner_texts()
        assert left == guest.page.locator(".score b").all_inner_texts()
        press("ArrowLeft")
        at = guest.page.locator(".lit").get_attribute("id")
        expect(guest.page).to_have_url(f"{site.address}{path}#{at}")
        address, said = guest.page.url, guest.text(".now")
        guest.go(f"/{lang}/games")
        guest.page.goto(address)
        assert guest.text(".now") == said
        assert guest.page.locator(".now").get_attribute("aria-live") == "polite"
        press("Home")
        press("Space")
        assert guest.page.locator(".now").get_attribute("aria-live") == "off"
        press("Space")
        guest.page.locator(".card a").first.click()
        assert (guest.page.locator(".card .tip").first.text_content() or "?") in guest.text(
            ".words"
        )
        guest.page.emulate_media(media="print")
        assert all(guest.page.evaluate(_HEIGHTS))
    with visitor(chromium, site, width, java_script_enabled=False) as guest:
        guest.go(path)
        guest.look()
        assert guest.page.locator(".controls").is_hidden()
        closed = guest.page.locator(".story details:not([open])")
        before = closed.count()
        closed.locator("summary").first.click()
        expect(closed).to_have_count(before - 1)


@pytest.mark.parametrize("width", [WIDE, 360, NARROW])
def test_what_stands_on_cards_and_buttons_of_a_battle_has_room(
    site: Serving, chromium: Browser, width: int
) -> None:
    with site.database.writing() as session:
        a_finished_season(session, [Character(b, b) for b in ("双限核連防防防防", "双響癒攻")])
    with visitor(chromium, site, width) as guest:
        guest.go("/ja/seasons/cup/battles/1-2")
        guest.page.wait_for_selector(".watch.on")
        space, speed, needed = guest.page.evaluate(_ROOM)
        guest.look()

    assert width < WIDE or space > 4
    assert speed >= needed


_ROOM: Final = """(() => {
  const [figure, place] = [".figure", ".place"].map(each =>
    document.querySelector(`.on .card:first-child ${each}`).getBoundingClientRect());
  const select = document.querySelector(".buttons select"), speed = select.offsetWidth;
  select.style.cssText = "flex: none; width: max-content; max-width: none; padding-inline: 0";
  return [place.left - figure.right, speed, select.offsetWidth];
})()"""
_STEP: Final = """(() => {
  const [step, every] = document.querySelector(".count span").textContent.split("/");
  return [Number(step), Number(every), document.querySelectorAll(".lit").length];
})()"""
_HEIGHTS: Final = (
    "[...document.querySelectorAll('.told li')].map(each => each.getBoundingClientRect().height)"
)
"""How high each sentence stands; 0 for what is folded away."""


# --- what they do ------------------------------------------------------------------------------------


def act(guest: Visitor, lang: str, name: str) -> None:
    """From the page of a season to an act, and back."""
    guest.press(words(lang, name))
    guest.press(words(lang, name))


def reach(guest: Visitor, selector: str, key: str = "Tab") -> int:
    """Press the key until this has the focus; how often it took."""
    for presses in range(80):
        if guest.page.evaluate("at => document.activeElement.matches(at)", selector):
            return presses
        guest.page.keyboard.press(key)
    raise AssertionError(f"{key} does not lead to {selector}")


def press_and_load(guest: Visitor, key: str) -> None:
    """Press a key that leads to another page."""
    with guest.page.expect_navigation():
        guest.page.keyboard.press(key)
    guest.look()


def enter_at(guest: Visitor, selector: str) -> int:
    """Past the head of the page to this, which leads to another; how many presses it took."""
    presses = reach(guest, ".skip") + 2
    guest.page.keyboard.press("Enter")
    presses += reach(guest, selector)
    press_and_load(guest, "Enter")
    return presses


def link_in(letter: str, page: str) -> str:
    """The secret link that stands in a letter."""
    found = re.search(rf"http://\S+/{page}/\w+", letter)
    assert found, letter
    return found[0]


def enter_two(site: Serving) -> None:
    with site.database.writing() as session:
        season = seasons.by_slug(session, "cup")
        for name, build in (("Tuesday", "攻響核"), ("Mirror", "連核")):
            player = players.known_as(session, f"{name}@example.com", "en", NOW)
            origin = Origin(site.clock.now, proven=True)
            submit(session, season, player, Submission(name, build), origin)
