"""The formats that a stage can have. Forms, commands, pages and documents read this table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any, Final

from app.i18n import N_
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.by_hand import ByHand
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Format
from app.tournament.formats.groups import Groups
from app.tournament.formats.hill import Hill
from app.tournament.formats.round_robin import RoundRobin
from app.tournament.formats.swiss import Swiss
from app.tournament.formats.teams import TeamMatches


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that an organiser sets; `label` is a message.

    If only 0 and 1 are possible it is a yes-or-no question.
    """

    slug: str
    label: str
    usual: int
    least: int
    most: int

    @property
    def is_question(self) -> bool:
        """Whether the answer is yes or no."""
        return (self.least, self.most) == (0, 1)


@dataclass(frozen=True, slots=True)
class FormatKind:
    """A format.

    `slug` is part of records and never changes. `label`, `meaning` and `apart` are messages; `apart` says what happens
    if sides stay apart. `clauses`: returns the sentence for a page, made from the settings (`-` written as `_`) and
    `members`, the size of each part or "". `meetings`: returns about how many battles there are. `cuts`: the format
    itself decides how many go on. `is_complete`: everyone meets all with whom they are compared, unless sides stay
    apart.
    """

    slug: str
    label: str
    meaning: str
    apart: str
    settings: tuple[Setting, ...]
    make: Callable[[Mapping[str, int]], Format]
    meetings: Callable[[Mapping[str, int], int], int]
    clauses: Callable[[NullTranslations, Mapping[str, Any]], Sequence[str]]
    cuts: bool = False
    is_bracket: bool = False
    is_complete: bool = True
    by_hand: bool = False
    """Whether organisers make its pairings once entries have closed."""
    of_teams: bool = False
    """Whether it is played by the sides of the season, so that whole sides go on."""

    def is_partial(self, *, apart: bool) -> bool:
        """Whether some entrants are compared without having met. `apart`: whether sides stay apart."""
        return not self.is_complete or (apart and not self.is_bracket and not self.of_teams)

    def told(
        self, words: NullTranslations, given: Mapping[str, int], count: int | None
    ) -> list[str]:
        """Return the clauses of a sentence on how it is played with these settings. `count`: the entrants, if known."""
        numbers: dict[str, Any] = {
            key.replace("-", "_"): value for key, value in self.settled(given).items()
        }
        few, more = divmod(count or 0, numbers.get("groups", 1))
        numbers["members"] = f"{few}–{few + 1}" if more else str(few or "")
        return [each % numbers for each in self.clauses(words, numbers) if each]

    def settled(self, given: Mapping[str, int]) -> dict[str, int]:
        """Return all settings: the given ones, else the usual ones."""
        return {each.slug: given.get(each.slug, each.usual) for each in self.settings}


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _parts(count: int, parts: int) -> int:
    """Return the meetings of `count` entrants divided into this many round robins."""
    size, more = divmod(count, max(parts, 1))
    return more * _pairs(size + 1) + (parts - more) * _pairs(size)


def _in_divisions(given: Mapping[str, int], count: int) -> int:
    full = min(given["divisions"] - 1, count // given["size"])
    left = count - full * given["size"]
    return given["meetings"] * (full * _pairs(given["size"]) + _pairs(left))


def _knockout(given: Mapping[str, int], count: int) -> int:
    return max(count - 1, 0) + (given["third-place"] if count > 3 else 0)


def _teams(given: Mapping[str, int], count: int) -> int:
    """Return the number of full teams that this many entrants make."""
    return -(-count // given["boards"])


def _again(words: NullTranslations, at: Mapping[str, Any]) -> str:
    return words.gettext("each pair meets twice") if at["meetings"] > 1 else ""


def _boards(words: NullTranslations, at: Mapping[str, Any]) -> str:
    return words.ngettext("%(boards)s board a match", "%(boards)s boards a match", at["boards"])


_NEVER: Final = N_("A team never meets itself.")
_BOARDS: Final = Setting("boards", N_("Boards of a match"), 4, 1, 100)
_MEETINGS: Final = Setting("meetings", N_("Meetings of each pair"), 1, 1, 2)

FORMATS: Final = {
    each.slug: each
    for each in (
        FormatKind(
            "round-robin",
            N_("Round robin"),
            N_("Everyone meets everyone."),
            N_("If sides stay apart, everyone meets only the other sides."),
            (_MEETINGS,),
            lambda given: RoundRobin(given["meetings"]),
            lambda given, count: given["meetings"] * _pairs(count),
            lambda words, at: [words.gettext("Everyone meets everyone"), _again(words, at)],
        ),
        FormatKind(
            "groups",
            N_("Groups"),
            N_("In each group everyone meets everyone. The best of each group go on."),
            N_(
                "If sides stay apart, each side is spread over the groups and does not meet itself."
            ),
            (
                Setting("groups", N_("Groups"), 4, 1, 1_000),
                Setting("go-on", N_("Going on from each group"), 2, 1, 1_000),
                Setting("by-lot", N_("Groups are drawn by lot, not by seeds"), 0, 0, 1),
                _MEETINGS,
            ),
            lambda given: Groups(
                given["groups"], given["go-on"], given["by-lot"] == 1, given["meetings"]
            ),
            lambda given, count: given["meetings"] * _parts(count, given["groups"]),
            lambda words, at: [
                words.ngettext(
                    "%(groups)s group of %(members)s",
                    "%(groups)s groups of %(members)s",
                    at["groups"],
                )
                if at["members"]
                else words.ngettext("%(groups)s group", "%(groups)s groups", at["groups"]),
                words.gettext("drawn by lot") if at["by_lot"] else "",
                _again(words, at),
                words.ngettext(
                    "the best of each goes on", "the best %(num)s of each go on", at["go_on"]
                )
                % {"num": at["go_on"]},
            ],
            cuts=True,
        ),
        FormatKind(
            "swiss",
            N_("Swiss system"),
            N_(
                "In each round everyone meets an opponent with about as many points, and nobody twice. A bye counts as a win."
            ),
            N_(
                "If sides stay apart, a side does not meet itself. If one side is larger than all others together, some of it have a bye in each round, which counts as a draw."
            ),
            (Setting("rounds", N_("Rounds"), 5, 1, 30),),
            lambda given: Swiss(given["rounds"]),
            lambda given, count: given["rounds"] * (count // 2),
            lambda words, at: [
                words.ngettext(
                    "%(rounds)s round of the Swiss system",
                    "%(rounds)s rounds of the Swiss system",
                    at["rounds"],
                )
            ],
            is_complete=False,
        ),
        FormatKind(
            "knockout",
            N_("Knock-out"),
            N_("Lose once and you are out. Draws are settled by dice that nobody can choose."),
            N_(
                "If sides stay apart, neighbours in seeding (3 and 4, 5 to 8, 9 to 16 and so on) change places so that a side meets itself as late as possible. When only one side is left, its members do meet."
            ),
            (Setting("third-place", N_("A match for third place"), 1, 0, 1),),
            lambda given: Knockout(third_place=given["third-place"] == 1),
            _knockout,
            lambda words, at: [
                words.gettext("A knock-out with a match for third place")
                if at["third_place"]
                else words.gettext("A knock-out")
            ],
            is_bracket=True,
        ),
        FormatKind(
            "double-knockout",
            N_("Double knock-out"),
            N_("Lose twice and you are out. Draws are settled by dice that nobody can choose."),
            N_(
                "If sides stay apart, neighbours in seeding (3 and 4, 5 to 8, 9 to 16 and so on) change places so that unbeaten members of a side meet as late as possible. When only one side is left, its members do meet. After a defeat they may meet sooner."
            ),
            (
                Setting(
                    "reset",
                    N_("An unbeaten finalist must be beaten twice"),
                    1,
                    0,
                    1,
                ),
            ),
            lambda given: Knockout(second_chance=True, reset=given["reset"] == 1),
            lambda given, count: max(2 * count - 2, 0),
            lambda words, at: [
                words.gettext("A double knock-out: lose twice and you are out"),
                words.gettext("an unbeaten finalist must be beaten twice") if at["reset"] else "",
            ],
            is_bracket=True,
        ),
        FormatKind(
            "divisions",
            N_("Divisions"),
            N_(
                "Seeds decide the divisions: the highest form the first one, and so on. Each division plays a round robin."
            ),
            N_("If sides stay apart, everyone meets only the other sides in their division."),
            (
                Setting("divisions", N_("Divisions"), 2, 2, 100),
                Setting("size", N_("Members of each division except the lowest"), 8, 2, 1_000),
                Setting("moves", N_("How many go up and down for the next season"), 1, 0, 500),
                _MEETINGS,
            ),
            lambda given: Divisions(
                (given["size"],) * given["divisions"], given["moves"], given["meetings"]
            ),
            _in_divisions,
            lambda words, at: [
                words.gettext("%(divisions)s divisions of %(size)s, each a round robin"),
                _again(words, at),
                words.ngettext(
                    "at the end %(moves)s goes up and %(moves)s down",
                    "at the end %(moves)s go up and %(moves)s down",
                    at["moves"],
                )
                if at["moves"]
                else "",
            ],
        ),
        FormatKind(
            "hill",
            N_("King of the hill"),
            N_(
                "In order of seeds, each character challenges everyone on the hill. When the hill is full, the last one falls off."
            ),
            N_(
                "If sides stay apart, everyone challenges only the other sides. If one side holds the whole hill, its newcomers have no opponent."
            ),
            (Setting("size", N_("Places on the hill"), 16, 2, 1_000),),
            lambda given: Hill(given["size"]),
            lambda given, count: (
                _pairs(min(count, given["size"] + 1))
                + max(count - given["size"] - 1, 0) * given["size"]
            ),
            lambda words, _: [
                words.gettext(
                    "King of the hill: newcomers challenge everyone on its %(size)s places"
                )
            ],
            is_complete=False,
        ),
        FormatKind(
            "teams",
            N_("Team matches"),
            N_(
                "The sides are teams. Each team meets every other, board by board. The team that wins more boards wins the match. An empty board is lost."
            ),
            _NEVER,
            (_BOARDS, _MEETINGS),
            lambda given: TeamMatches(RoundRobin(given["meetings"]), given["boards"]),
            lambda given, count: given["meetings"] * given["boards"] * _pairs(_teams(given, count)),
            lambda words, at: [
                words.gettext("Every team meets every other"),
                _boards(words, at),
                _again(words, at),
            ],
            of_teams=True,
        ),
        FormatKind(
            "team-swiss",
            N_("Team matches by the Swiss system"),
            N_(
                "The sides are teams. In each round a team meets one with about as many points, board by board, and none twice. A bye counts as a win."
            ),
            _NEVER,
            (_BOARDS, Setting("rounds", N_("Rounds"), 5, 1, 30)),
            lambda given: TeamMatches(Swiss(given["rounds"]), given["boards"]),
            lambda given, count: given["rounds"] * given["boards"] * (_teams(given, count) // 2),
            lambda words, at: [
                words.ngettext(
                    "%(rounds)s round of team matches by the Swiss system",
                    "%(rounds)s rounds of team matches by the Swiss system",
                    at["rounds"],
                ),
                _boards(words, at),
            ],
            is_complete=False,
            of_teams=True,
        ),
        FormatKind(
            "team-knockout",
            N_("Knock-out of teams"),
            N_(
                "The sides are teams. A team that loses a match is out. A tied match goes to the team that won on the higher boards. If that is tied too, dice drawn from the committed seed decide."
            ),
            _NEVER,
            (_BOARDS, Setting("third-place", N_("A match for third place"), 1, 0, 1)),
            lambda given: TeamMatches(
                Knockout(third_place=given["third-place"] == 1), given["boards"]
            ),
            lambda given, count: given["boards"] * _knockout(given, _teams(given, count)),
            lambda words, at: [
                words.gettext("A knock-out of teams with a match for third place")
                if at["third_place"]
                else words.gettext("A knock-out of teams"),
                _boards(words, at),
            ],
            of_teams=True,
        ),
        FormatKind(
            "by-hand",
            N_("Pairings by hand"),
            N_("The organisers decide the pairings once entries have closed."),
            N_("If sides stay apart, pairings within a side are refused."),
            (),
            lambda given: ByHand(()),
            lambda given, count: 0,
            lambda words, _: [words.gettext("Pairings by the organisers")],
            is_complete=False,
            by_hand=True,
        ),
    )
}
"""All formats by slug. To add one, add a line here."""
MOST_STAGES: Final = 6
"""The most stages of a season."""
MOST_BATTLES: Final = 1_500_000
"""The most battles of a stage, since each is stored separately."""
