"""What every game keeps, played with every game there is, a new one among them, and with the builds of its worked battles."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from dataclasses import replace
from typing import get_args

import pytest

from app import games
from app.engine import (
    MOMENTS,
    NOT_PLAYED,
    Battle,
    Build,
    Event,
    Lang,
    Notation,
    Ruleset,
    Side,
    TellingSheet,
    Tone,
    course_of,
    exchanged,
    outcome_byte,
    plain,
)
from app.engine.lists import read_list
from app.errors import BuildUnreadable, RulesNotInstalled, UnknownGame
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
Played = tuple[tuple[Build, Build], Battle]
PLAYED: dict[str, list[Played]] = {}
NONSENSE = [
    *("?", "{who}", "%s", "12345", "0", ",,", "攻撃の", "power", "/x\ny", "a, b\n/c\nd", "\x00"),
    *("核" * 40, "ab" * 400),
]


@pytest.fixture(
    params=[
        *(each.rules_version for slug in games.slugs() for each in games.rulesets(slug)),
        "janken@1",
    ]
)
def game(request: pytest.FixtureRequest) -> Ruleset:
    if request.param == "janken@1":
        request.getfixturevalue("janken")
    return games.ruleset(request.param.partition("@")[0], request.param)


@pytest.fixture
def played(game: Ruleset) -> list[Played]:
    """The worked battles, of which every game has some, with their builds; each is played once for all tests."""
    if game.rules_version not in PLAYED:
        texts = [
            tomllib.loads(path.read_text(encoding="utf-8"))
            for path in sorted(game.folder.glob("examples/*.toml"))
        ]
        pairs = [(game.read_build(text["home"]), game.read_build(text["away"])) for text in texts]
        PLAYED[game.rules_version] = [(pair, game.play(*pair)) for pair in pairs]
    return PLAYED[game.rules_version]


@pytest.fixture
def builds(played: list[Played]) -> list[Build]:
    return list(dict.fromkeys(build for pair, _ in played for build in pair))


def revived(event: Event) -> Event:
    """The event after it has been stored as JSON and read again."""
    fields = json.loads(json.dumps(event.as_dict()))
    assert fields.pop("kind") == event.kind
    kind: Callable[..., Event] = type(event)
    return kind(**{k: tuple(v) if isinstance(v, list) else v for k, v in fields.items()})


def test_games_without_decisions_are_offered_first() -> None:
    assert games.slugs()[0] == "laplaplus"
    decides = [games.ruleset(slug).match is not None for slug in games.slugs()]
    assert decides == sorted(decides)


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownGame) as refusal:
        games.ruleset("laplapulas")

    (problem,) = refusal.value.problems
    assert (problem.code, problem["game"]) == ("unknown-game", "laplapulas")
    assert problem.suggestions == ("laplaplus",)


def test_a_game_unlike_any_is_refused_with_all_there_are() -> None:
    with pytest.raises(UnknownGame) as refusal:
        games.ruleset("")

    assert refusal.value.problems[0].suggestions == games.slugs()


# --- what a game is -----------------------------------------------------------------------------------


def test_a_game_is_found_by_its_slug_and_its_version(game: Ruleset) -> None:
    versions = games.rulesets(game.slug)

    assert games.ruleset(game.slug) is versions[0]
    assert [each.slug for each in versions] == [game.slug] * len(versions)
    assert len({each.rules_version for each in versions}) == len(versions)
    assert game.slug.replace("-", "_") in game.folder.parts
    assert game.rules_version.startswith(f"{game.slug}@")


def test_a_version_that_there_is_not_is_refused_by_name(game: Ruleset) -> None:
    with pytest.raises(RulesNotInstalled) as refusal:
        games.ruleset(game.slug, f"{game.slug}@none")

    (problem,) = refusal.value.problems
    assert problem["rules"] == f"{game.slug}@none"
    assert game.rules_version in str(problem["installed"]).split(", ")
    assert games.is_installed(game.slug, game.rules_version)
    assert not games.is_installed(game.slug, f"{game.slug}@none")


def test_to_see_whether_a_game_is_installed_loads_no_other() -> None:
    """A process that reads mail needs those of its seasons alone."""
    script = (
        "import sys\n"
        "from app.games import is_installed\n"
        "assert is_installed('laplaplus', 'laplaplus@1')\n"
        "print(*(name.split('.')[2] for name in sys.modules if name.startswith('app.games.')))\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert {*process.stdout.split()} == {"house", "laplaplus"}


def test_a_game_is_played_in_matches_too(game: Ruleset) -> None:
    """Those without decisions under the same contract, by the same names and versions."""
    wrapped = games.match_game(game.slug, game.rules_version)

    assert (wrapped.id, wrapped.rules) == (game.slug, game.rules_version)
    assert all(not wrapped.validate_build(build, {}) for build in wrapped.starters.values())
    with pytest.raises(RulesNotInstalled):
        games.match_game(game.slug, f"{game.slug}@none")
    with pytest.raises(UnknownGame) as refusal:
        games.match_game("laplapulas")
    assert refusal.value.problems[0].suggestions == ("laplaplus",)


def test_everything_has_words_in_both_languages(game: Ruleset) -> None:
    words = [game.title, *game.endings.values(), *game.terms, *game.life]
    for card in game.cards:
        words += [card.name, card.family, card.text, *(label for label, _ in card.figures)]

    assert all(text.strip() for pair in words for text in pair)
    assert [game.rules(lang)[:2] for lang in LANGS] == ["# ", "# "]
    assert all(game.terms.to(lang)["slots"] == game.terms.slots.to(lang) for lang in LANGS)


def test_cards_can_be_told_apart(game: Ruleset) -> None:
    columns: list[list[object]] = [
        [card.number for card in game.cards],
        [card.id for card in game.cards],
        [card.char for card in game.cards],
        [card.name.ja for card in game.cards],
        [card.name.en for card in game.cards],
    ]

    assert [len(set(column)) for column in columns] == [len(game.cards)] * len(columns)


def test_an_outcome_byte_holds_every_reason(game: Ruleset) -> None:
    assert len(set(game.reasons)) == len(game.reasons) <= 63
    assert set(game.endings) == set(game.reasons)
    assert all(game.ending(i, lang) for i in range(len(game.reasons)) for lang in LANGS)


# --- builds -------------------------------------------------------------------------------------------


@by_row("notation", NOTATIONS)
@by_row("name", [None, "アリス / Alice"])
def test_a_build_written_is_the_build_read(
    game: Ruleset, builds: list[Build], notation: Notation, name: str | None
) -> None:
    for build in builds:
        named = replace(build, name=name)
        assert game.read_build(game.write_build(named, notation)) == named
        assert named.nameless() == build


@by_row("text", NONSENSE)
def test_every_refusal_has_words(game: Ruleset, text: str) -> None:
    with pytest.raises(BuildUnreadable) as refusal:
        game.read_build(text)

    assert refusal.value.problems
    for problem in refusal.value.problems:
        for lang in LANGS:
            sentence = game.explain(problem, lang)
            assert sentence
            assert "\n" not in sentence


def test_a_sample_of_a_build_is_legal(game: Ruleset) -> None:
    sample = game.sample_build()

    assert game.read_build(game.write_build(sample)) == sample
    assert len(sample.cards) in game.sizes
    assert sample.cards
    assert game.allows(sample)
    assert not game.allows(replace(sample, cards=sample.cards * 50))
    assert {*sample.cards} <= {card.id for card in game.known}


def test_a_sample_of_a_list_is_legal(game: Ruleset) -> None:
    assert read_list(game.sample(), game.read_build)


def test_both_languages_begin_with_the_same_builds(game: Ruleset) -> None:
    """Where the game has a list of its own for English readers, all of it can be read without Japanese."""
    named = {lang: game.starters(lang) for lang in LANGS}

    assert {*named["en"].values()} == {*named["ja"].values()}
    if (game.folder / "examples" / "list.en.txt").is_file():
        assert [*named["en"].values()] == [*named["ja"].values()]
        assert game.sample("en").isascii()


# --- battles ------------------------------------------------------------------------------------------


def test_the_same_call_gives_the_same_events(game: Ruleset, played: list[Played]) -> None:
    assert played
    for pair, battle in played:
        assert game.play(*pair) == battle


@pytest.mark.parametrize(
    "game",
    [each.rules_version for slug in games.match_slugs() for each in games.rulesets(slug)],
    indirect=True,
)
def test_the_worked_exhibitions_end_as_they_say(game: Ruleset, played: list[Played]) -> None:
    files = sorted(game.folder.glob("examples/*.toml"))
    for path, (pair, battle) in zip(files, played, strict=True):
        said = tomllib.loads(path.read_text(encoding="utf-8"))
        assert (battle.winner or "none", battle.reason) == (said["winner"], said["reason"])
        assert (battle.turn, [*battle.hp]) == (said["turn"], said["hp"])
        assert game.play(*pair[::-1]).hp == battle.hp[::-1]


def test_a_result_is_one_of_those_foreseen(game: Ruleset, played: list[Played]) -> None:
    for _, battle in played:
        assert battle.reason in game.reasons
        assert [event.n for event in battle.events] == list(range(1, len(battle.events) + 1))


def test_events_survive_storing_and_reading(game: Ruleset, played: list[Played]) -> None:
    for _, battle in played:
        events = battle.events
        stored = tuple(map(revived, events))
        assert stored == events
        assert told(game, events, "en") == told(game, stored, "en")


def test_the_course_that_a_kernel_knows_is_that_of_the_log(
    game: Ruleset, played: list[Played]
) -> None:
    for pair, battle in played:
        log = [(max(mine, 0), max(theirs, 0)) for mine, theirs in course_of(battle)]
        if known := game.course(*pair):
            assert known == log[: len(known)]
            assert {*log[len(known) :]} <= {known[-1]}


def test_changes_of_life_lead_from_one_to_the_next_and_to_the_end(
    game: Ruleset, played: list[Played]
) -> None:
    for _, battle in played:
        life: dict[Side, int] = {}
        for change in game.changes(battle.events):
            assert life.get(change.side, change.before) == change.before != change.after
            assert battle.events[change.n - 1].turn == change.turn
            assert change.place in range(game.sizes[-1] + 1)
            life[change.side] = change.after
        ends = dict(zip(Side, battle.hp, strict=True))

        assert all(ends[side] == left for side, left in life.items())


def test_boards_begin_with_both_builds_and_follow_life_to_the_end(
    game: Ruleset, played: list[Played]
) -> None:
    """Every board shows every card that was built, in its place or another, standing or gone.

    A game whose boards ever count life ends all of them at what is left; in the others it stays as it was.
    """
    shown = [(pair, battle, [*game.boards(*pair, battle)]) for pair, battle in played]
    counts = any(
        getattr(board, side.value).life != getattr(boards[0], side.value).life
        for _, _, boards in shown
        for board in boards
        for side in Side
    )
    for pair, battle, boards in shown:
        numbers = [board.n for board in boards]
        changes = list(game.changes(battle.events))
        known = {card.id for card in (*game.cards, *game.unbuilt)}

        assert numbers == sorted({*numbers})
        assert numbers[0] == 1
        for side, build, left in zip(Side, pair, battle.hp, strict=True):
            rows = {board.n: getattr(board, side.value) for board in boards}
            assert [piece.card for piece in rows[1].cards] == [*build.cards]
            places = [*range(1, len(build.cards) + 1)]
            for row in rows.values():
                assert sorted(piece.place for piece in row.cards) == places
                assert {piece.card for piece in row.cards} <= known
            assert all(rows[c.n].life == c.after for c in changes if c.side is side)
            assert rows[numbers[-1]].life == (left if counts else rows[1].life)
            assert counts or not changes


def told(game: Ruleset, events: tuple[Event, ...], lang: Lang) -> str:
    return plain(game.tell(events, TellingSheet("Alice"), TellingSheet("Bob"), lang))


@by_row("lang", LANGS)
def test_every_battle_is_told_from_title_to_verdict(
    game: Ruleset, played: list[Played], lang: Lang
) -> None:
    for _, battle in played:
        lines = list(game.tell(battle.events, TellingSheet("Alice"), TellingSheet("Bob"), lang))
        turns = {event.n: event.turn for event in battle.events}

        assert (lines[0].tone, lines[-1].tone) == (Tone.TITLE, Tone.VERDICT)
        assert all(line.turn == turns[line.n] and line.depth >= 0 for line in lines)
        assert all(name in lines[0].text for name in ("Alice", "Bob"))
        reason = game.reasons.index(battle.reason)
        assert game.ended(battle, lang).startswith(game.ending(reason, lang))


@by_row("lang", LANGS)
def test_characters_speak_when_they_come_in_and_when_all_is_over(
    game: Ruleset, played: list[Played], lang: Lang
) -> None:
    home, away = (
        TellingSheet(name, lines={moment: f"{moment} of {name}" for moment in MOMENTS})
        for name in ("Alice", "Bob")
    )
    decided_by_a_blow = 0
    for _, battle in played:
        lines = list(game.tell(battle.events, home, away, lang))
        said = [line.text for line in lines if line.tone is Tone.SPEECH]
        entrances = [home.says("entrance", lang), away.says("entrance", lang)]
        assert said[:2] == entrances
        assert all(line.turn == 0 for line in lines if line.text in entrances)
        if battle.winner is None:
            assert said == entrances
            continue
        winner, loser = (home, away) if battle.winner is Side.HOME else (away, home)
        assert said[-2:] == [loser.says("defeat", lang), winner.says("victory", lang)]
        assert said[2:-2] in ([], [winner.says("finish", lang)])
        assert lines[-4].tone is Tone.VERDICT
        decided_by_a_blow += len(said[2:-2])

    assert decided_by_a_blow


@by_row("lang", LANGS)
def test_words_spoken_change_nothing_else_of_a_telling(
    game: Ruleset, played: list[Played], lang: Lang
) -> None:
    speaker = TellingSheet("Alice", lines=dict.fromkeys(MOMENTS, "Hah!"))
    for _, battle in played:
        events = battle.events
        silent = told(game, events, lang).splitlines()
        lines = game.tell(events, speaker, TellingSheet("Bob"), lang)
        rest = [line for line in lines if line.tone is not Tone.SPEECH]

        assert [x for x in plain(rest).splitlines() if x] == [x for x in silent if x]


def test_a_characters_own_names_for_its_slots_are_told(game: Ruleset, played: list[Played]) -> None:
    own = TellingSheet("Alice", flavour=("★",) * game.sizes[-1])
    for _, battle in played:
        events = battle.events
        named = plain(game.tell(events, own, TellingSheet("Bob"), "ja"))

        assert named.replace("★", "") == told(game, events, "ja")
        assert ("★【" in named) == ("Aliceの【" in named.replace("★", ""))


# --- all pairs at once --------------------------------------------------------------------------------


@pytest.mark.unmeasured
def test_the_table_says_what_the_battles_say(game: Ruleset, builds: list[Build]) -> None:
    field = builds[:12]

    def byte(battle: Battle) -> int:
        return outcome_byte(battle.winner, game.reasons.index(battle.reason))

    assert game.outcomes(field) == bytes(
        NOT_PLAYED if home is away else byte(game.play(home, away))
        for home in field
        for away in field
    )


def test_a_row_says_how_a_build_does_against_each(game: Ruleset, builds: list[Build]) -> None:
    few = builds[:3]

    assert b"".join(game.rows(few, few[:1])) == game.outcomes(few, few[:1])


@pytest.mark.unmeasured
def test_a_table_is_made_of_rows_and_mirrors_itself(game: Ruleset, builds: list[Build]) -> None:
    size = len(builds)
    table = game.outcomes(builds)
    rows = [table[i * size : (i + 1) * size] for i in range(size)]

    assert [game.outcomes([build], builds[at + 1 :]) for at, build in enumerate(builds)] == [
        row[at:] for at, row in enumerate(rows, 1)
    ]
    assert [bytes(column) for column in zip(*rows, strict=True)] == [exchanged(row) for row in rows]


@by_row("slug", games.slugs())
def test_the_sample_of_a_game_can_be_entered_as_it_is_usually_played(slug: str) -> None:
    game = games.ruleset(slug)

    assert game.under({}).read_build(game.write_build(game.sample_build())) == game.sample_build()
