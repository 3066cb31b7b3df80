"""Where a game has skills instead of cards, letters say so."""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from sqlmodel import Session

from app.engine import Lang
from app.games import ruleset, slugs
from app.i18n import lang_of
from app.letters.contents import RenderedLetter, preview, render
from app.mail.reading.phrases import PhraseBook
from app.store.database import Database
from app.store.tables import Letter, Season
from tests.support.posting import Postman, open_cup
from tests.support.seasons import CLOSES, OPENED, Character, a_finished_season, a_revision, a_season

GAME: Final = "shiden-issen-2"
RULES: Final[dict[str, Any]] = {"game": GAME, "rules_version": f"{GAME}@1.03-p1"}
CALLED: Final = {
    "ja": re.compile("カード|ターン"),
    "en": re.compile(r"\b[Cc]ards?\b|\b[Tt]urns? \d|\bTurns\b"),
}
ENTRY: Final = {
    "ja": "名前：ムライ\n構成：閃閃交硬果\n設定：鞘走る。\n",
    "en": "Name: Murai\nBuild: 閃閃交硬果\nLore: It leaps from its sheath.\n",
}
WRONG: Final = {"ja": "名前：ムライ\n構成：閃閃\n", "en": "Name: Murai\nBuild: 閃閃\n"}
REQUESTS: Final = {
    "ja": ("ヘルプ", "ルール", "スキル一覧", "応募用紙", "順位表"),
    "en": ("help", "rules", "skills", "form", "standings"),
}
WITH_A_BUILD: Final = {"ja": ("確認", "模擬戦"), "en": ("check", "spar")}


def answers(database: Database, lang: Lang) -> Iterator[Letter]:
    """The answers to every kind of mail."""
    open_cup(database, "cup", GAME)
    postman = Postman(database)
    postman.enter(ENTRY[lang])
    for text in (*REQUESTS[lang], *(f"{word}\n\n{ENTRY[lang]}" for word in WITH_A_BUILD[lang])):
        postman.post(text)
    postman.post(WRONG[lang])
    yield from postman.letters()


def unasked(session: Session, lang: Lang) -> Iterator[RenderedLetter]:
    """Letters that nobody asked for: of a season that is over, and of one that is open."""
    builds = ("閃閃交硬果", "待速搦待閃", "覚強閃強強")
    field = [Character(f"{at}", build, lang=lang) for at, build in enumerate(builds)]
    season, _ = a_finished_season(session, field, slug="over", **RULES)
    yield from (each for _, each in preview(session, season, CLOSES))
    held = a_revision(session, a_season(session, slug="next", **RULES), field[0])
    for kind, of in (("digest", season), ("opened", held.entry.season)):
        yield render(session, a_letter(kind, of, held.entry.player_id or 0, lang))
    yield render(session, a_letter("reminder", held.entry.season, held.entry.player_id or 0, lang))


def a_letter(kind: str, season: Season, player_id: int, lang: Lang) -> Letter:
    return Letter(
        kind=kind,
        dedup_key=kind,
        message_id=kind,
        player_id=player_id,
        lang=lang,
        season_id=season.id,
        run_id=season.published_run_id,
        about={},
        due_at=OPENED,
        created_at=OPENED,
    )


def spoken_of(letter: RenderedLetter, lang: Lang) -> list[str]:
    """What the letter says of cards; of how it is laid out, and of what games are called, nothing."""
    shown = re.sub("<style>.*?</style>|<[^>]*>", " ", letter.html, flags=re.DOTALL)
    words = f"{letter.subject}\n{letter.text}\n{shown}".split()
    told = (" " if lang == "en" else "").join(words)
    titles = "|".join(re.escape(ruleset(each).title.to(lang)) for each in slugs())
    return CALLED[lang].findall(re.sub(titles, "", told))


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_no_answer_about_a_game_with_skills_speaks_of_cards(database: Database, lang: Lang) -> None:
    letters = [*answers(database, lang)]
    kinds = {letter.kind for letter in letters}

    assert kinds >= {"confirmation", "receipt", "help", "standings", "checked", "spar", "problems"}
    with database.reading() as session:
        for letter in letters:
            told = render(session, letter)
            assert spoken_of(told, lang_of(letter.lang)) == [], (letter.kind, letter.about)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_neither_does_a_letter_that_nobody_asked_for(database: Database, lang: Lang) -> None:
    with database.writing() as session:
        for letter in unasked(session, lang):
            assert spoken_of(letter, lang) == [], letter.subject


def test_where_several_games_are_open_they_are_called_cards(database: Database) -> None:
    for game in ("laplaplus", GAME):
        open_cup(database, game, game)
    postman = Postman(database)
    postman.post("help")
    with database.reading() as session:
        letter = render(session, postman.last())

    assert "one character for each card" in letter.text


def test_nothing_else_in_a_letter_is_rewritten(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    means = "turns the letters off, パターン, post cards; %(slots)s, %(turns)s"
    monkeypatch.setattr(PhraseBook, "guide", lambda *_: (("mute", means),))
    open_cup(database, "cup", GAME)
    postman = Postman(database)
    postman.post("form")
    with database.reading() as session:
        letter = render(session, postman.last())

    said = "turns the letters off, パターン, post cards; skills, rounds"
    assert said in " ".join(letter.text.split())
    assert said in letter.html
