"""The page of a battle: everything that is told, each step with its board, what repeats in one, and ways on."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from selectolax.lexbor import LexborNode

from app.engine import Ruleset, TellingSheet, Tone
from app.games import ruleset
from app.store.database import Database
from app.web.views.battles.names import merged, short_names
from tests.support.browsers import Browser, Site
from tests.support.seasons import Character, a_finished_season

LAPLAPLUS = [
    Character("Grandfather Clock", "核限核連防防防防"),
    Character("雪見だるま", "攻響癒攻硬防癒核"),
]
SHIDEN = [Character("ムライ", "閃閃交硬果"), Character("Hana", "待速搦待閃")]
OF_SHIDEN: dict[str, Any] = {"game": "shiden-issen-2", "rules_version": "shiden-issen-2@1.03-p1"}
WORDS = [Tone.TITLE, Tone.TURN, Tone.PHASE, Tone.BLANK]


@pytest.fixture
def browser(database: Database) -> Browser:
    with database.writing() as session:
        a_finished_season(session, LAPLAPLUS)
        a_finished_season(session, SHIDEN, slug="blades", **OF_SHIDEN)
    return Site(database).browser()


def boards_of(watch: LexborNode) -> Any:
    return json.loads(watch.attributes["data-replay"] or "")


@pytest.mark.parametrize(
    ("slug", "who", "game"),
    [("cup", LAPLAPLUS, ruleset("laplaplus")), ("blades", SHIDEN, ruleset("shiden-issen-2"))],
)
def test_nothing_told_is_lost_and_every_step_has_its_board(
    browser: Browser, slug: str, who: Sequence[Character], game: Ruleset
) -> None:
    page = browser.get(f"/en/seasons/{slug}/battles/1-2").page
    first, second = who
    battle = game.play(game.read_build(first.build), game.read_build(second.build))
    lines = [*game.tell(battle.events, TellingSheet(first.name), TellingSheet(second.name), "en")]
    shown = page.css("ol.told > li:not(.again)")
    home, away, at = boards_of(page.css(".watch")[0])
    anchors = [node.attributes["id"] or "" for node in page.css(".story [id^=e]")]
    ends = [rows[number][0] for rows, number in zip((home, away), at[-2:], strict=True)]

    assert len(shown) == sum(line.tone not in WORDS for line in lines)
    assert shown[-1].text().endswith(lines[-1].text)
    assert anchors == list(dict.fromkeys(anchors))
    assert f"e{battle.events[-1].n}" in anchors
    assert len(at) == 2 * len(anchors)
    assert ends == [*battle.hp]
    assert len(page.css(".card")) == len({f for row in home for f in row[1] if f % 3 == 0}) + len(
        {f for row in away for f in row[1] if f % 3 == 0}
    )


def test_a_long_battle_begins_closed_and_what_repeats_stands_in_one(browser: Browser) -> None:
    page = browser.get("/en/seasons/cup/battles/1-2").page
    turns = [node.text().split() for node in page.css("details.act.again > summary")]
    folds = [" ".join(node.text().split()) for node in page.css("li.again > details > summary")]

    assert ["Turn", "3–11"] in [words[:2] for words in turns]
    assert "21 → 12" in " ".join(turns[0])
    assert "3× Grandfather's [Defence Power]5–7! Damage 4 → 1." in folds
    assert len(page.css("details.act[open]")) == 2
    assert "wins" in page.css("details.act[open]")[-1].text()


def test_names_stand_in_full_once_a_turn_and_say_whose_they_are(browser: Browser) -> None:
    page = browser.get("/en/seasons/cup/battles/1-2").page
    turn = next(
        node for node in page.css("details.act") if node.text().split()[:2] == ["Turn", "2"]
    )
    called = [node.text() for node in turn.css("bdi.of-home")]

    assert called[0] == "Grandfather Clock"
    assert {*called[1:]} == {"Grandfather"}
    assert {node.attributes.get("lang") for node in turn.css("bdi.of-away")} == {"ja"}
    assert turn.css("li [lang=ja]:not(bdi)") == []


def test_a_battle_leads_to_what_would_have_won_and_can_be_posted(browser: Browser) -> None:
    answer = browser.get("/en/seasons/cup/battles/1-2")
    links = [node.attributes["href"] or "" for node in answer.page.css(".ways a")]
    first, builds, *rest, address = answer.page.css("#excerpt")[0].text().splitlines()
    tried = browser.submit(browser.get("/en/lab/laplaplus"), list="攻響核/アリス\n盾攻/Bob\n")

    assert links == ["/en/seasons/cup/entries/2/what-if#against-1"]
    assert browser.get(links[0]).page.css("tr#against-1") != []
    assert first == "Grandfather Clock VS 雪見だるま – First Hikyaku Cup"
    assert builds == "核限核連防防防防 VS 攻響癒攻硬防癒核"
    assert rest[-1] == "Grandfather Clock wins · on points · turn 30 · HP 15 : 7"
    assert address == "https://cup.example/en/seasons/cup/battles/1-2"
    assert browser.get(tried.location).page.css(".watch") != []


def test_scripts_and_their_data_are_ours_and_small(browser: Browser) -> None:
    answer = browser.get("/ja/seasons/cup/battles/1-2")
    data = answer.page.css(".watch")[0].attributes["data-replay"] or ""

    assert re.fullmatch(r"[\d,\[\]null-]+", data)
    assert len(data) < 30_000
    assert [node.attributes["src"] for node in answer.page.css("script")] != []
    assert answer.page.css("script:not([src])") == []


@pytest.mark.parametrize(
    ("home", "away", "short"),
    [
        ("沈黙する豆腐屋", "雪見だるま駐在所", ("沈黙", "雪見だるま")),
        ("三日月を飲みこんだ目覚まし時計", "雲を質に入れた男", ("三日月", "雲")),
        ("置き忘れられた傘", "「かぎかっこ」を閉じた人", ("置き忘れられた傘", "「かぎかっこ」")),
        ("あなたの構成", "居合の自動ドア", ("あなた", "居合")),
        ("Kuroda's Understudy", "Lot 49 (One Careful Owner)", ("Kuroda", "Lot 49")),
        ("Grandfather Clock", "Bob", ("Grandfather", "Bob")),
        ("Mister Tuesday", "Mister Monday", ("Mister Tuesday", "Mister Monday")),
        ("The Big Umbrella", "The Longest Day", ("The Big", "The Longest")),
        ("雪見だるま", "雪見", ("雪見だるま", "雪見")),
        ("！？", "！？", ("！？", "！？")),
    ],
)
def test_a_short_name_cannot_be_mistaken_for_the_other(
    home: str, away: str, short: tuple[str, str]
) -> None:
    assert short_names(home, away) == short


@pytest.mark.parametrize(
    ("texts", "one"),
    [
        (["3 damage! (HP 25 → 22)", "3 damage! (HP 22 → −2)"], "3 damage! (HP 25 → −2)"),
        (["[Shield]1!", "[Shield]2!", "[Shield]3!"], "[Shield]1–3!"),
        (["\ufdd0No 5\ufdd3 takes 1!", "\ufdd0No 5\ufdd3 takes 1!"], "\ufdd0No 5\ufdd3 takes 1!"),
    ],
)
def test_sentences_that_repeat_are_said_in_one(texts: list[str], one: str) -> None:
    assert merged(texts) == one
