"""Letters about turns: what each match asks comes first, and all of it stays short."""

import re
from urllib.parse import unquote

import pytest
from sqlmodel import Session, col, select

from app.engine.matches.orders.blocks import split
from app.engine.ruleset import Ruleset
from app.i18n import LANGS
from app.letters.contents import RenderedLetter, render
from app.letters.turns import MOST_LINES
from app.store.database import Database
from app.store.tables import Letter
from app.text.columns import WIDTH, width
from tests.letters.test_contents import Markup
from tests.support.duels import CLOSES, begin_cup, pass_deadline, play, send

MOST_HTML = 40_000
BUILDS = {
    "fest": ("deck D1", "deck D2"),
    "ocg": ("deck Blades", "deck Wilds", "deck Siege"),
    "acts": ("Rank and File", "Far Light", "Heel and Barrel", "Tool Shed"),
}
SUBJECTS = {
    "en": r"^cup, (round|turn) \d: your turn in 5 matches, until tomorrow \d\d:00$",
    "ja": r"^cup (第\dラウンド|ターン\d)：5試合、あなたの番です（あす\d\d時まで）$",
}


def turn_letters(session: Session, player: int = 1) -> list[Letter]:
    found = select(Letter).where(Letter.kind == "turn").order_by(col(Letter.id))
    return [each for each in session.exec(found) if each.player_id == player]


def read(session: Session, letter: Letter, lang: str) -> RenderedLetter:
    letter.lang = lang
    return render(session, letter)


@pytest.mark.parametrize("game", BUILDS)
def test_the_boards_of_two_matches_are_drawn_in_html(game: str, database: Database) -> None:
    begin_cup(database, 3, game=game, builds=BUILDS[game])
    pass_deadline(database)
    with database.writing() as session:
        letter = read(session, turn_letters(session)[-1], "en")

    assert len(letter.html.encode()) <= MOST_HTML
    assert letter.html.count("<h3") >= 2 * 2
    assert len(letter.text.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("game", BUILDS)
def test_five_matches_are_a_short_letter_that_says_what_to_write(
    game: str, database: Database
) -> None:
    begin_cup(database, 6, game=game, builds=BUILDS[game])
    for _ in range(2):
        pass_deadline(database)
    with database.writing() as session:
        letters = {
            lang: [read(session, each, lang) for each in turn_letters(session)] for lang in LANGS
        }
        session.rollback()

    for lang, those in letters.items():
        for letter in those:
            lines = letter.text.splitlines()
            assert len(lines) <= MOST_LINES
            assert all(width(line) <= WIDTH or "://" in line for line in lines)
            assert len(letter.html.encode()) <= MOST_HTML
            # What is asked comes first, with a blank each; what has happened comes below.
            asked = [line[0] for line in lines if re.fullmatch("[1-5] ― C[2-6]", line)]
            assert asked == [*"12345"]
            (told,) = (at for at, line in enumerate(lines) if line.startswith("■ 1 "))
            assert max(at for at, line in enumerate(lines) if line == "end") < told
            # Cards that a hand calls by their ids have their names below.
            hands = " ".join(re.findall("(?:hand: |手札: )(.+)", letter.text))
            named = {*re.findall(r"\b([A-Z][0-9]{2})\s(?=[^\W0-9a-z])", letter.text)}
            assert {*re.findall(r"\b[A-Z][0-9]{2}\b", hands)} <= named
            # No line of ours is an order, wherever a blank loses its end.
            for unfinished in ("\n".join(lines), "\n".join(lines).replace("\nend\n", "\n")):
                assert len(split(unfinished).blocks) == 5
            assert all(not each.rows for each in split(letter.text).blocks)
            # The button answers with the moves that are suggested.
            page = Markup(letter.html)
            mail = next(value for name, value in page.attributes if value.startswith("mailto:"))
            typed = split(unquote(mail.partition("body=")[2])).blocks
            assert [each.is_ended and len(each.rows) >= 1 for each in typed] == [True] * 5
            roles = re.findall(r'<table[^>]* role="(?:presentation|table)"', letter.html)
            assert letter.html.count("<table") == len(roles)
            assert re.search(SUBJECTS[lang], letter.subject)


def test_a_single_match_is_told_and_drawn_whole(database: Database) -> None:
    begin_cup(database, 2, game="acts", builds=BUILDS["acts"])
    pass_deadline(database)
    with database.writing() as session:
        first, second = (read(session, each, "en") for each in turn_letters(session))

    assert "New here:" in first.text
    assert "New here:" not in second.text
    assert "+-----" in second.text
    assert 'class="squares"' in second.html
    assert re.search(r"^You (make|pass|move)", second.text, re.MULTILINE)
    assert "ok 2" not in second.text
    assert max(len(each.text.splitlines()) for each in (first, second)) <= MOST_LINES


def test_who_plays_on_the_pages_may_have_letters_short(duel: Ruleset, database: Database) -> None:
    """The list of matches, until when, and the way to them; nothing to fill in."""
    begin_cup(database, 4)
    with database.writing() as session:
        (letter,) = turn_letters(session)
        letter.player.wants_short_report = True
        short = read(session, letter, "en")

    assert "  1  " in short.text
    assert "/my/" in short.text
    assert not split(short.text).blocks
    assert "mailto:" not in short.html
    assert len(short.text.splitlines()) < 30


def test_matches_that_are_over_or_not_waited_for_are_listed(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4)
    send(database, "C2", play(resign=True), CLOSES)
    pass_deadline(database)
    with database.writing() as session:
        *_, last = (read(session, each, "en") for each in turn_letters(session))

    assert re.search(r"^  \d  C2  won ", last.text, re.MULTILINE)
    assert [each[0] for each in re.findall(r"\d ― C[34]$", last.text, re.MULTILINE)] != []
