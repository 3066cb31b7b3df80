"""The pages of documentation, a file each: `<topic>.md` in English, `<topic>.ja.md` in Japanese where there is one.

Every page is of one of the four kinds of https://diataxis.fr.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

from app.engine import Lang
from app.i18n import N_

FOLDER: Final = Path(__file__).parent

KINDS: Final = {
    N_("Learn"): ("first-season",),
    N_("Do"): (
        "play-by-mail",
        "play-on-the-web",
        "play-with-friends",
        "run-a-season",
        "who-may-enter",
        "stages-and-formats",
        "timetable",
        "games-with-decisions",
        "cups-and-ratings",
        "when-something-goes-wrong",
        "check-a-season",
        "run-a-site",
        "upgrades-and-backups",
        "several-machines",
        "how-to-add",
        "contributing",
    ),
    N_("Look up"): (
        "orders",
        "house-cards",
        "letters",
        "words",
        "api",
        "commands",
        "settings",
        "limits",
        "record",
        "asvs",
        "changes",
    ),
    N_("Understand"): ("privacy", "security", "speed", "how-it-is-made", "decisions"),
}
"""The topics of each kind, in the order of most readers: tutorials, how-to guides, reference, explanation."""

MOVED: Final = {
    "players": "play-by-mail",
    "duels": "play-with-friends",
    "groups": "play-with-friends",
    "organisers": "run-a-season",
    "running": "run-a-site",
    "accounts": "run-a-site",
    "verifying": "check-a-season",
    "programs": "api",
    "making": "how-it-is-made",
}
"""Where topics of earlier versions are told now: letters that were sent lead to them."""


LISTS: Final[dict[str, Callable[[], str]]] = {}
"""What writes the list below a page's head, for topics whose list is made when they are shown. The command line fills it."""


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


@cache
def pages(lang: Lang) -> dict[str, Page]:
    """Every page by its topic, in the order of `KINDS`: in this language, or in English where there is none."""
    return {topic: _page(topic, lang) for topics in KINDS.values() for topic in topics}


def document(topic: str, lang: Lang) -> Page:
    """The page of this topic, which must exist, with its list if that is made when it is shown."""
    page = pages(lang)[topic]
    return replace(page, text=page.text + LISTS[topic]()) if topic in LISTS else page


def _page(topic: str, lang: Lang) -> Page:
    path = FOLDER / f"{topic}.ja.md"
    if lang == "ja" and path.exists():
        return Page(topic, "ja", path.read_text("utf-8"))
    return Page(topic, "en", (FOLDER / f"{topic}.md").read_text("utf-8"))
