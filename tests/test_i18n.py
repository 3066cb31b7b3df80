"""Both languages say everything: the catalogue has what is asked for, and nothing else."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from app.engine import Lang
from app.i18n import (
    CATALOGUES,
    day,
    is_japanese,
    lang_of,
    moment,
    number,
    ordinal,
    speaking_of,
    translations,
)
from app.settings import ROOT
from tests.support.tables import by_row

JINJA = {
    "extensions": "jinja2.ext.i18n",
    "trimmed": "true",
    "silent": "false",
    "newstyle_gettext": "true",
}
KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
TOKYO = ZoneInfo("Asia/Tokyo")
DEADLINE = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def asked_for() -> set[tuple[str, ...]]:
    """Every message in templates and code; those with a plural as pairs."""
    return set(messages())


def messages() -> Iterator[tuple[str, ...]]:
    sources = [
        (ROOT / "app", [("**.py", "python")], {}),
        (ROOT / "templates", [("**.html", "jinja2"), ("**.txt", "jinja2")], {"**": JINJA}),
    ]
    for folder, methods, options in sources:
        for _, _, message, _, _ in extract_from_dir(folder, methods, options, KEYWORDS):
            yield forms(message)


def forms(message: str | Sequence[str] | None) -> tuple[str, ...]:
    """The message, or its singular and plural."""
    return (message,) if isinstance(message, str) else tuple(message or ())


def catalogue() -> dict[tuple[str, ...], tuple[str, ...]]:
    with (CATALOGUES / "ja.po").open("rb") as file:
        return {
            forms(m.id): forms(m.string)
            for m in read_po(file, locale="ja", abort_invalid=True)
            if m.id
        }


def as_entry(message: tuple[str, ...]) -> str:
    """What to paste into the catalogue."""
    quoted = [text.replace("\\", "\\\\").replace('"', '\\"') for text in message]
    if len(quoted) == 1:
        return f'msgid "{quoted[0]}"\nmsgstr ""\n'
    return f'msgid "{quoted[0]}"\nmsgid_plural "{quoted[1]}"\nmsgstr[0] ""\n'


def test_every_message_is_in_the_catalogue(asked_for: set[tuple[str, ...]]) -> None:
    missing = sorted(asked_for - set(catalogue()))

    assert not missing, "\n".join(["add to ja.po:", *map(as_entry, missing)])


def test_no_message_of_the_catalogue_is_stale(asked_for: set[tuple[str, ...]]) -> None:
    assert sorted(set(catalogue()) - asked_for) == []


def test_no_message_stands_twice_in_the_catalogue() -> None:
    entries = re.split(r"\n{2,}", (CATALOGUES / "ja.po").read_text("utf-8"))
    ids = [
        found[0]
        for each in entries
        if (found := re.search(r"(?s)^msgid.*?(?=^msgstr)", each, re.MULTILINE))
    ]

    assert [id for id, count in Counter(ids).items() if count > 1] == []


def test_every_message_is_translated() -> None:
    assert [id for id, strings in catalogue().items() if not all(strings)] == []


def test_what_is_said_is_what_the_catalogue_has() -> None:
    spoken, written = translations("ja"), catalogue()

    said = {id: (spoken.gettext(id[0]), spoken.ngettext(id[0], id[-1], 2)) for id in written}

    assert said == {id: (strings[0], strings[0]) for id, strings in written.items()}


def test_translations_have_the_same_words_to_fill_in() -> None:
    with (CATALOGUES / "ja.po").open("rb") as file:
        faults = [
            (message.id, [str(error) for error in message.check()])
            for message in read_po(file, locale="ja")
        ]

    assert [fault for fault in faults if fault[1]] == []


def test_words_in_braces_are_translated_too() -> None:
    def braces(text: str) -> set[str]:
        return {part.split("}")[0] for part in text.split("{")[1:]}

    differing = [
        id for id, strings in catalogue().items() if {*braces(id[-1])} != {*braces(strings[0])}
    ]

    assert differing == []


def test_no_message_calls_by_name_what_each_game_calls_otherwise() -> None:
    """Placeholders stand there; パターン is no turn, and letters may be turned off."""
    named = re.compile(r"\b[Cc]ards?\b|\bTurns?\b|\bturns? [%{]|(?<![ァ-ヴー])(?:カード|ターン)")
    texts = (
        re.sub(r"%\(\w+\)s", "%", text) for pair in catalogue().items() for text in sum(pair, ())
    )

    assert [text for text in texts if named.search(text)] == []


@by_row(
    ("lang", "written"),
    [("ja", "2026年11月28日(土) 21:00 JST"), ("en", "Sat 28 Nov 2026, 21:00 JST")],
)
def test_a_moment_is_written_with_its_zone(lang: Lang, written: str) -> None:
    assert moment(DEADLINE, lang, TOKYO) == written


def test_a_zone_without_a_name_says_its_distance() -> None:
    assert moment(DEADLINE, "en", ZoneInfo("Asia/Dubai")) == "Sat 28 Nov 2026, 16:00 UTC+04"


def test_a_day_is_that_of_the_zone() -> None:
    late = datetime(2026, 11, 28, 15, 30, tzinfo=UTC)

    assert (day(late, "ja", TOKYO), day(late, "en", TOKYO)) == ("2026年11月29日", "29 Nov 2026")


@by_row(("value", "written"), [(1234, "1,234"), (512.5, "512.5"), (-3, "−3"), (None, "–")])
def test_numbers(value: float | None, written: str) -> None:
    assert number(value) == written


@by_row(
    ("place", "written"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (112, "112th"), (23, "23rd")],
)
def test_places_in_english(place: int, written: str) -> None:
    assert ordinal(place, "en") == written
    assert ordinal(place, "ja") == f"{place}位"


def test_a_language_we_do_not_speak_is_answered_in_english() -> None:
    assert [lang_of("ja"), lang_of("en"), lang_of("de")] == ["ja", "en", "en"]


def test_english_messages_are_their_own_translation() -> None:
    assert translations("en").gettext("Build") == "Build"
    assert translations("ja").gettext("Build") == "構成"


@by_row(("text", "is_it"), [("核攻", True), ("ｳｻﾐﾐ", True), ("Café", False)])
def test_japanese_is_known_by_its_characters(text: str, is_it: bool) -> None:
    assert is_japanese(text) is is_it


def test_what_is_entered_is_called_as_its_game_says() -> None:
    """Where cards are entered, a message speaks of cards; characters that are written stay what they are."""
    ja, en = speaking_of("ja", "カード", "カード"), speaking_of("en", "card", "cards")
    received, length = "Your character has arrived", "At most %(most)s characters."

    assert ja.gettext(received) == translations("ja").gettext(received).replace(
        "キャラクター", "カード"
    )
    assert en.gettext(received) == "Your card has arrived"
    assert en.gettext("Characters") == "Cards"
    assert en.ngettext("%(num)s character took part", "%(num)s characters took part", 2).endswith(
        "s cards took part"
    )
    assert (ja.gettext(length), en.gettext(length)) == (translations("ja").gettext(length), length)
    assert speaking_of("en", "character", "characters") is translations("en")
