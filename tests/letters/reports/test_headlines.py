"""A season of one character in a line, a paragraph, and three lines to post."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from app.engine import AWAY, DRAW, HOME, Battle, Lang, course_of, reason_of
from app.i18n import LANGS
from app.league.results.results import FinishedRun
from app.letters.reports import stories
from app.letters.reports.contents import comfort
from app.letters.reports.headlines import MOST_POSTED, headline, opening, place, post
from app.letters.tellings.highlights import HighlightReason, most_dramatic
from app.text.columns import width
from tests.letters.test_highlights import a_run, battle, in_order, with_result
from tests.support.fields import Claims, Paper, drawn, figure, index, require
from tests.support.tables import by_row


def told(run: FinishedRun, me: int, lang: Lang = "en") -> str:
    return headline(run, me, most_dramatic(run, me), lang)


def test_who_alone_beat_the_champion_reads_so() -> None:
    run = a_run(with_result(in_order(30), 0, 20, AWAY))

    assert told(run, 20) == "21st, and the only one to beat the champion"
    assert told(run, 20, "ja") == "優勝者をただ一人倒して21位"
    assert "It alone beat the champion, “Number 0”: no other character did." in opening(
        run, 20, "Cup", "en"
    )


def test_who_beat_the_champion_reads_so() -> None:
    field = in_order(30)
    for winner, loser in ((0, 20), (0, 10), (1, 28), (1, 29)):
        field = with_result(field, winner, loser, AWAY)
    run = a_run(field)

    assert told(run, 20) == "21st, and yet the champion lost to you"
    assert told(run, 10) == "11th, and the champion lost to you"
    assert "It beat the champion, “Number 0”, as only 1 other did." in opening(run, 20, "Cup", "en")


def test_a_champion_reads_how() -> None:
    assert told(a_run(in_order(9)), 0) == "Champion with every battle won"
    assert told(a_run(with_result(in_order(9), 0, 5, DRAW)), 0) == "Champion, unbeaten"
    assert told(a_run(with_result(in_order(9), 0, 5, AWAY)), 0) == "Champion with a single loss"
    assert told(a_run([b""]), 0) == "Champion, as nobody else came"
    assert told(a_run([bytes([DRAW]), b""]), 1, "ja") == "無敗で同率優勝"


def test_the_feats_of_others() -> None:
    giant = a_run(with_result(in_order(30), 3, 20, AWAY))
    second = a_run(with_result(in_order(30), 1, 20, AWAY))
    field = in_order(30)
    for best in (0, 1, 2):
        field = with_result(field, best, 20, DRAW)
    for best in (3, 4):
        field = with_result(field, best, 20, AWAY)

    assert told(giant, 20) == "21st, and number 4 lost to you"
    assert told(second, 20) == "21st, and the runner-up lost to you"
    assert told(a_run(field), 20).endswith("and unbeaten by the top 5")
    assert told(a_run(in_order(30)), 1) == "Runner-up with 28 wins"
    assert told(a_run(in_order(30)), 20) == "21st, with Number 21 beaten"
    assert told(a_run(in_order(30)), 29) == "30th, and the first win is still to come"


@by_row("lang", LANGS)
@by_row("bytes_", [HOME, AWAY, DRAW])
def test_three_lines_to_post_are_short_and_end_with_the_link(lang: Lang, bytes_: int) -> None:
    run = a_run([bytes([bytes_] * (8 - i)) for i in range(9)])
    page = f"https://hikyaku.example/{lang}/seasons/cup"
    for me in range(9):
        lines = post(run, me, most_dramatic(run, me), "とても長い名前の大会" * 10, page, lang)

        assert len(lines) == 3
        assert lines[2].startswith(f"{page}/battles/{me + 1}-")
        assert sum(map(width, lines)) <= MOST_POSTED
    assert post(a_run([b""]), 0, [], "Cup", page, lang)[-1] == f"{page}/entries/1"


# --- what is said of everybody, over random fields ------------------------------------------------


class Reader(Paper):
    """A field, who beat our player last time, and how its battles went."""

    def __init__(self, run: FinishedRun, victors: set[int]) -> None:
        super().__init__(run)
        self.victors = victors

    def play(self, one: int, other: int) -> Battle:
        """The battle; of a game with decisions any that ended as it did."""
        if self.run.game.match:
            winner = self.byte(one, other) & 3
            return battle(
                (9, 9), (2, 9) if winner == HOME else (9, 2), ((1, 1), (2, 0), (0, 2))[winner]
            )
        return self.run.game.play(self.run.builds[one], self.run.builds[other])

    def behind(self, one: int, other: int) -> int:
        """How far the first, who won, was behind after the beginning."""
        course = [(max(0, home), max(0, away)) for home, away in course_of(self.play(one, other))]
        return max((away - home for home, away in course[1:]), default=0)

    def five(self) -> list[int]:
        """The first five, if nobody is level with the last of them."""
        best = [one for one in self.all if self.ahead(one) < 5]
        return best if len(best) == 5 else []


def won(at: Reader, me: int, said: Mapping[str, str]) -> bool:
    return at.lines[me].wins == figure(said["num"])


def champion_fell(at: Reader, me: int, _: Mapping[str, str]) -> bool:
    return len(at.on(1)) == 1 and at.on(1)[0] in at.beat(me)


HEADLINES: Claims = {
    "%(place)s, as nobody else came": lambda at, me, _: len(at.all) == 1,
    "%(place)s with every battle won": lambda at, me, _: at.beat(me) == at.met(me) != [],
    "%(place)s, unbeaten": lambda at, me, _: not at.lost(me),
    "%(place)s with a single loss": lambda at, me, _: at.lines[me].losses == 1,
    ("%(place)s with %(num)s win", "%(place)s with %(num)s wins"): won,
    "%(place)s, and the only one to beat the champion": lambda at, me, said: (
        champion_fell(at, me, said) and at.lost(at.on(1)[0]) == [me]
    ),
    "%(place)s, and the champion lost to you": champion_fell,
    "%(place)s, and yet the champion lost to you": champion_fell,
    "%(place)s, and unbeaten by the top %(num)s": lambda at, me, _: (
        {*at.five()} <= {*at.beat(me), *at.drew(me)} and at.five() != []
    ),
    "%(place)s, with %(won)s of the top %(num)s beaten": lambda at, me, said: (
        len({*at.five()} & {*at.beat(me)}) == figure(said["won"])
    ),
    "%(place)s, and the runner-up lost to you": lambda at, me, _: (
        len(at.on(2)) == 1 and at.on(2)[0] in at.beat(me)
    ),
    "%(place)s, and number %(num)s lost to you": lambda at, me, said: any(
        other in at.beat(me) for other in at.on(figure(said["num"]))
    ),
    "%(place)s, with an old score settled": lambda at, me, _: bool(at.victors & {*at.beat(me)}),
    "%(place)s, with a comeback from %(amount)s down": lambda at, me, said: any(
        at.behind(me, other) == figure(said["amount"]) for other in at.beat(me)
    ),
    "%(place)s, with %(name)s beaten": lambda at, me, said: index(said["name"]) in at.beat(me),
    ("%(place)s with %(num)s draw", "%(place)s with %(num)s draws"): (
        lambda at, me, said: len(at.drew(me)) == figure(said["num"])
    ),
    "%(place)s, and the first win is still to come": lambda at, me, _: (
        not at.beat(me) and not at.lines[me].wins
    ),
}


def elsewhere(at: Reader, me: int) -> bool:
    return at.place(me) > 2


PLACES: dict[str, Callable[[Reader, int], bool]] = {
    "Champion": lambda at, me: at.on(1) == [me],
    "Joint champion": lambda at, me: at.place(me) == 1 and len(at.on(1)) > 1,
    "Runner-up": lambda at, me: at.on(2) == [me],
    "Joint runner-up": lambda at, me: at.place(me) == 2 and len(at.on(2)) > 1,
}


def x_beaten(at: Reader, me: int, said: Mapping[str, str]) -> bool:
    """The one that is named lost to our player, and stands where it is said."""
    x = index(said["name"])
    return x in at.beat(me) and figure(said.get("place", str(at.place(x)))) == at.place(x)


def x_alone_above(at: Reader, me: int, said: Mapping[str, str]) -> bool:
    return at.on(1) == [index(said["name"])] != [me]


OPENINGS: Claims = {
    (
        "“%(name)s” shares the first place of %(season)s with %(num)s other.",
        "“%(name)s” shares the first place of %(season)s with %(num)s others.",
    ): lambda at, me, said: me in at.on(1) and len(at.on(1)) == 1 + figure(said["num"]) > 1,
    "“%(name)s” has won %(season)s. No character stands above it.": lambda at, me, _: (
        at.on(1) == [me]
    ),
    "“%(name)s” came %(place)s of %(count)s in %(season)s.": lambda at, me, said: (
        (figure(said["place"]), figure(said["count"])) == (at.place(me), len(at.all))
    ),
    "It held the champion, “%(name)s”, to a draw.": lambda at, me, said: (
        x_alone_above(at, me, said) and index(said["name"]) in at.drew(me)
    ),
    "The champion, “%(name)s”, was too strong for it.": lambda at, me, said: (
        x_alone_above(at, me, said) and index(said["name"]) in at.lost(me)
    ),
    "It alone beat the champion, “%(name)s”: no other character did.": lambda at, me, said: (
        x_alone_above(at, me, said) and at.lost(index(said["name"])) == [me]
    ),
    (
        "It beat the champion, “%(name)s”, as only %(num)s other did.",
        "It beat the champion, “%(name)s”, as only %(num)s others did.",
    ): lambda at, me, said: (
        x_alone_above(at, me, said)
        and me in at.lost(index(said["name"]))
        and len(at.lost(index(said["name"]))) == 1 + figure(said["num"])
    ),
    "It beat the champion, “%(name)s”.": lambda at, me, said: (
        x_alone_above(at, me, said) and x_beaten(at, me, said)
    ),
    "It beat “%(name)s” (%(place)s) as well.": x_beaten,
    "It beat “%(name)s” (%(place)s), and nobody who came higher.": lambda at, me, said: (
        x_beaten(at, me, said)
        and min(at.place(other) for other in at.beat(me)) == at.place(index(said["name"]))
    ),
    "The runner-up, “%(name)s”, lost to it.": lambda at, me, said: (
        x_beaten(at, me, said) and at.on(2) == [index(said["name"])]
    ),
    "The only one to beat it was “%(name)s” (%(place)s).": lambda at, me, said: (
        at.lost(me) == [index(said["name"])] and at.lines[me].losses == 1
    ),
    "It lost to “%(name)s” (%(place)s), and to nobody who came lower.": lambda at, me, said: (
        index(said["name"]) in at.lost(me)
        and max(at.place(other) for other in at.lost(me))
        == at.place(index(said["name"]))
        == figure(said["place"])
    ),
    "It came %(reached)s.": lambda at, me, said: came_as_far(at, me, said["reached"]),
    "It %(reached)s.": lambda at, me, said: came_as_far(at, me, said["reached"]),
}


def came_as_far(at: Reader, me: int, reached: str) -> bool:
    """By the games of the last stage in which it was: who won or lost its last one there, and in a table its place."""
    phase = next(each for each in reversed(at.run.phases) if me in each.field.seed_of)
    own = [each for each in phase.games if me in (each.first, each.second)]
    if own:
        return own[-1].winner == me if reached.startswith("won") else own[-1].loser == me
    if "hill" in reached:
        held = sum(each.second == me for each in phase.results)
        return held == (0 if "at once" in reached else figure(reached))
    if phase.teams:
        return True
    lines = next(lines for lines in phase.tables if any(line.entry == me for line in lines))
    place = next(line.place for line in lines if line.entry == me)
    return figure(reached.split(maxsplit=1)[0]) == place


def opponent(at: Reader, me: int, said: Mapping[str, str], met: list[int]) -> bool:
    """The one that is named is one of those met so, on the place that is said."""
    x = index(said["opponent"])
    return x in met and figure(said.get("place", str(at.place(x)))) == at.place(x)


POSTS: Claims = {
    "“%(name)s” is the champion of %(season)s, the best of %(count)s: %(tally)s.": (
        lambda at, me, said: at.on(1) == [me] and len(at.all) == figure(said["count"])
    ),
    "“%(name)s” came %(place)s of %(count)s in %(season)s: %(tally)s.": lambda at, me, said: (
        (figure(said["place"]), figure(said["count"])) == (at.place(me), len(at.all))
    ),
    "And the champion, “%(opponent)s”, lost to it:": lambda at, me, said: (
        opponent(at, me, said, at.beat(me)) and at.on(1) == [index(said["opponent"])]
    ),
    "The final, so to speak, against “%(opponent)s”:": lambda at, me, said: (
        opponent(at, me, said, at.beat(me))
        and (at.on(1), at.on(2)) == ([me], [index(said["opponent"])])
    ),
    "And “%(opponent)s” (%(place)s) lost to it:": lambda at, me, said: opponent(
        at, me, said, at.beat(me)
    ),
    "An old score with “%(opponent)s” is settled:": lambda at, me, said: opponent(
        at, me, said, [other for other in at.beat(me) if other in at.victors]
    ),
    "All seemed lost, and then “%(opponent)s” lost it all:": lambda at, me, said: opponent(
        at, me, said, [other for other in at.beat(me) if at.behind(me, other)]
    ),
    "Its finest hour, against “%(opponent)s” (%(place)s):": lambda at, me, said: opponent(
        at, me, said, at.beat(me)
    ),
    "See for yourselves what “%(opponent)s” (%(place)s) did to it:": lambda at, me, said: opponent(
        at, me, said, at.lost(me)
    ),
    "See for yourselves how “%(opponent)s” (%(place)s) was held to a draw:": (
        lambda at, me, said: opponent(at, me, said, at.drew(me))
    ),
}


def with_a_win(at: Reader, me: int, x: int) -> int:
    """The place that our player could rely on, had it beaten this one."""
    scoring, points = at.run.scoring, {one: at.lines[one].points for one in at.all}
    points[me] += scoring.win - scoring.loss
    points[x] += scoring.loss - scoring.win
    return sum(points[one] >= points[me] for one in at.all)


COMFORTS: Claims = {
    "How close it was: with one win instead of a loss it is %(place)s or better.": (
        lambda at, me, said: (
            max(with_a_win(at, me, x) for x in at.lost(me)) <= figure(said["place"]) < at.place(me)
        )
    )
}


def beaten(at: Reader, me: int, x: int) -> bool:
    return x in at.beat(me)


REASONS: dict[HighlightReason, Callable[[Reader, int, int], bool]] = {
    HighlightReason.CHAMPION_FELL: lambda at, me, x: at.on(1) == [x] and beaten(at, me, x),
    HighlightReason.RUNNER_UP_FELL: lambda at, me, x: at.on(2) == [x] and beaten(at, me, x),
    HighlightReason.GIANT: lambda at, me, x: at.place(x) + 3 <= at.place(me) and beaten(at, me, x),
    HighlightReason.REVENGE: lambda at, me, x: x in at.victors and beaten(at, me, x),
    HighlightReason.COMEBACK: lambda at, me, x: at.behind(me, x) > 0 and beaten(at, me, x),
    HighlightReason.ONLY_WIN: lambda at, me, x: at.beat(me) == [x] and at.lines[me].wins == 1,
    HighlightReason.CHAMPION: lambda at, me, x: at.on(1) == [x],
    HighlightReason.RUNNER_UP: lambda at, me, x: at.on(2) == [x],
    HighlightReason.BEST_WIN: lambda at, me, x: at.place(x) < at.place(me) and beaten(at, me, x),
    HighlightReason.ONLY_LOSS: lambda at, me, x: at.lost(me) == [x] and at.lines[me].losses == 1,
    HighlightReason.STUMBLE: lambda at, me, x: at.place(x) > at.place(me) and x in at.lost(me),
    HighlightReason.ABOVE: lambda at, me, x: (
        at.on(at.place(x)) == [x] and at.ahead(me) == at.ahead(x) + 1
    ),
    HighlightReason.BELOW: lambda at, me, x: (
        at.on(at.place(x)) == [x] and at.place(x) == at.place(me) + len(at.on(at.place(me)))
    ),
    HighlightReason.NEAR: lambda at, me, x: abs(at.run.ranks[x] - at.run.ranks[me]) <= 2,
    HighlightReason.RARE: lambda at, me, x: (
        10 * sum(reason_of(at.byte(me, o)) == reason_of(at.byte(me, x)) for o in at.met(me))
        <= len(at.met(me))
    ),
}
"""What must be so of the opponent of a battle that is told for this reason."""


class Battles(Reader):
    """The battle against one opponent."""

    def __init__(self, at: Reader, x: int) -> None:
        super().__init__(at.run, at.victors)
        self.x = x


def margin(at: Battles, me: int) -> int:
    home, away = (max(0, hp) for hp in at.play(me, at.x).hp)
    return abs(home - away)


FACTS: Claims = {
    "{amount} behind at one point, and still won": lambda at, me, said: (
        at.x in at.beat(me) and at.behind(me, at.x) == figure(said["amount"])
    ),
    "{amount} ahead at one point, and lost": lambda at, me, said: (
        at.x in at.lost(me) and at.behind(at.x, me) == figure(said["amount"])
    ),
    "{amount} apart at the end": lambda at, me, said: margin(at, me) == figure(said["amount"]),
    "decided in %(turn)s %(num)s": lambda at, me, said: (
        at.x not in at.drew(me) and at.play(me, at.x).turn == figure(said["num"])
    ),
}


@by_row("slug", ["laplaplus", "shiden-issen-2", "ocg"])
def test_all_that_a_report_says_of_its_reader_is_so(slug: str) -> None:
    """Headline, paragraph, post and reasons, counted anew; both languages tell the same figures."""
    said: Counter[object] = Counter()
    dice = Random(slug)
    for run in drawn(slug, 60, most=14):
        at = Reader(run, {*dice.sample(range(len(run.builds)), 2)})
        for me in dice.sample(at.all, 2):
            dramas = most_dramatic(run, me, at.victors, at.play)
            for drama in dramas:
                assert REASONS[drama.why](at, me, drama.opponent), (drama, run.standings)
                assert drama.opponent in at.met(me)
                said[drama.why] += 1
                between = Battles(at, drama.opponent)
                facts = {lang: [*stories.facts(drama, run.game, lang)] for lang in LANGS}
                for en, ja in zip(facts["en"], facts["ja"], strict=True):
                    said[require(FACTS, {"en": en, "ja": ja}, between, me)] += 1
            told = {lang: headline(run, me, dramas, lang) for lang in LANGS}
            said[require(HEADLINES, told, at, me)] += 1
            comforted = {lang: comfort(run, me, lang) for lang in LANGS}
            if run.is_full and comforted["en"]:
                said[require(COMFORTS, comforted, at, me)] += 1
            is_so = PLACES.get(place(run, run.standing(me), "en"), elsewhere)
            assert is_so(at, me)
            for claims, lines in (
                (OPENINGS, {lang: opening(run, me, "Cup", lang) for lang in LANGS}),
                (POSTS, {lang: post(run, me, dramas, "Cup", "", lang)[:-1] for lang in LANGS}),
            ):
                for en, ja in zip(lines["en"], lines["ja"], strict=True):
                    said[require(claims, {"en": en, "ja": ja}, at, me)] += 1
    assert len(said) > 40, said
