"""The documents keep their word: what they name is there, and what is there is named."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

import typer

from app.cli import program
from app.engine import TERMS, Lang
from app.games.house import with_cards
from app.games.laplaplus.house import vocabulary
from app.letters import examples
from app.mail.reading.phrases import BOOK
from app.settings import Settings
from tests.cli.listing import commands
from tests.support.tables import by_row

TOP: Final = Path(__file__).parents[2]
DOCS: Final = TOP / "app" / "docs"
PAGES: Final = {path.name: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
ASVS: Final = PAGES["asvs.md"]
SETTINGS: Final = {f"HIKYAKU_{name.upper()}" for name in Settings.model_fields}
COMMANDS: Final = frozenset(commands())
OTHER_VARIABLES: Final = {"HIKYAKU_PURE", "HIKYAKU_DEBUG"}
"""Read from the environment alone."""

REQUIREMENTS: Final = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}  # fmt: skip
"""ASVS 5.0.0: how many requirements of levels 1 and 2 each section has. Those of level 3 follow in each."""


def shown(name: str) -> str:
    """The page as its readers see it, with what is made when it is asked for."""
    return examples.document(name.partition(".")[0], "ja" if ".ja." in name else "en").text


def rows() -> list[list[str]]:
    """The cells of every requirement's row."""
    lines = [line for line in ASVS.splitlines() if re.match(r"\| \d", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_requirement_of_asvs_level_2_is_answered_once() -> None:
    answered = Counter(
        number for row in rows() for number in re.findall(r"\b\d+\.\d+\.\d+\b", row[0])
    )
    asked = [f"{name}.{n}" for name, count in REQUIREMENTS.items() for n in range(1, count + 1)]

    assert answered == Counter(asked)
    assert {row[1] for row in rows()} == {"Yes", "Site", "None", "No"}


def test_who_says_no_says_why() -> None:
    assert all(row[2] for row in rows() if row[1] != "None")


def test_every_test_that_is_named_is_there() -> None:
    missing = []
    for name, test in re.findall(r"\b([\w/]+\.py)(?:::(\w+))?", ASVS):
        path = TOP / "tests" / name
        if not path.is_file() or (test and f"def {test}(" not in path.read_text("utf-8")):
            missing.append(f"{name}::{test}")

    assert missing == []


# --- all pages --------------------------------------------------------------------------------------


@by_row("command", [" ".join(words) for words in sorted(COMMANDS)])
def test_every_command_is_listed(command: str) -> None:
    assert re.search(rf"^##+ hikyaku {command}$", shown("commands.md"), re.MULTILINE)


@by_row("setting", sorted(SETTINGS))
def test_every_setting_is_listed_with_its_meaning(setting: str) -> None:
    assert re.search(
        rf"^- `{setting}`, default .+\. [A-Z`].+\.$", shown("settings.md"), re.MULTILINE
    )


@by_row(("lang", "name"), [("en", "play-by-mail.md"), ("ja", "play-by-mail.ja.md")])
def test_players_are_told_of_every_word_that_a_mail_can_ask_with(lang: Lang, name: str) -> None:
    words = [word % TERMS.to(lang) for word, _ in BOOK.guide(lang)]

    assert words
    assert [word for word in words if word not in PAGES[name]] == []


def anchors(page: str) -> set[str]:
    """Where links within a page can lead: its headings, without punctuation, in small letters."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", each).casefold().replace(" ", "-") for each in headings}


@by_row("path", [TOP / "README.md", *sorted(DOCS.glob("*.md"))], ids=str)
def test_every_link_leads_somewhere(path: Path) -> None:
    missing = []
    for link in re.findall(r"\]\(([^):\s]+)\)", path.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
            missing.append(link)

    assert missing == []


def options(words: tuple[str, ...]) -> set[str]:
    """What the command that these words call can be told."""
    found: Any = typer.main.get_command(program)
    for word in words:
        found = found.commands[word]
    return {name for each in found.params for name in (*each.opts, *each.secondary_opts)}


@by_row("name", PAGES)
def test_what_a_page_names_is_there(name: str) -> None:
    """Commands with their options, and settings."""
    page = shown(name)
    groups = {words[0] for words in COMMANDS if len(words) > 1}
    wrong = sorted({*re.findall(r"\bHIKYAKU_[A-Z_]+", page)} - OTHER_VARIABLES - SETTINGS)
    for line in re.findall(r"(?:`|^|\$ |&& |bin/)hikyaku ([a-z][^`\n]*)", page, re.MULTILINE):
        words = re.findall(r"\S+", line)
        command = tuple(words[: 2 if words[0] in groups else 1])
        if command not in COMMANDS and command[0] not in groups:
            wrong.append(line)
        elif command in COMMANDS:
            said = re.findall(r" (--[a-z-]+)", line.partition(" | ")[0])
            wrong += [f"{line}: {each}" for each in said if each not in options(command)]

    assert wrong == []


@by_row("name", PAGES)
def test_a_button_that_is_to_be_pressed_is_called_as_on_its_page(name: str) -> None:
    here = r"「([^」\n]+)」を押" if ".ja." in name else r"\b[Pp]ress(?:ing)?\s+\*\*?([^*]+)\*"
    catalogue = (TOP / "app" / "locale" / "ja.po").read_text("utf-8")

    assert [each for each in re.findall(here, PAGES[name]) if f' "{each}"\n' not in catalogue] == []


@by_row("name", [*PAGES, "README.md"])
def test_every_file_that_is_named_is_there(name: str) -> None:
    """From the top of the checkout, or from `app`."""
    text = shown(name) if name in PAGES else (TOP / name).read_text("utf-8")
    named = {
        *re.findall(r"`((?!var/)[a-z_]+/[\w./-]*)`", text),
        *re.findall(r"\b(?:app|tests|templates|migrations)/[\w./-]*\w", text),
    }

    assert [
        each
        for each in sorted(named)
        if not (TOP / each).exists() and not (TOP / "app" / each).exists()
    ] == []


def test_every_room_is_told_of() -> None:
    rooms = {each.parent.name for each in (TOP / "app").glob("*/__init__.py")} - {"docs"}

    assert [
        room
        for room in sorted(rooms)
        if not re.search(rf"`{room}/(<\w+>/)?`", PAGES["how-it-is-made.md"])
    ] == []


@by_row("name", PAGES)
def test_a_page_begins_with_its_title_and_says_in_a_line_what_it_is_for(name: str) -> None:
    title, _, purpose, end, *_ = PAGES[name].split("\n")

    assert title.startswith("# ")
    assert not end
    assert re.fullmatch(r"[^`*\[]{10,100}[.。]|[^`*\[]+です。", purpose)


@by_row("lang", ["en", "ja"])
def test_the_words_of_house_cards_are_those_that_are_played(lang: Lang) -> None:
    page = examples.document("house-cards", lang).text

    for word in (
        *(each.name for each in vocabulary.TERMS),
        "not-upped",
        "change-head",
        "holds-back",
    ):
        assert f"`{word}`" in page
    assert "<!--" not in page


@by_row("lang", ["en", "ja"])
def test_the_house_cards_of_the_page_can_be_played_and_are_told_as_it_says(lang: Lang) -> None:
    text = examples.document("house-cards", lang).text
    page, found = text.replace("\n", " "), re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    games = [*["laplaplus"] * 3, "shiden-issen-2", "fest"]
    made = [with_cards(game, cards) for game, cards in zip(games, found, strict=True)]

    for rules in (*made[:2], made[3]):
        assert rules.house
        assert f"*{rules.house.added[0].text.to(lang)}*" in page
    assert made[0].rules_version.startswith("laplaplus@1+")
