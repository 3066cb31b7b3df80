"""Every mail command has all its parts; a new word is a phrase in the book, and a mistake there is named by its line."""

from pathlib import Path

import pytest

from app.engine import TERMS
from app.errors import FileBroken
from app.letters.replies.topics import TOPICS
from app.mail import labels
from app.mail.actions.commands import COMMANDS, Command
from app.mail.reading.phrases import BOOK, read_book
from app.mail.reading.request import ASK_FIRST, QUESTIONS
from tests.mail.reading.test_commands import SAID
from tests.support.tables import by_row

BOOK_FILE = BOOK.path
UNTOLD = {"enter", "help", *TOPICS}
"""What the letter with the guide is about, its own name, and questions."""


def missing_parts(command: Command) -> list[str]:
    slug, missing = command.slug, []
    phrases = BOOK.phrases.get(slug)
    if phrases is None:
        return [f"no phrases: add [{slug}] to {BOOK_FILE.name}"]
    if not command.letters:
        missing.append("no letter answers it: name its class in COMMANDS")
    if command.needs and not command.ask:
        missing.append("it needs a proof, and nothing asks for it: name `ask` in COMMANDS")
    if not phrases.help and slug not in UNTOLD:
        missing.append(f"the guide does not tell of it: add help.en and help.ja to [{slug}]")
    for lang, (word, _) in phrases.help.items():
        if BOOK.said_in(word % TERMS.to(lang)) != slug:
            missing.append(f"help.{lang} names “{word}”, which is none of its phrases")
    if bool(command.ask) != (slug in ASK_FIRST):
        missing.append("what has `ask` has the trait “asks-first”, and nothing else has")
    if (slug in TOPICS) != (slug in QUESTIONS):
        missing.append("what has a topic has the trait “question”, and nothing else has")
    if slug not in SAID:
        missing.append(
            "no test says it: add sentences to SAID in tests/mail/reading/test_commands.py"
        )
    return missing


@by_row("command", COMMANDS.values(), ids=COMMANDS)
def test_every_command_has_all_its_parts(command: Command) -> None:
    assert missing_parts(command) == []


def test_only_commands_have_traits() -> None:
    assert {slug for those in BOOK.traits.values() for slug in those} <= COMMANDS.keys()


def test_the_guide_tells_of_every_command_in_one_language_at_least() -> None:
    assert {slug for slug, each in BOOK.phrases.items() if not each.help} == UNTOLD
    assert [slug for slug, each in BOOK.phrases.items() if len(each.help) == 1] == ["japanese", "english"]  # fmt: skip


@by_row(("lang", "word"), [("ja", "おいとま"), ("en", "hop [right] off")])
def test_a_new_word_is_one_phrase_in_the_book(tmp_path: Path, lang: str, word: str) -> None:
    """It is understood, whatever is polite around it."""
    text = BOOK_FILE.read_text("utf-8")
    head, withdraw = text.split("[withdraw]")
    phrases = withdraw.index(f"{lang} = [") + len(f"{lang} = [")
    copy = tmp_path / "phrases.toml"
    copy.write_text(f'{head}[withdraw]{withdraw[:phrases]}"{word}", {withdraw[phrases:]}', "utf-8")
    book = read_book(copy)
    book.check(COMMANDS)

    line = {"ja": "【おいとま】をお願いします。", "en": "Re: I would like to hop off, please"}[lang]
    assert BOOK.said_in(line) is None
    assert book.said_in(line) == "withdraw"


@by_row(
    ("line", "parts"),
    [
        ("Please call my character “Wow! The Again”, please.", {"name": "Wow! The Again"}),
        ("Could you call it O'Hara, Jr.?", {"name": "O'Hara, Jr"}),
        ("名前を「ｶﾞ Ａ子」に変更してください。", {"name": "ｶﾞ Ａ子"}),
        ("すみませんが、三枚目をHard Coreに変えてください", {"number": "3", "card": "Hard Core"}),
        ("できれば、１０枚目を 攻撃 に変えて", {"number": "10", "card": "攻撃"}),
        ("Please swap my first and card 12.", {"number": "1", "other": "card 12"}),
    ],
)
def test_a_phrase_has_places_for_words_as_they_were_typed(
    tmp_path: Path, line: str, parts: dict[str, str]
) -> None:
    added = """[withdraw]
en = ["call (it|my character) <name>", "swap [my] <number> and <other>"]
ja = ["名前を<name>に変更", "…<number>枚目を<card>に変え[て]"]
"""
    copy = tmp_path / "phrases.toml"
    lists = BOOK_FILE.read_text("utf-8").partition("\n[lists]\n")[2]
    copy.write_text(f"{added}[lists]\n{lists}", "utf-8")
    said = read_book(copy).request_in(line)

    assert said
    assert (said.slug, dict(said.parts)) == ("withdraw", parts)
    assert [*read_book(copy).requests_in(f"Hello there.\n{line}\nAlice")] == [said]


BROKEN = [
    ('en = ["a <x> <y>…<z> b"]\nja = ["棄権"]', 2, "“a <x> <y>…<z> b” has more than 3 places"),
    ('en = ["… [<name>]"]\nja = ["棄権"]', 2, "“… [<name>]” has nothing that must be there"),
    ('en = ["a [<name>]*"]\nja = ["棄権"]', 2, "“a [<name>]*” has a * that does not stand"),
    ('en = ["quit", "[re"]\nja = ["棄権"]', 2, "“[re” has a “[” that is not closed"),
    ('en = ["quit",\n"re)"]\nja = ["棄権"]', 3, "“re)” has a “)” that closes nothing"),
    ('en = ["quit"]\nja = ["棄権", "（だめ］"]', 3, "“（だめ］” has a “]” that closes nothing"),
    ('en = ["quit"]\nja = ["{entori}棄権"]', 3, "“{entori}棄権” names no list: {entori}"),
    ('en = ["[a|b]"]\nja = ["棄権"]', 2, "“[a|b]” has nothing that must be there"),
    ('en = ["quit*"]\nja = ["棄権"]', 2, "“quit*” has a * that does not stand right behind a bracket"),
    ('en = ["x[[a]*]*"]\nja = ["棄権"]', 2, "“x[[a]*]*” has a * that does not stand right behind"),
    ('en = ["quit"]', 1, "the words of [withdraw] must be written as"),
    ('en = []\nja = ["棄権"]', 1, "the words of [withdraw] must be written as"),
    ('en = ["quit"]\nja = ["棄権"]\nde = ["Ausstieg"]', 4, "[withdraw] has no use for “de”"),
    ('en = ["quit"]\nja = ["棄権"]\nhelp.en = "quit"', 4, "help.en of [withdraw] must be"),
    ('en = ["quit"]\nja = ["棄権"]\nhelp.en = ["quit", "100%"]', 4, "help.en of [withdraw] must be"),
    ('en = ["quit"\nja = ["棄権"]', 3, "this is no TOML"),
]  # fmt: skip


@by_row(("table", "line", "said"), BROKEN)
def test_a_mistake_in_the_book_is_named_with_its_line(
    tmp_path: Path, table: str, line: int, said: str
) -> None:
    copy = tmp_path / "phrases.toml"
    copy.write_text(f"[withdraw]\n{table}\n", "utf-8")
    with pytest.raises(FileBroken) as refusal:
        read_book(copy)

    assert refusal.value.en.startswith(f"phrases.toml, line {line}: {said}")
    assert refusal.value.ja.startswith(f"phrases.toml、{line}行目：")


@by_row(
    ("book", "commands", "said"),
    [
        ('\n[witdraw]\nen = ["a"]\nja = ["b"]', ["withdraw"], "line 2: [witdraw] is no command"),
        ('[show]\nen = ["a"]\nja = ["b"]', ["show", "withdraw"], "line 1: [withdraw] is missing"),
    ],
)
def test_a_book_has_the_phrases_of_every_command_and_of_no_other(
    tmp_path: Path, book: str, commands: list[str], said: str
) -> None:
    copy = tmp_path / "phrases.toml"
    copy.write_text(book, "utf-8")
    with pytest.raises(FileBroken, match=f"^{copy.name}, ") as refusal:
        read_book(copy).check(commands)

    assert said in refusal.value.en


LABELS_FILE = Path(labels.__file__).with_name("labels.toml")


def test_a_new_label_is_one_word_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "labels.toml"
    text = LABELS_FILE.read_text("utf-8")
    copy.write_text(text.replace('ja = ["名前",', 'ja = ["あざな", "名前",'), "utf-8")
    assert labels.label_of("あざな：雨男") is None
    monkeypatch.setattr(labels, "LABELS", labels.read_labels(copy))

    assert labels.label_of("■ あざな：雨男") == labels.Label("name", "雨男", style="■")


@by_row(
    ("typed", "instead", "said"),
    [
        ("[name]", "[nam]", "is no field"),
        ("[url]\n", "[url]\nfr = ['adresse']\n", "[url] has no use for “fr”; it takes ja, en and maybe"),
        ('ja = ["大会"]', 'ja = "大会"', "the words of [season] must be written as"),
        ('ja = ["大会"]', 'ja = ["大会"', "this is no TOML"),
    ],
)  # fmt: skip
def test_a_mistake_among_labels_is_named_with_its_line(
    tmp_path: Path, typed: str, instead: str, said: str
) -> None:
    copy = tmp_path / "labels.toml"
    text = LABELS_FILE.read_text("utf-8")
    assert typed in text
    copy.write_text(text.replace(typed, instead), "utf-8")
    with pytest.raises(FileBroken, match=r"^labels.toml, line \d+: ") as refusal:
        labels.read_labels(copy)

    assert said in refusal.value.en
