"""Whoever is in changes their entry in a sentence, as people say it, and keeps the rest."""

from dataclasses import replace
from datetime import timedelta
from time import perf_counter
from typing import Any

import pytest

from app.engine import Lang
from app.errors import SubmissionRejected
from app.games import ruleset, slugs
from app.league.entries.contents import Submission
from app.letters.contents import RenderedLetter, render
from app.letters.receipts import change_samples
from app.mail.reading.changes.change import changed
from app.mail.reading.changes.sentences import changes_in
from app.mail.reading.phrases import BOOK
from app.store.database import Database
from app.store.tables import Letter, Mail, MailAction
from tests.support.posting import ENTRY, Postman, open_cup
from tests.support.tables import by_row

LAPLAPLUS, SHIDEN = ruleset("laplaplus"), ruleset("shiden-issen-2")
ALICE = Submission("Mister Tuesday", "攻響核", "alice", "Always.")
MURAI = Submission("ムライ", "閃閃交硬果", extras={"flavour": ["紅蓮", None, "十字"]})
BUILDS = """
攻響響: 3枚目をエコーに変えてください。 / 三枚目のコアをエコーに / replace the third card with Echo / Same as last time, but with Echo instead of Core.
攻響硬: 春子です。コアをハードコアに差し替えたいです。 / yes, but make the last card a Hard Core / 3枚目はコアではなくハードコアです。 / 最後の核を硬に
響攻核: swap my first and second card / 一番上のカードと二枚目を入れ替えて / Hi, please switch the order of Attack and Echo! / swap 1 and 2 / 1枚目と2枚目を入れ替えてもらえますか？
攻核響: Could you swap Echo and Core? / 2枚目と3枚目の順番を逆にしてもらえますか。 / Can Echo and Core trade places? / move the third card up one / コアをエコーの上に移動してください
攻盾核: My mistake - I meant Shield instead of Echo! / Please take out Echo and put Shield in its place. / 構成のエコーをシールドに変更お願いします / エコーじゃなくてシールドでした。 / second to last card should be Shield / swap Echo for Shield
攻核: plz remove teh second card. thx / エコーを抜いてください。 / Get rid of Echo please.
攻響: hello again, please drop the last card, i have a plan ;-) / 一番下のカードを外してください
攻響核核: Add a Core at the end please / 最後にコアを足して / 一番最後にコアを一枚足したいのですが、お願いできますか。 / add another Core / Stick another Core on the bottom.
攻響核核核: I'd like to add two Cores at the end. / コアを2枚足してください
攻響核盾: いちばん下にシールドを1枚追加でお願いします。
攻盾響核: Please put Shield between Attack and Echo. / add Shield before Echo / エコーの前にシールドを追加でお願いします
速攻響核: Please put a Quick on top of everything. / 一番上にクイックを入れて
核攻響: Please move Core to the top. / Could you move the Core up to the top? / コアを一番上にしてください / Move the last card to the front.
連響硬: 1枚目を連撃に、3枚目をハードコアに変更をお願いいたします。 / Card 1 should be Flurry and card 3 should be Hard Core.
盾攻響: Remove the third card and add a Shield on top.
攻盾核核: 構成を攻盾核核に変更します。名前と設定はそのままでお願いします🙏 / Please change my build to Attack, Shield, Core and Core.
連響核: change Attack to Flurry / 攻を連に変えて / First card: Flurry / 攻撃→連撃 / Attack -> Flurry
"""
FIELDS = [
    ("名前を「夕霧の鈴」に変更してください。", {"name": "夕霧の鈴"}),
    ("名前が間違っていました。正しい名前は「朝の鐘」です。", {"name": "朝の鐘"}),
    ("could you rename him to “Mister Wednesday, Probably”?", {"name": "Mister Wednesday, Probably"}),
    ("Change his name to Dr. Fell please.", {"name": "Dr. Fell"}),
    ("rename him to Salt and Pepper", {"name": "Salt and Pepper"}),
    ("My character should be called Ann O'Malley.", {"name": "Ann O'Malley"}),
    ("New name: Mister Thursday\n\nEverything else stays as it is.", {"name": "Mister Thursday"}),
    ("rename him to Bob and swap the first two cards", {"name": "Bob", "build": "響攻核"}),
    ("名前を夕霧の鈴に、3枚目をエコーに変更してください", {"name": "夕霧の鈴", "build": "攻響響"}),
    ("Sorry: the owner should be Wren instead of alice.", {"owner": "Wren"}),
    ("オーナーを「はるこ」に、設定を「夜。」にしてください。", {"owner": "はるこ", "lore": "夜。"}),
    ("the url should be http://example.com/x", {"url": "http://example.com/x"}),
    ("Please change my lore to the following:\n\nA.\n\nB.", {"lore": "A.\n\nB."}),
    ("設定を以下に変更してください。\n\n夜。\n鐘。", {"lore": "夜。\n鐘。"}),
    ("設定の最後に「続く。」を追加してください。", {"lore": "Always.\n続く。"}),
    ("New lore please: He sold it. Then he left.", {"lore": "He sold it. Then he left."}),
    ("My new lore: Born on a Monday.\nHe swapped Echo for Core!\n\nThanks", {"lore": "Born on a Monday.\nHe swapped Echo for Core!"}),
    ("名前の「Mister Tuesday」を「火曜」に、あと設定を「夜です」に直してください", {"name": "火曜", "lore": "夜です"}),
    ("攻撃をコアに、エコーを罠に変えて、名前も「水曜」にしてください。", {"name": "水曜", "build": "核罠核"}),
    ('Please change my name to Bob and my lore to "A wet day." Thanks!', {"name": "Bob", "lore": "A wet day."}),
    ("Take out 1 Core and put in 1 Attack please.", {"build": "攻響攻"}),
]  # fmt: skip
NOTHING = [
    "Should I swap Echo and Core?",
    "Please don't swap Echo and Core.",
    "What happens if I swap Echo and Core?",
    "Echo instead of Core? Not sure yet.",
    "I won the last round with Attack and Echo.",
    "My name is Alice and I live in Leeds.",
    "When does the second season start?",
    "I'd like to change the name to something better.",
    "3枚目をエコーに変えたほうがいいでしょうか？",
    "3枚目をエコーに変えようか迷っています。",
    "3枚目をエコーに変えたらどうなりますか？",
    "昨日の試合、エコーからコアにつながる流れがよかったです。",
    "設定をちょっと変えたいんですけど、まだ間に合いますか？",
    "ポスターに名前を載せてもよいでしょうか。",
    "名前は春子です。",
    "名前と設定はそのままで。",
]
REFUSED = [
    ("9枚目をエコーにしてください", "no-such-place"),
    ("Please replace my fifth card with Core.", "no-such-place"),
    ("replace Shield with Core", "card-not-there"),
    ("Can you change my second card to Mirror Shield please", "unknown-card"),
    ("2枚目に連撃を入れてください", "replace-or-add"),
    ("Please use Flurry as my second card.", "replace-or-add"),
]


def after(text: str, base: Submission = ALICE, game: str = "laplaplus") -> Submission:
    rules = ruleset(game)
    found = changes_in(text, rules.cards)
    assert found.changes, found
    sent = changed(base, found.changes, rules)
    return replace(sent, build=rules.write_build(rules.read_build(sent.build)))


@by_row(
    ("build", "text"),
    [
        (build, text)
        for line in BUILDS.strip().split("\n")
        for build, _, texts in [line.partition(": ")]
        for text in texts.split(" / ")
    ],
)
def test_a_sentence_changes_cards_and_keeps_the_rest(build: str, text: str) -> None:
    assert after(text) == Submission("Mister Tuesday", build, "alice", "Always.")


@by_row(("text", "fields"), FIELDS)
def test_a_sentence_changes_fields_and_keeps_the_rest(text: str, fields: dict[str, str]) -> None:
    kept: dict[str, Any] = {
        "name": "Mister Tuesday",
        "build": "攻響核",
        "owner": "alice",
        "lore": "Always.",
    }

    assert after(text) == Submission(**{**kept, **fields})


def test_what_cannot_be_read_beside_a_change_is_named() -> None:
    cards = LAPLAPLUS.cards

    assert changes_in(
        "Replace the Core with a Trap, and the Echo with a Foobar.", cards
    ).unread == ("Echo with a Foobar",)
    assert changes_in("Replace the Core with a Trap, since the Echo is weak.", cards).unread == ()


@by_row("text", NOTHING)
def test_a_thought_a_question_and_a_no_change_nothing(text: str) -> None:
    assert changes_in(text, LAPLAPLUS.cards).changes == ()


@by_row(("text", "code"), REFUSED)
def test_what_fits_no_slot_is_refused(text: str, code: str) -> None:
    with pytest.raises(SubmissionRejected) as refused:
        after(text)

    assert [problem.code for problem in refused.value.problems] == [code]


def test_of_two_alike_one_must_be_named_by_its_place() -> None:
    twice = Submission("Bob", "攻響攻核")

    with pytest.raises(SubmissionRejected) as refused:
        after("replace Attack with Echo", twice)
    assert [problem.code for problem in refused.value.problems] == ["which-card"]
    assert after("replace the second Attack with Shield", twice).build == "攻響盾核"
    assert after("攻撃を全部連撃に変えてください", twice).build == "連響連核"
    assert after("remove a Core", Submission("Bob", "攻核核")).build == "攻核"


@by_row(
    ("text", "build", "names"),
    [
        ("2番目のスキルを交錯に変えてください", "閃交交硬果", ["紅蓮", None, "十字"]),
        ("swap the first and third skill", "交閃閃硬果", ["十字", None, "紅蓮"]),
        ("1番目と2番目を入れ替えてください", "閃閃交硬果", [None, "紅蓮", "十字"]),
        ("第三スロットを果断に", "閃閃果硬果", ["紅蓮", None, "十字"]),
        ("3番目に果断を入れてください", "閃閃果硬果", ["紅蓮", None, "十字"]),
        ("Move Crossing to the top.", "交閃閃硬果", ["十字", "紅蓮"]),
    ],
)
def test_a_name_goes_with_its_card_and_stays_where_one_is_replaced(
    text: str, build: str, names: list[str | None]
) -> None:
    """In the words of the game, and within its size: where no card can be added, one is replaced."""
    sent = after(text, MURAI, "shiden-issen-2")

    assert (sent.build, sent.extras["flavour"]) == (build, names)


@by_row("lang", ["ja", "en"])
@by_row("game", slugs())
def test_we_understand_the_changes_that_our_letters_show(game: str, lang: Lang) -> None:
    rules = ruleset(game)

    assert all(changes_in(each, rules.cards).changes for each in change_samples(rules, lang))


@by_row(
    "line",
    ["「" * 400, "『「“" * 130, "change the " * 36, "3枚目を" * 100, "名前を" * 130, "swap Echo and " * 28,
     "rename him to x and " * 20, "エコーをコアの上に" * 44, "1 and " * 66, "核" * 400, "to " * 130],
)  # fmt: skip
def test_a_long_text_takes_no_long_time(line: str) -> None:
    cards = [*LAPLAPLUS.cards, *SHIDEN.cards]
    changes_in("swap Echo and Core", cards)
    begin = perf_counter()
    changes_in("\n".join([line[:399]] * 80), cards)

    assert perf_counter() - begin < 2


# --- by mail --------------------------------------------------------------------------------------------


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def rendered(postman: Postman) -> RenderedLetter:
    with postman.database.reading() as session:
        return render(session, session.get_one(Letter, postman.last().id))


@pytest.mark.parametrize(
    "text",
    [
        "名前を「夕霧の鈴」に変更してください。3枚目を連撃に変えてください。",
        "3枚目を連撃に変えてください。\n名前を「夕霧の鈴」に変更してください。",
        "・3枚目を連撃に変更してほしいです。\n・名前を夕霧の鈴に変えていただけますか。",
        "3枚目を連撃に。名前を「夕霧の鈴」に変更お願いします。",
    ],
)
def test_the_end_of_a_verb_is_not_said_to_be_left_out(postman: Postman, text: str) -> None:
    postman.enter()
    postman.post(text, to=postman.secret())

    assert postman.builds() == {"夕霧の鈴": "攻響連"}
    assert "受け取らなかったもの" not in rendered(postman).text


def codes(mail: Mail) -> list[str]:
    return [problem["code"] for problem in mail.note["problems"]]


def test_by_the_secret_address_a_change_counts_and_the_receipt_shows_before_and_after(
    postman: Postman,
) -> None:
    postman.enter()
    mail = postman.post("Please swap my first and second card.", to=postman.secret())
    text = rendered(postman).text

    assert (mail.action, postman.last().kind) == (MailAction.ENTRY, "receipt")
    assert "攻響核 (Attack, Echo, Core)\n    → 響攻核 (Echo, Attack, Core)" in text
    assert "Name: Mister Tuesday (stays)" in text


def test_by_the_plain_address_it_is_held_and_asked_about(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("Please swap my first and second card.")

    assert (mail.action, postman.last().kind) == (MailAction.HELD, "confirmation")
    assert "→ 響攻核" in rendered(postman).text


def test_a_line_of_the_form_changes_just_that(postman: Postman) -> None:
    postman.enter()
    postman.post("Build: Attack, Shield, Core\n", to=postman.secret())
    postman.post("Name: Mister Tuesday → Mister Friday\nBuild: 攻盾核→攻盾核核\n", to=postman.secret())  # fmt: skip
    text = rendered(postman).text

    assert "→ Mister Friday" in text
    assert "→ 攻盾核核" in text
    assert "Always on a Tuesday." in text


def test_a_forged_entry_that_waits_is_no_base_of_a_change(postman: Postman) -> None:
    """Anybody can send one in another's name; the player changes what counts."""
    postman.enter()
    postman.post(ENTRY.replace("Attack, Echo, Core", "Core, Core, Core, Trap"))
    postman.post("Please drop the last card.", to=postman.secret())

    assert "→ 攻響 (Attack, Echo)" in rendered(postman).text


def test_a_yes_may_change_what_it_confirms(postman: Postman) -> None:
    postman.post()
    postman.post("Yes, that was me. But make the last card a Hard Core.", to=postman.confirm())

    assert postman.last().kind == "receipt"
    assert "→ 攻響硬" in rendered(postman).text


def test_a_yes_counts_although_its_change_cannot_be_made(postman: Postman) -> None:
    postman.post()
    mail = postman.post("Yes, that was me. But make the ninth card a Core.", to=postman.confirm())

    assert codes(mail) == ["no-such-place"]
    assert postman.last().about["standing"] == "Mister Tuesday"


def test_an_entry_that_waits_is_changed_and_waits(postman: Postman) -> None:
    postman.post()
    mail = postman.post("Oh, and add a Core at the end, please.")

    assert mail.action is MailAction.HELD
    assert "攻響核核" in rendered(postman).text


def test_who_is_not_in_hears_how_to_enter(postman: Postman) -> None:
    mail = postman.post("Please swap my first and second card.")

    assert codes(mail) == ["nothing-to-change"]
    assert "How to write an entry" in rendered(postman).text


def test_a_change_that_fits_no_slot_is_answered_with_what_is_there(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("Please change the ninth card to Echo.", to=postman.secret())
    text = rendered(postman).text

    assert codes(mail) == ["no-such-place"]
    assert "- Swap the first and the second card." in text
    assert "Build: Attack, Echo, Core" in text


def test_same_again_without_an_earlier_season_says_why(postman: Postman) -> None:
    mail = postman.post("Same as last time, please.", later=timedelta(hours=1))

    assert codes(mail) == ["nothing-to-repeat"]
    assert "How to write an entry" in rendered(postman).text


@by_row(
    "text",
    [
        *("Same again for me, thanks.", "Count me in again, same as before."),
        *("I'd like to take part again with the same character.", "Exactly as last time."),
        *("Please carry over my entry from last season.", "Mister Tuesday is back, same as ever!"),
        *("前回同様でお願いします。", "前大会のキャラで再エントリーしたいです", "今回も朝霧の鈴で参加します。"),
        *("前回エントリーしたキャラをそのまま登録してください。", "引き続き同じキャラでお願いします。"),
    ],
)  # fmt: skip
def test_the_same_again_is_said_in_many_ways(text: str) -> None:
    assert [each.slug for each in BOOK.requests_in(text)] == ["again"]


@by_row(
    "text",
    [
        *("Is the deadline the same as last time?", "See you again.", "Same to you!"),
        *("I had the same problem as last time.", "Can two players have the same build?"),
        *("前回の結果をもう一度送ってください", "前回と同じルールですか？", "今回も参加します", "前回の優勝者は誰ですか"),
    ],
)  # fmt: skip
def test_the_same_and_last_time_are_said_of_much_else(text: str) -> None:
    assert "again" not in [each.slug for each in BOOK.requests_in(text)]
