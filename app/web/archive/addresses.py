"""The addresses of a season's public pages and data, and the files that they are in its archive."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from app.engine import Ruleset
from app.i18n import LANGS
from app.league.exports import catalogue
from app.web.rendering import page_of

MOST_BATTLES: Final = 750
"""How many battles are told on pages: those of 39 characters, or of the best 39. The program in the
archive tells all others.
"""
MOST_IN_TABLE: Final = 100
"""Of more characters the cross table is a spreadsheet alone."""
DATA: Final = "data"
_ASSET: Final = re.compile(r"/(static/[\w.-]+|crests/[0-9a-f]+\.svg|pictures/[0-9a-f]{64}\.webp)")
_BATTLE: Final = re.compile(r"/battles/(\d+)-(\d+)")
_STAGE: Final = re.compile(r"^stages/(\d+)/")
_ENTRY: Final = re.compile(r"/entries/(\d+)")
_MATCH: Final = re.compile(r"/matches/((?:s\d+-r)?\d+-\d+(?:-\d+)?)(/proof|\.jsonl)?")
_BOARD: Final = re.compile(r"/matches/(?:s\d+-r)?\d+-\d+(?:-\d+)?$")
_LIST: Final = re.compile(
    r"/(characters|table|banzuke|all-rounds|statistics|seals|seals/\d+|dice|matches|stages/\d+|stages/\d+/rounds/\d+)"
)


def file_of(address: str) -> str:
    """The name of the archive file for this address below that of its season."""
    return _STAGE.sub(r"stage-\1-", address)


class Leaf(NamedTuple):
    """A file of the archive, and the address whose answer it has."""

    file: str
    address: str


@dataclass(frozen=True, slots=True)
class Extent:
    """How much of a season has pages: its entries by number, the best first, and the number of its matches."""

    best: Collection[int]
    matches: int = 0

    @property
    def has_table(self) -> bool:
        """Whether the cross table is a page."""
        return len(self.best) <= MOST_IN_TABLE

    @property
    def is_whole(self) -> bool:
        """Whether every battle is told on a page."""
        return len(self.best) * (len(self.best) - 1) // 2 <= MOST_BATTLES

    def battles(self) -> Iterator[tuple[int, int]]:
        """The battles that have a page, except those named by the season's pages: all battles among the best."""
        best = [*self.best]
        many = next(n for n in count(len(best), -1) if n * (n - 1) // 2 <= MOST_BATTLES)
        return combinations(best[:many], 2)


@dataclass(frozen=True)
class AddressBook:
    """Every address that is in the archive of this season, as links of its pages name them."""

    season: str
    game: Ruleset
    extent: Extent
    base_url: str

    def leaf(self, page: str, href: str) -> Leaf | None:
        """The file to which this link of the page leads; None if it leads out of the archive."""
        if not href.startswith("/") or href.startswith("//"):
            return self._goal(urljoin(f"{self.base_url}{page}", href))
        if href not in self._known:  # most links stand on many pages
            self._known[href] = self._goal(f"{self.base_url}{href}")
        return self._known[href]

    def _goal(self, address: str) -> Leaf | None:
        at = urlsplit(address)
        if f"{at.scheme}://{at.netloc}" != self.base_url:
            return None
        if asset := _ASSET.fullmatch(at.path):
            return Leaf(asset[1], at.path)
        if at.path.startswith(data := f"/seasons/{self.season}/"):
            return self._data(at.path.removeprefix(data), at.path)
        _, lang, *rest = at.path.split("/", 2)
        asked = dict(parse_qsl(at.query, keep_blank_values=True))
        number = asked.pop("page", "1")
        is_turned = asked.get("seat") == "b" and _BOARD.search(at.path)
        if is_turned:
            del asked["seat"]
        if lang not in LANGS or any(asked.values()) or not number.isdecimal():
            return None
        if rest == [""]:
            return Leaf(f"{lang}/index.html", f"/{lang}{self.here}")  # the season is all there is
        file = self._page(f"/{''.join(rest)}", int(number))
        if file is None:
            return None
        if battle := _BATTLE.search(at.path):
            home, away = sorted(map(int, battle.groups()))
            address = f"/{lang}{self.here}/battles/{home}-{away}"
        elif is_turned:
            file, address = file.replace(".html", "-b.html"), f"{at.path}?seat=b"
        else:
            address = at.path + (f"?page={number}" if number != "1" else "")
        return Leaf(f"{lang}/{file}", address)

    @property
    def here(self) -> str:
        """The address of the season, without a language."""
        return f"/seasons/{self.season}"

    def _data(self, name: str, address: str) -> Leaf | None:
        match = _MATCH.fullmatch(f"/{name}")
        is_record = match and match[2] == ".jsonl" and self.extent.matches
        files = {file for each in catalogue.EXPORTS for file in each.files}
        files |= {"cards.toml"} if self.game.makes else set()
        is_export = _STAGE.sub(catalogue.STAGES.folder, name) in {
            "record.json",
            "commitments.json",
            *files,
        }
        return Leaf(f"{DATA}/{file_of(name)}", address) if is_export or is_record else None

    def _page(self, path: str, number: int) -> str | None:
        end = f"-{number}.html" if number > 1 else ".html"
        if what := self._of_game.get(path):
            return f"{what}.html"
        if not (path == self.here or path.startswith(f"{self.here}/")):
            return None
        below = path.removeprefix(self.here)
        if not below:
            return f"index{end}"
        if found := _LIST.fullmatch(below):
            is_left_out = found[1] == "table" and not self.extent.has_table
            return None if is_left_out else found[1].replace("/", "_") + end
        if found := _ENTRY.fullmatch(below):
            is_here = number == 1 or self.extent.is_whole
            return f"entries/{found[1]}{end}" if is_here else None
        if found := _BATTLE.fullmatch(below):
            home, away = sorted(map(int, found.groups()))
            return f"battles/{home}-{away}.html" if (home, away) in self._told else None
        if (found := _MATCH.fullmatch(below)) and found[2] != ".jsonl":
            is_here = 0 < self.extent.matches <= MOST_BATTLES
            name = f"{found[1]}{(found[2] or '').replace('/', '-')}"
            return f"matches/{name}.html" if is_here else None
        return None

    @cached_property
    def _known(self) -> dict[str, Leaf | None]:
        """Where links with a whole path lead, as far as they have been asked for."""
        return {}

    @cached_property
    def _of_game(self) -> dict[str, str]:
        return {page_of(self.game, what): what for what in ("rules", "cards")}

    @cached_property
    def _told(self) -> set[tuple[int, int]]:
        return {(min(pair), max(pair)) for pair in self.extent.battles()}
