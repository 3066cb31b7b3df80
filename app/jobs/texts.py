"""Due letters get their words, before a worker claims them."""

import logging
import random
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache, partial
from typing import Final, NamedTuple

from sqlmodel import Session

from app.engine import Pace
from app.errors import DomainError, LetterUnreadable, RulesNotInstalled
from app.league.problems import explain
from app.letters.contents import draft
from app.letters.render import RenderedLetter
from app.notices.news import Correction, Report, Turn
from app.store import entries
from app.store.database import Database, StoreUnavailable, saying_outages
from app.store.tables import Letter
from app.store.work import outbox
from app.store.work.outbox import LetterText
from app.text.privacy import mask, mask_traceback
from app.tournament.executors import LOCAL, NoWorkers, hands

Render = Callable[[Session, Letter], RenderedLetter]
BATCH: Final = 20
"""How many letters are rendered at a time."""
MANY: Final = 300
"""The fewest letters without words for which processes are started. Fewer are rendered before these would be ready."""
LONG: Final = (Report.slug, Correction.slug, Turn.slug)
"""Letters that tell battles or boards take ten times as long as others. Processes are started where most are such."""
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


class Unrendered(NamedTuple):
    """A letter that has no words: why, what the log says, and whether it is tried again later."""

    number: int
    why: str
    log: str = ""
    is_put_off: bool = False


Rendered = LetterText | Unrendered


@dataclass(slots=True)
class Renderer:
    """Due letters get their words: a few in this process, many long ones by processes on all cores.

    Those processes only read, each by a connection of its own; all is written here. A letter is nobody's until its words
    are kept: whoever dies, it is rendered again. When no letter waits, no process is left.
    """

    render: Render = draft
    _now: datetime = field(init=False)
    _texts: Generator[list[Rendered]] | None = None
    _is_broken: bool = False

    def some(
        self, database: Database, *, now: datetime, size: int, is_paced: bool = False
    ) -> Rendering:
        """Keep the words of some due letters. If so many may leave a minute and no more, this process is enough.

        They are chosen at random, to keep workers off each other's letters.
        """
        self._now = now
        if self._texts is None:
            waiting = _waiting(database, now, max(5 * size, MANY))
            long = sum(kind in LONG for kind in waiting.values())
            if len(waiting) < MANY or 2 * long < len(waiting) or is_paced or self._is_broken:
                drawn = random.sample([*waiting], min(size, len(waiting)))
                dead = _keep(database, rendered(database, self.render, drawn), now)
                return Rendering(bool(waiting), dead)
            self._texts = self._by_processes(database)
        try:
            texts = next(self._texts, None)
        except NoWorkers as error:
            logger.warning("%s: letters are rendered by one process", error)
            self._is_broken, texts = True, []
        if not texts:
            self.close()
        return Rendering(texts is not None, _keep(database, texts or [], now))

    def close(self) -> None:
        """No process is left. What they had in hand is still without words."""
        if self._texts:
            self._texts.close()
            self._texts = None

    def _by_processes(self, database: Database) -> Generator[list[Rendered]]:
        render = partial(render_there, database.url, self.render)
        with hands(LOCAL, Pace()) as there:
            batches = self._batches(database, 10 * there.many * BATCH)
            yield from (texts for _, texts in there.in_order(render, batches))

    def _batches(self, database: Database, most: int) -> Iterator[list[int]]:
        """Find letters without words, each once, at most this many at a time."""
        found: set[int] = set()
        while (waiting := {*_waiting(database, self._now, most)}) - found:
            some, found = [*(waiting - found)], waiting  # the others found before wait no longer
            random.shuffle(some)
            for at in range(0, len(some), BATCH):
                yield some[at : at + BATCH]


def _waiting(database: Database, now: datetime, most: int) -> Mapping[int, str]:
    with database.reading() as session:
        return outbox.unrendered(session, now=now, limit=most)


def render_there(url: str, render: Render, numbers: Sequence[int]) -> list[Rendered]:
    """As `rendered`, in another process, which has its own connection to the database at this address."""
    return rendered(_opened(url), render, numbers)


_opened: Final = cache(Database)


def rendered(database: Database, render: Render, numbers: Sequence[int]) -> list[Rendered]:
    """The words of these letters, or why they have none; of those that have some already, nothing is kept."""
    with database.reading() as session:  # what they share is read once
        letters = outbox.without_texts(session, numbers)
        told_of = entries.with_entries(
            session, [each.revision_id for each in letters.values() if each.revision_id]
        )
        texts = [_words(session, render, letter) for letter in letters.values()]
        del told_of  # till here the session knows them
    unread = sorted({*numbers} - letters.keys())
    return [*texts, *(Unrendered(number, "cannot be read") for number in unread)]


def _keep(database: Database, texts: Sequence[Rendered], now: datetime) -> int:
    """Keep these words, and what becomes of letters without. Returns how many are dead."""
    until = now + RULES_MISSING_FOR
    dead = 0
    # In the order of their numbers, as all workers do: else two of them may wait for each other's letters.
    with database.writing() as session:
        outbox.keep_texts(session, [each for each in texts if isinstance(each, LetterText)])
        for each in texts:
            if isinstance(each, LetterText):
                continue
            if each.is_put_off:
                outbox.put_off_unrendered(session, each.number, each.why, until=until)
            else:
                dead += outbox.bury_unrendered(session, each.number, each.why)
            if each.log:
                logger.error("letter %d %s", each.number, each.log, extra={"letter": each.number})
    return dead


def _words(session: Session, render: Render, letter: Letter) -> Rendered:
    """The text of the letter, or why there is none (yet)."""
    number = letter.id
    try:
        with saying_outages():
            words = map(_storable, render(session, letter))
            return LetterText(number, letter.message_id, *words)
    except StoreUnavailable:
        raise
    except RulesNotInstalled as refusal:
        why = _said(refusal)
        return Unrendered(number, why, f"waits: {why}", is_put_off=True)
    except LetterUnreadable as refusal:
        why = _said(refusal)
        return Unrendered(number, why, f"cannot be rendered: {why}")
    except Exception as error:
        with saying_outages():
            session.rollback()  # its statement may have failed; the next letter begins anew
        trace = mask_traceback(error)
        # The desk lists this; the words of a refusal are those of an entry, which may be sealed.
        why = "" if isinstance(error, DomainError) else f": {error}"
        why = mask(f"cannot be rendered: {type(error).__name__}{why}")
        return Unrendered(number, why, f"cannot be rendered\n{trace}")


def _said(refusal: DomainError) -> str:
    return " ".join(explain(problem, "en") for problem in refusal.problems)


def _storable(text: str) -> str:
    """No character in it that a database or a mail cannot hold. Half a surrogate pair is an error."""
    return text.replace("\0", "").encode().decode()
