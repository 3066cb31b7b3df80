"""The pages of documentation, a file each: `<topic>.md` in English, `<topic>.ja.md` in Japanese where there is one."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from app.engine import Lang

FOLDER: Final = Path(__file__).parent
_FIRST: Final = ("players", "orders", "organisers", "letters", "verifying", "privacy", "running")
"""What most readers look for, in this order; the other pages follow by their names."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page in Markdown. Its first line is its title, its third one says what it is for."""

    topic: str
    lang: Lang
    text: str

    @property
    def title(self) -> str:
        """Its heading."""
        return self.text.partition("\n")[0].removeprefix("# ")

    @property
    def purpose(self) -> str:
        """Its purpose, in a sentence."""
        return self.text.split("\n", 3)[2]


def _place(path: Path) -> tuple[int, str]:
    """By what the pages are listed."""
    topic = path.name.partition(".")[0]
    return _FIRST.index(topic) if topic in _FIRST else len(_FIRST), path.name


@cache
def pages(lang: Lang) -> dict[str, Page]:
    """Every page by its topic: those in this language first, the others in English; of both the most read first."""
    found = [
        Page(path.name.partition(".")[0], "ja" if path.suffixes[0] == ".ja" else "en", text)
        for path in sorted(FOLDER.glob("*.md"), key=_place)
        for text in [path.read_text("utf-8")]
    ]
    own = {page.topic: page for page in found if page.lang == lang}
    return own | {page.topic: page for page in found if page.topic not in own}
