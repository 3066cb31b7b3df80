"""Every word of a mail is in the entry, in an order, in what is not taken, or a courtesy."""

import re
import unicodedata
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random

from hypothesis import given, strategies as st

from app.games import ruleset, slugs
from app.mail.inbox.message import NotAMail
from app.mail.labels import label_of
from app.mail.reading.contents import Contents, read
from app.mail.reading.form.card_words import cards_named
from app.mail.reading.form.entry_form import EntryForm
from app.mail.reading.request import NOTHING, ORDERS
from app.notices.answers import ORGANISER
from app.store.database import Database
from tests.support.posting import DESK, Postman, open_cup
from tests.support.tables import by_row

FOLDER = Path(__file__).parents[2] / "corpus"
GAMES = [(slug, ruleset(slug).rules_version) for slug in slugs()]
CARDS = [card for game in GAMES for card in ruleset(*game).cards]
NEXT = re.compile(r"\s(?=\S{1,12}[:：=＝])|[★☆♪♡/／|｜【《〈\[]|\s\S[\s\u3000]{2}")
LISTED = "\n".join(f"{n}. {name} Fern - 閃閃交硬果" for n, name in enumerate(("Red", "Blue", "Green", "Grey", "Gold"), 1))  # fmt: skip


def came(text: str, subject: str = "my mail") -> Contents:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Pat <pat@pat.test>", DESK.address, subject
    mail.set_content(text)
    said = read(mail.as_bytes(), DESK, GAMES)
    assert isinstance(said, Contents)
    return said


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def told(said: Contents) -> str:
    """All letters of what was taken, and of what the answer names as not taken."""
    return letters(" ".join(values(said)))


def values(said: Contents) -> Iterator[str]:
    for form in (said.request.form, *said.request.several):
        yield from of_form(form)
    for change in said.request.changes:
        yield from (change.typed, change.text)
    for each in said.untaken:
        yield from each.words


def of_form(form: EntryForm) -> Iterator[str]:
    named = (form.name, form.build_text, form.lore, form.owner, form.url, form.season, form.instead)
    beside = (form.side, form.orders, form.nonce)
    own = (*form.flavour.values(), *form.lines.values(), *form.labels.values())
    yield from filter(None, (*named, *beside, *own))


def lost(said: Contents) -> list[str]:
    """Lines with a card or a field in them that are neither in what was taken nor named."""
    if said.request.command in (NOTHING, ORDERS, ORGANISER) or said.mail.problems:
        return []  # nothing is taken then, and the answer says so
    known = told(said)
    found = []
    for line in said.mail.text.split("\n"):
        label = label_of(line)
        rest = label.rest if label else line
        value = letters(NEXT.split(rest)[0])[:20] if label and label.is_certain else ""
        cards = [letters(each) for each in cards_named(rest[:55], CARDS) if " " not in each]
        if any(each not in known for each in (value, *cards)):
            found.append(line)
    return [] if said.request.form.repeated else found  # then it is asked which one is meant


def corpus() -> list[Path]:
    return sorted(FOLDER.rglob("*.eml"))


@by_row(
    ("text", "kinds"),
    [
        # a captain's list
        (f"Hello, our five:\n\n{LISTED}\n\nThanks!", [("second", f"{n}. {name} Fern - 閃閃交硬果") for n, name in enumerate(("Blue", "Green", "Grey", "Gold"), 2)]),
        ("Class 4b:\nAnna: Attack, Core\nEmil: Foo, Core", [("second", "Emil: Foo, …")]),
        ("Build: Attack, Core\nName: Bill\nBackup build: Echo, Core", [("second", "Backup build: Echo, Core")]),
        # a story behind name and build
        ("His name is Rex and he plays attack, attack, echo, core and shield thank you", []),
        ("My guy is called Rex and his cards are Attack, Core. He lives in a jar. Thanks!", [("lines", "He lives in a jar.")]),
        ("My guy is called Rex. Cards: Attack, Core.", []),
        ("名前は「傘」、構成は攻撃・コアで、設定は「雨の日だけ。」です。", []),
        ("Attack, Echo, Core / Puddle\nHe was rained on.\nThanks for running this!\nTim", [("lines", "He was rained on.")]),
        # beside a yes, and beside a change
        ("Yes to all please. Quiet Tom should be: Attack, Attack, Core", [("lines", "Quiet Tom should be: Attack, Attack, Core")]),
        ("はい、本人です。設定の最後の行は消してもらえますか？", [("lines", "設定の最後の行は消してもらえますか？")]),
        ("はい。オーナーは「傘屋」で。最後のコアをエコーに変えてください。", [("lines", "オーナーは「傘屋」で。")]),
        ("はい、名前は「月影」で合っています。", []),
        ('Yes, it was me. My lore should begin with "They say that".', [("lines", 'My lore should begin with "They say that".')]),
        ("Yes, it was me.\n\nKind regards,\nTim", []),
        # questions, and courtesies
        ("Is there a prize?\n\n" + "Name: Rex\nBuild: Attack, Core", [("question", "Is there a prize?")]),
        ("Hi! How are things?\nWhat are the rules? And what's the deadline? And who won last time?", [("question", "How are things?"), ("question", "And who won last time?")]),
        ("はじめまして！楽しみにしています。\n名前：雨男\n構成：攻響核\nどうぞよろしくお願いいたします。", []),
        ("Name: Rex\nBuild: Attack, Core\n\nAlso please send me the rules.", []),
    ],
)  # fmt: skip
def test_what_is_left_is_named_and_courtesies_are_not(
    text: str, kinds: list[tuple[str, ...]]
) -> None:
    assert [(each.kind, *each.words) for each in came(text).untaken] == kinds


@by_row(
    ("subject", "text", "name", "build"),
    [
        ("entry", "His name is Rex and he plays attack, attack, echo, core and shield thank you", "Rex", "attack, attack, echo, core and shield"),
        ("entry", "My name is Ben. My character's name is Lava Louse and he has Attack, Flurry and Core.", "Lava Louse", "Attack, Flurry and Core"),
        ("Entry: Sakura", "Hello, here is my build: attack, echo, core", "Sakura", "attack, echo, core"),
        ("Build: attack, core", "Name: Sakura", "Sakura", "attack, core"),
        ("応募：さくら", "構成：攻響核", "さくら", "攻響核"),
        ("hi", "Attack, Echo, Core - Silent Bob", "Silent Bob", "Attack, Echo, Core"),
        ("応募", "名前☆さくら\n構成☆攻響核\n設定☆春", "さくら", "攻響核"),
        ("応募", "🌸名前🌸 さくら\n🌸構成🌸 攻響核", "さくら", "攻響核"),
        ("entry", "hi!\nname Princess Thunder\ncards attack attack core\n\nshe rides a cloud", "Princess Thunder", "attack attack core"),
        ("応募", "なまえはドラゴン太郎\nわざは　攻撃　エコー　コア　です\nつよいです。", "ドラゴン太郎", "攻撃\u3000エコー\u3000コア"),
        ("entry", "Quiet Tom should be: Attack, Attack, Core", None, None),
        ("entry", "NAME- Dusty\nBUILD- Attack/Core", "Dusty", "Attack/Core"),
        ("entry", "「名字」\n紙の人\n「构成」\n攻響核", "紙の人", "攻響核"),
        ("entry", "「构成」\n攻響核", None, "攻響核"),
        ("entry", "이름: 봄바람\n구성: 攻響核", "봄바람", "攻響核"),
        ("entry", "Name: Boss\nMaster: Iveta Crane\nDeck: 9 Ether, 3 Pawnlet", "Boss", "master Iveta Crane\n9 Ether, 3 Pawnlet"),
        ("応募", "名前：海\nデッキ1：4 K01, 4 K02\nデッキ2：4 K01, 4 K03\n設定：海。", "海", "4 K01, 4 K02\ndeck 4 K01, 4 K03"),
        ("entry", "Name: Arena\n\nDeck\n4 Ine, Gate Sweeper (OCG) 1\n3 C10 小川の蛇ミオ", "Arena", "4 Ine, Gate Sweeper (OCG) 1\n3 C10 小川の蛇ミオ"),
    ],
)  # fmt: skip
def test_name_and_build_are_found_wherever_they_stand(
    subject: str, text: str, name: str | None, build: str | None
) -> None:
    found = came(text, subject).request.form

    assert (found.name, found.build_text) == (name, build)


def test_a_no_that_names_the_character_anew_drops_nothing() -> None:
    assert not came("no! the name is Muddle. otherwise yes").request.declines
    assert came("No, it was not me. My name is Bob.").request.declines


def test_how_a_story_should_begin_is_not_all_of_it() -> None:
    assert came('My lore should begin with "They say that".').request.changes == ()


def test_whoever_asks_whether_they_can_leave_later_stays_in() -> None:
    assert came("Quick question: can I withdraw later if I enter now?").request.command == "leaving"


@by_row(
    ("told", "lore"),
    [
        ("┏━━━━┓\n箱の中。", "┏━━━━┓\n箱の中。"),
        ("――――\n線の上。", "――――\n線の上。"),
        ("He ran once.\n--\nAnd then he ran once again", "He ran once.\n--\nAnd then he ran once again"),
        ("He ran once.\n--\nRex R.", "He ran once."),
    ],
)  # fmt: skip
def test_what_is_drawn_in_a_story_is_of_it(told: str, lore: str) -> None:
    assert came(f"Name: Rex\nBuild: 攻響核\nLore:\n{told}\n").request.form.lore == lore


def test_two_questions_get_two_answers(database: Database) -> None:
    open_cup(database)
    postman = Postman(database)
    postman.post("ルールを教えてください。カード一覧もください。締め切りはいつですか？")

    assert [each.about["topic"] for each in postman.letters()] == ["rules", "cards"]
    assert postman.letters()[0].about["questions"] == ["deadline"]


def test_whoever_asks_how_to_withdraw_stays_in(database: Database) -> None:
    open_cup(database)
    postman = Postman(database)
    postman.enter()
    mail = postman.post("How do I withdraw? And until when?", Subject="withdraw?", to=postman.secret())  # fmt: skip

    assert mail.note["request"] == "leaving"
    assert postman.builds()


def test_nothing_in_the_corpus_is_lost_in_silence() -> None:
    silent = {}
    for file in corpus()[::12]:
        try:
            said = read(file.read_bytes(), DESK, GAMES)
        except NotAMail:
            continue
        if isinstance(said, Contents) and (lines := lost(said)):
            silent[file.name] = lines

    assert silent == {}


@given(st.randoms(use_true_random=False))
def test_nothing_is_lost_whatever_is_left_out_moved_doubled_or_joined(dice: Random) -> None:
    said = read(dice.choice(ENTRIES).read_bytes(), DESK, GAMES)
    assert isinstance(said, Contents)
    lines = said.mail.text.split("\n")
    for _ in range(dice.randint(1, 3)):
        at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
        match dice.choice(["leave out", "move", "double", "join"]):
            case "leave out" if len(lines) > 1:
                del lines[at]
            case "move":
                lines.insert(to, lines.pop(at))
            case "double":
                lines.insert(to, lines[at])
            case "join" if at + 1 < len(lines):
                lines[at : at + 2] = [" ".join(lines[at : at + 2])]
    text = "\n".join(lines)

    assert lost(came(text, said.mail.subject)) == [], text


ENTRIES = [file for file in corpus() if re.match("[ajkm]", file.name)]
