"""Text to build, or to all of its problems; and build to text (rules §3)."""

from collections import Counter
from functools import lru_cache, partial

from app.engine import Build, BuildNotAllowed, Notation
from app.engine.notation import BuildReading
from app.errors import Problem
from app.games.laplaplus.spelling import SPELLING, Spelling
from app.games.laplaplus.words import DUEL_CARDS, MAX_CARDS, OPEN_CARDS, read_word


@lru_cache(maxsize=64)  # who sends one is asked about it several times
def read_build(text: str, spelling: Spelling = SPELLING) -> Build:
    """Read the build and the name after its slash in this text (rules §3.2, §3.3).

    Raises `BuildUnreadable` with every problem, by place (§3.4). Words of a problem are as typed, but printable: a
    hidden character is written U+202E, a blank as a space. Suggestions are identifiers of cards. Some problems suggest
    something else:

    - `number-out-of-range`: the digits cut into as few numbers as possible, `12,3` and `1,23`
    - `unknown-card` without a similar card: its parts with commas if they are cards, else the 25 characters
    - `too-many-copies`: how many copies of a limited card are allowed (its words: the card, the number found)
    - `too-many-cards`, `name-too-long`: how many to take out; an unreadable word counts as one card
    - `text-too-long`: how many bytes are allowed (its word: the number found)
    """
    reading = BuildReading(partial(read_word, spelling.spellings), spelling.readings)
    reading.read(text)
    for card, most in spelling.pool.limits.items():
        copies = [each for each in reading.cards if each.card == card]
        if len(copies) > most:
            first = copies[most]
            reading.problems.append(
                Problem(
                    "too-many-copies",
                    first.line,
                    first.column,
                    (card, str(len(copies))),
                    (str(most),),
                )
            )
    places = reading.places(lambda problem: problem.code in _UNREAD)
    if len(places) > MAX_CARDS:
        ninth, too_many = places[MAX_CARDS], len(places) - MAX_CARDS
        reading.refuse("too-many-cards", ninth.line, ninth.column, ninth.typed, str(too_many))
    return reading.build()


def write_build(
    build: Build, notation: Notation = "characters", spelling: Spelling = SPELLING
) -> str:
    """The build as text, its name behind a slash; `read_build` reads the same build again (§3.5)."""
    return spelling.spellings.write(build, notation)


def read_open(text: str, spelling: Spelling = SPELLING) -> Build:
    """Read the four open cards in this text, in order of number and without names (rules §7.2).

    Raises `BuildUnreadable`; the words of `not-four-cards` are the number found.
    """
    build = read_build(text, spelling)
    if len(build.cards) != OPEN_CARDS:
        raise BuildNotAllowed(
            [Problem("not-four-cards", words=(str(len(build.cards)),))], build.nameless()
        )
    by_number = [*spelling.spellings.cards]
    return Build(tuple(sorted(build.cards, key=by_number.index)))


def read_whole(text: str, shown: Build, spelling: Spelling = SPELLING) -> Build:
    """The build of the open cards that were `shown` and four closed ones, in any order (rules §7.2, D1-D4).

    Raises `BuildUnreadable`; `not-eight-cards`: how many there are; `open-card-missing`: the card, and how many of it
    are missing.
    """
    build = read_build(text, spelling)
    missing = Counter(shown.cards) - Counter(build.cards)
    problems = [
        Problem("open-card-missing", words=(card, str(count))) for card, count in missing.items()
    ]
    if len(build.cards) != DUEL_CARDS:
        problems.append(Problem("not-eight-cards", words=(str(len(build.cards)),)))
    if problems:
        raise BuildNotAllowed(problems, build)
    return build


_UNREAD = frozenset({"unknown-card", "unknown-character", "ambiguous-card", "number-out-of-range"})
