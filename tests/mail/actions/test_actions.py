"""Every request of a mail is carried out if its sender may ask for it, and answered by one letter."""

import re
from datetime import timedelta

import pytest
from sqlmodel import select

from app.engine import MOMENTS
from app.games import ruleset
from app.jobs.seasons.runs import run
from app.league.entries.contents import Submission
from app.league.entries.entries import check
from app.league.people import players as league_players
from app.league.practice import sparring
from app.league.results import results
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import RenderedLetter, render
from app.letters.links import reply_to
from app.mail.actions.commands import COMMANDS
from app.mail.labels import label_of
from app.mail.reading.form.entry_form import read_fields
from app.notices.registry import KINDS, about
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Follower, Letter, Mail, MailAction, Player
from tests.mail.reading.test_commands import SAID
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.posting import CUP, DESK, ENTRY, Postman, a_mail, open_cup
from tests.support.tables import by_row

OTHER = ENTRY.replace("Mister Tuesday", "Doctor Wednesday").replace("alice", "bob")
ALICES = "alice@example.com"
BOB = "Bob <bob@example.com>"
CAROL = "Carol <carol@example.com>"


def asked_at(postman: Postman) -> str:
    """The address for answers to the last letter."""
    return reply_to(postman.last(), about(postman.last()), DESK.key, some_settings())


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def codes(mail: Mail) -> list[str]:
    return [problem["code"] for problem in mail.note["problems"]]


def rendered(postman: Postman) -> RenderedLetter:
    """The last letter as it goes out."""
    with postman.database.reading() as session:
        return render(session, session.get_one(Letter, postman.last().id))


def player(postman: Postman, address: str = "alice@example.com") -> Player:
    with postman.database.writing() as session:
        return players.known_as(session, address, "en", NOW)


def open_second(postman: Postman) -> None:
    """A second season that takes entries."""
    by = Organiser("olga", NOW)
    with postman.database.writing() as session:
        league_seasons.create(
            session, season_plans.Plan("laplaplus", "second", "第二回飛脚杯", "Second"), by
        )
        league_seasons.open_season(session, "second", by)


def publish(postman: Postman) -> None:
    """The season is played, and everybody sees how."""
    by = Organiser("olga", NOW)
    with postman.database.writing() as session:
        league_seasons.close(session, CUP, by)
    list(run(postman.database, CUP, by))
    with postman.database.writing() as session:
        results.publish(session, CUP, by)


# --- an entry ------------------------------------------------------------------------------------------


def test_a_check_enters_nothing_and_says_so(postman: Postman) -> None:
    mail = postman.post("check\n" + ENTRY)
    letter = rendered(postman)

    assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "checked")
    assert "“Mister Tuesday” is in order (only checked, not entered)" in letter.subject
    assert "nothing was entered" in " ".join(letter.text.split())
    assert "Attack, Echo, Core" in letter.html
    assert "Always on a Tuesday." not in letter.html  # nobody has proven to read it
    assert postman.builds() == {}


def test_a_check_names_every_problem_and_needs_no_name(postman: Postman) -> None:
    mail = postman.post("確認\n名前: \n構成: 攻撃、ほげ、ふが\n")

    assert mail.action is MailAction.PROBLEMS
    assert codes(mail) == ["unknown-card", "unknown-card"]


def test_checking_is_a_question_that_writes_nothing(postman: Postman) -> None:
    with postman.database.reading() as session:
        season = seasons.by_slug(session, CUP)
        alice = Player(address="a@b.c", address_key="a@b.c", lang="en", created_at=NOW)
        build = check(session, season, alice, Submission("x", "攻核"), NOW)

    assert build.cards == ("attack", "core")


def test_an_entry_is_shown_to_its_player_alone(postman: Postman) -> None:
    postman.enter()
    postman.post("show my entry")
    letter = rendered(postman)

    assert (postman.last().kind, postman.last().player_id) == ("shown", player(postman).id)
    assert "This is your current entry in" in letter.text
    assert "攻響核" in letter.text
    assert codes(postman.post("show my entry", sender=BOB)) == ["no-own-entry"]


def test_what_waits_to_be_confirmed_is_shown_as_such(postman: Postman) -> None:
    postman.post()
    postman.post("登録内容")
    waiting = rendered(postman).text
    postman.post("", to=postman.confirm(postman.letters()[0]))
    postman.post(ENTRY.replace("Echo", "Shield"))
    postman.post("show my entry")

    assert "まだ確認が済んでいません" in "".join(waiting.split())
    assert "A later change still needs your confirmation" in rendered(postman).text


def test_the_secret_address_withdraws_at_once(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("withdraw please", to=postman.secret())

    assert (mail.action, postman.last().kind) == (MailAction.WITHDRAWN, "withdrawn")
    assert postman.builds() == {}
    assert "does not take part" in " ".join(rendered(postman).text.split())


def test_who_withdrew_may_enter_again(postman: Postman) -> None:
    postman.enter()
    postman.post("取り下げ", to=postman.secret())
    postman.post(to=postman.secret())

    assert postman.builds() == {"Mister Tuesday": "攻響核"}


@pytest.mark.parametrize(
    "words", ["same again", "前回と同じ", "やはりもう一度出場します。前と同じ内容でお願いします。"]
)
def test_who_withdrew_may_enter_the_same_again(postman: Postman, words: str) -> None:
    postman.enter()
    postman.post("change the first card to Core", to=postman.secret())
    changed = postman.builds()
    postman.post("取り下げ", to=postman.secret())
    postman.post(words, to=postman.secret())

    assert postman.builds() == changed


def test_anybody_could_have_asked_to_withdraw_so_its_owner_is_asked(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("withdraw")
    letter = rendered(postman)

    assert (mail.action, postman.last().kind) == (MailAction.HELD, "wish")
    assert postman.last().player_id == player(postman).id
    assert "Until then it stays in" in " ".join(letter.text.split())
    assert postman.builds() == {"Mister Tuesday": "攻響核"}

    postman.post("withdraw", to=postman.secret())
    assert postman.builds() == {}


def test_what_waits_to_be_confirmed_can_be_withdrawn_and_confirms_nothing_then(
    postman: Postman,
) -> None:
    postman.post()
    asked = postman.last()
    postman.post("withdraw", to=postman.secret())
    mail = postman.post("yes", to=postman.confirm(asked))

    assert codes(mail) == ["superseded"]
    assert postman.builds() == {}


def test_nothing_is_withdrawn_after_the_deadline(postman: Postman) -> None:
    postman.enter()
    with postman.database.writing() as session:
        season = seasons.by_slug(session, CUP)
        season.closes_at = postman.now
        session.add(season)

    assert codes(postman.post("withdraw", to=postman.secret())) == ["season-closed"]
    assert codes(postman.post("withdraw")) == ["season-closed"]
    assert list(postman.builds()) == ["Mister Tuesday"]


def test_after_the_deadline_nobody_hears_how_to_change_but_where_to_enter(postman: Postman) -> None:
    postman.enter()
    with postman.database.writing() as session:
        league_seasons.close(session, CUP, Organiser("olga", NOW))
    open_cup(postman.database, "spring", titles=("春の杯", "Spring Cup"))
    mail = postman.post("change the third card to Shield", to=postman.secret())

    assert codes(mail) == ["season-closed"]
    words = rendered(postman).text
    assert "How to ask for a change" not in words
    assert "“Spring Cup” takes entries of the same game." in words
    postman.post(f"{ENTRY}Season: Spring Cup\n", to=postman.secret())
    assert list(postman.builds("spring")) == ["Mister Tuesday"]


def test_a_build_and_a_withdrawal_in_one_mail_do_neither(postman: Postman) -> None:
    postman.enter()
    mail = postman.post(ENTRY.replace("Echo", "Shield"), to=postman.secret(), Subject="withdraw")

    assert codes(mail) == ["two-requests"]
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    for text in ("Withdraw it, and change its lore.", "辞退します。設定を変えてください。"):
        assert codes(postman.post(text, to=postman.secret())) == ["two-requests"], text
    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_an_answer_to_the_question_may_be_another_entry(postman: Postman) -> None:
    """The address is proven by it, and what it says counts, not what it answers to."""
    postman.post()
    mail = postman.post(ENTRY.replace("Echo", "Shield"), to=postman.confirm())

    assert mail.action is MailAction.ENTRY
    assert postman.builds() == {"Mister Tuesday": "攻盾核"}


def test_an_answer_to_the_question_must_say_yes(postman: Postman) -> None:
    postman.post()
    asked = postman.confirm()
    mail = postman.post("Which entry?", to=asked)

    assert codes(mail) == ["not-confirmed"]
    assert postman.builds() == {}
    assert postman.post("はい", to=asked).action is MailAction.CONFIRMED


def test_an_unclear_answer_to_the_question_is_asked_again_and_can_be_answered(
    postman: Postman,
) -> None:
    postman.post()
    asked = postman.confirm()
    postman.post("Hm, let me think.", to=asked)
    again = postman.last()

    words = rendered(postman)
    assert "Was it you?" in words.subject
    assert "Mister Tuesday" in words.text
    assert "How to write" not in words.text
    assert (
        postman.confirm(again) == asked == reply_to(again, about(again), DESK.key, some_settings())
    )
    assert postman.post("Yes.", to=postman.confirm(again)).action is MailAction.CONFIRMED


@pytest.mark.parametrize("yes", ["", "はい、私です。"])
def test_a_yes_to_the_plain_address_confirms_nothing_and_is_asked_for_again(
    postman: Postman, yes: str
) -> None:
    """Some phones do not know of Reply-To. That something else was not understood that day makes no difference."""
    postman.post("Who are you?")
    postman.post()
    mail = postman.post(yes, Subject="Re: 「Mister Tuesday」の出場をご確認ください")
    again = postman.last()

    assert codes(mail) == ["not-confirmed"]
    assert "Mister Tuesday" in rendered(postman).text
    assert postman.builds() == {}
    assert postman.post(yes, to=postman.confirm(again)).action is MailAction.CONFIRMED


def test_a_yes_of_somebody_who_was_not_asked_is_answered_with_the_form(postman: Postman) -> None:
    postman.post()

    assert postman.post("", sender=BOB, Subject="").note["request"] == "form"
    assert postman.last().revision_id is None


def test_of_several_seasons_one_is_chosen_by_the_title_that_its_player_reads(
    postman: Postman,
) -> None:
    open_second(postman)
    postman.post("名前：雨男\n構成：攻響核")
    words = rendered(postman)

    assert "受付中：第一回飛脚杯、第二回飛脚杯" in "".join(words.text.split())
    assert "    大会：第一回飛脚杯\n    名前：" in words.text
    assert "大会：第一回飛脚杯<br>" in words.html
    assert postman.post("大会：第二回飛脚杯\n名前：雨男\n構成：攻響核").action is MailAction.HELD


def test_seasons_with_one_title_are_told_apart_by_their_addresses(postman: Postman) -> None:
    open_cup(postman.database, "second")
    mail = postman.post()

    assert mail.note["problems"][0]["suggestions"] == [CUP, "second"]


def test_thanks_for_a_receipt_are_no_faulty_entry(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("Thank you, I look forward to it!", to=postman.secret())

    words = rendered(postman)
    assert codes(mail) == ["not-understood"]
    assert words.subject == "What can we do for you?"
    for text in (words.text, words.html):
        assert "Mister Tuesday” still counts." in " ".join(text.split())
        assert "kind word" in text


@pytest.mark.parametrize(
    ("typed", "quoted"),
    [
        ("攻響核", "Attack, Echo, Core"),
        ("attack; ECHO; core", "Attack, Echo, Core"),
        ("Atack, Echo", "Atack, Echo"),
    ],
)
def test_a_build_is_quoted_in_the_words_of_its_reader(
    postman: Postman, typed: str, quoted: str
) -> None:
    """By the names of its cards if it was read, else as it was typed."""
    postman.post(f"Name:\nBuild: {typed}\nOwner: alice@example.com")
    words = rendered(postman)

    assert f"Build:\n    {quoted}\n" in words.text
    assert f"<td>{quoted}</td>" in re.sub(r"<td[^>]*>", "<td>", words.html)


@pytest.mark.parametrize("yes", ["OK", "", "yes!"])
def test_an_ok_is_answered_in_the_language_of_what_it_answers(postman: Postman, yes: str) -> None:
    postman.post("名前：雨男\n構成：攻響核\n設定：いつも雨。")
    mail = postman.post(yes, to=postman.confirm())

    assert mail.action is MailAction.CONFIRMED
    assert postman.last().lang == "ja"


@pytest.mark.parametrize(
    ("text", "subject", "kind"),
    [("", "参加者一覧", "standings"), ("help", "お願いがあります、飛脚さん", "help")],
)
def test_a_subject_says_the_language_where_the_text_is_too_short(
    postman: Postman, text: str, subject: str, kind: str
) -> None:
    """Whatever language its sender wrote in before."""
    postman.enter()
    postman.post(text, Subject=subject)

    assert (postman.last().kind, postman.last().lang) == (kind, "ja")


def test_who_has_not_confirmed_yet_may_ask_for_a_form(postman: Postman) -> None:
    """An empty mail would be a yes; its subject says otherwise."""
    postman.post()
    postman.post("", Subject="form")

    assert (postman.last().kind, postman.last().about["topic"]) == ("help", "form")


@pytest.mark.parametrize("quote", ["> ", ">", "", "| "])
@pytest.mark.parametrize("above", ["", "Here it is!\n\n"])
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_form_may_be_filled_in_where_it_stands_in_the_answer(
    postman: Postman, quote: str, above: str, lang: str
) -> None:
    postman.post("", Content_Language=lang, Subject="")
    filled = rendered(postman).text
    for label, value in (
        ("名前：", "雨男"),
        ("構成：", "攻響核"),
        ("Name: ", "雨男"),
        ("Build: ", "攻響核"),
    ):
        filled = filled.replace(f"    {label.strip()}\n", f"    {label}{value}\n")
    mail = postman.post(above + "\n".join(quote + line for line in filled.split("\n")))

    assert mail.action is MailAction.HELD
    assert {each: mail.note["understood"][each] for each in ("name", "build", "lore", "owner")} == {
        "name": "雨男",
        "build": ["attack", "echo", "core"],
        "lore": "",
        "owner": None,
    }


def test_a_form_that_comes_back_as_it_was_is_no_entry(postman: Postman) -> None:
    postman.post("", Subject="")
    empty = rendered(postman).text
    quoted = "\n".join(f"> {line}" for line in empty.split("\n"))

    assert postman.post(empty).action is MailAction.IGNORED
    assert postman.post(quoted).action is MailAction.PASSED_ON
    assert postman.builds() == {}


# --- what anybody may know -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "subject", "words"),
    [
        ("help", "How to take part by mail", ["Lore:", "攻響", "withdraw", "Attack"]),
        ("ヘルプ", "メールでの参加方法", ["設定", "攻響", "取り下げ", "攻撃"]),
        ("rules", "The rules", ["Laplaplus"]),
        ("ルール", "ルール", ["ラプラプラス"]),
        ("cards", "The cards", ["Attack", "Dazzle"]),
        ("カード一覧", "カード一覧", ["攻撃", "目くらまし"]),
        ("form please", "A form to fill in", ["Name:", "Build:"]),
        ("応募用紙", "応募用紙", ["名前", "構成"]),
    ],
)
def test_help_comes_in_the_language_of_the_question(
    postman: Postman, text: str, subject: str, words: list[str]
) -> None:
    mail = postman.post(text, Subject="")
    letter = rendered(postman)

    assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "help")
    assert letter.subject == subject
    assert [word for word in words if word not in letter.text or word not in letter.html] == []


def test_an_empty_mail_is_answered_with_a_form_that_can_be_filled_in_with_one_touch(
    postman: Postman,
) -> None:
    postman.post("", Subject="")

    assert "mailto:play+r-" in rendered(postman).html
    assert "body=Name%3A%20%0ABuild" in rendered(postman).html


@pytest.mark.parametrize("text", ["form please", "応募用紙"])
def test_every_line_of_the_form_is_understood_when_it_is_filled_in(
    postman: Postman, text: str
) -> None:
    postman.post(text, Subject="")
    lines = [line.strip() for line in rendered(postman).text.splitlines()]
    labels = [line for line in lines if line.endswith((":", "：")) and label_of(line)]
    form = read_fields("".join(f"{label} 攻 {at}\n" for at, label in enumerate(labels)))

    assert all((form.name, form.build_text, form.lore, form.owner))
    assert [*form.flavour] == [*range(1, 9)]
    assert [*form.lines] == [*MOMENTS]
    assert form.repeated == ()


def test_a_form_that_came_back_empty_is_no_entry(postman: Postman) -> None:
    mail = postman.post("Name: \nBuild: \nLore: \nOwner: \n", Subject="entry")

    assert mail.action in (MailAction.ANSWERED, MailAction.PROBLEMS)
    assert postman.builds() == {}


def test_standings_of_an_open_season_are_who_is_in_and_not_with_what(postman: Postman) -> None:
    postman.enter()
    postman.post("standings", sender=BOB)
    letter = rendered(postman)

    assert letter.subject == "Who is in First Hikyaku Cup"
    assert "Mister Tuesday" in letter.text
    assert "攻" not in letter.text


@pytest.mark.parametrize("text", ["standings\n", "help\n", ENTRY])
def test_nobody_hears_of_a_season_that_is_being_drafted(postman: Postman, text: str) -> None:
    with postman.database.writing() as session:
        plan = season_plans.Plan("laplaplus", "surprise", "秘密杯", "Surprise Cup")
        league_seasons.create(session, plan, Organiser("olga", NOW))
    mail = postman.post(f"{text}Season: Surprise Cup\n")

    assert codes(mail) == ["unknown-season"]
    assert postman.last().season_id is None


def test_standings_of_a_season_that_is_over_are_its_table(postman: Postman) -> None:
    postman.enter()
    postman.enter(OTHER, sender=BOB)
    publish(postman)
    postman.post("順位表")
    letter = rendered(postman)

    assert letter.subject == "第一回飛脚杯の順位表"
    assert "Mister Tuesday" in letter.text
    assert "Doctor Wednesday" in letter.html


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("", f"standings {CUP}"),
        (f"standings {CUP}", ""),
        ("", "Standings of the First Hikyaku Cup, please"),
        ("Hello,\n\nthe first hikyaku cup: standings?\n", ""),
        ("Thanks!\nAlice", f"standings ({CUP})"),
        ("順位表 第一回飛脚杯", ""),
        ("", "第一回飛脚杯の順位表をお願いします"),
        ("standings   for the\tFirst  Hikyaku　Cup", ""),
    ],
)
def test_a_request_names_its_season_beside_it(postman: Postman, text: str, subject: str) -> None:
    open_second(postman)
    mail = postman.post(text, Subject=subject)

    assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "standings")
    with postman.database.reading() as session:
        assert postman.last().season_id == seasons.by_slug(session, CUP).id


@pytest.mark.parametrize(
    ("text", "kind"), [(f"show my entry in {CUP}", "shown"), (f"withdraw {CUP}", "wish")]
)
def test_whatever_else_is_asked_for_may_name_its_season(
    postman: Postman, text: str, kind: str
) -> None:
    postman.enter()
    postman.post("", Subject=text)

    assert postman.last().kind == kind


@pytest.mark.parametrize("text", [f"I like {CUP}.", f"{CUP} is over, and the standings?", CUP])
def test_the_name_of_a_season_asks_for_nothing(postman: Postman, text: str) -> None:
    assert codes(postman.post(text)) == ["not-understood"]


def test_results_are_sent_again_to_whoever_took_part(postman: Postman) -> None:
    postman.enter()
    postman.enter(OTHER, sender=BOB)
    publish(postman)
    mail = postman.post("my results again")
    again = postman.last()

    assert (mail.action, again.kind, again.mail_id) == (MailAction.ANSWERED, "report", mail.id)
    assert "Mister Tuesday" in rendered(postman).text
    assert codes(postman.post("results", sender="carol@example.com")) == ["no-own-results"]


def test_for_a_stranger_no_results_are_read(
    postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten seasons of a thousand entries would hold up all other mail."""
    postman.enter()
    postman.enter(OTHER, BOB)
    publish(postman)
    monkeypatch.setattr("app.mail.actions.answers.finished", lambda *_: 1 / 0)
    mail = postman.post("results", sender="Mallory <mallory@example.com>")

    assert codes(mail) == ["no-own-results"]


def test_before_anything_was_played_there_is_nothing_to_send(database: Database) -> None:
    postman = Postman(database)

    assert codes(postman.post("standings")) == ["nothing-played"]
    assert codes(postman.post("results")) == ["no-own-results"]
    assert codes(postman.post("show my entry")) == ["no-own-entry"]
    assert postman.post("help").action is MailAction.ANSWERED


def test_the_secret_address_asks_but_changes_nothing_after_publication(postman: Postman) -> None:
    postman.enter()
    postman.enter(OTHER, sender=BOB)
    secret = postman.secret()
    publish(postman)

    assert postman.post("results", to=secret).action is MailAction.ANSWERED
    assert codes(postman.post(to=secret)) == ["token-invalid"]
    assert codes(postman.post("withdraw", to=secret)) == ["token-invalid"]


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        (
            "Name: Little Moon\nBuild: 攻響核",
            "en",
        ),  # the name of the sender says nothing beside labels
        ("Name: 三日月\nBuild: Attack, Echo, Core", "en"),
        ("Name: 三日月\nBuild: 攻響核", "ja"),
        ("名前：Little Moon\n構成：Attack, Echo, Core", "ja"),
    ],
)
def test_an_entry_is_answered_in_the_language_of_its_labels_and_cards(
    postman: Postman, text: str, lang: str
) -> None:
    postman.post(text, sender="三つ葉 <mitsuba@example.com>", Subject="entry")

    assert postman.last().lang == lang


# --- wishes --------------------------------------------------------------------------------------------


def test_the_language_of_letters_changes_and_the_answer_is_in_it(postman: Postman) -> None:
    postman.post("language: ja")

    assert postman.last().lang == "ja"
    assert rendered(postman).subject == "これからは日本語でお送りします"
    assert player(postman).lang == "ja"
    postman.post("英語でお願いします")
    assert (player(postman).lang, rendered(postman).subject) == (
        "en",
        "Our letters are in English now",
    )


@pytest.mark.parametrize(
    ("words", "column", "back"),
    [
        ("Text only, please.", "wants_text_only", "with html"),
        ("HTMLなしでお願いします", "wants_text_only", "HTMLで"),
        ("Short reports, please.", "wants_short_report", "full reports"),
        ("結果だけでいいです", "wants_short_report", "詳しい報告"),
    ],
)
def test_the_form_of_letters_is_chosen_by_mail_and_the_answer_says_how_to_go_back(
    postman: Postman, words: str, column: str, back: str
) -> None:
    for text, is_wanted in ((words, True), (back, False)):
        mail = postman.post(text)
        letter = rendered(postman)

        assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "wish")
        assert getattr(player(postman), column) is is_wanted
        assert is_wanted is (back in letter.text)
        assert is_wanted is (back in letter.html)


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("One letter a day, please.", 7),
        ("daily letter at 18", 18),
        ("毎日0時にまとめてください", 0),
    ],
)
def test_one_letter_a_day_is_chosen_by_mail_with_its_hour(
    postman: Postman, words: str, hour: int
) -> None:
    postman.post(words)
    assert (player(postman).daily_hour, postman.last().kind) == (hour, "wish")
    assert f"{hour}" in rendered(postman).text
    assert codes(postman.post("daily letter at 24")) == ["no-hour"]
    assert player(postman).daily_hour == hour
    postman.post("letters one by one")
    assert player(postman).daily_hour is None


def test_a_season_is_followed_by_mail_until_its_follower_wants_no_more(postman: Postman) -> None:
    vouched = "mx.hikyaku.example; dmarc=pass header.from=example.com"
    followed = []
    for words in (
        "follow first hikyaku cup",
        "第一回飛脚杯を観戦します",
        "Stop following First Hikyaku Cup",
        "第一回飛脚杯の観戦をやめます",
    ):
        postman.post(words, Authentication_Results=vouched)
        assert postman.last().kind == "wish"
        assert (
            "First Hikyaku Cup" in rendered(postman).text
            or "第一回飛脚杯" in rendered(postman).text
        )
        with postman.database.reading() as session:
            followed.append(len(session.exec(select(Follower)).all()))

    assert followed == [1, 1, 0, 0]


def test_whoever_may_be_another_is_asked_before_they_follow(postman: Postman) -> None:
    mail = postman.post("follow First Hikyaku Cup")

    assert (mail.action, postman.last().kind) == (MailAction.HELD, "follow")
    with postman.database.reading() as session:
        assert session.exec(select(Follower)).all() == []


@pytest.mark.parametrize(
    ("words", "code"),
    [("follow Winter Cup", "follow-what"), ("冬の杯をフォローする", "follow-what")],
)
def test_an_unknown_season_is_not_followed_and_those_that_can_be_are_named(
    postman: Postman, words: str, code: str
) -> None:
    mail = postman.post(words)

    assert codes(mail) == [code]
    told = " ".join(rendered(postman).text.split())
    assert "First Hikyaku Cup" in told or "第一回飛脚杯" in told


@pytest.mark.parametrize(
    "vouched",
    [
        "mx.hikyaku.example; dmarc=pass header.from=example.com",
        "mx.hikyaku.example 1; spf=fail; dmarc=pass (p=none) header.from=Example.com; dkim=none",
        'mx.hikyaku.example; dkim=pass reason="all (well)"; DMARC = pass header.from=example.com',
    ],
)
def test_letters_are_stopped_and_brought_back_where_our_own_server_vouches_for_the_sender(
    postman: Postman, vouched: str
) -> None:
    postman.post("mute", Authentication_Results=vouched)
    muted = player(postman).muted_at
    postman.post("unmute", Authentication_Results=vouched)

    assert muted
    assert player(postman).muted_at is None


@pytest.mark.parametrize(
    "vouched",
    [
        "",
        "mx.evil.example; dmarc=pass header.from=example.com",
        "mx.hikyaku.example.evil; dmarc=pass header.from=example.com",
        "mx.hikyaku.example; dmarc=fail header.from=example.com; x=dmarc=passed",
        "mx.hikyaku.example; dmarc=pass header.from=evil.example",
        "mx.hikyaku.example; spf=pass smtp.mailfrom=example.com",
        # What the sender says of himself, in a quote or a comment, is not what our server says.
        'mx.hikyaku.example; spf=pass smtp.mailfrom="; dmarc=pass header.from=example.com ;"@evil.example',
        "mx.hikyaku.example; spf=pass (he (says); dmarc=pass header.from=example.com ); dmarc=fail",
        "mx.hikyaku.example; spf=pass ) (he says; dmarc=pass header.from=example.com ); dmarc=fail",
        "mx.hikyaku.example; spf=pass smtp.helo=dmarc=pass",
    ],
)
def test_otherwise_whoever_reads_the_letters_is_asked(postman: Postman, vouched: str) -> None:
    postman.enter()
    mail = postman.post("mute", Authentication_Results=vouched)

    assert mail.action is MailAction.HELD
    assert player(postman).muted_at is None
    assert "/en/letters/stop/" in rendered(postman).text


def test_who_takes_part_in_nothing_is_asked_nothing(postman: Postman) -> None:
    mail = postman.post("mute")

    assert mail.action is MailAction.ANSWERED
    assert player(postman).muted_at


def test_our_servers_words_are_not_decoded_since_a_sender_may_have_encoded_his_own(
    postman: Postman,
) -> None:
    postman.enter()
    vouched = (
        b"mx.hikyaku.example; spf=pass smtp.mailfrom==?utf-8?q?x=3B_dmarc=3Dpass_=3B?=@evil.example"
    )
    mail = postman.bring(b"Authentication-Results: " + vouched + b"\n" + a_mail("mute", 1))

    assert mail.action is MailAction.HELD


@pytest.mark.parametrize("yes", ["yes", "", "はい", "mute", "配信停止"])
def test_letters_are_stopped_by_a_reply_to_the_question(postman: Postman, yes: str) -> None:
    postman.enter()
    postman.post("mute")
    assert "If it was you, reply" in " ".join(rendered(postman).text.split())
    asked = asked_at(postman)
    mail = postman.post(yes, to=asked)

    assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "wish")
    assert postman.last().about["is_done"]
    assert player(postman).muted_at


def test_a_page_across_seasons_is_made_and_taken_away_only_by_those_who_read_our_letters(
    postman: Postman,
) -> None:
    postman.post("owner page")
    assert player(postman).owner_page is None
    assert "Was it you?" in rendered(postman).text
    postman.post("yes", to=asked_at(postman))
    address = player(postman).owner_page
    assert address
    told = " ".join(rendered(postman).text.split())
    assert "no owner page" in told
    assert f"/en/owners/{address}" in told

    postman.post("オーナーページを消してください")
    assert player(postman).owner_page == address
    postman.post("はい", to=asked_at(postman))
    assert player(postman).owner_page is None


def test_letters_come_again_by_a_reply_to_the_question(postman: Postman) -> None:
    with postman.database.writing() as session:
        league_players.mute(players.known_as(session, ALICES, "en", NOW), NOW)
    postman.post("unmute")
    postman.post("yes", to=asked_at(postman))

    assert player(postman).muted_at is None


@pytest.mark.parametrize("text", ["no", "I am not sure."])
def test_an_unclear_reply_to_the_question_about_letters_is_asked_again(
    postman: Postman, text: str
) -> None:
    postman.enter()
    postman.post("mute")
    mail = postman.post(text, to=asked_at(postman))
    again = postman.last()

    assert (mail.action, again.kind) == (MailAction.HELD, "wish")
    assert player(postman).muted_at is None
    postman.post("yes", to=reply_to(again, about(again), DESK.key, some_settings()))
    assert player(postman).muted_at


@pytest.mark.parametrize("text", ["withdraw", ENTRY.replace("Echo", "Shield")])
def test_a_reply_to_the_question_about_letters_decides_nothing_else(
    postman: Postman, text: str
) -> None:
    """What else it asks for is asked for as from the plain address."""
    postman.enter()
    postman.post("mute")
    mail = postman.post(text, to=asked_at(postman))

    assert mail.action is MailAction.HELD
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    assert player(postman).muted_at is None


def test_nobody_vouches_for_an_entry(postman: Postman) -> None:
    vouched = "mx.hikyaku.example; dmarc=pass header.from=example.com"

    assert postman.post(Authentication_Results=vouched).action is MailAction.HELD


# --- sparring ------------------------------------------------------------------------------------------


@by_row(
    ("game", "version"),
    [("laplaplus", "laplaplus@1"), ("shiden-issen-2", "shiden-issen-2@1.03-p1")],
)
def test_the_house_has_eight_legal_builds_always_the_same(game: str, version: str) -> None:
    rules = ruleset(game, version)
    first = sparring.house(rules)
    sparring.house.cache_clear()
    sparring._strongest.cache_clear()

    assert len(first) == 8
    assert sparring.house(rules) == first


def test_a_build_spars_with_the_house_and_is_no_entry(postman: Postman) -> None:
    mail = postman.post("spar\n" + ENTRY)
    letter = rendered(postman)

    assert (mail.action, postman.last().kind) == (MailAction.ANSWERED, "spar")
    assert len(postman.last().about["bouts"]) == 8
    assert "House build 8" in letter.text
    assert postman.builds() == {}


def test_sparring_shows_no_build_of_an_opponent(postman: Postman) -> None:
    postman.enter()
    postman.enter(OTHER.replace("Echo", "Dazzle"), sender=BOB)
    publish(postman)
    open_cup(postman.database, "laplaplus-2")
    postman.post("模擬戦\n名前: 木曜日\n構成: 核核核\n", sender="carol@example.com")
    letter = rendered(postman)

    assert "Doctor Wednesday" in letter.text
    assert "目くらまし" not in letter.text
    assert "攻" not in letter.text


def test_without_a_build_the_players_own_entry_spars(postman: Postman) -> None:
    postman.enter()
    mail = postman.post("spar", to=postman.secret())

    assert mail.action is MailAction.ANSWERED
    assert postman.last().about["build"] == "攻響核"
    assert codes(postman.post("spar", sender=BOB)) == ["no-own-entry"]


def test_nobody_spars_more_than_five_times_a_day(postman: Postman) -> None:
    for _ in range(5):
        assert postman.post("spar\n" + ENTRY).action is MailAction.ANSWERED

    assert codes(postman.post("spar\n" + ENTRY)) == ["spar-quota"]
    later = postman.post("spar\n" + ENTRY, later=timedelta(hours=6))
    assert later.action is MailAction.ANSWERED


def test_a_build_that_cannot_be_read_spars_with_nobody(postman: Postman) -> None:
    assert codes(postman.post("spar\nBuild: Attack, Nonsense\n")) == ["unknown-card"]


@pytest.mark.parametrize("typed", ["①②", "① ②", "①\n②\n", "(1)(2)"])
def test_numbers_that_number_nothing_are_asked_about(postman: Postman, typed: str) -> None:
    """They were left out like those in front of cards, and what remained was a build without cards."""
    mail = postman.post(f"Name: Mister Tuesday\nBuild: {typed}\n")

    assert codes(mail) == ["unknown-card"]


# --- all of them ---------------------------------------------------------------------------------------


def test_every_command_is_answered_by_a_letter_that_its_table_names(postman: Postman) -> None:
    """By the player, from their secret address; those who are not sure to be they are asked. More than a day's answers."""
    postman.enter()
    postman.enter(OTHER, sender=BOB)
    sentences = {slug: said.split(" / ")[0] for slug, said in SAID.items()}
    sentences |= {"enter": ENTRY, "check": f"check\n{ENTRY}"}
    for slug in sorted(COMMANDS.keys() - {"results", "again"}, key="withdraw".__eq__):
        postman.now += timedelta(hours=3)  # nobody gets so many answers on one day
        for to in (DESK.address, postman.secret()):
            postman.post(sentences[slug], to=to, later=timedelta(hours=2))
            assert KINDS[postman.last().kind] in COMMANDS[slug].letters, slug
    postman.enter(sender=CAROL)
    publish(postman)
    postman.post(sentences["results"], sender=BOB)
    assert KINDS[postman.last().kind] in COMMANDS["results"].letters
    open_cup(postman.database, "laplaplus-2")
    postman.post(sentences["again"], sender=BOB)
    assert KINDS[postman.last().kind] in COMMANDS["again"].letters


@pytest.mark.parametrize("text", ["check\n" + ENTRY, "help", "standings", "mute", "spar\n" + ENTRY])
def test_every_answer_stands_in_the_thread_and_is_the_only_one(postman: Postman, text: str) -> None:
    mail = postman.post(text, References="<older@example.com>")
    (letter,) = postman.letters()

    assert letter.mail_id == mail.id
    assert letter.in_reply_to == "<1@example.com>"
    assert letter.references == "<older@example.com> <1@example.com>"
