"""Orders for matches that come by mail: who may give them, how they are read, and what the answer says."""

import re
import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any, Final

import pytest
from sqlmodel import delete, select

from app.engine.matches.game import Game, View
from app.engine.matches.grammar import OrderLine
from app.engine.matches.orders.blocks import OrderBlock
from app.engine.matches.orders.orders import OrderAnswer, answered
from app.engine.ruleset import Ruleset
from app.league.matches import blocks, scripts, turns
from app.league.matches.settings import EXTENSION, GRACE
from app.league.people.tokens import orders_key
from app.letters.contents import render
from app.letters.links import with_secrets, without_secrets
from app.mail.case import limits
from app.mail.inbox.own_text import cut
from app.notices.answers import Orders, Reading
from app.notices.registry import about
from app.settings import settings
from app.store.database import Database
from app.store.matches import orders
from app.store.tables import (
    Contestant,
    Letter,
    Mail,
    MailAction,
    MatchPlan,
    MatchState,
    NamedOrders,
    Player,
)
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    give,
    next_deadline,
    pass_deadline,
    seat_of,
)
from tests.support.posting import DESK, Postman
from tests.support.problems import filled
from tests.support.tables import by_row

BLOCK = "game cup-r1-1\nturn 1\nplay rock if round = 1\nplay paper\nthen auto\nend\n"
FIRST = "p1@example.com"


@pytest.fixture
def postman(duel: Ruleset, database: Database) -> Postman:
    begin_cup(database, 2)
    return Postman(database, CLOSES)


def readings(postman: Postman) -> tuple[Reading, ...]:
    matter = about(postman.last())
    assert isinstance(matter, Orders)
    return matter.readings


def said(postman: Postman) -> str:
    """The words of the last letter."""
    with postman.database.reading() as session:
        return render(session, session.merge(postman.last(), load=False)).text


def plan(postman: Postman, seat: str = "A") -> MatchPlan | None:
    with postman.database.reading() as session:
        return orders.plan(session, all_matches(postman.database)[0], seat)


def sent_out(postman: Postman) -> tuple[Letter, str, str]:
    """The letter to the first player that asks for orders, as it went out: with its text and its HTML."""
    with postman.database.writing() as session:
        player = session.exec(select(Player).where(Player.address == FIRST)).one()
        mine = select(Letter).where(Letter.player_id == player.id, Letter.kind == "turn")
        letter = session.exec(mine).one()
        words = without_secrets(render(session, letter), settings().key())
        letter.subject, letter.text, letter.html = words
        session.flush()
        session.expunge(letter)
        key = DESK.key, player.secrets
    return letter, with_secrets(words.text, *key), with_secrets(words.html, *key)


def answer(postman: Postman, letter: Letter, text: str, **how: str) -> Mail:
    """The first player writes this in answer to that letter."""
    return postman.post(
        text,
        sender=FIRST,
        to=how.get("to", postman.secret(FIRST, "cup")),
        Subject=f"Re: {letter.subject}",
        In_Reply_To=letter.message_id if not how else "",
    )


def quoted(text: str, mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}".rstrip() for line in text.split("\n"))


def rewrapped(text: str, columns: int) -> str:
    lines = (textwrap.wrap(line, columns, break_long_words=False) for line in text.split("\n"))
    return "\n".join("\n".join(each) for each in lines)


FILLED = re.compile("(?m)^[>＞ ]*end$")


@by_row(
    ("typed", "as_sent"),
    [
        ("play scissors", lambda text: text),
        ("play paper", lambda text: text),  # as our own example has it
        ("play scissors", quoted),
        ("> play scissors", quoted),
        ("ｐｌａｙ\u3000ｓｃｉｓｓｏｒｓ", lambda text: quoted(text, "＞ ")),
        ("play scissors", lambda text: rewrapped(text, 40)),
        ("play scissors", lambda text: rewrapped(quoted(text), 30)),
        ("play scissors", lambda text: text.replace("\n", "\n\n")),
        ("play scissors", lambda text: text[text.index("game ") :]),
        ("play scissors", lambda text: f"Here they are.\n\n{text}\n-- \nAlice\n"),
        ("play scissors", lambda text: re.sub("; against.*\n", "", text)),
    ],
)
def test_blanks_of_our_letter_are_filled_in_where_they_stand(
    typed: str, as_sent: Callable[[str], str], postman: Postman
) -> None:
    """However programs send our lines back: quoted or not, wrapped anew, in part."""
    letter, text, _ = sent_out(postman)
    with postman.database.writing() as session:
        session.exec(delete(MatchPlan))
    answer(postman, letter, FILLED.sub(lambda end: f"{typed}\n{end[0]}", as_sent(text), count=1))

    kept = plan(postman)
    assert kept
    assert kept.canonical == f"play {'paper' if 'paper' in typed else 'scissors'}"


OFFERED: Final = "summon C09\nclass C18 on 1\nclass C14 on 2\nsummon C10"
LETTER: Final = f"""\
Your turn has come. Send your orders by answering this letter, until Friday at noon.

What you could do, a line each:
{textwrap.indent(OFFERED, "    ")}

game cup-r1-1
turn 1
key k3y
end
"""


@by_row(
    "mail",
    [
        "{typed}",
        "{typed}\n\n{letter}",
        "{letter}\n\n{typed}",
        "{typed}\n\nOn Friday they wrote:\n{quoted}",
    ],
)
def test_orders_that_our_letter_offers_are_the_players_where_they_are_typed(mail: str) -> None:
    typed = f"game cup-r1-1\n{OFFERED}\nthen auto\nend"
    text = mail.format(typed=typed, letter=LETTER, quoted=quoted(LETTER))

    assert cut(text, letters=[LETTER]).text.strip() == typed


def test_a_letter_is_found_by_the_keys_in_its_blanks(postman: Postman) -> None:
    letter, text, _ = sent_out(postman)
    filled = FILLED.sub("play scissors\nend", rewrapped(text, 40), count=1)
    answer(postman, letter, filled, to=DESK.address)

    assert readings(postman)[0].orders == "play scissors"


def test_the_answer_says_which_line_of_ours_was_taken_as_the_players(postman: Postman) -> None:
    """As letters of before had them: lines of orders, for instance."""
    letter, text, _ = sent_out(postman)
    ours, before = "Rules, and", "play paper\n\nRules, and"
    with postman.database.writing() as session:
        kept = session.merge(letter)
        kept.text = (kept.text or "").replace(ours, before)
    text = text.replace(ours, before)
    answer(postman, letter, FILLED.sub("play paper\nend", text, count=1))

    assert [each.code for each in readings(postman)[-1].problems] == ["orders-as-ours"]
    assert "“play paper” is also a line of our letter." in " ".join(said(postman).split())
    assert said(postman).split("\n")[1] == "Your orders for 1 match are in"


def test_html_is_compared_with_the_html_of_our_letter(postman: Postman) -> None:
    letter, _, html = sent_out(postman)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = FIRST, postman.secret(FIRST, "cup"), "<h@x.test>"
    mail["In-Reply-To"] = letter.message_id
    mail.set_content(html.replace("<br>end", "<br>play scissors<br>end", 1), subtype="html")
    postman.bring(mail.as_bytes())

    assert readings(postman)[0].orders == "play scissors"


def test_an_empty_answer_gets_what_waits_for_orders(postman: Postman) -> None:
    letter, text, _ = sent_out(postman)
    assert answer(postman, letter, quoted(text)).action is MailAction.ANSWERED

    assert postman.last().kind == "waiting"
    assert "game cup-r1-1" in said(postman)


def test_an_order_in_an_answer_is_never_broken_as_a_link(postman: Postman) -> None:
    wrong = BLOCK.replace("round = 1", "my.hand < evil.example")
    postman.post(wrong, sender=FIRST, to=postman.secret(FIRST, "cup"))
    assert "my.hand < evil.example" in said(postman)

    postman.post(BLOCK.replace("cup-r1-1", "evil.example"), sender=FIRST)
    assert "evil[.]example" in said(postman)


def test_what_cannot_be_told_apart_is_asked_about(postman: Postman) -> None:
    """Only our hint is broken in two: by a program, or by a player who took it for a line to order by."""
    letter, text, _ = sent_out(postman)
    answer(postman, letter, text.replace("here, one", "here,\none", 1))

    assert not plan(postman)
    assert [each.code for each in readings(postman)[-1].problems] == ["orders-unclear"]


@by_row("as_sent", [str, lambda text: rewrapped(text, 40)])
def test_our_letter_alone_is_an_echo_and_with_a_word_more_it_is_none(
    as_sent: Callable[[str], str], postman: Postman
) -> None:
    letter, text, _ = sent_out(postman)

    assert answer(postman, letter, as_sent(text)).note["why"] == "our own letter, sent back"
    more = answer(postman, letter, as_sent(text).replace("■", "I do not see my hand.\n\n■", 1))
    assert more.action is not MailAction.IGNORED
    assert more.note["text"].strip() == "I do not see my hand."


def test_the_answer_shows_the_plan_as_understood_with_its_seal(postman: Postman) -> None:
    postman.post(BLOCK, sender=FIRST, to=postman.secret(FIRST, "cup"))

    (reading,) = readings(postman)
    kept = plan(postman)
    assert kept
    assert kept.canonical == reading.orders == "play rock if round = 1\nplay paper\nthen auto"
    assert (reading.opponent, reading.first_by, reading.sha256) == ("C2", "plan", kept.sha256)
    assert reading.deadline == next_deadline(postman.database)
    assert kept.sha256[:12] in said(postman)
    assert "21:00 JST" in said(postman)
    assert reading.first in said(postman)


def test_a_yes_to_several_matches_is_a_line_each(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 4)
    postman = Postman(database, CLOSES)
    with database.reading() as session:
        names = [each.game_id for each in all_matches(database) if seat_of(session, each, "C1")]
    text = "\n".join(BLOCK.replace("cup-r1-1", name).replace("rock", "Rock") for name in names)
    postman.post(text, sender=FIRST, to=postman.secret(FIRST, "cup"))

    told = said(postman)
    lines = [line for line in told.splitlines() if line.startswith("- C")]
    assert len(lines) == len(names) == 3
    assert all("play Rock if round = 1 / play paper / then auto" in line for line in lines)
    assert told.count("Seals of these orders") == told.count("Deadline") == 1


def test_orders_of_both_seats_of_one_player_are_told_apart_by_their_keys(postman: Postman) -> None:
    """As in seasons that began when own characters still met."""
    with postman.database.writing() as session:
        give(session, "C1", "C2")
        match = all_matches(postman.database)[0].id
    key = {seat: orders_key(DESK.key, match, 1, seat) for seat in "AB"}
    text = BLOCK.replace("turn 1", "turn 1\nkey {key}")
    both = text.format(key=key["A"]) + text.replace("rock", "paper").format(key=key["B"])
    postman.post(f"{both}{BLOCK}", sender=FIRST, to=postman.secret(FIRST, "cup"))
    plans = plan(postman, "A"), plan(postman, "B")

    assert [each.canonical.split()[1] for each in plans if each] == ["rock", "paper"]
    assert [(each.own, each.opponent) for each in readings(postman)] == [
        ("C1", "C2"),
        ("C2", "C1"),
        ("", ""),
    ]
    assert [each.code for each in readings(postman)[2].problems] == ["orders-not-yours"]
    assert "C1 – C2" in said(postman)


def test_of_two_plans_for_a_turn_the_one_with_a_syntax_error_is_refused_and_the_first_is_used(
    postman: Postman,
) -> None:
    """§14.4."""
    to = postman.secret(FIRST, "cup")
    postman.post(BLOCK, sender=FIRST, to=to)
    before = plan(postman)
    faulty = BLOCK.replace("play paper", "plya paper\nthrow rock\nplay castle")
    postman.post(f"Hello,\n{faulty}", sender=FIRST, to=to)

    (reading,) = readings(postman)
    after = plan(postman)
    assert before
    assert after
    assert (after.sha256, after.text) == (before.sha256, before.text)
    assert reading.stands == before.canonical
    assert [(each.line, each.column) for each in reading.problems] == [(5, 1), (6, 1), (7, 6)]
    assert reading.quotes == ("plya paper", "throw rock", "play castle")
    assert "line 5, column 1" in said(postman)
    assert "“play”" in said(postman)

    postman.post(BLOCK + faulty.replace("\n", "\n\n"), sender=FIRST, to=to)
    (reading,) = readings(postman)
    assert reading.sha256 == before.sha256
    assert reading.problems


def test_more_time_asked_for_in_each_block_is_one_extension(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    postman, before = Postman(database, CLOSES), next_deadline(database)
    blocks = [f"game {each.game_id}\nextend\nend\n" for each in all_matches(database)]
    postman.post("\n".join(blocks), sender=FIRST, to=postman.secret(FIRST, "cup"))
    with database.reading() as session:
        used = [each.extensions for each in session.exec(select(Contestant))]
        moved = {each.due_at for each in all_matches(database)}

    assert before
    assert sorted(used) == [0, 0, 1]
    assert moved == {before + GRACE, before + EXTENSION + GRACE}
    assert [each.is_extended for each in readings(postman)].count(True) == 2


def test_more_time_asked_for_twice_in_answer_to_one_letter_is_one_extension(
    postman: Postman,
) -> None:
    """Who answers the answer asks for more time still."""
    before, to = next_deadline(postman.database), postman.secret(FIRST, "cup")
    with postman.database.writing() as session:
        turns.tell(session, all_matches(postman.database)[0].season_id, CLOSES)
    letter = next(each for each in postman.letters() if each.kind == "turn")
    asked = "game cup-r1-1\nextend\nend\n"
    for _ in range(2):
        postman.post(asked, sender=FIRST, to=to, In_Reply_To=letter.message_id)
    deadlines = [next_deadline(postman.database)]
    (reading,) = readings(postman)
    answer = next(each for each in postman.letters() if each.kind == "orders")
    postman.post(asked, sender=FIRST, to=to, In_Reply_To=answer.message_id)
    deadlines.append(next_deadline(postman.database))

    assert before
    assert [each.code for each in reading.problems] == ["deadline-has-moved"]
    assert deadlines == [before + EXTENSION, before + 2 * EXTENSION]


def test_a_script_is_read_for_no_turn_but_the_one_that_comes(
    duel: Ruleset, postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = postman.secret(FIRST, "cup")
    postman.post(
        "game cup-r1-1\nplay paper repeat\nstanding on\nscript night\nend\n", sender=FIRST, to=to
    )
    reads, lines_of = list[str](), scripts.lines_of

    def counted(found: NamedOrders, game: Game[Any], view: View) -> tuple[OrderLine, ...]:
        reads.append(found.name)
        return lines_of(found, game, view)

    monkeypatch.setattr(scripts, "lines_of", counted)
    block = "game cup-r1-1\nturn {}\nscript night\nend\n"
    postman.post("".join(map(block.format, range(2, 12))), sender=FIRST, to=to)
    (reading,) = readings(postman)

    assert {each.code for each in reading.problems} == {"orders-other-turn"}
    assert not reads


def test_a_script_is_kept_and_taken_by_mail_and_shown_as_its_lines(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    postman = Postman(database, CLOSES)
    to = postman.secret(FIRST, "cup")
    one, two, *_ = [
        each.game_id for each in all_matches(database) if 1 in (each.entry_a_id, each.entry_b_id)
    ]
    keep = f"game {one}\nplay paper repeat\n常時登録\n台本　夜\nend\n"
    postman.post(keep + f"game {two}\nscript 夜\nend\n", sender=FIRST, to=to)
    kept = readings(postman)
    words = said(postman)
    postman.post(f"game {two}\nplay rock\nscript 昼\nend\n", sender=FIRST, to=to)
    (wrong,) = readings(postman)

    assert [each.orders for each in kept] == [
        "play paper repeat\n常時登録\nscript 夜",
        "script 夜\n; play paper repeat",
    ]
    assert (kept[1].first_by, kept[1].first) == ("standing", "play paper")
    assert "; play paper repeat" in words
    assert [(each.code, filled(each)) for each in wrong.problems] == [("no-script", ("昼", "“夜”"))]
    assert "You have “夜”." in said(postman)


def test_quotes_signature_and_full_width_digits_make_no_difference(postman: Postman) -> None:
    """§14.5, and Japanese words."""
    to = postman.secret(FIRST, "cup")
    postman.post(BLOCK, sender=FIRST, to=to)
    plain = plan(postman)
    typed = "よろしくお願いします。\n\n" + BLOCK.replace("game", "試合").replace("1", "１").replace(
        "then auto", "あとは自動"
    ).replace("end", "おわり")
    quoted = "".join(f"> {line}\n" for line in BLOCK.replace("paper", "scissors").split("\n"))
    postman.post(f"{typed}\n{quoted}\n-- \ngame cup-r1-1\nresign\n", sender=FIRST, to=to)
    again = plan(postman)

    assert plain
    assert again
    assert again.sha256 == plain.sha256
    assert not all_matches(postman.database)[0].verdict


def test_without_the_secret_address_a_key_is_needed(postman: Postman) -> None:
    match = all_matches(postman.database)[0]
    postman.post(BLOCK, sender=FIRST)
    strange = readings(postman)
    assert plan(postman) is None

    other = BLOCK.replace("turn 1", f"key {orders_key(DESK.key, match.id, 1, 'B')}")
    postman.post(other, sender=FIRST, to=postman.secret(FIRST, "cup"))
    assert readings(postman)[0].sha256
    own = BLOCK.replace("turn 1", f"key {orders_key(DESK.key, match.id, 1, 'A')}")
    mail = postman.post(own.replace("paper", "scissors"), sender="elsewhere@example.org")
    kept = plan(postman)
    assert kept
    assert "play scissors" in kept.canonical
    assert mail.note["text"] == ""
    with postman.database.reading() as session:
        assert session.merge(postman.last(), load=False).player.address == FIRST

    late = BLOCK.replace("turn 1", f"key {orders_key(DESK.key, match.id, 2, 'A')}")
    postman.post(late, sender=FIRST)
    assert [each.code for each in readings(postman)[0].problems] == ["orders-other-turn"]
    postman.post(BLOCK.replace("cup-r1-1", "cup-r9-9"), sender=FIRST)
    unknown = readings(postman)
    assert [each.problems[0].code for each in (*strange, *unknown)] == ["orders-not-yours"] * 2


def test_every_block_is_answered(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 3)
    postman = Postman(database, CLOSES)
    mine = [each for each in all_matches(database) if each.game_id != "cup-r3-1"]
    text = "\n".join(BLOCK.replace("cup-r1-1", each.game_id) for each in all_matches(database))
    text += "game cup-r1-1\nturn 1\n; nothing yet\nend\ngame cup-r7-7\nturn 1\nready\nend\n"
    entered = {each.game_id: each for each in mine}
    postman.post(text, sender=FIRST, to=postman.secret(FIRST, "cup"))

    found = {each.game_id: each for each in readings(postman)}
    assert len(found) == len(entered) + 2
    assert sum(bool(each.sha256) for each in found.values()) == 2
    assert found["cup-r7-7"].problems[0].code == "orders-not-yours"


def test_single_words_are_orders_too(postman: Postman) -> None:
    to, before = postman.secret(FIRST, "cup"), next_deadline(postman.database)
    assert before
    for line in ("extend", "standing on\nplay rock", "offer draw"):
        postman.post(f"game cup-r1-1\nturn 1\n{line}\nend", sender=FIRST, to=to)
        (reading,) = readings(postman)
        assert reading.sha256
        assert reading.deadline == before + EXTENSION
    postman.post("game cup-r1-1\n投了\nend", sender=FIRST, to=to)
    assert readings(postman)[0].is_ended
    pass_deadline(postman.database)
    assert all_matches(postman.database)[0].state is MatchState.OVER
    postman.post("game cup-r1-1\n準備完了\nend", sender=FIRST, to=to)
    assert [each.code for each in readings(postman)[0].problems] == ["match-over"]


def test_orders_are_taken_even_where_the_day_has_seen_too_many_answers(
    postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROVEN_ANSWERS_A_DAY", 1)
    to = postman.secret(FIRST, "cup")
    postman.post(BLOCK, sender=FIRST, to=to)
    count = len(postman.letters())
    postman.post(BLOCK.replace("paper", "scissors"), sender=FIRST, to=to)
    kept = plan(postman)

    assert kept
    assert "play scissors" in kept.canonical
    assert len(postman.letters()) == count


def test_a_key_is_for_its_turn_and_its_seat(postman: Postman) -> None:
    """One of an earlier turn, out of a letter that was passed on, opens nothing; nor does that of the opponent."""
    match = all_matches(postman.database)[0]

    def keyed(turn: int, seat: str, card: str) -> str:
        key = orders_key(DESK.key, match.id, turn, seat)
        return f"game cup-r1-1\nturn 1\nkey {key}\nplay {card}\nend\n"

    postman.post(keyed(0, "A", "rock"), sender="finder@example.org")
    assert [each.code for each in readings(postman)[0].problems] == ["orders-other-turn"]
    assert plan(postman) is None

    both = keyed(1, "A", "rock") + keyed(1, "B", "paper")
    postman.post(f"{both}game cup-r1-1\nturn 1\nplay scissors\nend\n", sender=FIRST)
    (reading,) = readings(postman)
    assert reading.orders == "play rock"
    assert [each.code for each in reading.problems] == ["orders-not-yours"] * 2
    assert plan(postman, "B") is None


def test_what_stands_behind_a_block_is_none_of_it(postman: Postman) -> None:
    """A letter about many matches, quoted below the orders, is longer than they may be."""
    quoted = "".join(f"> line {number} of the letter\n" for number in range(2_000))
    to = postman.secret(FIRST, "cup")
    postman.post(f"{BLOCK}\nOn Monday you wrote:\n{quoted}", sender=FIRST, to=to)

    kept = plan(postman)
    assert kept
    assert kept.text == BLOCK.rstrip("\n")


def test_of_too_many_or_too_long_blocks_the_answer_says_so(
    postman: Postman, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[OrderBlock] = []

    def counted(block: OrderBlock, game: Game[Any], view: View) -> OrderAnswer:
        read.append(block)
        return answered(block, game, view)

    monkeypatch.setattr(blocks, "answered", counted)
    to = postman.secret(FIRST, "cup")
    postman.post(BLOCK.replace("then auto", "plya") * 599 + BLOCK, sender=FIRST, to=to)
    (reading,) = readings(postman)
    long = "play rock ; so\n" * 299 + f"play paper if {'round = 1 or ' * 75}round = 1\n" * 20
    postman.post(f"game cup-r1-1\n{long}end\n", sender=FIRST, to=to)

    assert reading.sha256
    assert reading.problems[0].code == "blocks-unread"
    assert len(read) == blocks.MOST_OF_A_MATCH
    assert [each.code for each in readings(postman)[0].problems] == ["orders-too-long"]
