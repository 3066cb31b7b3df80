"""Questions about a tournament are answered from what is known, in any letter that answers them."""

from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.engine import Lang
from app.letters.contents import render
from app.letters.replies.topics import TOPICS
from app.mail.reading.form.entry_form import read_fields
from app.mail.reading.phrases import BOOK
from app.store.database import Database
from app.store.tables import SeasonState
from tests.mail.reading.test_commands import SAID
from tests.support.people import NOW
from tests.support.posting import ENTRY, Postman, open_cup
from tests.support.seasons import a_season

TITLES = ("第一回飛脚杯", "First Hikyaku Cup")


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database, titles=TITLES, closes_at=NOW + timedelta(days=14))
    return Postman(database)


def answered(postman: Postman, text: str) -> tuple[str, str, str]:
    """The subject, the text without its breaks and the HTML of the answer."""
    postman.post(text, sender="Zoe <zoe@example.org>")
    with postman.database.reading() as session:
        letter = render(session, postman.last())
    return letter.subject, " ".join(letter.text.split()), letter.html


def flat(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("topic", TOPICS)
def test_every_topic_is_asked_for_in_both_languages_and_answered(
    postman: Postman, topic: str
) -> None:
    for said in SAID[topic].split(" / "):
        assert BOOK.said_in(said) == topic
    for said in (SAID[topic].split(" / ")[0], SAID[topic].split(" / ")[-1]):
        subject, text, html = answered(postman, said)
        assert postman.last().kind == "help"
        assert "%(" not in text + html + subject


def test_the_deadline_is_told_with_the_time_that_is_left(postman: Postman) -> None:
    subject, text, html = answered(postman, "Hi there! I just found this. When is the deadline?")

    assert subject == "Your question: Deadline"
    assert "First Hikyaku Cup takes entries until Sat 5 Dec 2026" in text
    assert "Time left: 13 days." in text
    assert "Time left: 13 days." in html
    assert flat("第一回飛脚杯の締切は2026年12月5日") in flat(
        answered(postman, "はじめまして！締切はいつですか？")[1]
    )


def test_announced_results_are_told_with_their_moment_beside_a_season_that_takes_entries(
    postman: Postman,
) -> None:
    with postman.database.writing() as session:
        own = a_season(
            session, slug="next", title_en="Second Cup", title_ja="第二回", closes_at=None
        )
        own.state, own.release_at = SeasonState.REVIEW, NOW + timedelta(days=2)
    asked = [
        answered(postman, f"{said}?")[1]
        for said in ("When are the results out", "When is the deadline")
    ]

    assert "Second Cup has been played. The results come out on Mon 23 Nov 2026" in asked[0]
    assert "The battles are played after the deadline" in asked[0]
    assert "Second Cup" not in asked[1]
    assert flat("第二回の対戦は終わりました。結果は2026年11月23日") in flat(
        answered(postman, "結果はいつ発表されますか？")[1]
    )


def test_two_questions_get_two_answers_in_one_letter(postman: Postman) -> None:
    subject, text, _ = answered(
        postman, "How many characters can one person enter? And does it cost anything?"
    )

    assert subject == "Your question: How many characters, Cost"
    assert "One character a person in each season." in text
    assert "Nothing: taking part is free." in text


def test_a_question_beside_an_entry_is_answered_in_its_letter(postman: Postman) -> None:
    _, text, _ = answered(postman, f"Does it cost anything?\n\n{ENTRY}")

    assert postman.last().kind == "confirmation"
    assert "Nothing: taking part is free." in text


@pytest.mark.parametrize(
    ("lang", "question", "said"),
    [
        ("en", "When is the deadline?", "No season takes entries at the moment."),
        ("ja", "次の大会はいつですか？", "いま受付中の大会はありません。"),
    ],
)
def test_where_nothing_is_open_the_answer_says_so(
    database: Database, lang: Lang, question: str, said: str
) -> None:
    _, text, _ = answered(Postman(database), question)

    assert flat(said) in flat(text)


@pytest.mark.parametrize(("lang", "asked"), [("en", "help"), ("ja", "ヘルプ")])
def test_help_is_one_game_one_build_and_one_button_and_a_line_for_each_open_season(
    database: Database, lang: Lang, asked: str
) -> None:
    for number, game in enumerate(("laplaplus", "shiden-issen-2") * 3, 1):
        titles = (f"第{number}回", f"Cup {number}")
        open_cup(database, f"cup-{number}", game, titles, NOW + timedelta(days=20 - number))
    postman = Postman(database)
    postman.post(asked, sender="Zoe <zoe@example.org>", Subject="")
    with database.reading() as session:
        letter = render(session, postman.last())
    listed = [each for each in letter.text.splitlines() if each.startswith("- ")]

    assert letter.text.count("\n") < 60
    assert len(listed) == 6
    assert (
        listed[0]
        == {
            "en": "- Cup 6 (Shiden Issen Ni): Sat 5 Dec 2026, 21:00 JST (12:00 UTC)",
            "ja": "- 第6回（紫電一閃 弐）：2026年12月5日(土) 21:00 JST",
        }[lang]
    )
    [button] = LexborHTMLParser(letter.html).css("a.button")
    entry = read_fields(parse_qs(urlsplit(button.attributes["href"] or "").query)["body"][0])
    assert entry.season in ("第1回", "Cup 1")
    assert entry.build_text


@pytest.mark.parametrize("asked", ["Which tournaments are open?", "flurble wurble"])
def test_open_seasons_are_listed_once(postman: Postman, asked: str) -> None:
    open_cup(postman.database, "second", titles=("第二回", "Second Cup"))
    text = answered(postman, asked)[1]

    assert text.count("- Second Cup (Laplaplus): no deadline yet") == 1
    assert text.count("- First Hikyaku Cup (Laplaplus): Sat 5 Dec 2026, 21:00 JST") == 1


@pytest.mark.parametrize("quote", ["> ", ""])
def test_help_may_be_filled_in_where_it_stands(postman: Postman, quote: str) -> None:
    postman.post("help", Subject="")
    with postman.database.reading() as session:
        lines = render(session, postman.last()).text.split("\n")
    filled = "\n".join(quote + line for line in lines)
    for label, value in (("Name:", "Rainman"), ("Build:", "攻響核")):
        filled = filled.replace(f"    {label}\n", f"    {label} {value}\n")
    mail = postman.post(filled)

    assert mail.note["understood"]["name"] == "Rainman"
    assert mail.note["understood"]["build"] == ["attack", "echo", "core"]
