"""Due letters get their words, before a worker claims them."""

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import DomainError, LetterUnreadable, RulesNotInstalled
from app.league.problems import explain
from app.letters.render import RenderedLetter
from app.store import entries
from app.store.database import Database, StoreUnavailable, saying_outages
from app.store.tables import Letter
from app.store.work import outbox
from app.store.work.outbox import LetterText
from app.text.privacy import mask, mask_traceback

Render = Callable[[Session, Letter], RenderedLetter]
RULES_MISSING_FOR: Final = timedelta(minutes=15)
"""How long a letter waits if the rules of its season are not installed. Then they are looked for
again.
"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rendering:
    """Whether letters had no words yet, and how many cannot be written and are dead by it."""

    found: bool
    dead: int


def render_some(database: Database, render: Render, *, now: datetime, size: int) -> Rendering:
    """Render some due letters, chosen at random to keep workers off each other's letters."""
    with database.reading() as session:
        waiting = outbox.unrendered(session, now=now, limit=5 * size)
    # In one order for all workers: else two of them may wait for each other's letters.
    drawn = sorted(random.sample(waiting, min(size, len(waiting))))
    with database.reading() as session:  # what they share is read once
        letters = outbox.without_texts(session, drawn)
        told_of = entries.with_entries(
            session, [each.revision_id for each in letters.values() if each.revision_id]
        )
        texts = [(number, _words(session, render, letter)) for number, letter in letters.items()]
        del told_of  # till here the session knows them
    until = now + RULES_MISSING_FOR
    dead = 0
    with database.writing() as session:
        outbox.keep_texts(
            session,
            [
                LetterText(number, *words)
                for number, words in texts
                if isinstance(words, RenderedLetter)
            ],
        )
        unread = [(number, "cannot be read") for number in drawn if number not in letters]
        for letter_id, words in [*texts, *unread]:
            if isinstance(words, RulesNotInstalled):
                outbox.put_off_unrendered(session, letter_id, _said(words), until=until)
            elif isinstance(words, str):
                dead += outbox.bury_unrendered(session, letter_id, words)
    return Rendering(bool(waiting), dead)


def _words(
    session: Session, render: Render, letter: Letter
) -> RenderedLetter | RulesNotInstalled | str:
    """The text of the letter, or why there is none (yet)."""
    letter_id = letter.id
    try:
        with saying_outages():
            return RenderedLetter(*map(_storable, render(session, letter)))
    except StoreUnavailable:
        raise
    except RulesNotInstalled as refusal:
        logger.error("letter %d waits: %s", letter_id, _said(refusal), extra={"letter": letter_id})
        return refusal
    except LetterUnreadable as refusal:
        why = _said(refusal)
        logger.error(
            "letter %d cannot be rendered: %s", letter_id, why, extra={"letter": letter_id}
        )
        return why
    except Exception as error:
        with saying_outages():
            session.rollback()  # its statement may have failed; the next letter begins anew
        trace = mask_traceback(error)
        logger.error(
            "letter %d cannot be rendered\n%s", letter_id, trace, extra={"letter": letter_id}
        )
        # The desk lists this; the words of a refusal are those of an entry, which may be sealed.
        why = "" if isinstance(error, DomainError) else f": {error}"
        return mask(f"cannot be rendered: {type(error).__name__}{why}")


def _said(refusal: DomainError) -> str:
    return " ".join(explain(problem, "en") for problem in refusal.problems)


def _storable(text: str) -> str:
    """No character in it that a database or a mail cannot hold. Half a surrogate pair is an error."""
    return text.replace("\0", "").encode().decode()
