"""How a round was drawn, in sentences: of all, of each pairing, and what organisers ruled."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from starlette.exceptions import HTTPException

from app.engine import Lang
from app.i18n import N_, translations
from app.league.problems import explain
from app.league.results.draws import DrawnStages
from app.league.results.results import Participant
from app.store.entrants import PublicEntrant
from app.tournament.formats.format import Bye, Reason, RoundDraw
from app.tournament.formats.stages import Phase

SENTENCES: Final = {
    "seeds": N_("Seeds follow the order of entry, by number."),
    "seeds-ranking": N_("Seeds follow the ranking list (番付)."),
    "seeds-lot": N_("Seeds were drawn by lot."),
    "seeds-stage": N_("Seeds follow the results of the previous stage."),
    "too-many": N_("There are too many characters to pair the round again for this page."),
    "berger": N_(
        "The Berger tables decide the pairings and the first seats. "
        "Places in the tables, from 1: %(names)s."
    ),
    "apart": N_(
        "Kept apart (same side, same player, or an organiser's decision): %(pairs)s."
    ),
    "met": N_("Same score, but they have already met: %(pairs)s."),
    "gone": N_("%(one)s has left; %(other)s wins without a battle."),
    "rests": N_("No opponent in this round: %(names)s."),
    "dealt": N_("Groups were filled by seed, back and forth: 1 to %(a)s, then %(a)s to 1."),
    "dealt-by-lot": N_("Lots decided who plays in which of the %(a)s groups."),
    "group": N_("Group %(a)s: %(names)s."),
    "division": N_("Division %(a)s: %(names)s."),
    "parts": N_("Within each, the Berger tables decide the pairings and the first seats."),
    "by-hand": N_("Organisers decided the pairings before anything was played."),
    "challenge": N_("%(one)s challenges everybody on the hill, which holds %(a)s."),
    "hill": N_("On the hill, longest first: %(names)s."),
    "fallen": N_("The last to fall off: %(names)s."),
    "bracket": N_(
        "A bracket of %(a)s. The first two seeds can only meet in the final. "
        "The top seeds have a bye where places are empty. By seed: %(names)s."
    ),
    "moved": N_("To keep some apart as long as possible, neighbours in the seeding changed places: "
        "%(names)s."),
    "free": N_("No opponent, so these advance without a battle: %(names)s."),
    "seed": N_("%(one)s is seed %(a)s."),
    "won": N_("%(one)s won at table %(b)s of round %(a)s."),
    "lost": N_("%(one)s lost at table %(b)s of round %(a)s."),
    "after-all": N_(
        "They were to be kept apart, but the knock-out left no other pairing."
    ),
    "came-free": N_("%(one)s had no opponent in round %(a)s."),
    "first-round": N_(
        "Nobody has a score yet, so the upper half by seed meets the lower half. By seed: %(names)s."
    ),
    "score-group": N_("Score %(a)s: %(names)s."),
    "seatless": N_("No pairing could keep the seats even, so seats did not count in this round."),
    "level": N_("Both have %(a)s points: numbers %(b)s and %(c)s of the %(d)s with that score."),
    "float": N_(
        "%(one)s (score %(a)s) meets %(other)s (score %(b)s), "
        "because not all on the higher score could meet each other."
    ),
    "seats": N_("Seats so far, first–second: %(one)s (%(a)s–%(b)s), %(other)s (%(c)s–%(d)s)."),
    "bye": N_("Their number was odd. A bye goes to a low score, and to nobody twice. Score: %(a)s."),
    "given-bye": N_("Organisers gave this bye."),
    "given": N_("Organisers set this pairing."),
    "surplus": N_("This side has more members than all others together. "
        "Some have a bye, scored as a draw."),
    "seat-rule": N_(
        "The first seat goes to the one who has had it less often. "
        "If equal, both change from when they last differed. "
        "Otherwise the better placed gets the seat due next."
    ),
}  # fmt: skip
"""What each kind of reason says, with the names of its entrants, and its figures as a, b, c, d."""
_PAIRS: Final = ("met", "apart")
"""Kinds that say the same of many pairs: these stand in one sentence."""
_BYES: Final = ("bye", "given-bye", "surplus")
"""Kinds that say why somebody has a bye."""


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """A pairing of the round by both names, with its reason.

    A bye has no second name and no table. `people` is empty where teams meet.
    """

    table: int
    names: Sequence[str]
    people: Sequence[Participant | PublicEntrant]
    why: Sequence[str]


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """How a round was drawn: the basis of the draw, its pairings, the organisers' rulings, and the list of rounds."""

    about: Sequence[str]
    pairs: Sequence[DrawnPair]
    rulings: Sequence[str]
    rounds: Sequence[int]


def round_of(season: DrawnStages, place: int, round_: int, lang: Lang) -> DrawnRound:
    """This round of the stage at this place, both from 1. Raises 404 if it is not there, or not paired yet."""
    phases = season.phases[max(place - 1, 0) : place]
    rounds = sorted({each.round for phase in phases for each in (*phase.results, *phase.due)})
    if round_ not in rounds:
        raise HTTPException(404)
    phase = phases[0]
    teller = _Teller(season, phase, lang)
    due, reasons = season.draw(phase, round_) or RoundDraw((), [Reason("too-many")])
    pairs = []
    for each in due:
        table, second = (0, None) if isinstance(each, Bye) else (each.table, each.second)
        sides = [each.first] if second is None else [each.first, second]
        why = [
            teller.told(one)
            for one in reasons
            if one.table == table and (table or (one.kind in _BYES and one.entrants[0] == sides[0]))
        ]
        people = [] if phase.lineups else [season.people[side] for side in sides]
        pairs.append(DrawnPair(table, [*map(teller.name, sides)], people, why))
    about = [each for each in reasons if not each.table and each.kind not in _BYES]
    return DrawnRound([*teller.about(about)], pairs, [*teller.ruled(round_)], rounds)


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells of a stage in a language."""

    season: DrawnStages
    phase: Phase
    lang: Lang

    def name(self, entrant: int) -> str:
        """The entrant's name; for a team its captain's."""
        side = self.phase.field.sides[entrant] if self.phase.lineups else None
        return (
            self.season.people[entrant].name
            if side is None
            else self.season.sides[side].name(self.lang)
        )

    def told(self, reason: Reason, pairs: str = "") -> str:
        """The sentence of this reason."""
        names = [*map(self.name, reason.entrants)]
        one, other, *_rest = *names, "", ""
        figures = dict(zip("abcd", map(str, reason.figures), strict=False))
        text = translations(self.lang).gettext(SENTENCES[reason.kind])
        joined = ("、" if self.lang == "ja" else ", ").join(names)
        return text % {"names": joined, "one": one, "other": other, "pairs": pairs, **figures}

    def about(self, reasons: Sequence[Reason]) -> Iterator[str]:
        """The basis of all pairings, with the origin of the seeds first.

        Pairs with the same remark are listed together.
        """
        phase = self.phase
        is_lot, is_later = phase.stage.drawn_seeds, bool(phase.at)
        way = "-lot" if is_lot else "-stage" if is_later else "-ranking" * self.season.has_ranking
        yield self.told(Reason("seeds" + way))
        for each in reasons:
            if each.kind not in _PAIRS:
                yield self.told(each)
        for kind in _PAIRS:
            two = [
                " – ".join(map(self.name, each.entrants)) for each in reasons if each.kind == kind
            ]
            if two:
                yield self.told(Reason(kind), "; ".join(two))

    def ruled(self, round_: int) -> Iterator[str]:
        """The organisers' rulings on this round, and on all rounds."""
        names = {each.number or 0: each.name for each in self.season.people}
        here = str(self.phase.at + 1), str(round_)
        for note in self.season.rulings.notes(names):
            if note.code == "kept-apart" or (note["stage"], note["round"]) == here:
                yield explain(note, self.lang)
