"""What an award is, and the table of all awards."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from app.i18n import N_
from app.statistics.awards import battle_marks, table_marks
from app.statistics.awards.field import Field, Mark, Marks


@dataclass(frozen=True, slots=True)
class Award:
    """An award, for the greatest mark, or the `is_least` one.

    `slug` stands in downloads and never changes. `label` and `meaning`, a sentence about whoever has it, are messages of
    the catalogue with places for `what` it is about, the value (`num`, `place`, `amount`) and the opponent's `name`.
    """

    slug: str
    label: str
    meaning: str
    marks: Callable[[Field], Marks]
    is_least: bool = False

    def key(self, mark: Mark) -> tuple[int, int]:
        """The better the mark, the smaller its key."""
        sign = 1 if self.is_least else -1
        return sign * mark.value, sign * mark.than


AWARDS: Final = (
    Award(
        "sole-conqueror",
        N_("The champion's only match"),
        N_("Nobody else beat the champion, “%(name)s”."),
        table_marks.sole_conqueror,
    ),
    Award(
        "upset",
        N_("Upset of the season"),
        N_("Beat “%(name)s”, who came %(num)s places higher."),
        table_marks.upset,
    ),
    Award(
        "giant-killer",
        N_("Giant-killer"),
        N_("Beat %(num)s of the best from the lower half of the table."),
        table_marks.giant_killer,
    ),
    Award(
        "comeback",
        N_("Comeback of the season"),
        N_("Was %(amount)s behind “%(name)s”, and won."),
        battle_marks.comeback,
    ),
    Award(
        "closest",
        N_("Closest battle"),
        N_("At the end %(amount)s lay between it and “%(name)s”."),
        battle_marks.closest,
        is_least=True,
    ),
    Award(
        "longest",
        N_("Longest battle"),
        N_("It took %(num)s %(turns)s until it was decided against “%(name)s”."),
        battle_marks.longest,
    ),
    Award(
        "blow",
        N_("Hardest blow"),
        N_("“%(name)s” lost %(amount)s to it in one %(turn)s."),
        battle_marks.blow,
    ),
    Award(
        "strangest-end",
        N_("Strangest end"),
        N_("The rarest end of all, against “%(name)s”: %(what)s."),
        table_marks.strange_end,
        is_least=True,
    ),
    Award(
        "own-hand",
        N_("Its own worst enemy"),
        N_("Lost %(amount)s by its own hand, all in all."),
        battle_marks.own_hand,
    ),
    Award(
        "best-loser",
        N_("Best of the losing records"),
        N_("More losses than wins, and still %(num)s points."),
        table_marks.best_loser,
    ),
    Award(
        "last-bite",
        N_("The last one bites"),
        N_("Came last, and still beat “%(name)s”."),
        table_marks.last,
    ),
    Award(
        "lantern",
        N_("Lantern bearer"),
        N_("Walked behind everybody, so that nobody else was last."),
        table_marks.lantern,
    ),
    Award(
        "most-draws",
        N_("Peacemaker"),
        N_("%(num)s of its battles ended in a draw."),
        table_marks.draws,
    ),
    Award(
        "most-original",
        N_("Most original build"),
        N_("Nobody's build has more than %(num)s %(slots)s in common with it."),
        table_marks.original,
        is_least=True,
    ),
    Award(
        "twins",
        N_("Twins, worlds apart"),
        N_("One change from “%(name)s”, and %(num)s places away."),
        table_marks.twins,
    ),
    Award(
        "row",
        N_("Longest winning row"),
        N_("Beat %(num)s who stand side by side in the table."),
        table_marks.row,
    ),
    Award(
        "against-the-table",
        N_("Most unpredictable"),
        N_("%(num)s of its battles went against the table, the most of all."),
        table_marks.against_table,
    ),
    Award(
        "by-the-table",
        N_("Most reliable"),
        N_("%(num)s of its battles went against the table, the fewest of all."),
        table_marks.against_table,
        is_least=True,
    ),
    Award(
        "ending",
        N_("Most wins: %(what)s"),
        N_("%(num)s wins that way, more than anybody."),
        table_marks.endings,
    ),
    Award(
        "card",
        N_("Best with %(what)s"),
        N_("Came %(place)s, the highest of all who play it."),
        table_marks.cards,
        is_least=True,
    ),
)


BY_SLUG: Final = {award.slug: award for award in AWARDS}
