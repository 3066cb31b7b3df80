"""Pages of documentation that are made when they are asked for: sample letters, tables of decisions and of cards."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

from app import docs
from app.docs import Page
from app.engine import Lang, Words
from app.engine.workshop.listing import listed, row, table
from app.games import ruleset
from app.i18n import translations
from app.league.seasons.decisions.season_plans import DECISIONS
from app.letters.contents import draft
from app.letters.links import in_words
from app.notices.registry import kind_of
from app.settings import PROGRAM, settings
from app.store import tables
from app.store.tables import METADATA, Letter, Season, SeasonState

_SAMPLE: Final = PROGRAM / "sample" / "letters.json"
"""The rows of a small site with its letters, by table. Only unusual values are given; bytes are in
hex.
"""


_TABLE: Final = re.compile(r"^<!-- (decisions|cards of ([\w-]+)) -->$", re.MULTILINE)
"""Where a page has a table: of the decisions about a season, or of what cards of a game are made of."""

_HEADS: Final = (
    Words("設定", "Setting"),
    Words("記録とWebhookでの名前", "In the log and to webhooks"),
    Words("変えられるとき", "Can be changed"),
    Words("プレイヤーに伝わる", "Players hear of it"),
)


def document(topic: str, lang: Lang) -> Page:
    """The page of this topic, which must exist, with its tables; that of the letters has them as this site writes them."""
    page = docs.document(topic, lang)
    if topic == "letters":
        site = settings()
        return _with_letters(page, site.base_url, site.mail_address, site.timezone)
    return replace(page, text=_TABLE.sub(lambda mark: _table(mark[2], page.lang), page.text))


def _table(game: str | None, lang: Lang) -> str:
    if game is None:
        say = translations(lang).gettext
        rows = (
            row(
                say(each.label),
                f"`{name}`",
                say(each.until.label),
                say("yes") if each.is_told else "–",
            )
            for name, each in DECISIONS.items()
        )
        return "\n".join([*table(*(each.to(lang) for each in _HEADS)), *rows])
    makes = ruleset(game).shop
    return makes.words(lang) if makes.words else listed(makes.kind, lang)


@lru_cache(maxsize=4)
def _with_letters(page: Page, *_site: str) -> Page:
    """The page with the letters of the sample in its language. `_site`: what they have of the settings."""
    sample = json.loads(_SAMPLE.read_bytes(), object_hook=_bytes)
    engine = create_engine("sqlite://", poolclass=NullPool)
    with engine.connect() as connection, Session(connection) as session:
        METADATA.create_all(connection)
        rows = [
            getattr(tables, name).model_validate(row) for name, of in sample.items() for row in of
        ]
        session.add_all(rows)
        session.flush()
        letters = [each for each in rows if isinstance(each, Letter) and each.lang == page.lang]
        return replace(page, text=page.text + "".join(_shown(session, letters, page.lang)))


def _bytes(values: dict[str, Any]) -> Any:
    return bytes.fromhex(values["hex"]) if values.keys() == {"hex"} else values


def _shown(session: Session, letters: Sequence[Letter], lang: Lang) -> Iterator[str]:
    """Each letter as plain text, those of one kind below its name; a season whose results one tells is published."""
    say, label = translations(lang).gettext, ""
    for letter in letters:
        if letter.run_id:
            session.get_one(Season, letter.season_id).state = SeasonState.PUBLISHED
        before, label = label, say(kind_of(letter).label)
        words = in_words(draft(session, letter), say("(the player's secret)"))
        head = f"\n## {label}\n" if label != before else ""
        yield f"{head}\n**{words.subject}**\n\n```text\n{words.text.strip()}\n```\n"
