"""The story of a season: the battles worth watching, each different, in seasons of every size."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.engine import AWAY, DRAW, HOME, Battle, Build
from app.i18n import LANGS
from app.league.results.results import FinishedRun
from app.statistics import story
from app.statistics.story import LABELS, MOST_PLAYED, Story, StoryReason
from tests.letters.test_highlights import DULL, RARELY, a_run, battle, in_order, with_result
from tests.support.tables import by_row


def played(
    halves: Sequence[bytes], battles: Mapping[tuple[int, int], Battle] = {}
) -> tuple[FinishedRun, list[tuple[int, int]]]:
    """A run that ended so, in which these battles went like that; and the battles that are played again."""
    again: list[tuple[int, int]] = []

    def play(home: Build, away: Build) -> Battle:
        again.append((int(home.cards[0]), int(away.cards[0])))
        return battles.get(again[-1], DULL)

    run = a_run(halves)
    return replace(run, game=replace(run.game, play=play)), again


def watched(run: FinishedRun) -> list[tuple[str, int, int]]:
    return [(each.why, each.home, each.away) for each in story.find(run).scenes]


def test_five_battles_each_for_a_reason_of_its_own() -> None:
    """11th beat 1st, and 4th 5th by a rare end; the others are told for what happened in them."""
    field = with_result(with_result(in_order(12), 0, 10, AWAY), 3, 4, HOME | RARELY)
    run, again = played(
        field,
        {
            (0, 1): battle((10, 10), (1, 10), (1, 0)),
            (0, 2): battle((10, 10), (9, 8), (1, 0)),
            (1, 2): battle((10, 10), *[(9, 9)] * 8, (9, 0)),
        },
    )

    assert watched(run) == [
        (StoryReason.UPSET, 10, 0),
        (StoryReason.COMEBACK, 0, 1),
        (StoryReason.CLOSE, 0, 2),
        (StoryReason.LONG, 1, 2),
        (StoryReason.STRANGE, 3, 4),
    ]
    assert len(again) == MOST_PLAYED
    assert [
        story.told(run, each, lambda index: f"No. {index}", "en") for each in story.find(run).scenes
    ] == [
        "“No. 10” (11th) beat “No. 0” (1st), who came 10 places higher.",
        "“No. 0” was 9 HP behind “No. 1”, and won.",
        "“No. 0” beat “No. 2” by only 1 HP.",
        "It took “No. 1” 9 turns to beat “No. 2”.",
        "“No. 3” beat “No. 4” in a rare way: time.",
    ]


def test_leaders_stand_in_for_what_did_not_happen() -> None:
    run, _ = played(in_order(8))

    assert watched(run) == [
        (StoryReason.LEADERS, 0, 1),
        (StoryReason.LEADERS, 0, 2),
        (StoryReason.LEADERS, 0, 3),
    ]


def test_three_good_battles_are_told_rather_than_five_weak_ones() -> None:
    """4th beat 2nd of twelve, which is no upset; that somebody came back is told, and with it two of the leaders."""
    field = with_result(in_order(12), 1, 3, AWAY)
    run, _ = played(field, {(0, 1): battle((10, 10), (1, 10), (1, 0))})
    (first, *others) = watched(run)

    assert first == (StoryReason.COMEBACK, 0, 1)
    assert [why for why, _, _ in others] == [StoryReason.LEADERS] * 2


@by_row(("size", "battles"), [(0, 0), (1, 0), (2, 1), (3, 3), (4, 3), (30, 3)])
@by_row("byte", [HOME, DRAW, DRAW | RARELY])
def test_a_season_of_any_size_has_as_many_as_it_can(size: int, battles: int, byte: int) -> None:
    run, _ = played([bytes([byte]) * (size - 1 - at) for at in range(size)])
    found = story.find(run)

    assert len({frozenset((each.home, each.away)) for each in found.scenes}) == battles
    assert len(found.scenes) == battles
    assert all(run.row(each.home)[each.away] & 3 != AWAY for each in found.scenes)
    assert (found == Story()) is (size < 2)
    for lang in LANGS:
        assert all("%" not in story.told(run, each, str, lang) for each in found.scenes)
    assert {each.why for each in found.scenes} <= LABELS.keys()


def test_the_giant_killer_and_circles_of_three() -> None:
    field = in_order(12)
    for giant in (0, 1):
        field = with_result(field, giant, 9, AWAY)
    run, _ = played(with_result(field, 0, 2, AWAY))
    found = story.find(run)

    told = [story.killed(run, each, lambda index: f"No. {index}", "en") for each in found.killers]
    assert told == ["“No. 9” came 9th and beat 2 of the top 3."]
    assert {*found.circles[0]} == {0, 1, 2}
    for a, b, c in found.circles:
        assert run.row(a)[b] & 3 == run.row(b)[c] & 3 == run.row(c)[a] & 3 == HOME
