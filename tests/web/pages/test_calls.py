"""A call for cards: cards come by mail and by form, an organiser looks at each, and what was taken is a set that a season plays."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import Session, select
from starlette.testclient import TestClient

from app.engine.workshop import call
from app.errors import SeasonRefused
from app.games import ruleset
from app.games.house import with_cards
from app.jobs.seasons.runs import run
from app.league.archive.structure import read_record
from app.league.archive.verification import verify
from app.league.careers import owners
from app.league.desk import hidings, newcomers
from app.league.entries.pictures import portraits
from app.league.entries.pictures.formats import Portrait, read
from app.league.people import organisers
from app.league.problems import explain
from app.league.results import card_sets, results
from app.league.seasons import seasons as league_seasons
from app.letters.contents import draft
from app.store import entries, seasons
from app.store.database import Database
from app.store.results.parts import SALT_BYTES
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, Picture, Player, Revision, Run
from tests.support import stages
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup

BOB, CAROL = "Bob <bob@example.com>", "Carol <carol@example.com>"
CLOSES = NOW + timedelta(days=3)
YUI = """カード名：夜店のユイ
能力：食・なし
効果：N01[戦闘] 名：百物語
  効果の定義：N01
    名前：肝試し タグ：#night テーマ：カードに書いたテーマ 選ぶもの：相手の一番高い属性
    すること：相手の点を減らす どの点：一つ目の属性 点：3
効果：B09
設定：提灯は消さないで。
作者：ユイ

よろしくお願いします。
"""
TWO = """カード名：ハル 能力：衣・食 効果：B01 効果：B09

カード名：Night Owl 能力：文・理 効果：S01[盾] 効果：S03[学問] タグ：#standard
"""


def by(tell: str = "") -> Organiser:
    return Organiser("olga (1)", NOW, tell=tell)


@pytest.fixture
def postman(database: Database) -> Postman:
    """A call in which the organisers look at each card; Alice has sent one, and confirmed it."""
    open_cup(database, game="fest-cards", titles=("夜の募集", "Night Call"), closes_at=CLOSES)
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        season.approves_newcomers, season.characters = True, 3
    postman = Postman(database)
    postman.enter(YUI)
    return postman


def last(postman: Postman) -> str:
    """The last letter."""
    with postman.database.reading() as session:
        words = draft(session, session.get_one(Letter, postman.last().id))
        return f"{words.subject}\n{' '.join(words.text.split())}"


def waiting(session: Session) -> dict[str, Entry]:
    """The entries that wait, by name."""
    season = seasons.by_slug(session, CUP)
    return {each.name: each.entry for each in entries.waiting(session, season)}


def decide(database: Database, name: str, *, yes: bool, tell: str = "") -> None:
    """The organiser's word about this card."""
    with database.writing() as session:
        decision = newcomers.approve if yes else newcomers.refuse
        decision(session, CUP, waiting(session)[name], by(tell))


def test_a_card_comes_by_mail_and_waits_unseen(postman: Postman, database: Database) -> None:
    told = last(postman)

    assert "相手の一番高い属性（同点なら選ぶ）−3" in told.replace(" ", "")
    assert "効果：N01[戦闘]" in told
    assert postman.builds() == {}
    with Site(database).browser().client as client:
        page = client.get(f"/ja/seasons/{CUP}").text
        assert "夜店のユイ" not in page
        assert "主催者が一つずつ見てから承認します" in page


def test_several_come_in_one_mail_and_each_is_answered(
    postman: Postman, database: Database
) -> None:
    postman.post(TWO)
    postman.post("はい", to=postman.confirm())

    with database.reading() as session:
        assert {*waiting(session)} == {"夜店のユイ", "ハル", "Night Owl"}


def test_everything_that_is_wrong_is_told_and_nothing_is_lost(
    postman: Postman, database: Database
) -> None:
    postman.post(
        "カード名：夜店のユイ 能力：食・夢 効果：S99 効果：B09 タグ：#standard", to=postman.secret()
    )

    told = last(postman)
    assert "能力 2：「夢」は使えません。" in told
    with database.reading() as session:
        assert {*waiting(session)} == {"夜店のユイ"}, "the card of before waits on"


def test_a_no_has_a_reason_and_a_change_waits_anew(postman: Postman, database: Database) -> None:
    decide(database, "夜店のユイ", yes=False, tell="画像の出典を書いてください。")
    assert "画像の出典を書いてください。" in last(postman)

    postman.post(YUI, to=postman.secret())
    decide(database, "夜店のユイ", yes=True)
    before = postman.builds()
    postman.post(YUI.replace("点：3", "点：4"), to=postman.secret())
    assert postman.builds() == before, "what was taken stands until the change is"
    decide(database, "夜店のユイ", yes=True)
    assert "points: 4" in postman.builds()["夜店のユイ"]


def test_an_organiser_sees_the_card_as_it_would_be_printed(
    postman: Postman, database: Database
) -> None:
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    with Site(database).browser().client as client:
        client.post(f"/en/in/{token}")
        page = LexborHTMLParser(client.get(f"/ja/desk/seasons/{CUP}/newcomers").text)

    (text,) = [each.text() for each in page.css(".drawn-card")]
    assert "相手の一番高い属性" in text
    assert "提灯は消さないで。" in text


def publish(postman: Postman) -> TestClient:
    """The call is over, and its set is public."""
    postman.post(TWO)
    postman.post("はい", to=postman.confirm())
    for name in ("夜店のユイ", "ハル", "Night Owl"):
        decide(postman.database, name, yes=True)
    with postman.database.writing() as session:
        league_seasons.close(session, CUP, Organiser("olga", CLOSES))
    list(run(postman.database, CUP, Organiser("olga", CLOSES)))
    with postman.database.writing() as session:
        results.publish(session, CUP, Organiser("olga", CLOSES))
    return Site(postman.database).browser().client


def test_what_was_taken_is_a_set_and_its_file_is_a_part_of_the_rules(postman: Postman) -> None:
    with publish(postman) as client:
        page = LexborHTMLParser(client.get(f"/ja/seasons/{CUP}").text)
        cards = page.css(".card-set .drawn-card")
        text = client.get(f"/seasons/{CUP}/cards.toml").text
        one = client.get(f"/ja/seasons/{CUP}/entries/1").text
        fought = client.get(f"/en/seasons/{CUP}/battles/1-2")

    assert [each.css_first("h3").text() for each in cards] == ["夜店のユイ", "ハル", "Night Owl"]  # type: ignore[union-attr]
    rules = with_cards("fest", text)
    assert rules.house
    assert [each.id for each in rules.house.added] == ["X0101", "X0102", "X0103"]
    assert rules.rules_version in page.html  # type: ignore[operator]
    assert "X0101A「百物語」" in one
    assert "提灯は消さないで。" in one
    assert fought.status_code == 404
    assert "Nothing is fought here" in fought.text


def test_an_organiser_begins_a_season_with_the_cards_of_a_call(postman: Postman) -> None:
    with postman.database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    with publish(postman) as client:
        client.post(f"/en/in/{token}")
        page = LexborHTMLParser(client.get(f"/en/desk/new-season?like={CUP}").text)

    chosen = page.css_first("select[name=game] option[selected]")
    assert chosen
    assert chosen.attributes["value"] == "fest"
    assert "夜店のユイ" in page.css_first("textarea[name=cards]").text()  # type: ignore[union-attr]


def test_of_a_call_there_are_no_ratings_and_nothing_to_try(database: Database) -> None:
    with Site(database).browser().client as client:
        for what in ("rank", "ratings", "hall", "try?build=x"):
            answer = client.get(f"/en/games/fest-cards/{what}", headers={"accept": "text/html"})
            assert answer.status_code == 404, what
        assert client.get("/api/v1/games/fest-cards/ratings").status_code == 404


def test_nobody_wins_a_call(postman: Postman) -> None:
    publish(postman)

    with postman.database.reading() as session:
        run = session.exec(select(Run)).one()
        assert run.winners == []


RIGHTS = (
    "出典：https://example.com/yui.png\n利用条件：改変しないでください\nライセンス：CC BY 4.0\n"
)


def test_source_terms_and_licence_are_kept_sealed_and_printed(
    postman: Postman, database: Database
) -> None:
    postman.post(YUI.replace("作者：", f"{RIGHTS}作者："), to=postman.secret())
    assert "画像の出典: https://example.com/yui.png" in last(postman).replace("：", ": ")

    with publish(postman) as client:
        page = LexborHTMLParser(client.get(f"/ja/seasons/{CUP}/entries/1").text)
        every = client.get(f"/ja/seasons/{CUP}").text
        record = client.get(f"/seasons/{CUP}/record.json").content
        sheets = [
            client.get(f"/ja/seasons/{CUP}{path}").text for path in ("/print", "/entries/1/print")
        ]

    for sheet, cards in zip(map(LexborHTMLParser, sheets), (3, 1), strict=True):
        drawn = sheet.css(".cell .drawn-card")
        assert len(drawn) == cards
        assert drawn[0].css_matches(".crest")
        for told in ("作", "CC BY 4.0", "改変しないでください", "https://example.com/yui.png"):
            assert told in drawn[0].css_first("footer").text()  # type: ignore[union-attr]
    printed = page.css_first(".drawn-card footer").text()  # type: ignore[union-attr]
    assert "CC BY 4.0" in printed
    assert "改変しないでください" in printed
    assert "https://example.com/yui.png" in every
    assert list(verify(read_record(record))) == [], "the seal holds them"


def test_what_is_wrong_is_told_of_a_card_with_rights_too(postman: Postman) -> None:
    """Its answer shows how everything was understood, rights as the rest."""
    postman.post(f"カード名：ナツ 能力：食・夢 効果：B01 効果：B09\n{RIGHTS}", to=postman.secret())

    told = last(postman).replace("：", ": ")
    assert "「夢」は使えません。" in told
    assert "画像の出典: https://example.com/yui.png" in told


def test_a_form_asks_for_them_and_says_what_is_too_long(postman: Postman) -> None:
    here = f"/en/seasons/{CUP}/enter"
    card = {"name": "Haru", "build": "abilities: dress, food effect: B01 effect: B09"}
    with Site(postman.database).browser().client as client:
        form = LexborHTMLParser(client.get(here).text)
        long = client.post(f"{here}/preview", data=card | {"rights-licence": "x" * 201})
        sent = card | {"rights-licence": "CC0", "address": "bob@example.com", "lang": "en"}
        key = form.css_first("input[name=form_key]")
        assert key
        client.post(here, data=sent | {"form_key": key.attributes["value"] or ""})

    assert len(form.css("input[name^=rights-]")) == 3
    assert not form.css("input[name=label-build]")
    assert "“Licence” has 201 characters; at most 200 are allowed." in long.text
    with postman.database.reading() as session:
        revision = session.exec(select(Revision).where(Revision.name == "Haru")).one()
    assert revision.extras == {"rights": {"licence": "CC0"}}


def test_every_door_to_a_call_leads_where_its_cards_are_made(postman: Postman) -> None:
    """A call is nothing that one tries: home, games and its form lead to the workshop, and to no page that is not."""
    with Site(postman.database).browser().client as client:
        home = LexborHTMLParser(client.get("/en/").text)
        links = {each.attributes["href"] or "" for each in home.css("main a")}
        for page in ("/en/games", f"/en/seasons/{CUP}/enter", "/en/games/fest-cards/cards"):
            links |= {
                each.attributes["href"] or ""
                for each in LexborHTMLParser(client.get(page).text).css("main a")
            }
        wrong = {
            link
            for link in links
            if link.startswith("/en/") and client.get(link).status_code not in (200, 303)
        }

    assert not wrong
    assert "/en/games/fest/workshop" in links
    assert "School Festival · 0 cards have arrived" in " ".join(home.css("main")[0].text().split())


def test_what_the_workshop_sends_fills_the_form_and_is_previewed_as_printed(
    postman: Postman,
) -> None:
    here = f"/ja/seasons/{CUP}/enter"
    card = "名前：ハル 作者：ゆい 能力：衣・食 効果：B01 効果：B09"
    with Site(postman.database).browser().client as client:
        form = LexborHTMLParser(client.get(here, params={"build": card}).text)
        shown = LexborHTMLParser(client.post(f"{here}/preview", data={"build": card}).text)
        known = client.post(f"{here}/preview", data={"build": card, "name": "ナツ"}).text

    def value(name: str) -> str:
        found = form.css_first(f"#entry [name={name}]")
        assert found
        return found.attributes.get("value") or found.text().strip()

    assert value("name") == "ハル"
    assert value("build") == card
    printed = shown.css_first(".preview .drawn-card")
    assert printed
    assert "ハル" in printed.text(), "the name need not be typed again"
    assert "自分の意＋4。" in printed.text()
    assert "ナツ" in (LexborHTMLParser(known).css_first(".drawn-card h3") or printed).text()


PLANE = "カード名：紙飛行機 英語の名前：Paper Plane 一文字表記：紙 系統：ダメージ系 フォース：1"


def a_set(database: Database) -> str:
    """The version of the rules with the cards of a call that is over."""
    open_cup(database, game="laplaplus-cards")
    postman = Postman(database)
    postman.enter(PLANE)
    kite = PLANE.replace("紙飛行機", "凧").replace("Paper Plane", "Kite").replace("：紙", "：凧")
    postman.enter(kite, "Bob <bob@example.com>")
    with database.writing() as session:
        league_seasons.close(session, CUP, by())
    stages.publish(database, CUP)
    with database.reading() as session:
        made = card_sets.of_season(session, seasons.by_slug(session, CUP))
    assert made
    return with_cards("laplaplus", made.text).rules_version


def test_its_page_says_where_a_card_is_legal_and_how_it_fared(database: Database) -> None:
    version = a_set(database)
    here = f"/en/seasons/{CUP}/entries/1"
    with Site(database).browser().client as client:
        first = client.get(here)
        stages.a_season(database, "", ["攻紙核", "核", "盾核", "紙"], rules=version)
        running = client.get(here, headers={"If-None-Match": first.headers["etag"]}).text
        stages.publish(database)
        told = LexborHTMLParser(client.get(here).text)

    assert "in no season at the moment" in first.text
    assert '<a href="/en/seasons/cup">' in running
    words = " ".join(told.body.text().split()) if told.body else ""
    assert version in words
    assert "In 2 of 4 builds." in words
    assert "Best together with" in words
    assert told.css('a[href^="/en/seasons/cup/battles/"]')


def test_programs_read_the_set(database: Database) -> None:
    version = a_set(database)
    stages.a_season(database, "", ["核", "盾"])
    stages.publish(database)
    with Site(database).browser().client as client:
        made = client.get(f"/api/v1/seasons/{CUP}/cards").json()
        page = client.get(f"/seasons/{CUP}/cards.json", follow_redirects=True).json()
        other = client.get("/api/v1/seasons/cup/cards")

    card, _ = made["cards"]
    assert page == made
    assert (made["game"], made["set"], made["rules"]) == ("laplaplus", 1, version)
    assert card["name"] == {"ja": "紙飛行機", "en": "Paper Plane"}
    assert card["data"]["force"] == 1
    assert card["rights"] == {}
    assert card["text"]["ja"]
    assert other.status_code == 404


def test_letters_and_pages_of_a_call_speak_of_no_battle(postman: Postman) -> None:
    asked = "".join(last(postman).split())
    with publish(postman) as client:
        home = client.get("/ja/").text
        gallery = client.get(f"/ja/seasons/{CUP}/characters", follow_redirects=False)
    told = last(postman)
    with postman.database.reading() as session:
        kinds = {
            each.kind: draft(session, session.get_one(Letter, each.id))
            for each in postman.letters()
        }

    assert "主催者が一つずつ確認してから" in asked
    assert "採用されました" in kinds["approval"].subject
    assert "あらためて承認が必要で" in "".join(kinds["approval"].text.split())
    assert "採用された3枚のうちの1枚です" in "".join(told.split())
    for said in (told, kinds["report"].html):
        assert not re.search("優勝|勝点|順位|対戦相手|受賞|/lab/|/battles/", said)
    assert "優勝" not in home
    assert "#watch" not in home
    assert gallery.headers["location"] == f"/ja/seasons/{CUP}"


def test_the_page_of_an_author_counts_no_call_among_seasons_that_were_fought(
    postman: Postman,
) -> None:
    with publish(postman), postman.database.writing() as session:
        player = session.exec(select(Player).where(Player.address == "alice@example.com")).one()
        owners.choose(player, wanted=True)
        token = player.owner_page
    with Site(postman.database).browser().client as client:
        page = LexborHTMLParser(client.get(f"/en/owners/{token}").text)

    told = page.body.text() if page.body else ""
    assert "Night Owl" in told
    assert "Best place" not in told
    assert "Titles won" not in told
    assert "0-2-0" not in told


def test_a_mail_of_sixty_cards_brings_fifty_and_names_the_rest(
    postman: Postman, database: Database
) -> None:
    with database.writing() as session:
        seasons.by_slug(session, CUP).characters = 100
    postman.post(
        "\n\n".join(f"カード名：ハル{at} 能力：衣・食 効果：B01 効果：B09" for at in range(1, 61)),
        to=postman.secret(),
    )

    assert "ハル51" in last(postman)
    with database.reading() as session:
        assert len(waiting(session)) == 51


ALIKE = """カード名：ハル 英語名：Night Owl 能力：衣・食 効果：B01 効果：B09

カード名：ナツ 英語名：night owl 能力：衣・食 効果：B01 効果：B09
"""


def test_two_cards_that_no_game_can_have_together_never_come_into_one_set(
    postman: Postman, database: Database
) -> None:
    """R39: decks and orders know a card by its names. The second is refused by the organiser's page, and at entry."""
    postman.post(ALIKE, to=postman.secret())
    decide(database, "ハル", yes=True)
    with pytest.raises(SeasonRefused) as refusal:
        decide(database, "ナツ", yes=True)
    (problem,) = refusal.value.problems
    assert "night owl is already a name of" in explain(problem, "en")

    postman.post(ALIKE.split("\n\n")[1].replace("ナツ", "フユ"), to=postman.secret())
    assert "英語名：「night owl」はもう" in last(postman)
    with database.reading() as session:
        assert {*waiting(session)} == {"夜店のユイ", "ナツ"}


OWN = """カード名：{name} 能力：食・なし
効果：N01[戦闘] 名：見回り 効果の定義：N01
名前：夜回り タグ：{tag} テーマ：カードに書いたテーマ 選ぶもの：相手の一番高い属性 すること：相手の点を減らす どの点：一つ目の属性 点：{points}
効果：B09
"""


def enter(postman: Postman, by: str, **card: object) -> str:
    """Another player sends a card with an effect of their own, and stands by it; what they hear."""
    postman.post(OWN.format(**card), sender=by)
    heard = last(postman)
    if "「#" not in heard:
        postman.post("はい", sender=by, to=postman.confirm())
    return heard


def test_a_tag_has_one_author_and_everybody_may_quote(postman: Postman, database: Database) -> None:
    """R38: the list of a tag is its author's; an effect that is equal to one of it may stand under it on anybody's card."""
    decide(database, "夜店のユイ", yes=True)

    assert "「#night」の効果は、「夜の募集」で" in enter(
        postman, BOB, name="ハル", tag="#night", points=4
    )
    assert "#night" in enter(postman, BOB, name="ハル", tag="#nigh-t", points=4)
    enter(postman, BOB, name="ハル", tag="#night", points=3)
    enter(postman, CAROL, name="ナツ", tag="#carol", points=4)
    decide(database, "ハル", yes=True)
    decide(database, "ナツ", yes=True)
    postman.post(OWN.format(name="フユ", tag="#night", points=5), to=postman.secret())

    with database.reading() as session:
        assert {*waiting(session)} == {"フユ"}, "its author goes on with the list"


@pytest.mark.parametrize(
    "tag", ["#рbm-std", "＃pbm-std", "#pbm\u200b-std", "#pbrn-std", "#s7andard\u0301", "#pbmstd"]
)  # fmt: skip
def test_no_own_tag_looks_like_one_of_the_house(tag: str, postman: Postman) -> None:
    postman.post(OWN.format(name="ハル", tag=tag, points=3), to=postman.secret())

    assert "ハル" in last(postman)
    with postman.database.reading() as session:
        assert {*waiting(session)} == {"夜店のユイ"}


def test_what_belongs_to_the_entry_is_no_part_of_the_rules(postman: Postman) -> None:
    """The author's name may be hidden and erased, so the version of the rules does not hang on it."""
    game = ruleset("fest")
    card = call.read(
        game,
        YUI.split("設定", maxsplit=1)[0].split("\n", 1)[1]
        + "フレーバー：提灯は消さないで。 作者：ユイ",
    )

    assert "提灯" not in call.as_set(game, [("ユイ", card.data)])
    assert (card.author, card.stories) == ("ユイ", ("B09 – 提灯は消さないで。",))


def test_flavour_of_an_effect_is_told_and_hidden_with_the_story_of_its_card(
    postman: Postman, database: Database
) -> None:
    """No rules and no record keep it: of the build is left what is played."""
    told = YUI.replace("名：百物語", "名：百物語 フレーバー：ろうそくは百本。")
    postman.post(told, to=postman.secret())
    with publish(postman) as client, database.reading() as session:
        season = seasons.by_slug(session, CUP)
        made = card_sets.of_season(session, season)
        assert made
        listed = f"/ja/games/fest/cards/{with_cards('fest', made.text).rules_version}"
        paths = (listed, f"/ja/seasons/{CUP}", f"/seasons/{CUP}/record.json")
        before = [client.get(path).text for path in paths]
        with database.writing() as writing:
            entry = next(each for each in entries.of_season(writing, season) if each.number == 1)
            hidings.hide(writing, CUP, entry, "lore", Organiser("olga", CLOSES, tell="権利"))
        after = [client.get(path).text for path in paths]

    assert "百物語 – ろうそくは百本。" in before[0]
    assert all("ろうそく" in text for text in before)
    assert not any("ろうそく" in text for text in after)
    assert f"/ja/seasons/{CUP}/entries/1" in after[0], "it still leads to its page"


def coloured(colour: str) -> Portrait:
    """A picture of one colour."""
    out = BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return read(out.getvalue())


def test_another_picture_of_a_card_that_was_taken_waits_for_another_yes(
    postman: Postman, database: Database
) -> None:
    """What was accepted is what is shown."""
    with database.writing() as session:
        (revision,) = entries.waiting(session, seasons.by_slug(session, CUP))
        portraits.keep(session, revision, coloured("red"), NOW)
    decide(database, "夜店のユイ", yes=True)
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        (entry,) = entries.of_season(session, season)
        for colour in ("green", "blue"):
            portraits.change(session, season, entry, coloured(colour), NOW + timedelta(hours=1))
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    with Site(database).browser().client as client:
        client.post(f"/en/in/{token}")
        page = LexborHTMLParser(client.get(f"/ja/desk/seasons/{CUP}/newcomers").text)

    assert page.css_matches(".drawn-card img[src^='data:image/webp']"), "it is looked at"
    with database.reading() as session:
        (entry,) = entries.of_season(session, seasons.by_slug(session, CUP))
        assert is_red(portraits.own(session, entry))
    decide(database, "夜店のユイ", yes=True)
    with database.reading() as session:
        (entry,) = entries.of_season(session, seasons.by_slug(session, CUP))
        assert not is_red(portraits.own(session, entry))


def test_a_card_that_waits_for_its_picture_has_a_seal_of_the_kind_of_its_season(
    postman: Postman, database: Database
) -> None:
    decide(database, "夜店のユイ", yes=True)
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        season.proof = 1
        (entry,) = entries.of_season(session, season)
        portraits.change(session, season, entry, coloured("red"), NOW + timedelta(hours=1))

        (revision,) = entries.waiting(session, season)
        assert len(revision.salt) == SALT_BYTES


def is_red(picture: Picture | None) -> bool:
    assert picture
    colour = Image.open(BytesIO(picture.content)).convert("RGB").getpixel((2, 2))
    return isinstance(colour, tuple) and colour[0] > 150 > colour[1] + colour[2]
