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
    assert "プレイヤーの方へ" in hikyaku("help", "players", "--lang", "ja").stdout
    assert "Decisions" in hikyaku("help", "decisions", "--lang", "ja").stdout


def test_the_page_of_letters_shows_them(hikyaku: Hikyaku) -> None:
    told = hikyaku("help", "letters", "--lang", "en").stdout

    assert "Dear Penny Farthing" in told
    assert "The results of a night" in told


def test_another_page_is_named_by_its_command(hikyaku: Hikyaku) -> None:
    assert "limits (hikyaku help limits)" in " ".join(hikyaku("help", "players").stdout.split())


def test_a_page_that_there_is_not_is_refused_with_those_there_are(hikyaku: Hikyaku) -> None:
    result = hikyaku("help", "serve", code=1)

    assert 'There is no page "serve". Pages: players, orders, organisers, ' in result.stderr
    assert "Did you mean running?" in hikyaku("help", "runing", code=1).stderr
    assert "hikyaku COMMAND --help" in result.stderr
