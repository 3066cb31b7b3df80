"""What is four times as long takes about four times as long to read, whatever it is."""

import gc
import time
from collections.abc import Callable
from contextlib import suppress

from app.engine.lists import read_list
from app.errors import BuildUnreadable, ListUnreadable
from app.games import ruleset, slugs
from app.league.entries.characters import MAX_LORE
from app.mail.inbox.message import NotAMail
from app.mail.reading.contents import read
from app.mail.reading.form.card_words import card_words
from app.mail.reading.form.entry_form import read_fields
from app.store.database import Database
from app.store.tables import MailAction
from tests.support.hostile import DESK, GAMES, HOSTILE, TEXT_FILLS, TO, delivered
from tests.support.posting import Postman, a_mail, open_cup

LENGTH = 12_000
CHARACTERS = 2_000
NOTHING = 0.03
"""Seconds of the processor that are not worth a question: steps as the square of so many characters take more."""
TIMES = 4
MOST = 9
"""For four times the length: half-way between four and sixteen, whatever else the machine does."""
MOST_SECONDS = 5


def seconds(work: Callable[[], object]) -> float:
    """How long it takes the processor, without collections, which go through all that other tests have left here."""
    gc.disable()
    began = time.process_time()
    with suppress(NotAMail, BuildUnreadable, ListUnreadable):
        work()
    lasted = time.process_time() - began
    gc.enable()
    return lasted


def grows(work: Callable[[int], Callable[[], object]], length: int) -> bool:
    """Whether the whole takes far more than four times the time of its quarter, asked three times."""
    return all(
        (whole := seconds(work(length))) > NOTHING and whole > MOST * seconds(work(length // TIMES))
        for _ in range(3)
    )


def reading(name: str) -> Callable[[int], Callable[[], object]]:
    kind = "report" if "report" in name or "bounce" in name else "plain"

    def of(length: int) -> Callable[[], object]:
        raw = delivered(HOSTILE[name](length), TO[kind])
        return lambda: read(raw, DESK, GAMES)

    return of


def building(slug: str, fill: str) -> Callable[[int], Callable[[], object]]:
    game = ruleset(slug)

    def of(length: int) -> Callable[[], object]:
        text = (fill * length)[:length]

        def work() -> None:
            with suppress(BuildUnreadable):
                game.read_build(card_words(text, game.cards))
            with suppress(BuildUnreadable):
                game.read_build(text)
            read_list(text, game.read_build)

        return work

    return of


def test_mails_are_read_in_steps_as_their_length() -> None:
    """All that are made of several things, and one in 96 of the others."""
    several = [name for name in HOSTILE if ", then of " in name or "counts" in name]
    names = [*several, *list(HOSTILE)[::96]]

    assert [name for name in names if grows(reading(name), LENGTH)] == []


def test_builds_and_lists_are_read_in_steps_as_their_length() -> None:
    fills = TEXT_FILLS[::56]
    pairs = [(slug, fill) for slug in slugs() for fill in fills]

    assert [pair for pair in pairs if grows(building(*pair), CHARACTERS)] == []


def test_no_field_begins_below_very_many_lines() -> None:
    """What stands there is named; a story goes on, and is too long as a whole."""
    late = read_fields("Name: x\n" + "\n" * 6_000 + "Build: Attack\n")
    assert (late.name, late.build_text) == ("x", None)
    assert [(each.kind, *each.words) for each in late.untaken] == [("lines", "Build: Attack")]

    story = read_fields("Name: x\nBuild: Attack\nLore: a\n" + "once\n" * 6_000)
    assert len(story.lore or "") > MAX_LORE
    assert story.untaken == ()


def test_a_field_of_a_megabyte_is_refused_and_not_kept_twice(database: Database) -> None:
    open_cup(database)
    postman = Postman(database)
    long = "x" * 950 + "\n"
    texts = {
        "lore-too-long": f"Name: x\nBuild: Attack\nLore: {long * 1_000}",
        "name-too-long": f"Build: Attack\nName: {'x' * 900_000}",
        "owner-too-long": f"Name: x\nBuild: Attack\nOwner: {'x' * 900_000}",
        "url-too-long": f"Name: x\nBuild: Attack\nURL: http://{'x' * 900_000}",
        "text-too-long": f"Name: x\nBuild: {'x, ' * 300_000}",
    }
    for number, (code, text) in enumerate(texts.items()):
        raw = a_mail("@", number, sender=f"a{number}@example.com").replace(b"@\n", text.encode())
        began = time.process_time()
        mail = postman.bring(raw)
        assert time.process_time() - began < MOST_SECONDS, code
        assert mail.action is MailAction.PROBLEMS
        assert code in {problem["code"] for problem in mail.note["problems"]}
        assert len(str(mail.note)) < 10 * MAX_LORE, (code, len(str(mail.note)))
