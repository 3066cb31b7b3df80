"""Matches against the house on the web: chosen, played without scripts, told at the end, and nothing kept or given away."""

import json
import re
from dataclasses import replace
from typing import Final

import pytest

from app.engine import Ruleset
from app.engine.matches.proof import prove
from app.games import match_game, match_slugs
from app.i18n import is_japanese
from app.store.database import Database
from app.web import limits
from app.web.views.battles.steps import MOST_STAGED
from tests.support.browsers import Answer, Browser, Site
from tests.support.hostile import TEXT_FILLS

FEST: Final = "/en/games/fest/practice"
OWN: Final = "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22 F23 F24"


@pytest.fixture
def browser(database: Database) -> Browser:
    return Site(database).browser()


def sent(page: Answer, act: str, **changes: str) -> dict[str, str]:
    """The form as a browser without scripts would send it, with this button."""
    form = page.page.css("form#ordering, form#practice")[0]
    fields = {
        each.attributes["name"] or "": each.attributes.get("value") or ""
        for each in form.css("input[type=hidden], input[checked]")
    }
    return fields | {"act": act} | changes


def begun(browser: Browser, slug: str = "fest", **changes: str) -> Answer:
    offer = browser.get(f"/en/games/{slug}/practice")
    return browser.post(f"/en/games/{slug}/practice", sent(offer, "begin", **changes))


@pytest.mark.parametrize("slug", match_slugs())
def test_a_match_is_played_to_its_end_without_scripts(browser: Browser, slug: str) -> None:
    page, here = begun(browser, slug), f"/en/games/{slug}/practice"
    offered = page.page.css("[name=take]")
    steps = 0
    while page.page.css("button[value=house]") and steps < 400:
        page = browser.post(here, sent(page, "house"))
        steps += 1
    record = browser.post(here, sent(page, "record"))
    before = browser.post(here, sent(page, "back"))
    japanese = browser.post(here.replace("/en/", "/ja/"), sent(page, "", at="2"))
    first = browser.post(here, sent(page, "", at="1"))
    second = browser.post(here, sent(first, "", at="2"))
    beyond = [browser.post(here, sent(page, "", at=at)).html for at in ("", "9999", "1e3")]

    assert offered
    assert steps
    assert all(is_japanese(each.text()) for each in japanese.page.css(".choices code"))
    assert "The match is over" in page.html
    assert prove(record.html.encode(), match_game).faults == ()
    assert before.page.css("button[value=house]")
    assert page.page.css(".watched .verdict")
    assert not page.page.css(".watched .part .pieces .back")
    assert beyond == [page.html] * 3
    assert first.page.css("#story")
    assert [each.attributes["value"] for each in second.page.css("button[data-go]")][:1] == ["1"]
    assert not second.page.css(".watched .verdict")


def to_its_end(browser: Browser, page: Answer) -> Answer:
    """The match as it is when the house has chosen all the rest."""
    while page.page.css("button[value=house]"):
        page = browser.post(
            page.page.css("form#ordering")[0].attributes["action"] or "", sent(page, "house")
        )
    return page


def steps_of(page: Answer) -> int:
    return len(json.loads(sent(page, "")["steps"]))


@pytest.mark.parametrize("slug", match_slugs())
@pytest.mark.parametrize("typed", ["9" * 5000, "-1", "１", "²", "1e3", "[0]"])
def test_no_slot_of_this_number_is_none_at_all(browser: Browser, slug: str, typed: str) -> None:
    page, here = begun(browser, slug), f"/en/games/{slug}/practice"
    takes = [each.attributes["value"] or "" for each in page.page.css("[name=take]")]
    one = browser.post(here, sent(page, "", take=takes[0]))
    less = browser.post(here, sent(one, "", orders=text_in(one), drop=typed))

    assert text_in(less) == text_in(one) != ""


@pytest.mark.parametrize("slug", ["duel", "bluff"])
def test_a_game_without_a_board_or_a_grammar_is_played_at_the_same_table(
    duel: Ruleset, browser: Browser, slug: str
) -> None:
    page, here = begun(browser, slug), f"/en/games/{slug}/practice"
    hint = browser.post(here, sent(page, "hint"))
    less = browser.post(here, sent(page, "", orders=text_in(hint), drop="0"))
    played = browser.post(here, sent(page, "go", orders=text_in(hint)))
    over = to_its_end(browser, played)

    assert page.page.css("[name=take]")
    assert text_in(hint)
    assert text_in(less) == ""
    assert steps_of(played) == 1
    assert "The match is over" in over.html


@pytest.mark.parametrize("slug", match_slugs())
def test_the_end_is_told_line_by_line_and_the_result_behind_it(browser: Browser, slug: str) -> None:
    page = to_its_end(browser, begun(browser, slug))
    ending = page.page.css(".ending")[0]
    lines = [each.text() for each in ending.css("ol.told li")]
    (reached, verdict, turned, *_) = ending.css("p")
    above, _, _ = page.page.text(separator=" ").partition(lines[0])

    assert 4 < len(lines) <= MOST_STAGED
    assert reached.attributes["class"] == f"reached n{len(lines) + 4}"
    assert "The match is over" in verdict.text()
    assert "you have" not in above
    assert re.search("level|behind|caught up", turned.text()) or "a draw" in verdict.text()
    assert page.html.index('class="ending"') < page.html.index('class="watched"')
    assert ("What would have won" in ending.text()) is ("you have lost" in verdict.text())


def test_from_any_step_of_a_match_that_is_over_it_goes_on_and_against_the_tengu_if_wanted(
    browser: Browser,
) -> None:
    page = to_its_end(browser, begun(browser, "fest"))
    (tengu,) = page.page.css("form#tengu")
    fields = {
        each.attributes["name"] or "": each.attributes["value"] or "" for each in tengu.css("input")
    }
    stronger = browser.post(FEST, fields)
    (chosen,) = browser.get(f"{FEST}?house=tengu").page.css("input[name=house][checked]")
    step = sent(page, "", at="13")
    at_13 = browser.post(FEST, step)
    again = browser.post(FEST, sent(at_13, "", **{"from": "13"}))
    to_begin_with = browser.post(FEST, sent(page, "", **{"from": "0"}))
    before = browser.post(FEST, sent(again, "", **{"from": "1"}))

    assert sent(stronger, "")["house"] == chosen.attributes["value"] == "tengu"
    assert steps_of(stronger) == steps_of(to_begin_with) == 0
    assert at_13.page.css(".from-here button")[0].attributes["value"] == "13"
    assert 0 < steps_of(again) < 12
    assert again.page.css("button[value=house]")
    assert sent(again, "")["number"] == sent(page, "")["number"]
    assert steps_of(before) == steps_of(again), "it goes on from a match that is over alone"


def test_the_end_of_a_match_comes_without_hindsight_for_who_asks_too_often(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "WHAT_IFS", replace(limits.WHAT_IFS, name="none", capacity=1))
    ends = [browser.post(FEST, sent(begun(browser), "resign")) for _ in range(2)]

    assert [each.status for each in ends] == [200, 200]
    assert all("you have lost" in each.page.css(".ending .verdict")[0].text() for each in ends)
    assert ["What would have won" in each.html for each in ends] == [True, False]


def test_an_order_is_chosen_or_typed_and_a_wrong_one_is_told_with_all_that_was_typed(
    browser: Browser,
) -> None:
    page = begun(browser)
    takes = [each.attributes["value"] or "" for each in page.page.css(".hand [name=take]")]
    nothing = browser.post(FEST, sent(page, "go"))
    one = browser.post(FEST, sent(page, "", take=takes[0]))
    two = browser.post(FEST, sent(page, "", orders=text_in(one), take=takes[-1]))
    chosen = browser.post(FEST, sent(page, "go", orders=text_in(two)))
    wrong = browser.post(FEST, sent(page, "go", orders="dance F01\nsing"))
    checked = browser.post(FEST, sent(wrong, "check", orders="dance F01"))
    hint = browser.post(FEST, sent(page, "hint"))
    resigned = browser.post(FEST, sent(page, "resign"))
    other = browser.post(FEST.replace("/en/", "/ja/"), sent(page, ""))

    assert nothing.status == wrong.status == checked.status == 422
    assert chosen.status == other.status == 200
    assert len(json.loads(sent(chosen, "")["steps"])) == 1
    assert len(two.page.css(".slots li:not(.free)")) == 2
    assert "dance F01\nsing" in wrong.page.css("textarea")[0].text()
    assert len(wrong.page.css("ul#orders-told li")) == 2
    assert checked.page.css("ul.told li")
    assert text_in(hint)
    assert "The house:" in hint.html
    assert "you have lost" in resigned.html
    assert 'lang="ja"' in other.html


def text_in(page: Answer) -> str:
    """What stands in the text box."""
    return page.page.css("textarea")[0].text().strip()


def test_a_build_of_ones_own_is_played_or_told_everything_that_is_wrong_with_it(
    browser: Browser,
) -> None:
    played = begun(browser, deck="own", build=OWN)
    wrong = begun(browser, deck="own", build="2xF01 nonsense more")
    none = begun(browser, deck="no such deck")

    assert played.status == 200
    assert played.page.css("form#ordering")
    assert (wrong.status, none.status) == (422, 422)
    assert len(wrong.page.css("#practice-told li")) >= 2
    assert "2xF01 nonsense more" in wrong.page.css("textarea")[0].text()


def test_whatever_is_sent_gets_an_answer_and_tells_nothing_of_the_house(browser: Browser) -> None:
    page = begun(browser)
    fields = sent(page, "go")
    hidden = {each for each in page.html.split('"') if "deck" in each.casefold()}
    steps = ("", "[", "{}", "[1]", '["' + "x" * 3000 + '"]', json.dumps([""] * 500), "[" * 9999)
    found: list[Answer] = [browser.post(FEST, fields | {"steps": each}) for each in steps]
    for name in ("number", "deck", "build", "rival", "house", "orders", "steps", "take", "drop"):
        found += [browser.post(FEST, fields | {name: text}) for text in TEXT_FILLS[::12]]

    assert {each.status for each in found} <= {200, 422}
    assert not any("<script>alert" in each.html for each in found)
    assert not any("server_seed" in each for each in hidden)
    assert page.headers["cache-control"] == "no-store"


def test_steps_of_one_client_are_limited(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = begun(browser)
    monkeypatch.setattr(limits, "PRACTICE", replace(limits.PRACTICE, name="few", capacity=1))
    tried = [browser.post(FEST, sent(page, "house")).status for _ in range(2)]

    assert tried == [200, 429]


def test_a_match_that_the_house_plays_to_its_end_counts_step_by_step(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begun(browser)
    monkeypatch.setattr(limits, "PRACTICE", replace(limits.PRACTICE, name="some", capacity=30))
    tried = [browser.post(FEST, sent(page, "rest")) for _ in range(2)]

    assert [each.status for each in tried] == [200, 429]
    assert tried[0].page.css(".ending")


def test_a_step_counts_by_what_has_to_be_played_once_more(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The steps so far cost nothing while they are known, and as much as they are many where they are not."""
    fields = sent(begun(browser), "house") | {"steps": json.dumps([""] * 9)}
    monkeypatch.setattr(limits, "PRACTICE", replace(limits.PRACTICE, name="nine", capacity=13))
    tried = [
        browser.post(FEST, fields | {"number": number}).status
        for number in ("0" * 16, "0" * 16, "1" * 16)
    ]

    assert tried == [200, 200, 429]


@pytest.mark.parametrize("slug", ["acts", "fest", "ocg"])
def test_decks_have_names_in_the_language_of_the_page(browser: Browser, slug: str) -> None:
    """A match goes on in the other language: what is sent is the same deck."""
    shown = {lang: browser.get(f"/{lang}/games/{slug}/practice") for lang in ("en", "ja")}
    decks = {
        lang: [each.attributes["value"] for each in answer.page.css("[name=deck]")]
        for lang, answer in shown.items()
    }

    assert decks["en"] == decks["ja"]
    assert not is_japanese(
        "".join(each.text() for each in shown["en"].page.css("#practice label, option"))
    )
    assert all(is_japanese(each.text()) for each in shown["ja"].page.css("#rival option"))
