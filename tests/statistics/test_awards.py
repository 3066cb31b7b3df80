"""The awards of a season."""

from dataclasses import replace

import pytest

from app.engine import AWAY, DRAW, HOME, Battle, Build
from app.i18n import LANGS
from app.league.results import FinishedRun
from app.statistics.awards import honours, words
from app.statistics.awards.award import AWARDS
from app.statistics.awards.field import MOST_REPLAYED
from app.statistics.awards.table_marks import longest_run
from tests.letters.test_highlights import RARELY, a_run, battle, in_order, with_result


def first(run: FinishedRun) -> dict[str, list[tuple[int, int, int | None]]]:
    """Who has each award, its value, and against whom."""
    return {
        honour.award.slug: [(each.entrant, each.value, each.against) for each in honour.first]
        for honour in honours.give(run)
    }


def said(run: FinishedRun, slug: str) -> str:
    honour = next(each for each in honours.give(run) if each.award.slug == slug)
    name = run.participants.__getitem__
    return words.meaning(run, honour, honour.first[0], lambda index: name(index).name, "en")


def test_the_greatest_upset_and_the_only_one_to_beat_the_champion() -> None:
    run = a_run(with_result(in_order(30), 0, 20, AWAY))
    given = first(run)

    assert given["upset"] == [(20, 20, 0)]
    assert given["sole-conqueror"] == [(20, 21, 0)]
    assert said(run, "upset") == "Beat “Number 0”, who came 20 places higher."
    assert said(run, "sole-conqueror") == "Nobody else beat the champion, “Number 0”."


def test_who_lost_more_than_they_won_and_who_was_last() -> None:
    given = first(a_run(in_order(30)))

    assert given["best-loser"] == [(15, 42, None)]
    assert given["lantern"] == [(29, 30, None)]
    assert "upset" not in given
    assert "last-bite" not in given


def test_the_last_one_who_won_a_battle_has_an_award_for_it() -> None:
    given = first(a_run(with_result(in_order(30), 5, 29, AWAY)))

    assert given["last-bite"] == [(29, 30, 5)]
    assert "lantern" not in given


def test_matches_that_went_on_longest_have_an_award_where_rounds_tell_them_apart() -> None:
    run = a_run(in_order(30))

    assert "longest" not in first(run)
    assert first(replace(run, rounds={(0, 1): 9, (2, 7): 12, (3, 4): 9}))["longest"] == [
        (2, 12, 7),
        (7, 12, 2),
    ]
    assert "longest" not in first(replace(run, rounds={(0, 1): 3, (2, 7): 3}))


def test_giants_are_killed_from_the_lower_half() -> None:
    field = in_order(30)
    for giant in (0, 1):
        field = with_result(with_result(field, giant, 20, AWAY), giant, 10, AWAY)

    assert first(a_run(field))["giant-killer"] == [(20, 2, None)]


def test_draws_and_rare_ends() -> None:
    run = a_run(with_result(with_result(in_order(30), 3, 4, DRAW), 10, 20, HOME | RARELY))

    given = first(run)
    assert given["most-draws"] == [(3, 1, None), (4, 1, None)]
    assert given["strangest-end"] == [(10, 1, 20)]
    assert said(run, "strangest-end") == "The rarest end of all, against “Number 20”: time."


def test_builds_alike_and_unlike() -> None:
    run = a_run(in_order(5))
    builds = ("aaaa", "bbcd", "aaac", "wxyz", "dcba")
    game = replace(run.game, play=lambda home, away: battle((10, 10), (10, 0)))
    run = replace(run, game=game, builds=tuple(Build(tuple(each)) for each in builds))
    given = first(run)

    assert given["twins"] == [(0, 2, 2), (2, 2, 0)]
    assert given["most-original"] == [(3, 0, None)]


def test_battles_are_replayed_for_awards() -> None:
    special = {
        ("1", "7"): battle((10, 10), (9, 10), (8, 9), (7, 8), (5, 0)),
        ("2", "8"): battle((10, 10), (2, 1), (1, 0)),
        ("3", "9"): battle((10, 10), (1, 10), (5, 0)),
        ("4", "5"): battle(*[(10, 10)] * 30, (10, 5)),
        ("4", "6"): battle(*[(10, 10)] * 30, (10, 5)),
    }
    dull = battle((10, 10), (6, 3), (6, 0))

    def play(home: Build, away: Build) -> Battle:
        return special.get((home.cards[0], away.cards[0]), dull)

    run = a_run(in_order(12))
    given = first(replace(run, game=replace(run.game, play=play), key=object()))

    assert given["longest"] == [(1, 4, 7), (7, 4, 1)], "many last to the limit"
    assert given["comeback"] == [(3, 9, 9)]
    assert given["closest"] == [(2, 1, 8), (8, 1, 2)]
    assert given["blow"] == [(3, 10, 9)]


def test_in_a_large_field_nothing_is_replayed() -> None:
    size = int((2 * MOST_REPLAYED) ** 0.5) + 2
    run = a_run(in_order(size))

    def play(home: Build, away: Build) -> Battle:
        raise AssertionError

    given = first(replace(run, game=replace(run.game, play=play)))

    assert not {"longest", "closest", "comeback", "blow", "own-hand"} & {*given}


def test_what_too_many_share_nobody_has() -> None:
    everybody_drew = a_run([bytes([DRAW] * (8 - i)) for i in range(9)])

    assert "most-draws" not in first(everybody_drew)


def test_second_and_third_places_are_kept() -> None:
    field = with_result(with_result(in_order(30), 0, 20, AWAY), 10, 25, AWAY)
    won = honours.of_entrant([*honours.give(a_run(field))], 25)

    assert ("upset", 2) in [(honour.award.slug, each.place) for honour, each in won]
    assert [each.place for _, each in won] == sorted(each.place for _, each in won)


@pytest.mark.parametrize("size", [0, 1, 2])
def test_small_fields_have_what_awards_they_have(size: int) -> None:
    assert size == 2 or not first(a_run(in_order(size)))


@pytest.mark.parametrize(
    ("bits", "longest"), [(0, 0), (1, 1), (0b1011, 2), (0b111011110, 4), ((1 << 500) - 1, 500)]
)
def test_the_longest_run(bits: int, longest: int) -> None:
    assert longest_run(bits) == longest


def test_every_award_has_a_name_of_its_own_and_words() -> None:
    assert len({each.slug for each in AWARDS}) == len(AWARDS)
    run = a_run(with_result(in_order(30), 0, 20, AWAY))
    for lang in LANGS:
        for honour in honours.give(run):
            for each in honour.first:
                meaning = words.meaning(run, honour, each, str, lang)
                assert words.label(run, honour, lang)
                assert meaning
                assert "%(" not in meaning
