"""Acts on the rounds of a season in stages, and on its timetable."""

from typing import Final

from app.i18n import N_
from app.league.acts.act import ENTRY, Act, Need, tell
from app.league.desk import rulings

_STAGE: Final = Need(
    name="stage", kind=int, usual=1, meaning="The stage, from 1.", option="--stage", metavar="N"
)
_WHY: Final = tell("Why: everybody reads it.")

RULINGS: Final = (
    Act(
        "retire",
        lambda session, slug, by, *, entry, after, stage: rulings.retire(
            session, slug, entry, stage, after, by
        ),
        "Let an entry retire after a round of a stage: what it has played stands, and later rounds are paired without it.\n\n"
        "What that changes is printed before, and asked where there is a terminal.",
        needs=(
            ENTRY,
            Need(
                name="after",
                kind=int,
                meaning="The last round that it plays.",
                option="--after",
                metavar="N",
            ),
            _STAGE,
            _WHY,
        ),
        moves_stages=True,
        noun="Retirement",
        examples=(
            "hikyaku season retire spring-cup 'The Bee' --after 3 --tell 'Its player is ill.'",
        ),
        done="{slug}: {entry} retires after round {after} of stage {stage}.",
        logged=N_("Entry retired"),
    ),
    Act(
        "set-pairing",
        lambda session, slug, by, *, stage, first, second, **at: rulings.set_pairing(
            session, slug, stage, at["round"], first, second, by
        ),
        "Set a pairing or a bye of a round of a Swiss system to come; all others are paired by the rules.",
        needs=(
            Need(name="round", kind=int, meaning="The round, from 1.", metavar="ROUND"),
            Need(name="first", meaning="Name or number: the first seat.", metavar="ENTRY"),
            Need(
                name="second",
                usual="",
                meaning="Its opponent; without one it has a bye.",
                metavar="[ENTRY]",
            ),
            _STAGE,
            _WHY,
        ),
        moves_stages=True,
        noun="Pairing",
        examples=(
            "hikyaku season set-pairing spring-cup 2 'The Bee' 7 --tell 'They had met before.'",
            "hikyaku season set-pairing spring-cup 3 'The Bee' --tell 'Its player is away.'",
        ),
        done=lambda _, told: (
            f"{told['slug']}: {told['first']} – {told['second'] or 'a bye'} is set in round {told['round']} of stage {told['stage']}."
        ),
        logged=N_("Pairing set"),
        logged_as="set",
    ),
    Act(
        "take-back",
        rulings.take_back,
        "Take back the last retirement, pairing or bye that was ruled in a season in stages.",
        needs=(_WHY,),
        moves_stages=True,
        examples=("hikyaku season take-back spring-cup --tell 'It was a mistake.'",),
        done="{slug}: what was ruled last is taken back.",
        logged=N_("Ruling taken back"),
        logged_as="take back",
    ),
)
