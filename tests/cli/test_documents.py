"""The pages of documentation in a terminal."""

import re
from collections.abc import Callable

from app.docs import pages
from tests.support.commands import Told
from tests.support.tables import by_row

Hikyaku = Callable[..., Told]


@by_row("lang", ["ja", "en"])
def test_help_lists_every_page_with_what_it_is_for(hikyaku: Hikyaku, lang: str) -> None:
    lines = hikyaku("help", "--lang", lang).stdout.splitlines()
    found = pages("ja" if lang == "ja" else "en").values()

    assert [re.split(r"  +", line, maxsplit=1) for line in lines] == [
        [page.topic, page.purpose] for page in found
    ]


@by_row("topic", pages("en"))
def test_a_page_is_laid_out_for_a_terminal(hikyaku: Hikyaku, topic: str) -> None:
    result = hikyaku("help", topic, "--lang", "en")

    assert pages("en")[topic].title in result.stdout
    assert not re.search(r"\x1b|^#+ |\.md\)", result.stdout, re.MULTILINE)


def test_a_page_is_shown_in_the_language_asked_for(hikyaku: Hikyaku) -> None:
    assert (
        pages("ja")["play-by-mail"].title in hikyaku("help", "play-by-mail", "--lang", "ja").stdout
    )
    assert "Decisions" in hikyaku("help", "decisions", "--lang", "ja").stdout


def test_the_page_of_letters_shows_them(hikyaku: Hikyaku) -> None:
    told = hikyaku("help", "letters", "--lang", "en").stdout

    assert "Dear Penny Farthing" in told
    assert "The results of a night" in told


def test_the_pages_of_commands_and_settings_list_all_with_what_each_is_for(
    hikyaku: Hikyaku,
) -> None:
    listed = " ".join(hikyaku("help", "commands").stdout.split())

    assert "hikyaku webhook remove Remove a webhook" in listed
    assert "• --places N: How many entries are taken at most." in listed
    assert "HIKYAKU_RELAY_AT, default 127.0.0.0/8." in hikyaku("help", "settings").stdout


def test_another_page_is_named_by_its_command(hikyaku: Hikyaku) -> None:
    told = " ".join(hikyaku("help", "contributing", "--lang", "en").stdout.split())

    assert "How it is made (hikyaku help how-it-is-made)" in told


def test_the_name_of_an_earlier_version_shows_the_page_of_today(hikyaku: Hikyaku) -> None:
    now = hikyaku("help", "play-by-mail", "--lang", "en").stdout

    assert hikyaku("help", "players", "--lang", "en").stdout == now


def test_a_page_that_there_is_not_is_refused_with_those_there_are(hikyaku: Hikyaku) -> None:
    result = hikyaku("help", "serve", code=1)

    assert f'There is no page "serve". Pages: {", ".join(pages("en"))}.' in result.stderr
    assert "Did you mean run-a-site?" in hikyaku("help", "run-site", code=1).stderr
    assert "hikyaku COMMAND --help" in result.stderr
