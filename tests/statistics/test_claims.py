"""A sentence claims no more than is so: every award, scene and fact is counted anew, by other means, over random fields."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from itertools import permutations
from math import comb
from typing import Any

import pytest

from app.engine import Battle, Lang, Side, course_of, reason_of
from app.games.laplaplus.events import DamageDealt
from app.i18n import LANGS, translations
from app.league.results.results import FinishedRun
from app.statistics import sentences, story
from app.statistics.analysis import analyse
from app.statistics.awards import honours, words
from app.statistics.awards.award import AWARDS
from app.statistics.awards.honours import Honour, Winner
from tests.support.fields import SLUGS, Claims, Paper, drawn, figure, index, read, require

FIELDS = 200
MEDALS = 3


# --- awards: who has the best mark, and what is so ------------------------------------------------


class Season(Paper):
    """A field, and its battles."""

    @cached_property
    def battles(self) -> dict[tuple[int, int], Battle]:
        """Every battle of a game without decisions: both, and its log."""
        game, builds = self.run.game, self.run.builds
        pairs = [(one, o) for one in self.all for o in self.met(one)] if not game.match else []
        ranks = self.run.ranks
        return {
            (one, o): game.play(builds[one], builds[o]) for one, o in pairs if ranks[one] < ranks[o]
        }

    @cached_property
    def taken(self) -> Counter[tuple[tuple[int, int], int, int, int]]:
        """How much life `victim` lost by the cards of `by`, in which turn of which battle, from the events of laplaplus."""
        found: Counter[tuple[tuple[int, int], int, int, int]] = Counter()
        for both, battle in self.battles.items():
            who = dict(zip(("home", "away"), both, strict=True))
            if self.run.game.slug == "laplaplus":
                for event in battle.events:
                    if isinstance(event, DamageDealt):
                        by, victim = who[event.source.split(".")[0]], who[event.target]
                        found[both, victim, by, event.turn] += event.points
            else:
                for each in self.run.game.changes(battle.events):
                    lost = max(each.before - each.after, 0)
                    found[both, who[each.side], who[each.owner], each.turn] += lost
        return found

    def cards(self, one: int) -> Counter[str]:
        """How many of each card it plays."""
        return Counter(self.run.builds[one].cards)

    def shared(self, one: int, other: int) -> int:
        """How many cards both have in common, counted with their copies."""
        return (self.cards(one) & self.cards(other)).total()

    def is_one_change(self, one: int, other: int) -> bool:
        """Whether replacing, adding or taking out a card, or exchanging two, makes one build the other."""
        a, b = self.run.builds[one].cards, self.run.builds[other].cards
        if not self.run.game.is_ordered:
            return a != b and max(len(a), len(b)) - self.shared(one, other) == 1
        if len(a) != len(b):
            short, long = sorted((a, b), key=len)
            return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
        differ = [(x, y) for x, y in zip(a, b, strict=True) if x != y]
        return len(differ) == 1 or (len(differ) == 2 and differ[0] == differ[1][::-1])

    def against_table(self, one: int) -> int:
        """How many it beat from below, and lost to from above."""
        beaten = sum(self.place(other) < self.place(one) for other in self.beat(one))
        return beaten + sum(self.place(other) > self.place(one) for other in self.lost(one))


Marks = Mapping[int, Mapping[int, Any]]


def sole_conqueror(at: Season) -> Marks:
    champions = [one for one in at.on(1) if len(at.on(1)) == 1]
    return {-1: {at.lost(one)[0]: 0 for one in champions if len(at.lost(one)) == 1}}


def upset(at: Season) -> Marks:
    gaps = {
        one: max((at.place(one) - at.place(o) for o in at.beat(one)), default=0) for one in at.all
    }
    return {-1: {one: -gap for one, gap in gaps.items() if gap > 1}}


def giant_killer(at: Season) -> Marks:
    top = {*at.top()}
    beaten = {one: len(top & {*at.beat(one)}) for one in at.all if at.is_lower(one)}
    return {-1: {one: -count for one, count in beaten.items() if count > 1}}


def comeback(at: Season) -> Marks:
    found: dict[int, Any] = {}
    for (home, away), battle in at.battles.items():
        if battle.winner:
            one = home if battle.winner is Side.HOME else away
            behind = [y - x if one == home else x - y for x, y in course_of(battle)]
            fell = max(behind) - max(0, behind[0])
            if fell and 4 * fell >= max(course_of(battle)[0]):
                found[one] = min(found.get(one, 0), -max(behind))
    return {-1: found}


def closest(at: Season) -> Marks:
    found: dict[int, Any] = {}
    for both, battle in at.battles.items():
        if battle.winner:
            home, away = (max(0, hp) for hp in battle.hp)
            for one in both:
                found.setdefault(one, []).append((abs(home - away), -battle.turn))
    return {-1: {one: min(marks) for one, marks in found.items()}}


def lengths(at: Season) -> dict[tuple[int, int], int]:
    found = {both: battle.turn for both, battle in at.battles.items() if battle.winner}
    met = [(one, other) for one, other in at.run.rounds if at.byte(one, other) & 3]
    return found | {both: at.run.rounds[both] for both in met}


def longest(at: Season) -> Marks:
    turns = Counter(lengths(at).values())
    most = max(turns, default=0)
    found: dict[int, Any] = {}
    for both, turn in lengths(at).items():
        if turn > 1 and not (turn == most and turns[most] > 1):
            for one in both:
                found[one] = min(found.get(one, 0), -turn)
    return {-1: found}


def blow(at: Season) -> Marks:
    found: dict[int, Any] = {}
    for (_, victim, by, _), points in at.taken.items():
        if victim != by and points > 1:
            found[by] = min(found.get(by, 0), -points)
    return {-1: found}


def strangest_end(at: Season) -> Marks:
    pairs = [(one, o) for one in at.all for o in at.met(one) if one < o]
    counts = Counter(reason_of(at.byte(*pair)) for pair in pairs)
    rarest = [why for why in counts if counts[why] == min(counts.values())]
    if len(counts) < 2 or len(rarest) > 1:
        return {}
    had = [pair for pair in pairs if reason_of(at.byte(*pair)) == rarest[0]]
    won = [one if at.byte(one, o) & 3 == 1 else o for one, o in had if at.byte(one, o) & 3]
    return {rarest[0]: dict.fromkeys(won or [one for pair in had for one in pair], 0)}


def own_hand(at: Season) -> Marks:
    sums: Counter[tuple[tuple[int, int], int]] = Counter()
    for (both, victim, by, _), points in at.taken.items():
        if victim == by and at.run.game.slug == "laplaplus":
            sums[both, by] += points
    found: dict[int, Any] = {}
    for (_, one), points in sums.items():
        found[one] = min(found.get(one, 0), -points)
    return {-1: {one: mark for one, mark in found.items() if mark}}


def best_loser(at: Season) -> Marks:
    lines = at.lines.values()
    return {-1: {e.entry: -e.points for e in lines if e.losses > e.wins and e.points > 1}}


def last(at: Season) -> list[int]:
    places = [at.place(one) for one in at.all]
    return at.on(max(places)) if max(places) > 1 else []


def last_bite(at: Season) -> Marks:
    return {-1: {one: 0 for one in last(at) if at.beat(one)}}


def lantern(at: Season) -> Marks:
    return {-1: {one: 0 for one in last(at) if len(last(at)) == 1 and not at.beat(one)}}


def most_draws(at: Season) -> Marks:
    return {-1: {one: -len(at.drew(one)) for one in at.all if at.drew(one)}}


def most_original(at: Season) -> Marks:
    if len(at.all) < 3:
        return {}
    shared = {one: [at.shared(one, o) for o in at.all if o != one] for one in at.all}
    return {-1: {one: (max(each), sum(each)) for one, each in shared.items()}}


def twins(at: Season) -> Marks:
    gaps = {
        one: [abs(at.place(one) - at.place(o)) for o in at.all if at.is_one_change(one, o)]
        for one in at.all
    }
    return {-1: {one: -max(each) for one, each in gaps.items() if max(each, default=0) > 1}}


def row(at: Season) -> Marks:
    order = [each.entry for each in at.run.standings]
    if len({at.place(one) for one in at.all}) < len(order):
        return {}
    found: dict[int, Any] = {}
    for one in at.all:
        wins = "".join("+" if other in at.beat(one) else " " for other in order)
        found[one] = -max(map(len, wins.split(" ")))
    return {-1: {one: mark for one, mark in found.items() if mark < -2}}


def against_the_table(at: Season) -> Marks:
    return {-1: {one: -at.against_table(one) for one in at.all if at.against_table(one)}}


def by_the_table(at: Season) -> Marks:
    both = [
        one
        for one in at.all
        if at.met(one) and 4 * min(len(at.beat(one)), len(at.lost(one))) >= len(at.met(one))
    ]
    return {-1: {one: at.against_table(one) for one in both}}


def ending(at: Season) -> Marks:
    found: dict[int, dict[int, int]] = defaultdict(dict)
    for one in at.all:
        for why, count in Counter(reason_of(at.byte(one, other)) for other in at.beat(one)).items():
            if count > 1:
                found[why][one] = -count
    return found


def card(at: Season) -> Marks:
    found: dict[int, Any] = {}
    for place, info in enumerate(at.run.game.cards if at.run.game.is_ordered else ()):
        players = [one for one in at.all if info.id in at.cards(one)]
        if 3 <= len(players) < len(at.all):
            found[place] = {one: at.place(one) for one in players}
    return found


COUNTED: dict[str, Callable[[Season], Marks]] = {
    "sole-conqueror": sole_conqueror,
    "upset": upset,
    "giant-killer": giant_killer,
    "comeback": comeback,
    "closest": closest,
    "longest": longest,
    "blow": blow,
    "strangest-end": strangest_end,
    "own-hand": own_hand,
    "best-loser": best_loser,
    "last-bite": last_bite,
    "lantern": lantern,
    "most-draws": most_draws,
    "most-original": most_original,
    "twins": twins,
    "row": row,
    "against-the-table": against_the_table,
    "by-the-table": by_the_table,
    "ending": ending,
    "card": card,
}
"""Who did how well for each award, what it is about aside; the smaller, the better."""


def is_so(at: Season, slug: str, one: int, said: Mapping[str, str], what: int) -> bool:
    """Whether this is true of this one, each figure and each name."""
    num = figure(said["num"]) if "num" in said else 0
    amount = figure(said["amount"]) if "amount" in said else 0
    x = int(said["name"][1:]) if "name" in said else -1
    met = {both: battle for both, battle in at.battles.items() if {one, x} == {*both}}
    blows: Counter[object] = Counter()
    for (both, victim, by, turn), points in at.taken.items():
        if by == one and (slug != "blow" or victim == x) and (slug != "own-hand" or victim == one):
            blows[(both, turn) if slug == "blow" else both] += points
    match slug:
        case "sole-conqueror":
            return at.on(1) == [x] and at.lost(x) == [one]
        case "upset":
            return x in at.beat(one) and at.place(one) - at.place(x) == num
        case "giant-killer":
            return len({*at.top()} & {*at.beat(one)}) == num and at.is_lower(one)
        case "comeback":
            (((home, _), battle),) = met.items()
            sign = 1 if home == one else -1
            behind = max(sign * (y - x) for x, y in course_of(battle))
            return x in at.beat(one) and behind == amount
        case "closest":
            (battle,) = met.values()
            mine, theirs = (max(0, hp) for hp in battle.hp)
            return battle.winner is not None and abs(mine - theirs) == amount
        case "longest":
            longer = {turn for turn in lengths(at).values() if turn > num}
            both = (one, x) if (one, x) in lengths(at) else (x, one)
            return lengths(at)[both] == num and longer <= {max(lengths(at).values())}
        case "blow" | "own-hand":
            return amount in blows.values()
        case "strangest-end":
            return x in at.met(one) and reason_of(at.byte(one, x)) == what
        case "best-loser":
            return at.lines[one].losses > at.lines[one].wins and at.lines[one].points == num
        case "last-bite":
            return one in last(at) and x in at.beat(one)
        case "lantern":
            return last(at) == [one]
        case "most-draws":
            return len(at.drew(one)) == num
        case "most-original":
            return max(at.shared(one, other) for other in at.all if other != one) == num
        case "twins":
            return at.is_one_change(one, x) and abs(at.place(one) - at.place(x)) == num
        case "row":
            order = [each.entry for each in at.run.standings]
            return any({*order[a : a + num]} <= {*at.beat(one)} for a in range(len(order)))
        case "against-the-table" | "by-the-table":
            return at.against_table(one) == num
        case "ending":
            return sum(reason_of(at.byte(one, o)) == what for o in at.beat(one)) == num
        case "card":
            return at.place(one) == figure(said["place"])
    return False


@pytest.mark.parametrize("slug", SLUGS)
def test_an_award_goes_to_all_who_did_best_and_says_what_is_so(slug: str) -> None:
    """Who is level shares it; where more than three are, nobody has it. Both languages tell the same figures."""
    given: Counter[str] = Counter()
    assert COUNTED.keys() == AWARDS.keys()
    for number, run in enumerate(drawn(slug, FIELDS)):
        at = Season(run)
        expected: dict[tuple[str, int], set[int]] = {}
        found: dict[tuple[str, int], set[int]] = {}
        for award, count in COUNTED.items():
            for what, marks in count(at).items():
                best = [one for one in marks if marks[one] == min(marks.values())]
                if 0 < len(best) <= MEDALS:
                    expected[award, what] = {*best}
        for honour in honours.give(run):
            award = honour.award.slug
            given[award] += 1
            found[award, honour.what] = {each.entrant for each in honour.first}
            for each in honour.first:
                told = [meaning(run, honour, each, lang) for lang in LANGS]
                figures = [{k: figure(said[k]) for k in said if k != "what"} for said in told]
                assert figures[0] == figures[1], (award, told)
                assert is_so(at, award, each.entrant, told[0], honour.what), (award, number, told)
        assert found == expected, number
    assert len(given) >= (15 if run.game.match is None else 10), given


def meaning(run: FinishedRun, honour: Honour, each: Winner, lang: Lang) -> Mapping[str, str]:
    """The places of the sentence, as its reader finds them in it."""
    template = translations(lang).gettext(honour.award.meaning)
    said = words.meaning(run, honour, each, lambda at: run.participants[at].name, lang)
    found = read(template, said, **run.game.terms.to(lang))
    assert found is not None, (template, said)
    return found


# --- the story and the facts of a season ----------------------------------------------------------


def beat(at: Season, said: Mapping[str, str]) -> bool:
    """The first one beat the other; both stand where it is said."""
    one, other = index(said["name"]), index(said["other"])
    places = {one: said.get("place"), other: said.get("above")}
    is_placed = all(not text or figure(text) == at.place(who) for who, text in places.items())
    return other in at.beat(one) and is_placed


def between(at: Season, said: Mapping[str, str]) -> tuple[Battle, int]:
    """The battle of the two that are named, and 1 if the first of them is at home, else -1."""
    one, other = index(said["name"]), index(said["other"])
    is_home = (one, other) in at.battles
    return at.battles[(one, other) if is_home else (other, one)], 1 if is_home else -1


def apart(at: Season, said: Mapping[str, str]) -> int:
    """The life that lay between them at the end."""
    home, away = (max(0, hp) for hp in between(at, said)[0].hp)
    return abs(home - away)


def behind(at: Season, said: Mapping[str, str]) -> int:
    """The most that the first was behind."""
    battle, sign = between(at, said)
    return max(sign * (away - home) for home, away in course_of(battle))


def is_rare(at: Season, said: Mapping[str, str]) -> bool:
    one, other = index(said["name"]), index(said["other"])
    pairs = [(a, b) for a in at.all for b in at.met(a) if a < b]
    same = [p for p in pairs if reason_of(at.byte(*p)) == reason_of(at.byte(one, other))]
    return 8 * len(same) <= len(pairs)


STORIES: Claims = {
    "“%(name)s” (%(place)s) beat “%(other)s” (%(above)s), who came %(num)s places higher.": (
        lambda at, _, said: (
            beat(at, said)
            and at.place(index(said["name"])) - at.place(index(said["other"]))
            == figure(said["num"])
        )
    ),
    "“%(name)s” was %(amount)s behind “%(other)s”, and won.": lambda at, _, said: (
        beat(at, said) and behind(at, said) == figure(said["amount"])
    ),
    "“%(name)s” beat “%(other)s” by only %(amount)s.": (
        lambda at, _, said: beat(at, said) and apart(at, said) == figure(said["amount"])
    ),
    "“%(name)s” beat “%(other)s”, though they were level at the end.": (
        lambda at, _, said: beat(at, said) and apart(at, said) == 0
    ),
    "It took “%(name)s” %(num)s %(turns)s to beat “%(other)s”.": lambda at, _, said: (
        beat(at, said)
        and figure(said["num"])
        in {turn for both, turn in lengths(at).items() if index(said["name"]) in both}
    ),
    "“%(name)s” beat “%(other)s” in a rare way: %(what)s.": lambda at, _, said: (
        beat(at, said) and is_rare(at, said)
    ),
    "“%(name)s” and “%(other)s” drew in a rare way: %(what)s.": lambda at, _, said: (
        index(said["other"]) in at.drew(index(said["name"])) and is_rare(at, said)
    ),
    "“%(name)s” (%(place)s) beat “%(other)s” (%(above)s): %(what)s.": lambda at, _, said: beat(
        at, said
    ),
    "“%(name)s” (%(place)s) and “%(other)s” (%(above)s) drew: %(what)s.": lambda at, _, said: (
        index(said["other"]) in at.drew(index(said["name"]))
    ),
    "“%(name)s” came %(place)s and beat %(num)s of the top %(top)s.": lambda at, _, said: (
        (len(at.top()), at.place(index(said["name"])))
        == (figure(said["top"]), figure(said["place"]))
        and len({*at.top()} & {*at.beat(index(said["name"]))}) == figure(said["num"])
        and at.is_lower(index(said["name"]))
    ),
}


def share(at: Season, one: int, others: Collection[int]) -> float | None:
    """Its score against all of those but itself, a draw being half; None if it has not met them all."""
    those = [other for other in others if other != one]
    if not those or not {*those} <= {*at.met(one)}:
        return None
    won = len({*those} & {*at.beat(one)}) + len({*those} & {*at.drew(one)}) / 2
    return won / len(those)


def no_better(at: Season, said: Mapping[str, str], others: Collection[int]) -> bool:
    shares = {one: share(at, one, others) for one in at.all}
    score = shares[index(said["name"])]
    return score == max(each for each in shares.values() if each is not None) and (
        said["score"] == f"{100 * score:.3g}%"
    )


def circles(at: Season) -> int:
    """Threes of whom each beat the next, and the last the first."""
    return (
        sum(
            b in at.beat(a) and c in at.beat(b) and a in at.beat(c)
            for a, b, c in permutations(at.all, 3)
        )
        // 3
    )


def upsets(at: Season) -> float:
    pairs = [(a, b) for a in at.all for b in at.met(a) if at.place(a) > at.place(b)]
    return sum(b in at.beat(a) or (b in at.drew(a)) / 2 for a, b in pairs) / len(pairs)


def users(at: Season) -> Counter[str]:
    """How many builds have each card."""
    return Counter(
        card.name.en for card in at.run.game.cards for a in at.all if card.id in at.cards(a)
    )


FACTS: Claims = {
    "%(share)s of all battles between different places were upsets, won by the lower-placed character. A draw counts half. In a strict pecking order there would be none. If places meant nothing, it would be half.": (
        lambda at, _, said: said["share"] == f"{100 * upsets(at):.3g}%"
    ),
    (
        "%(num)s circle of three: A beats B, B beats C, and C beats A. That is %(share)s of all threes. Pure chance without draws would give %(chance)s.",
        "%(num)s circles of three: A beats B, B beats C, and C beats A. That is %(share)s of all threes. Pure chance without draws would give %(chance)s.",
    ): lambda at, _, said: (
        figure(said["num"]) == circles(at)
        and said["share"] == f"{100 * circles(at) / comb(len(at.all), 3):.3g}%"
        and all(len(at.met(one)) == len(at.all) - 1 for one in at.all)
    ),
    (
        "%(num)s circle of three: A beats B, B beats C, and C beats A.",
        "%(num)s circles of three: A beats B, B beats C, and C beats A.",
    ): lambda at, _, said: figure(said["num"]) == circles(at),
    "Best against the whole field: %(name)s, with %(score)s.": lambda at, _, said: no_better(
        at, said, at.all
    ),
    "Best against the top %(num)s: %(name)s, with %(score)s.": (
        lambda at, _, said: no_better(at, said, at.top()) and len(at.top()) == figure(said["num"])
    ),
    "Giant-killer: %(name)s of the lower half, with %(score)s against the top %(num)s.": (
        lambda at, _, said: (
            at.is_lower(index(said["name"]))
            and len(at.top()) == figure(said["num"])
            and said["score"] == f"{100 * (share(at, index(said['name']), at.top()) or 0):.3g}%"
        )
    ),
    "Most used: %(card)s, in %(num)s of %(all)s builds.": lambda at, _, said: (
        [*map(figure, (said["num"], said["all"]))] == [max(users(at).values()), len(at.all)]
        and said["card"].split(" / ")
        == [card for card, n in users(at).items() if n == figure(said["num"])]
    ),
    "The %(slot)s of the winners: %(card)s. Builds with it score %(score)s, the others %(others)s.": (
        lambda at, _, said: 3 <= users(at)[said["card"]] <= len(at.all) - 3
    ),
    "One change apart, %(num)s places apart in the table: %(name)s and %(other)s.": lambda at, _, said: (
        at.is_one_change(index(said["name"]), index(said["other"]))
        and at.place(index(said["other"])) - at.place(index(said["name"])) == figure(said["num"])
    ),
}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_story_and_the_facts_of_a_season_are_so(slug: str) -> None:
    """Scenes, giant-killers, circles and what the table tells, counted anew; both languages tell the same figures."""
    said: Counter[str] = Counter()
    for run in drawn(slug, 100):
        at, told, analysis = Season(run), story.find(run), analyse(run)
        names = [run.participants[each.entry].name for each in run.standings]

        def name(who: int, run: FinishedRun = run) -> str:
            return run.participants[who].name

        pairs = [frozenset((each.home, each.away)) for each in told.scenes]
        assert len({*pairs}) == len(pairs) <= 5
        for a, b, c in told.circles:
            assert b in at.beat(a)
            assert c in at.beat(b)
            assert a in at.beat(c)
        for each in told.scenes:
            scene: dict[Lang, str] = {lang: story.told(run, each, name, lang) for lang in LANGS}
            said[require(STORIES, scene, at)] += 1
        killers = [
            {lang: story.killed(run, each, name, lang) for lang in LANGS} for each in told.killers
        ]
        for killer in killers:
            said[require(STORIES, killer, at)] += 1
        assert {each.entrant for each in told.killers} == next(
            (
                {each.entrant for each in honour.first}
                for honour in honours.give(run)
                if honour.award.slug == "giant-killer"
            ),
            set(),
        )
        facts = {lang: [*sentences.facts(run.game, analysis, names, lang)] for lang in LANGS}
        for en, ja in zip(facts["en"], facts["ja"], strict=True):
            said[require(FACTS, {"en": en, "ja": ja}, at)] += 1
    assert len(said) >= 8, said
