"""The awards of a season."""

from dataclasses import replace

from app.engine import AWAY, Battle, Build
from app.i18n import LANGS
from app.league.results.results import FinishedRun
from app.statistics.awards import honours, words
from app.statistics.awards.award import AWARDS, longest_run
from app.statistics.awards.field import MOST_REPLAYED
from tests.letters.test_highlights import a_run, in_order, with_result
from tests.support.tables import by_row


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


def test_in_a_large_field_nothing_is_replayed() -> None:
    size = int((2 * MOST_REPLAYED) ** 0.5) + 2
    run = a_run(in_order(size))

    def play(home: Build, away: Build) -> Battle:
        raise AssertionError

    given = first(replace(run, game=replace(run.game, play=play)))

    assert not {"longest", "closest", "comeback", "blow", "own-hand"} & {*given}


def test_second_and_third_places_are_kept() -> None:
    field = with_result(with_result(in_order(30), 0, 20, AWAY), 10, 25, AWAY)
    won = honours.of_entrant([*honours.give(a_run(field))], 25)

    assert ("upset", 2) in [(honour.award.slug, each.place) for honour, each in won]
    assert [each.place for _, each in won] == sorted(each.place for _, each in won)


@by_row("size", [0, 1, 2])
def test_small_fields_have_what_awards_they_have(size: int) -> None:
    assert size == 2 or not first(a_run(in_order(size)))


@by_row(("bits", "longest"), [(0, 0), (1, 1), (0b1011, 2), (0b111011110, 4), ((1 << 500) - 1, 500)])
def test_the_longest_run(bits: int, longest: int) -> None:
    assert longest_run(bits) == longest


def test_every_award_has_a_name_of_its_own_and_words() -> None:
    assert len({each.label for each in AWARDS.values()}) == len(AWARDS)
    run = a_run(with_result(in_order(30), 0, 20, AWAY))
    for lang in LANGS:
        for honour in honours.give(run):
            for each in honour.first:
                meaning = words.meaning(run, honour, each, str, lang)
                assert words.label(run, honour, lang)
                assert meaning
                assert "%(" not in meaning
