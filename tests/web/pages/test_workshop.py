"""The workshop: a card is put together on a page and drawn beside it, in every game, with what is wrong in its own words."""

import json
import tomllib
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from starlette.testclient import TestClient

from app.engine.matches.proof import prove
from app.games import calls, match_game, ruleset
from app.games.house import with_cards

GAMES = [each.removesuffix("-cards") for each in calls()]
YUI = {
    "ja": "夜店のユイ",
    "abilities.1": "food",
    "abilities.2": "none",
    "effects.1.code": "N01",
    "effects.1.z": "combat",
    "effects.1.title": "百物語",
    "effects.1.own.ja": "肝試し",
    "effects.1.own.tag": "#night",
    "effects.1.own.only": "printed",
    "effects.1.own.chooses": "foe-highest",
    "effects.1.own.deeds.1.do": "hit",
    "effects.1.own.deeds.1.which": "x",
    "effects.1.own.deeds.1.points": "3",
    "effects.2.code": "B09",
}
TEXT = (
    "能力は食・なし。 B09「審査員の笑み」自分の審査点＋2。 "
    "X0001A「百物語」相手の一番高い属性（同点なら選ぶ）−3。条件：戦闘のラウンド。"
)


def drawn(browser: TestClient, fields: dict[str, str], status: int = 200) -> LexborHTMLParser:
    """The page with what these answers say."""
    answer = browser.post("/ja/games/fest/workshop", data=fields)
    assert answer.status_code == status, answer.text
    return LexborHTMLParser(answer.text)


def card(page: LexborHTMLParser) -> str:
    """The text of the drawn card."""
    found = page.css_first(".drawn-card p")
    assert found
    return found.text().strip()


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_one_that_begins_with_a_card_that_is_whole(
    browser: TestClient, game: str, lang: str
) -> None:
    page = LexborHTMLParser(browser.get(f"/{lang}/games/{game}/workshop").text)

    assert page.css_first(".drawn-card")
    assert not page.css(".problems")
    form = {
        each.attributes["name"] or "": each.attributes.get("value") or ""
        for each in page.css("#workshop input")
    }
    form |= {
        each.attributes["name"] or "": next(
            (
                option.attributes["value"] or ""
                for option in each.css("option")
                if "selected" in option.attributes
            ),
            "",
        )
        for each in page.css("#workshop select")
    }
    again = browser.post(f"/{lang}/games/{game}/workshop", data=form)
    assert again.status_code == 200, "the form says the same card again"
    file = browser.post(f"/{lang}/games/{game}/workshop", data=form | {"step": "file"}).text
    assert len(tomllib.loads(file)["card"]) == 1
    house = with_cards(game, file).house
    assert house
    assert len(house.added) == 1


def tried(browser: TestClient, game: str, act: str = "begin", **more: str) -> Any:
    """What follows when the sample card is tried at once."""
    page = LexborHTMLParser(browser.get(f"/en/games/{game}/workshop").text)
    form = page.css("#then form")[0]
    fields = {
        each.attributes["name"] or "": each.attributes["value"] or ""
        for each in form.css("input[type=hidden]")
    }
    return browser.post(form.attributes["action"] or "", data=fields | {"act": act} | more)


def carried(answer: Any, act: str) -> dict[str, str]:
    """The fields of the match on this page, with this button."""
    form = LexborHTMLParser(answer.text).css("form#ordering")[0]
    fields = form.css("input[type=hidden], input[checked]")
    return {
        each.attributes["name"] or "": each.attributes.get("value") or "" for each in fields
    } | {"act": act}


@pytest.mark.parametrize("game", ["acts", "fest", "ocg"])
def test_a_match_against_the_house_is_played_with_it_at_once(
    browser: TestClient, game: str
) -> None:
    answer, here = tried(browser, game), f"/en/games/{game}/practice"
    while 'value="rest"' in answer.text:
        answer = browser.post(here, data=carried(answer, "rest"))
    record = browser.post(here, data=carried(answer, "record")).content

    head, *_, last = [json.loads(line) for line in record.splitlines()]
    (card,) = head["config"]["cards"]
    assert "The match is over" in answer.text
    assert card["id"] in str(last["builds"]["A"])
    assert prove(record, match_game).faults == ()
    replay = browser.post(here.replace("/en/", "/ja/"), data=carried(answer, "") | {"at": "1"})
    assert replay.status_code == 200


def test_a_deck_of_ones_own_may_have_it_by_name_and_by_id(browser: TestClient) -> None:
    rest = "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22"

    asked = tried(browser, "fest", "")
    fields = {
        "cards": LexborHTMLParser(asked.text).css("input[name=cards]")[0].attributes["value"] or ""
    }
    for card in ("X0001", "名無し"):
        own = {"deck": "own", "build": f"{rest} 2x{card}", "act": "begin"}
        begun = browser.post("/en/games/fest/practice", data=fields | own)
        assert begun.status_code == 200, begun.text
    assert browser.post("/en/games/fest/practice", data=own).status_code == 422


def test_cards_that_cannot_be_are_told_at_every_step(browser: TestClient) -> None:
    for cards in ("x", "[[card]]", "card = 1", "#" * 70_000, "[" * 5_000):
        refused = browser.post("/en/games/fest/practice", data={"act": "begin", "cards": cards})
        assert refused.status_code == 422
        assert LexborHTMLParser(refused.text).css("#practice-told li")


@pytest.mark.parametrize("game", ["laplaplus", "shiden-issen-2"])
def test_the_laboratory_plays_it_among_builds_of_the_house(browser: TestClient, game: str) -> None:
    page = browser.get(tried(browser, game).headers["location"])

    assert ruleset(game).workshop.sample.en.split("name: ")[1][:9] in page.text  # type: ignore[union-attr]


def test_an_effect_of_ones_own_is_asked_for_and_told(browser: TestClient) -> None:
    page = drawn(browser, YUI)

    assert card(page) == TEXT
    names = [
        each.attributes["name"] or "" for each in page.css("#workshop select, #workshop input")
    ]
    assert "effects.1.own.deeds.2.do" in names, "there is room for one deed more"
    assert "effects.1.z" in names
    assert "effects.1.x" not in names, "no attribute is printed on this card"
    assert "effects.2.z" not in names
    assert "id" not in names


def test_what_is_in_the_address_is_drawn_again_in_either_language(browser: TestClient) -> None:
    text = drawn(browser, YUI).css_first("pre.written")
    assert text

    ja = browser.get("/ja/games/fest/workshop", params={"card": text.text()})
    en = browser.get("/en/games/fest/workshop", params={"card": text.text()})

    assert card(LexborHTMLParser(ja.text)) == TEXT
    assert "The opponent's highest attribute" in card(LexborHTMLParser(en.text))


def test_an_own_effect_that_was_just_chosen_asks_for_its_definition(browser: TestClient) -> None:
    """Not for a code of the house instead: it is what was chosen."""
    new = {"ja": "ユイ", "abilities.1": "food", "abilities.2": "none", "effects.2.code": "B09"}

    page = drawn(browser, new | {"effects.1.code": "N01"}, 422)

    told = " ".join(each.text() for each in page.css("#printed .problems li"))
    assert "効果 1 効果の定義に名前がありません。" in told
    assert "効果 1 効果の定義にタグがありません。" in told
    assert "N01" not in told
    asked = {each.attributes["name"] for each in page.css("#workshop input")}
    assert "effects.1.own.ja" in asked
    assert "effects.1.title" not in asked, "its definition names it"
    assert "effects.2.title" in asked
    tag = page.css_first("[name='effects.1.own.tag']")
    assert tag
    assert tag.attributes["placeholder"] == "#my-tag"


def test_the_flavour_of_an_effect_is_printed_above_that_of_the_card(browser: TestClient) -> None:
    told = {"effects.1.flavour": "提灯は消さないで。", "flavour": "本番は日が落ちてから。"}

    flavour = drawn(browser, YUI | told).css_first(".drawn-card .flavour")

    assert flavour
    assert flavour.text() == "提灯は消さないで。\n本番は日が落ちてから。"


def test_without_a_name_it_has_one_of_either_language(browser: TestClient) -> None:
    for lang, name in (("ja", "名無し"), ("en", "Nameless")):
        page = LexborHTMLParser(browser.get(f"/{lang}/games/fest/workshop").text)
        assert (page.css_first(".drawn-card h3") or page.body).text() == name  # type: ignore[union-attr]


def test_mistakes_are_told_by_what_the_fields_are_called(browser: TestClient) -> None:
    wrong = YUI | {"effects.1.own.deeds.1.points": "99", "abilities.2": "", "effects.1.own.tag": ""}

    page = drawn(browser, wrong, 422)

    assert not page.css(".drawn-card")
    told = " ".join(each.text() for each in page.css("#printed .problems li"))
    assert "能力" in told
    assert "効果 1 効果の定義 すること 1 点：「99」ではなく、1から9までの整数" in told
    assert "card 1" not in told


def test_texts_are_texts(browser: TestClient) -> None:
    page = drawn(
        browser, YUI | {"ja": "<b>x", "flavour": "<script>alert(1)</script> http://x.example"}
    )

    assert "<b>x" in (page.css_first(".drawn-card h3") or page.body).text()  # type: ignore[union-attr]
    assert not page.css(".drawn-card script, .drawn-card b, .drawn-card a")


@pytest.mark.parametrize(
    "card",
    ["effects = [{ code = 'B01' }, 1]", "speed = 'x'", "abilities = 5\nja = [[{}]]", "能力：[[["],
)
@pytest.mark.parametrize("game", GAMES)
def test_an_address_with_what_is_no_card_has_a_page(
    browser: TestClient, game: str, card: str
) -> None:
    answer = browser.get(f"/ja/games/{game}/workshop", params={"card": card})

    assert answer.status_code == 422
    assert LexborHTMLParser(answer.text).css("#printed .problems li")


def test_a_text_that_has_labels_in_it_is_carried_as_it_is(browser: TestClient) -> None:
    first = drawn(browser, YUI | {"ja": "x 能力：食・食", "flavour": "効果：B09"})
    text = first.css_first("pre.written")
    assert text

    again = browser.get("/ja/games/fest/workshop", params={"card": text.text()})

    assert card(LexborHTMLParser(again.text)) == TEXT
    assert "x 能力：食・食" in (first.css_first(".drawn-card h3") or first.body).text()  # type: ignore[union-attr]


def test_there_is_none_where_nobody_may_make_cards(browser: TestClient) -> None:
    assert browser.get("/en/games/fest-cards/workshop").status_code == 404
    assert browser.post("/en/games/fest-cards/workshop").status_code == 404
    assert ruleset("fest-cards").makes
