"""Cards of the school festival: called for, changed, taken and taken down, played by mail and web, and brought to another site."""

import re
from datetime import timedelta
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Final

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.jobs.seasons.runs import run
from app.league.archive import record, verification
from app.league.matches import beginnings
from app.league.matches.settings import GRACE, MatchSettings
from app.league.people import organisers
from app.league.results import card_sets, results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan
from app.store import seasons
from app.store.database import Database
from app.store.tables import SeasonState
from tests.support.asking import Client
from tests.support.browser import values
from tests.support.browsers import Browser, Site
from tests.support.mail_seasons import (
    CLOSES,
    OPENS,
    Post,
    blocks_in,
    mailboxes,
    next_deadline,
    olga,
    records_of,
    state_of,
    suggested,
    text_of,
    waiting,
)
from tests.web.archive.reading import opened
from tests.web.archive.test_restoration import archived, comes_back
from tests.web.pages.test_season_desk import fields

FRIGHT: Final = """効果の定義：N01 名前：肝試し 英語名：Test of Courage タグ：#night テーマ：カードに書いたテーマ
選ぶもの：相手の一番高い属性 すること：相手の点を減らす どの点：一つ目の属性 点：3"""
SHEET: Final = """カード名：白い布の係 英語名：White Sheet Crew
能力：心・技
効果：N01 名：ばさり 効果の定義：N01 名前：白い布 英語名：White Sheet タグ：#night すること：自分の点を増減する どの点：審査点 点：1
効果：S03[学問]
作者：ハル
"""
HARU: Final = f"""カード名：夜店のユイ 英語名：Yui of the Night Stalls
能力：食・なし
効果：N01[戦闘] 名：百物語 フレーバー：ろうそくは百本。
{FRIGHT}
効果：B09 名：笑う門
設定：提灯は消さないで。
作者：ハル

{SHEET}
カード名：花火師カイ 英語名：Kai the Firework Maker 能力：住・体 効果：B16 効果：B17 作者：ハル
"""
ALICE: Final = """Card name: Night Owl
abilities: humanities, science
effect: S01[shield] called: Wide Awake effect: S03[academics]
author: alice
flavour: Never before noon.

Card name: Noon Bell
abilities: dress, none
effect: N01 called: Twelve Strokes effect definition: N01
name: Noon tag: #noon what it does: all your attributes rise or fall points: 2
effect: B01
author: alice

Card name: Lantern Maker abilities: food, arts effect: B02 effect: B14 author: alice
"""
CLEO: Final = """Card name: Ghost of Class 3 abilities: none, technique effect: B13 effect: B18 author: cleo

Card name: Rope Dancer abilities: physique, dress effect: B04 effect: B11 author: cleo
"""
BOB: Final = (
    {
        "name": "Lost Property",
        "build": f"能力：心・芸 効果：N01[戦闘] 名：Whose Umbrella フレーバー：It drips. {FRIGHT} 効果：B19",
        "lore": "Forty umbrellas, one owner.",
        "rights-source": "https://example.com/umbrellas.png",
    },
    {"name": "Paper Moon", "build": "abilities: space, none effect: S01[will] effect: S02[sword]"},
)
SORA: Final = (
    {"name": "屋上のソラ", "build": "能力：理・体 効果：B12 技名：星の貸し借り 効果：B20"},
    {
        "name": "昼の鐘つき",
        "build": "能力：なし・芸 効果：N01 効果の定義：N01 名前：正午 タグ：#noon "
        "すること：自分の三属性を増減する 点：2 効果：B23 フレーバー：まだ寝ている。",
    },
)
CARDS: Final = (
    *("夜店のユイ", "花火師カイ", "Night Owl", "Noon Bell", "Lantern Maker", "Ghost of Class 3"),
    *("Rope Dancer", "Lost Property", "Paper Moon", "屋上のソラ", "昼の鐘つき", "白い布の係"),
)
"""All twelve in the order in which their authors stood by them; the last one was taken when it had been changed."""
STORIES: Final = ("Forty umbrellas", "It drips", "umbrellas.png")
"""What is taken down with the picture of the eighth."""
DECKS: Final = {
    "haru": "夜店のユイ×3\n花火師カイ×3\n白い布の係×3\n昼の鐘つき×3\n屋上のソラ×3",
    "alice": "3 Night Owl\n3 Noon Bell\n3 Lantern Maker\n3 Ghost of Class 3\n3 Rope Dancer",
    "bob": "5xX0108 5xX0109 5xX0101",
}


class Fair:
    """The site, its post, the organiser's browser, and those of two authors who write no mail."""

    def __init__(self, post: Post) -> None:
        self.post, self.database = post, post.database
        self.site = Site(post.database)
        self.bob, self.sora = self.site.browser("192.0.2.1"), self.site.browser("192.0.2.2")

    def work(self) -> None:
        """A minute later everything due is done, and pages know the hour."""
        self.post.work()
        self.site.clock.now = self.post.now

    def desk(self) -> Client:
        """A browser of the organiser's."""
        with self.database.writing() as session:
            token = organisers.appoint(session, "olga@example.com", "Olga", self.post.now)
        desk = self.site.browser("192.0.2.9").client
        assert desk.post(f"/en/in/{token}").status_code == 303
        return desk

    def last(self, name: str, kind: str = "") -> str:
        """The last letter to them, on one line."""
        letter = self.post.last(name, kind)
        return f"{letter['Subject']} {' '.join(text_of(letter).split())}"

    def enter(
        self, browser: Browser, lang: str, sent: dict[str, str], slug: str, **to: str
    ) -> None:
        """The form is filled in, with a picture where it is a card, and the letter that asks is answered."""
        form = browser.get(f"/{lang}/seasons/{slug}/enter")
        colour = "red" if sent["name"] == "Lost Property" else "green"
        files = {"picture": ("me.png", png(colour))} if slug == "call" else None
        who = {"owner": to["owner"], "address": f"{to['owner']}@example.com", "lang": lang}
        first = form.page.css_first("main form[enctype]")
        assert first
        answer = browser.post(form.at, values(first) | sent | who, files=files)
        assert answer.status == 303, answer.text()
        self.work()
        if link := re.search(r"/\S+/confirm/\S+", text_of(self.post.last(to["owner"]))):
            assert browser.submit(browser.get(path_of(link[0]))).status == 303
            self.work()

    def decide(self, desk: Client, name: str, act: str, tell: str = "") -> None:
        """The organiser says yes or no to the card of this name, which they see as it would be printed."""
        here = "/ja/desk/seasons/call/newcomers"
        items = LexborHTMLParser(desk.get(here).text).css(".log > li")
        (item,) = [each for each in items if name in found(each, "b").text()]
        assert name in found(item, ".drawn-card h3").text()
        post(desk, found(item, "form"), tell=tell, act=act)


def png(colour: str) -> bytes:
    out = BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return out.getvalue()


def path_of(link: str) -> str:
    return "/" + link.removeprefix("//").partition("/")[2]


def found(node: LexborNode | LexborHTMLParser, selector: str) -> LexborNode:
    first = node.css_first(selector)
    assert first, selector
    return first


def post(client: Client, form: LexborNode, **changes: str) -> None:
    """The form of a page is sent, and what it asks for is done."""
    answer = client.post(form.attributes["action"] or "", data=values(form) | changes)
    assert answer.status_code == 303, answer.text


@pytest.mark.slow
def test_cards_are_called_for_and_played_and_go_elsewhere(
    sqlite_template: Path, database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here.db").write_bytes(sqlite_template.read_bytes())
    here = Database(f"sqlite:///{tmp_path / 'here.db'}")
    with mailboxes(here, tmp_path, monkeypatch) as mail:
        fair = Fair(mail)
        call_for_cards(fair)
        five_authors_send_twelve(fair)
        the_organiser_looks_at_each(fair)
        they_are_published(fair)
        one_is_taken_down(fair)
        a_season_begins_with_them(fair)
        three_bring_decks_of_them(fair)
        they_play_by_turns(fair)
        the_results_tell_of_them(fair)
        for slug in ("call", "cup"):
            files = opened(archived(here, mail.now, slug))
            assert [
                n for n, file in files.items() if any(s.encode() in file for s in STORIES)
            ] == []
            comes_back(here, database, mail.now, slug)
        there_it_is_as_it_was(fair, database)


def call_for_cards(fair: Fair) -> None:
    with fair.database.writing() as session:
        plan = Plan("fest-cards", "call", "夜の募集", "Night Call", closes_at=CLOSES)
        season = league_seasons.create(session, plan, olga(OPENS))
        season.approves_newcomers, season.characters = True, 4
        league_seasons.open_season(session, "call", olga(OPENS))


def five_authors_send_twelve(fair: Fair) -> None:
    """Three by mail, several a mail; two by page, with pictures. Whatever they hear speaks of cards."""
    for name, text in (("haru", HARU), ("alice", ALICE), ("cleo", CLEO)):
        fair.post.send(name, text)
    fair.work()
    assert "次のカードが届きました" in fair.last("haru").replace(" ", "")
    for name in ("haru", "alice", "cleo"):
        fair.post.answer(name, "はい" if name == "haru" else "yes")
    fair.work()
    told = "".join(fair.last("haru").split())
    assert "百物語」相手の一番高い属性（同点なら選ぶ）−3" in told
    assert "提灯は消さないで。百物語–ろうそくは百本。" in told, (
        "neither story took the other's place"
    )
    for card in BOB:
        fair.enter(fair.bob, "en", card, "call", owner="bob")
    for card in SORA:
        fair.enter(fair.sora, "ja", card, "call", owner="sora")
    names = ("haru", "alice", "cleo", "bob", "sora")
    for letter in (each for name in names for each in fair.post.letters(name)):
        html = letter.get_body(("html",))
        assert html
        for said in (str(letter["Subject"]), text_of(letter), str(html.get_content())):
            assert not re.search("キャラクター|[Cc]haracter|出場", said)
    assert "12枚" not in fair.bob.get("/ja/").html, "nobody sees what waits"


def the_organiser_looks_at_each(fair: Fair) -> None:
    """One is sent back with a reason and comes again; another gets a picture, which waits like any change."""
    desk = fair.desk()
    shown = LexborHTMLParser(desk.get("/en/desk/seasons/call/newcomers").text)
    assert len(shown.css(".drawn-card")) == 12
    assert len(shown.css(".drawn-card img.picture")) == 4
    fair.decide(desk, "白い布の係", "no", "1点では弱すぎませんか。")
    for name in CARDS[:-1]:
        fair.decide(desk, name, "yes")
    fair.work()
    refused = next(
        each for each in fair.post.letters("haru", "approval") if "せんでした" in each["Subject"]
    )
    assert "1点では弱すぎませんか。" in text_of(refused)
    fair.post.send("haru", SHEET.replace("点：1", "点：2"), str(fair.post.last("haru")["Reply-To"]))
    fair.work()
    fair.decide(desk, "白い布の係", "yes")
    alice = fair.site.browser("192.0.2.3")
    link = re.search(r"/\S+/en/my/\S+", text_of(fair.post.last("alice", "several")))
    assert link
    alice.open(path_of(link[0]))
    others = alice.get("/en/seasons/call/my").page.css("a[href*='character=']")
    links = {each.text().strip(): each.attributes["href"] or "" for each in others}
    form = found(alice.get(links["Lantern Maker"]).page, "form[action$='/my/picture']")
    files = {"picture": ("lantern.png", png("blue"))}
    sent = alice.post(form.attributes["action"] or "", values(form), files=files)
    assert sent.status == 303
    fair.decide(desk, "Lantern Maker", "yes")


def they_are_published(fair: Fair) -> None:
    fair.post.now = CLOSES
    fair.work()
    list(run(fair.database, "call", olga(fair.post.now)))
    with fair.database.writing() as session:
        results.publish(session, "call", olga(fair.post.now))
    fair.work()
    page = LexborHTMLParser(fair.bob.get("/ja/seasons/call").html)
    drawn = [each.text() for each in page.css(".card-set h3")]
    assert sorted(drawn) == sorted(CARDS)
    authors = page.css("main a[href^='#by-']")
    assert len(authors) == 5, "each leads to the first card of that author"
    assert all(page.css(each.attributes["href"] or "") for each in authors)
    assert len(page.css(".card-set img.picture")) == 5
    assert "ろうそくは百本。" in found(page, ".card-set").text()
    assert "採用された12枚のうちの1枚です" in "".join(fair.last("haru").split())


def one_is_taken_down(fair: Fair) -> None:
    """A reader says whose the picture is; it goes with all that is told of it, and the card's rules stay."""
    before = public(fair)
    assert all(any(told in text for text in before.values()) for told in STORIES)
    reader = fair.site.browser("192.0.2.8").client
    said = {"what": "rights", "text": "I drew this.", "address": "erika@example.com"}
    assert reader.post("/en/seasons/call/entries/8/report", data=said).status_code == 200
    desk = fair.desk()
    address = (
        found(LexborHTMLParser(desk.get("/en/desk/reports").text), "a[href*='/hide/']").attributes[
            "href"
        ]
        or ""
    )
    picture = re.search(r"/pictures/[0-9a-f]+\.webp", before["/en/seasons/call/entries/8"])
    assert picture
    assert reader.get(picture[0]).status_code == 200
    for part in ("picture", "lore"):
        form = found(LexborHTMLParser(desk.get(address).text), "main form")
        form.attrs["action"] = address
        post(desk, form, tell="It is somebody else's.", hide=part)
    queue = LexborHTMLParser(desk.get("/en/desk/reports").text)
    post(desk, found(queue, "form[action*='/desk/reports/']"), tell="Thank you, it is gone.")
    fair.work()
    assert reader.get(picture[0]).status_code == 404
    assert "it is gone" in fair.last("erika")
    assert "somebody else's" in fair.last("bob")
    after = public(fair)
    for path, text in after.items():
        assert not any(told in text for told in (*STORIES, picture[0])), path
    assert "highest attribute (of equals you choose) −3" in after["/en/seasons/call/entries/8"]
    assert before["/seasons/call/cards.toml"] == after["/seasons/call/cards.toml"]


def public(fair: Fair, *more: str) -> dict[str, str]:
    """Everything of the call that everybody can read, by address."""
    paths = (
        *(
            "/en/seasons/call",
            "/ja/seasons/call",
            "/en/seasons/call/entries/8",
            "/en/seasons/call/seals",
        ),
        *("/seasons/call/cards.toml", "/api/v1/seasons/call/cards", "/seasons/call/record.json"),
        *("/en/seasons/call/feed.atom", *more),
    )
    browser = fair.site.browser("192.0.2.7")
    answers = {path: browser.get(path) for path in paths}
    assert {path: each.status for path, each in answers.items() if each.status != 200} == {}
    return {path: each.html for path, each in answers.items()}


def a_season_begins_with_them(fair: Fair) -> None:
    """The organiser's form has the set in it; it is played by turns, a deck of fifteen each."""
    desk = fair.desk()
    new = fields(desk, "/en/desk/new-season?like=call")
    ticked = {f"day{day}": "yes" for day in range(7)} | {"format": "round-robin", "slug": "cup"}
    titles = {"title_ja": "カードの学園祭", "title_en": "Festival of Cards"}
    answer = desk.post("/en/desk/new-season", data=new | ticked | titles)
    assert answer.status_code == 303, answer.text
    settings = MatchSettings(hours=24, config={"petit": True}, early=False)
    with fair.database.writing() as session:
        season = seasons.by_slug(session, "cup")
        season.closes_at = fair.post.now + timedelta(days=1)
        beginnings.arrange(session, season, settings)
        league_seasons.open_season(session, "cup", olga(fair.post.now))


def three_bring_decks_of_them(fair: Fair) -> None:
    fair.post.send("haru", f"名前：放課後\n構築：\n{DECKS['haru']}\n大会：カードの学園祭\n")
    fair.post.send(
        "alice", f"Name: Late Shift\nBuild: {DECKS['alice']}\nSeason: Festival of Cards\n"
    )
    fair.work()
    for name, yes in (("haru", "はい"), ("alice", "yes")):
        fair.post.answer(name, yes)
    fair.work()
    assert "×3 白い布の係" in fair.last("haru", "receipt")
    rain = {"name": "Rain Check", "build": DECKS["bob"]}
    fair.enter(fair.bob, "en", rain, "cup", owner="bob")
    fair.post.now += timedelta(days=1)
    fair.work()


def they_play_by_turns(fair: Fair) -> None:
    """Haru orders by name in Japanese, Alice by number, Bob on his page, where each card says what it would do."""
    got = {"haru": 0, "alice": 0}
    hints = set[str]()
    while waiting(fair.database):
        for name, before in got.items():
            letters = fair.post.letters(name, "turn")
            if len(letters) > before and blocks_in(letters[-1]):
                fair.post.answer(name, ordered(name, letters[-1]))
            got[name] = len(letters)
        link = re.search(r"/\S+/en/my/\S+", text_of(fair.post.last("bob", "turn")))
        assert link
        fair.bob.open(path_of(link[0]))
        hints |= orders_on_page(fair.bob)
        fair.work()
        for name in got:
            assert not any("^^" in text_of(each) for each in fair.post.letters(name, "orders"))
        fair.post.now = next_deadline(fair.database) + GRACE
        fair.work()
    assert any(re.search(r"sword[+−]\d", each) for each in hints), (
        "what a card would do, below its name"
    )
    decided = {
        (head["seats"][seat], by)
        for head, *lines in records_of(fair.database)
        for line in lines
        for seat, by in line.get("by", {}).items()
    }
    assert {(name, "plan") for name in ("放課後", "Late Shift", "Rain Check")} <= decided
    assert state_of(fair.database) is SeasonState.REVIEW


def ordered(name: str, letter: EmailMessage) -> str:
    """The orders that the letter suggests; Haru calls cards by their names."""
    orders = suggested(letter)
    named = {
        "X0101": "夜店のユイ",
        "X0102": "花火師カイ",
        "X0110": "屋上のソラ",
        "X0111": "昼の鐘つき",
        "X0112": "白い布の係",
    }
    for id, called in named.items() if name == "haru" else ():
        orders = re.sub(rf"{id}\b", called, orders)
    return orders


def orders_on_page(bob: Browser) -> set[str]:
    """All his matches that wait get the orders of a hint; what the cards of his hand say below their names."""
    hints = set[str]()
    for link in bob.get("/en/seasons/cup/my").page.css("#matches li a"):
        here = link.attributes["href"] or ""
        if form := bob.get(here).page.css_first("form.orders"):
            hints |= {each.text() for each in form.css(".hand .note-of")}
            sheets = " ".join(each.text() for each in form.css(".hand .sheet"))
            assert "by bob" in sheets or "by ハル" in sheets
            assert not any(told in sheets for told in STORIES)
            hint = found(bob.post(here, values(form) | {"act": "hint"}).page, "form.orders")
            assert bob.post(here, values(hint) | {"act": "send"}).status == 303
    return hints


def the_results_tell_of_them(fair: Fair) -> None:
    with fair.database.writing() as session:
        results.publish(session, "cup", olga(fair.post.now))
    fair.work()
    report = fair.last("haru", "report")
    assert re.search(
        "X01(01 夜店のユイ|02 花火師カイ|10 屋上のソラ|11 昼の鐘つき|12 白い布の係)", report
    )
    replay = fair.bob.get("/ja/seasons/cup/matches/2-1/replay?page=12")
    sheets = " ".join(each.text() for each in replay.page.css(".sheet"))
    assert replay.page.css(".sheet img[src^='/pictures/']")
    assert "作者：" in sheets
    with fair.database.reading() as session:
        version = seasons.by_slug(session, "cup").rules_version
    listed = public(fair, f"/en/games/fest/cards/{version}", "/en/seasons/cup")
    assert "ろうそくは百本。" in listed[f"/en/games/fest/cards/{version}"]
    assert not any(told in text for told in STORIES for text in listed.values())
    assert "Festival of Cards" in listed["/en/seasons/call/entries/8"], "how the card fared there"


def there_it_is_as_it_was(fair: Fair, elsewhere: Database) -> None:
    """Everything holds; the same set with the same number; and nothing of what was taken down has come along."""
    with fair.database.reading() as mine, elsewhere.reading() as theirs:
        sets = [card_sets.of_season(each, seasons.by_slug(each, "call")) for each in (mine, theirs)]
        one, another = sets
        assert one
        assert another
        assert (one.number, one.version, one.text) == (
            another.number,
            another.version,
            another.text,
        )
        for slug in ("call", "cup"):
            told = record.public_record(theirs, seasons.by_slug(theirs, slug), fair.post.now)
            assert [*verification.verify(told)] == []
            assert not any(each in told.model_dump_json() for each in STORIES)
    site = Site(elsewhere)
    site.clock.now = fair.post.now
    page = site.browser().get("/en/seasons/call/entries/8")
    assert "hidden by the organisers" in page.text()
    assert not page.page.css(".drawn-card img.picture")
    assert "−3" in page.text(".drawn-card")
