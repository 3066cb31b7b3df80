"""Words in their reader's language: one gettext catalogue for pages and letters; moments and numbers."""

import gettext
import json
import re
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Final, get_args
from zoneinfo import ZoneInfo

from app.engine import Lang

LANGS: Final[tuple[Lang, ...]] = get_args(Lang)
CATALOGUES: Final = Path(__file__).with_name("locale")

_WEEKDAYS: Final = {"ja": "月火水木金土日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}
_MONTHS: Final = [
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sept",
    "Oct",
    "Nov",
    "Dec",
]
_OF_CALLS: Final = {
    "出場者募集中": "募集中",
    "出場者": "応募者",
    "出場している": "応募している",
    "出場": "掲載",
    "何体": "何枚",
    ")s体": ")s枚",
}
"""What is said in Japanese of a character that fights, and of what is shown."""
_WRITTEN: Final = ("most)s characters", "name)s characters", "a character for each")
"""Of characters that are written, and not entered."""
_ENTRY: Final = re.compile(
    r'^msgid (".*"(?:\n".*")*)\n(?:msgid_plural (?:".*"\n)+)?msgstr(?:\[0\])? (".*"(?:\n".*")*)',
    re.MULTILINE,
)
"""A message in a `.po` file, and what is said for it: quoted lines."""
_JAPANESE: Final = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uff66-\uff9d]")


def N_(message: str) -> str:  # noqa: N802 - what gettext calls it everywhere
    """The message itself, marked for the catalogue; it is translated where it is used."""
    return message


def lang_of(code: str) -> Lang:
    """The language kept under this code; English for one that we do not speak."""
    return "ja" if code == "ja" else "en"


def is_japanese(text: str) -> bool:
    """Whether kana or kanji are in it: it should then be set in Japanese type."""
    return bool(_JAPANESE.search(text))


@cache
def translations(lang: Lang) -> gettext.NullTranslations:
    """The catalogue of a language. English needs none: its messages are the keys."""
    path = CATALOGUES / f"{lang}.po"
    return _Catalogue(path.read_text("utf-8")) if path.exists() else gettext.NullTranslations()


class _Catalogue(gettext.NullTranslations):
    """What is said in a language without plurals, as its `.po` file has it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words = {_unquoted(asked): _unquoted(said) for asked, said in _ENTRY.findall(text)}

    def gettext(self, message: str) -> str:
        """The message in this language, or as it is asked for."""
        return self.words.get(message) or message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The same of one or several."""
        return self.words.get(msgid1) or super().ngettext(msgid1, msgid2, n)


def _unquoted(lines: str) -> str:
    return "".join(map(json.loads, lines.split("\n")))


class _Renamed(gettext.NullTranslations):
    """A catalogue that has another word for the characters of a season, which are called for and do not fight."""

    def __init__(self, base: gettext.NullTranslations, one: str, many: str) -> None:
        super().__init__()
        words = {"characters": many, "character": one, "キャラクター": one}
        self.words = _OF_CALLS | words | {w.capitalize(): o.capitalize() for w, o in words.items()}
        self.base, self.old = base, re.compile("|".join(map(re.escape, (*_WRITTEN, *self.words))))

    def gettext(self, message: str) -> str:
        """The message in these words."""
        return self.old.sub(self._other, self.base.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The same of one or several."""
        return self.old.sub(self._other, self.base.ngettext(msgid1, msgid2, n))

    def _other(self, found: re.Match[str]) -> str:
        return self.words.get(found[0], found[0])


@cache
def speaking_of(lang: Lang, one: str, many: str) -> gettext.NullTranslations:
    """The catalogue of a language, in which this is what one enters in a season: a character that fights, or a card that is shown."""
    base = translations(lang)
    return base if one in ("character", "キャラクター") else _Renamed(base, one, many)


def moment(at: datetime, lang: Lang, zone: tzinfo) -> str:
    """`2026年11月28日(土) 21:00 JST`, `Sat 28 Nov 2026, 21:00 JST`."""
    local = at.astimezone(zone)
    date, weekday = day(at, lang, zone), _WEEKDAYS[lang][local.weekday()]
    written = f"{date}({weekday})" if lang == "ja" else f"{weekday} {date},"
    return f"{written} {local:%H:%M} {_zone_of(local)}"


def twice(at: datetime, lang: Lang, zone: tzinfo) -> str:
    """The moment, and beside it the same in a zone that is of use to readers of this language, as `universal` says it."""
    elsewhere = ZoneInfo("Asia/Tokyo") if lang == "ja" else UTC
    return f"{moment(at, lang, zone)} {universal(at, lang, zone, elsewhere)}".rstrip()


def universal(at: datetime, lang: Lang, zone: tzinfo, elsewhere: tzinfo = UTC) -> str:
    """`(12:00 UTC)`: the same moment for those elsewhere, with its day if that differs.

    Empty where clocks show the same.
    """
    there = at.astimezone(elsewhere)
    local = at.astimezone(zone)
    if local.utcoffset() == there.utcoffset():
        return ""
    is_same_day = local.date() == there.date()
    told = f"{there:%H:%M} {_zone_of(there)}" if is_same_day else moment(at, lang, elsewhere)
    return f"({told})"


def day(at: datetime, lang: Lang, zone: tzinfo) -> str:
    """`2026年11月28日`, `28 Nov 2026`."""
    local = at.astimezone(zone)
    if lang == "ja":
        return f"{local.year}年{local.month}月{local.day}日"
    return f"{local.day} {_MONTHS[local.month - 1]} {local.year}"


def stamp(at: datetime, lang: Lang, zone: tzinfo) -> str:
    """`2026.11.28`, `28 Nov 2026`: the day as a round postmark has room for it."""
    local = at.astimezone(zone)
    return f"{local.year}.{local.month}.{local.day}" if lang == "ja" else day(at, lang, zone)


def number(value: float | None) -> str:
    """`1,234`, `512.5`, `−3`; a dash for none."""
    return "–" if value is None else f"{value:,.10g}".replace("-", "−")


def ordinal(place: int, lang: Lang) -> str:
    """`3位`, `3rd`."""
    if lang == "ja":
        return f"{place:,}位"
    teens = place % 100 in {11, 12, 13}
    return f"{place:,}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(place % 10, 'th')}"


def _zone_of(local: datetime) -> str:
    """`JST`; a zone without a name of its own says how far it is from UTC."""
    name = local.tzname() or ""
    return f"UTC{name}" if name[:1] in {"+", "-"} else name
