"""The pages of documentation on which every letter is shown."""

from app.docs import FOLDER
from tests.support.letter_pages import pages


def test_the_pages_show_the_letters_as_they_are() -> None:
    stale = [name for name, text in pages().items() if (FOLDER / name).read_text("utf-8") != text]

    assert not stale, "run `python -m tests.support.letter_pages`"
