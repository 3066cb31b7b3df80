"""Letters, as their readers see them."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import event
from sqlmodel import Session, func, select

from app.engine import AWAY, HOME, MOMENTS, Build, Lang, exchanged
from app.errors import Problem, SeasonRefused
from app.games import ruleset
from app.i18n import LANGS
from app.league.entries.characters import LABEL_NAMES
from app.league.people.tokens import read_token
from app.letters.contents import MAX_HTML, RenderedLetter, preview, previewed, render
from app.letters.links import reply_to
from app.mail.reading.form.entry_form import read_fields
from app.notices.registry import about
from app.settings import settings
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import Letter, Player, Revision, RevisionState, Season, SeasonState
from app.text.columns import width
from app.tournament.blocks import full_rows
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season, a_revision, a_season

TUESDAY = Character(
    "Mister Tuesday", "双連攻連力力双力", "Alice", "He opens it indoors.\nAlways.\n\nAlways."
)
KAYOUBI = Character(
    "火曜日の魔術師", "双連攻連力力双力", "ありす", "火曜日にだけ傘をひらく。", lang="ja"
)
FIELD = {
    "en": [
        TUESDAY,
        Character("Lighthouse", "攻散核癒防散防盾", "Bob"),
        Character("Pumpkin King", "双機盾防双腐双腐", "Charlie"),
        Character("Goose", "散壊攻攻攻類双壊"),
        Character("Needle", "硬攻欺"),
    ],
    "ja": [
        KAYOUBI,
        Character("灯台", "攻散核癒防散防盾", "ぼぶ", lang="ja"),
        Character("南瓜大王", "双機盾防双腐双腐", "ちゃーりー", lang="ja"),
        Character("鵞鳥", "散壊攻攻攻類双壊", lang="ja"),
        Character("縫い針", "硬攻欺", lang="ja"),
    ],
}
PROBLEMS = [
    Problem("empty-name"),
    Problem("unknown-card", 1, 3, ("響響",), ("echo",)),
    Problem("lore-too-long", length="20001", most="20000"),
]
KINDS = (
    *("confirmation", "receipt", "unchanged", "problems", "withdrawn", "report"),
    *("correction", "digest", "follow", "opened", "reminder", "held-reminder"),
)

IMPERSONAL = ("follow", "opened", "reminder")
"""Nothing stands in these that a stranger wrote."""

TAGS = {
    *("html", "head", "meta", "title", "style", "body", "div", "span", "p", "h1", "h2", "h3"),
    *("table", "tbody", "tr", "td", "th", "a", "b", "br", "small"),
}
XSS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg/onload=alert(1)>",
    "</td></tr></table><h1>You have won</h1>",
    "<!--[if mso]><b>",
    "]]>&lt;b&gt;&#60;i&#62;",
    "{{ 7*7 }}{% include 'x' %}%(name)s{0}",
    "javascript:alert(1)",
    'https://x.example/"onmouseover="alert(1)',
)


def a_letter(kind: str, revision: Revision, lang: str = "en", **about: Any) -> Letter:
    season = revision.entry.season
    return Letter(
        kind=kind,
        dedup_key=kind,
        message_id=kind,
        player_id=revision.entry.player_id or 0,
        lang=lang,
        season_id=season.id,
        run_id=season.published_run_id,
        revision_id=revision.id,
        about=about,
        due_at=OPENED,
        created_at=OPENED,
    )


def address_in(letter: Letter, key: bytes = b"key") -> str:
    return reply_to(letter, about(letter), key, settings())


def written(
    session: Session, kind: str, field: list[Character], lang: str = "en", slug: str = "cup"
) -> RenderedLetter:
    """The letter of this kind to the first of these, in a season of its own."""
    if kind == "report":
        season, _ = a_finished_season(session, field, slug=slug)
        return next(each for _, each in preview(session, season, CLOSES))
    if kind in ("correction", "digest"):
        a_finished_season(session, field, slug=slug)
        entry = entries.numbered(session, seasons.by_slug(session, slug), 1)
        assert entry
        assert entry.current
        return render(session, a_letter(kind, entry.current, lang, reason=field[0].lore))
    revision = a_revision(session, a_season(session, slug=slug), field[0])
    about: dict[str, Any] = {"game": "laplaplus"}
    match kind:
        case "held-reminder":
            kind, revision.state = "reminder", RevisionState.HELD
        case "unchanged":
            kind, about = "receipt", {"unchanged": True}
        case "problems":
            about["problems"] = [problem.plain() for problem in PROBLEMS]
            about["standing"] = field[0].name
            about["understood"] = {
                "name": field[0].name,
                "build_text": field[0].build,
                "lore": field[0].lore,
            }
        case "withdrawn":
            about["reason"] = field[0].lore
    return render(session, a_letter(kind, revision, lang, **about))


def every_letter(
    session: Session, field: list[Character], lang: str = "en", slug: str = "cup"
) -> Iterator[tuple[str, RenderedLetter]]:
    """A letter of every kind."""
    for kind in KINDS:
        yield kind, written(session, kind, field, lang, f"{slug}-{kind}")


class Markup(HTMLParser):
    """What a browser makes of a letter."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []
        self.comments: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] != ["style"]:
            self.texts.append(data)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.texts).split())


# --- every letter ---------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
def test_every_letter_speaks_one_language(database: Database, lang: Lang) -> None:
    with database.writing() as session:
        letters = [letter for _, letter in every_letter(session, FIELD[lang], lang)]

    assert len(letters) == len(KINDS)
    for letter in letters:
        for text in (letter.subject, letter.text, Markup(letter.html).text):
            assert text.strip()
            said = re.sub(r"hikyaku season verify[\s\\]+\S+[\s\\]+--digest", "", text)
            said = re.sub(r"[a-z]+ +[0-9a-f]{64}", "", said)
            strange = r"[ぁ-ん]+" if lang == "en" else r"[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}"
            assert re.findall(strange, said) == []


@pytest.mark.parametrize("lang", LANGS)
def test_plain_text_fits_its_lines(database: Database, lang: Lang) -> None:
    with database.writing() as session:
        letters = [letter for _, letter in every_letter(session, FIELD[lang], lang)]

    for letter in letters:
        for line in letter.text.splitlines():
            assert width(line) <= 76 or "@" in line or "://" in line, line
            assert not line.startswith((">", "From "))
            assert line == line.rstrip()
        assert "\n\n\n" not in letter.text


def test_the_same_rows_give_the_same_letter(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, FIELD["en"])
        revision = session.exec(select(Revision).where(Revision.name == "Mister Tuesday")).one()
        receipt = a_letter("receipt", revision)

        assert render(session, receipt) == render(session, receipt)
        assert [*preview(session, season, CLOSES)] == [*preview(session, season, CLOSES)]


def test_reports_of_one_session_ask_once_for_what_they_share(database: Database) -> None:
    """A further one asks for rows of its own alone: its player, its revision, and the sheets of those who meet."""
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    with database.writing() as session:
        season_id = a_finished_season(session, FIELD["en"])[0].id
    with database.reading() as session:
        season = session.get_one(Season, season_id)
        first, *others = [*previewed(session, season, CLOSES)]
        render(session, first)
        event.listen(database.engine, "before_cursor_execute", note)
        for letter in others:
            render(session, letter)
        event.remove(database.engine, "before_cursor_execute", note)

    assert {each.split("FROM ")[1].split()[0] for each in asked} == {"player", "revision"}
    assert len(asked) <= 5 * len(others)


def test_no_letter_names_its_recipient(database: Database) -> None:
    with database.writing() as session:
        for _, letter in every_letter(session, FIELD["en"]):
            assert "example.com" not in "".join(letter)


def test_letters_load_nothing_and_run_nothing(database: Database) -> None:
    with database.writing() as session:
        letters = [letter for _, letter in every_letter(session, FIELD["en"])]

    for letter in letters:
        page = Markup(letter.html)
        assert {*page.tags} <= TAGS
        assert "url(" not in letter.html
        assert "@import" not in letter.html
        tables = re.findall("<table[^>]*>", letter.html)
        assert all('role="' in each for each in tables)
        assert page.attributes[0] == ("lang", "en")


@pytest.mark.parametrize("evil", XSS)
def test_what_strangers_write_stays_text(database: Database, evil: str) -> None:
    field = [
        Character(
            f"{i}{evil}",
            "双連攻連力力双力"[: 8 - i],
            evil,
            f"{evil}\n\n{evil}",
            evil,
            extras={
                "flavour": [evil],
                "lines": dict.fromkeys(MOMENTS, evil),
                "labels": dict.fromkeys(LABEL_NAMES, evil),
            },
        )
        for i in range(5)
    ]
    with database.writing() as session:
        letters = [*every_letter(session, field)]

    for kind, letter in letters:
        page = Markup(letter.html)
        assert page.comments == []
        assert {*page.tags} <= TAGS
        for name, value in page.attributes:
            assert not name.startswith("on")
            assert name != "href" or urlsplit(value).scheme in {"http", "https", "mailto"}
        assert evil[:30] in page.text or kind in ("problems", *IMPERSONAL)


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_breaks_out_of_a_line(database: Database, lang: Lang) -> None:
    name = "Tuesday\r\nBcc: eve@evil.example\r\n\r\nHello\u2028x\u202e"
    own = {
        "flavour": [name] * 8,
        "lines": dict.fromkeys(MOMENTS, name),
        "labels": dict.fromkeys(LABEL_NAMES, name),
    }
    field = [Character(name, each.build, name, url=name, extras=own) for each in FIELD["en"]]
    with database.writing() as session:
        letters = [*every_letter(session, field, lang)]

    for kind, letter in letters:
        words = " ".join(letter.text.split())
        assert letter.subject.isprintable()
        assert width(letter.subject) <= 150
        assert "Tuesday Bcc: eve@evil.example Hello x" in words or kind in IMPERSONAL
        assert not {"\r", "\u2028", "\u202e"} & {*letter.text}


def test_quoted_text_cannot_pass_for_the_letter(database: Database) -> None:
    lore = "-- \nSealed\n> quoted\nFrom me\n\n\n\n■ Changing it\nplay+r-x@evil.example"
    with database.writing() as session:
        letter = written(session, "receipt", [Character("X", "核", "x", lore)])

    for line in ("--", "Sealed", "> quoted", "From me", "■ Changing it", "play+r-x@evil.example"):
        assert f"\n    {line}\n" in letter.text


def test_long_lore_is_cut_with_a_note(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "receipt", [Character("X", "核", "x", "長" * 20_000)])

    for form in (letter.text, letter.html):
        assert form.count("長") == 4_000
        assert "The lore goes on" in form
    assert len(letter.html.encode()) < MAX_HTML


# --- answers --------------------------------------------------------------------------------------


def test_a_receipt_shows_everything_as_understood(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "receipt", [TUESDAY])
        address = address_in(
            a_letter("receipt", session.exec(select(Revision)).one()), settings().key()
        )

    for form in (letter.text, Markup(letter.html).text):
        for words in (
            "Mister Tuesday",
            "Alice",
            "He opens it indoors.",
            "Dual Core",
            "Attack Power",
            "双連攻連力力双力",
            "in all 19",
            "Sun 1 Nov 2026, 12:01 JST",
            "Sat 28 Nov 2026, 21:00 JST",
            f"{1:064x}",
            address,
            f"/en/my/{address[len('play+r-') : address.index('@')]}",
        ):
            assert words in form
    assert "  3  攻  Attack        Force 1" in letter.text


OWN = {
    "flavour": ["Noon", None, "宵の明星"],
    "lines": {"entrance": "Hello.", "finish": "Bow."},
    "labels": {"build": "The Umbrella"},
}


@pytest.mark.parametrize(
    ("lang", "own"),
    [
        (
            "en",
            [
                *("Build label: The Umbrella", "Flavour 1: Noon", "Flavour 3: 宵の明星"),
                *("Entrance: Hello.", "Finishing blow: Bow."),
            ],
        ),
        (
            "ja",
            [
                *("構成の項目名：The Umbrella", "技名1：Noon", "技名3：宵の明星"),
                *("登場：Hello.", "とどめ：Bow."),
            ],
        ),
    ],
)
@pytest.mark.parametrize("kind", ["receipt", "confirmation"])
def test_names_and_words_are_quoted_as_a_mail_says_them(
    database: Database, kind: str, lang: Lang, own: list[str]
) -> None:
    with database.writing() as session:
        letter = written(session, kind, [replace(TUESDAY, extras=OWN)], lang)

    for line in own:
        assert f"\n  {line}\n" in letter.text
        assert line.partition(": " if lang == "en" else "：")[2] in Markup(letter.html).text
    assert read_fields(letter.text).lines == OWN["lines"]
    assert read_fields(letter.text).labels == OWN["labels"]


def test_names_and_words_that_are_wrong_are_quoted_too(database: Database) -> None:
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)
        about: dict[str, Any] = {
            "problems": [Problem("empty-name").plain()],
            "understood": OWN,
        }
        letter = render(session, a_letter("problems", revision, **about))

    for form in (letter.text, Markup(letter.html).text):
        assert all(words in form for words in ("Flavour 1", "Noon", "Entrance", "Hello."))


def test_a_receipt_in_japanese_names_cards_in_japanese(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "receipt", [KAYOUBI], "ja")

    assert letter.subject == "「火曜日の魔術師」をお預かりしました（第一回飛脚杯）"
    assert "ありす 様" in letter.text
    assert "デュアルコア  フォース 8" in letter.text
    assert "締切：2026年11月28日(土) 21:00 JST" in letter.text


def test_the_same_again_stands_as_before(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "unchanged", [TUESDAY])

    assert letter.subject == "“Mister Tuesday” is unchanged (First Hikyaku Cup)"
    assert "Nothing has changed" in letter.text
    assert "Nothing has changed" in letter.html


def test_a_confirmation_asks_for_a_reply_until_the_deadline(database: Database) -> None:
    with database.writing() as session:
        season = a_season(session)
        revision = a_revision(session, season, TUESDAY, state=RevisionState.HELD)
        letter = render(session, a_letter("confirmation", revision))
        season.closes_at = None
        without_deadline = render(session, a_letter("confirmation", revision))
        id = revision.id
        address = address_in(a_letter("confirmation", revision), settings().key())

    assert "An empty reply is enough." in letter.text
    assert "Sat 28 Nov 2026, 21:00 JST" in " ".join(letter.text.split())
    found = re.search(r"    (\S+/en/confirm/([a-z2-7]{32}))\n", letter.text)
    assert found
    assert read_token(settings().key(), "confirm", found[2]) == (id, 0)
    assert f'href="{found[1]}"' in letter.html
    local, _, domain = address.partition("@")
    assert (local, domain) == (f"play+c-{found[2]}", settings().mail_domain)
    assert "before entries close" in without_deadline.text
    assert "deadline" not in without_deadline.text


def test_an_empty_build_is_shown_as_such(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "receipt", [Character("Empty", "")])

    assert "(no cards)" in letter.text
    assert "(no cards)" in letter.html


def test_all_problems_are_told_at_once(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "problems", [TUESDAY])

    assert letter.subject == "Not entered yet: there are 3 problems"
    for form in (" ".join(letter.text.split()), Markup(letter.html).text):
        assert "Your character has no name." in form
        assert 'line 1, column 3: "響響" is not a card. Did you mean Echo (響)?' in form
        assert "The lore has 20001 characters; at most 20000 are allowed." in form
        assert "Your earlier entry “Mister Tuesday” still counts." in form
        assert "Build: Core, Attack, Echo, Feint" in form
        assert re.search("核攻響偽 ?/The name of your character", form)
        assert "He opens it indoors." in form


def test_problems_need_no_season(database: Database) -> None:
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)
        letter = a_letter("problems", revision, "ja", problems=[Problem("no-season").plain()])
        letter.season_id = letter.revision_id = None
        rendered = render(session, letter)

    assert "いま受付中の大会はありません。" in rendered.text
    assert "書き方" not in rendered.text, "no other wording would help"
    assert address_in(letter) == settings().mail_address


@pytest.mark.parametrize("code", ["superseded", "already-confirmed"])
def test_what_is_settled_is_not_called_a_problem(database: Database, code: str) -> None:
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)
        problem = Problem(code, name="Mister Tuesday").plain()
        rendered = render(session, a_letter("problems", revision, problems=[problem]))

    assert rendered.subject == "Nothing has changed"
    assert "Not entered" not in rendered.text + rendered.html


def test_who_is_withdrawn_hears_why(database: Database) -> None:
    with database.writing() as session:
        season = a_season(session)
        revision = a_revision(session, season, TUESDAY)
        about = {"name": "Mister Tuesday", "reason": "Two entries\nby one author."}
        while_open = render(session, a_letter("withdrawn", revision, **about))
        season.state = SeasonState.CLOSED
        afterwards = render(session, a_letter("withdrawn", revision, **about))

    assert "    Two entries\n    by one author.\n" in while_open.text
    assert "Two entries<br>by one author." in while_open.html
    assert "To enter again" in while_open.text
    assert "To enter again" not in afterwards.text


@pytest.mark.parametrize("kind", ["receipt", "problems", "withdrawn"])
def test_answers_go_to_the_secret_address(database: Database, kind: str) -> None:
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)
        letter = a_letter(kind, revision)
        address = address_in(letter)

    local, _, domain = address.partition("@")
    assert domain == settings().mail_domain
    assert read_token(b"key", "reply", local.removeprefix("play+r-")) == (
        letter.player_id,
        letter.season_id,
    )


def test_a_report_is_answered_at_the_plain_address(database: Database) -> None:
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)

    assert address_in(a_letter("report", revision)) == settings().mail_address


# --- the report -----------------------------------------------------------------------------------


def field_of(size: int, lang: str = "en") -> Iterator[Character]:
    """Characters with drawn builds."""
    draw = random.Random(size)
    game = ruleset("laplaplus")
    ids = [card.id for card in game.cards]
    for number in range(1, size + 1):
        build = game.write_build(Build(tuple(draw.choices(ids, k=8))))
        yield Character(f"Number {number}", build, f"owner {number}", lang=lang)


def results(size: int) -> list[bytes]:
    """Drawn outcomes: every battle was won by somebody, for reason 3."""
    draw = random.Random(size)
    halves = [
        bytes(draw.choice((HOME, AWAY)) | 3 << 2 for _ in range(size - 1 - i)) for i in range(size)
    ]
    return full_rows(halves)


def test_a_report_tells_place_and_score(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, FIELD["en"])
        reports = [report for _, report in preview(session, season, CLOSES)]

    texts = [report.text for report in reports]
    assert sorted(re.findall(r"  (\d\w\w) of 5", "".join(texts))) == [
        "1st",
        "2nd",
        "3rd",
        "4th",
        "5th",
    ]
    for text in texts:
        wins, draws, losses, points = (
            int(each or 0)
            for each in re.findall(
                r"  (\d+) wins?, (?:(\d+) draws?, )?(\d+) loss(?:es)?, (\d+) points?", text
            )[0]
        )
        assert wins + draws + losses == 4
        assert points == 3 * wins + draws
    [champion] = [text for text in texts if "has won First Hikyaku Cup" in text]
    assert "1st of 5" in champion


def test_a_report_shows_the_table_around_its_player(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, [*field_of(30)], results(30))
        reports = [report.text for _, report in preview(session, season, CLOSES)]
    middle = next(text for text in reports if "15th of 30" in text)
    table = middle.split("■ The table\n\n")[1].split("\n\n")[0].splitlines()

    assert [line.split()[-1] if ":" not in line else ":" for line in table].count(":") == 2
    assert [re.findall(r"\d+", line)[0] for line in table if ":" not in line] == [
        *("1", "2", "3"),
        *("12", "13", "14", "15", "16", "17", "18"),
    ]
    assert [line.startswith("*") for line in table].index(True) == 7


def test_a_report_lists_opponents_with_build_and_ending(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "report", FIELD["en"])

    for each in FIELD["en"][1:]:
        assert re.search(rf"[WDL] +\d\w\w  {each.name} +{each.build} +\S", letter.text)
        assert each.build in letter.html


def test_a_report_tells_battles_and_says_why(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "report", FIELD["en"])
    _, _, told = letter.text.partition("battles worth telling")

    assert 2 <= told.count("\n◆ ") <= 3
    assert "Mister Tuesday against " in told
    assert "[Turn 1]" in told
    assert " wins!" in told
    assert "\n    [" in told, "acts are indented under the side whose phase it is"


def test_a_report_tells_battles_in_the_characters_own_words(database: Database) -> None:
    own = {
        "flavour": ["Noon"] * 8,
        "lines": {"entrance": "Hello.", "victory": "Bow."},
        "labels": {"build": "The Umbrella"},
    }
    with database.writing() as session:
        field = [replace(each, extras=own) for each in FIELD["en"]]
        letter = written(session, "report", field)

    for form in (letter.text, Markup(letter.html).text):
        assert "Mister Tuesday's Noon [" in form
        assert "Mister Tuesday: “Hello.”" in form
        assert "Mister Tuesday: The Umbrella" in form
    assert re.search(
        r'class="speech slanted"[^>]*italic[^>]*>Mister Tuesday: “Hello.”', letter.html
    )


@pytest.mark.parametrize(("lang", "left"), [("ja", "残りスキル "), ("en", "Skills left ")])
def test_a_report_counts_what_the_game_counts(database: Database, lang: Lang, left: str) -> None:
    builds = ["閃閃交硬果", "待速搦待閃", "覚強閃強強"]
    field = [Character(f"{i}", build, lang=lang) for i, build in enumerate(builds)]
    with database.writing() as session:
        season, _ = a_finished_season(
            session, field, game="shiden-issen-2", rules_version="shiden-issen-2@1.03-p1"
        )
        letter = next(each for _, each in preview(session, season, CLOSES))

    for form in (letter.text, letter.html):
        assert re.search(rf"{left}\d : \d", form)
        assert "HP" not in form


def test_a_report_leads_to_the_page_of_each_battle(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, FIELD["en"])
        reports = [report for _, report in preview(session, season, CLOSES)]

    page = "/en/seasons/cup/battles/"
    assert {*re.findall(rf'{page}(\S+)"', reports[2].html)} == {"3-1", "3-2", "3-4", "3-5"}
    told = len(re.findall(rf"\n  \S+{page}\d-\d\n", reports[2].text))
    assert told == reports[2].text.count("\n◆ ") >= 2


def test_a_report_can_be_checked(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "report", FIELD["ja"], "ja")

    for form in (letter.text, Markup(letter.html).text):
        for words in (
            "ラプラプラス (laplaplus@1)",
            "d1" * 32,
            f"{1:064x}",
            (1).to_bytes(32).hex(),
            "/ja/seasons/cup",
        ):
            assert words in form
        command = f"hikyaku season verify {settings().base_url}/seasons/cup/record.json --digest "
        assert command in " ".join(form.replace("\\\n", " ").split()), "a shell reads it so"


@pytest.mark.parametrize(("lang", "mark"), [("en", "Corrected: "), ("ja", "【訂正】")])
def test_a_corrected_report_has_the_words_and_brackets_of_its_report(
    database: Database, lang: Lang, mark: str
) -> None:
    with database.writing() as session:
        report = written(session, "report", FIELD[lang], lang, "first")
        corrected = written(session, "correction", FIELD[lang], lang, "second")

    assert corrected.subject == mark + report.subject


def test_sixty_opponents_are_listed_and_the_others_counted(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, [*field_of(80)], results(80))
        _, letter = next(preview(session, season, CLOSES))
    listed = re.findall(r"\n  [WDL] +\d+\w\w  Number", letter.text)

    assert len(listed) == 60
    assert "19 more battles are on the season's page." in " ".join(letter.text.split())


@pytest.mark.parametrize("lang", LANGS)
def test_a_report_is_never_too_large(database: Database, lang: Lang) -> None:
    """Long names that must be escaped, and battles of several thousand events."""
    field = [
        Character("&" * 60 + f"{number:03}", "突響限突響響響響", "<" * 60, lang=lang)
        for number in range(320)
    ]
    field[9] = Character("&" * 63, "散響響響響響双響", "<" * 60, lang=lang)
    with database.writing() as session:
        season, _ = a_finished_season(session, field, results(320))
        player = session.exec(select(Player).where(Player.address == "p10@cup.example.com")).one()
        [(name, letter)] = preview(session, season, CLOSES, player)

    assert name == f"0010-{lang}"
    assert len(letter.html.encode()) <= MAX_HTML
    assert all(battle.count("\n") <= 60 for battle in letter.text.split("\n◆ ")[1:-1])


def test_a_preview_writes_nothing_and_skips_entries_without_a_player(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, FIELD["en"])
        revision = session.exec(select(Revision).where(Revision.name == "Goose")).one()
        revision.entry.player_id = None
        session.flush()
        names = [name for name, _ in preview(session, season, CLOSES)]

        assert names == ["0001-en", "0002-en", "0003-en", "0005-en"]
        assert session.exec(select(func.count()).select_from(Letter)).one() == 0
        assert not session.new


def test_there_is_no_preview_of_what_was_not_played(database: Database) -> None:
    with database.writing() as session:
        season = a_season(session)

        with pytest.raises(SeasonRefused):
            next(preview(session, season, CLOSES))


def test_drawn_results_are_the_same_from_both_sides() -> None:
    rows = results(10)

    assert all(
        exchanged(rows[i][j : j + 1]) == rows[j][i : i + 1] for i in range(10) for j in range(10)
    )


def test_a_receipt_asks_about_what_may_not_be_meant_so(database: Database) -> None:
    with database.writing() as session:
        letter = written(session, "receipt", [Character("Needle", "硬攻欺")])

    assert "■ A second look\n\n- It has 3 of 8 cards. There is room for 5 more.\n" in letter.text
    assert "There is room for 5 more" in letter.html


def test_a_letter_about_sparring_shows_life_and_turns_and_tells_the_closest_bout(
    database: Database,
) -> None:
    bouts = [
        {"name": "Wall", "mark": "won", "reason": 0, "build": "核"},
        {"name": "Twin", "mark": "lost", "reason": 0, "build": "攻核核"},
        {"name": "Of old", "mark": "won", "reason": 0},
    ]
    about: dict[str, Any] = {"game": "laplaplus", "name": "Needle", "build": "攻核", "bouts": bouts}
    with database.writing() as session:
        revision = a_revision(session, a_season(session), TUESDAY)
        letter = render(session, a_letter("spar", revision, **about))

    assert re.search(r"W  Wall +\S.* HP \d+ : −?\d+ +turn \d", letter.text)
    assert re.search("■ The closest bout\n\n  Needle against (Wall|Twin)\n", letter.text)
    assert " wins!" in letter.text
    assert "Of old" in letter.text


def test_a_reminder_knows_its_reader(database: Database) -> None:
    with database.writing() as session:
        season, _ = a_finished_season(session, FIELD["en"], slug="last")
        entry = entries.numbered(session, season, 1)
        assert entry
        assert entry.player
        a_revision(session, now := a_season(session), Character("Needle", "硬攻欺"))
        about = Letter(kind="reminder", dedup_key="r", message_id="r", player_id=entry.player.id, lang="en", season_id=now.id, created_at=OPENED)  # fmt: skip
        letter = render(session, about)

    assert "1 character is in it so far." in " ".join(letter.text.split())
    assert "Last time you played “Mister Tuesday”: " in " ".join(letter.text.split())
    assert "“same again”" in letter.text
    assert "Mister Tuesday" in letter.html


def test_a_short_report_has_the_place_the_table_and_the_link(database: Database) -> None:
    with database.writing() as session:
        _, run = a_finished_season(session, FIELD["en"])
        revision = session.exec(select(Revision).where(Revision.name == "Mister Tuesday")).one()
        whole = render(session, a_letter("report", revision))
        assert revision.entry.player
        revision.entry.player.wants_short_report = True
        session.flush()
        letter = render(session, a_letter("report", revision))

    assert letter.subject == whole.subject
    for form in (letter.text, letter.html):
        assert "/seasons/cup/entries/1" in form
        assert "The table" in form
        assert str(run.digest) in form
    assert "◆" in whole.text
    assert "◆" not in letter.text
    assert "Opponents" in whole.html
    assert "Opponents" not in letter.html
    assert len(letter.text) < len(whole.text) / 2
