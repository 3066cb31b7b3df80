"""Statistics as CSV for spreadsheets: the use of cards, alone and in pairs, and the rivals of each entry."""

from collections.abc import Iterator, Sequence

from app.engine import Ruleset
from app.statistics.analysis import Analysis
from app.statistics.awards.honours import Honour
from app.statistics.card_use import Use
from app.tournament.full_table import Entrant, FullTable
from app.tournament.spreadsheets import BOM, harmless, line


def card_lines(game: Ruleset, told: Analysis) -> Iterator[bytes]:
    """The use of each card, in any slot (none is named) and in each, a line each; scores from 0 to 1."""
    head = ["card", "slot", "builds", "copies", "score", "score without", "contribution"]
    yield line(head, start=BOM)
    chars = {card.id: card.char for card in game.cards}
    for card in told.cards:
        yield line([chars[card.card], "", str(card.entries), str(card.copies), *_scores(card)])
    for slot in told.slots:
        char = chars[slot.card] if slot.card else ""
        yield line([char, str(slot.slot), str(slot.entries), "", *_scores(slot)])


def pair_lines(game: Ruleset, told: Analysis) -> Iterator[bytes]:
    """Every two cards that are played together; the last column is the score of those with one against those with the other."""
    shares = [
        f"{name} {who}"
        for who in ("both", "first alone", "second alone")
        for name in ("builds", "score")
    ]
    yield line(["first", "second", *shares, "gain", "first against second"], start=BOM)
    chars = {card.id: card.char for card in game.cards}
    at = {use.card: place for place, use in enumerate(told.cards)}
    for pair in told.pairs:
        one, other = pair.cards
        cells = [chars[one], chars[other]]
        for each in (pair.both, pair.first, pair.second):
            cells += [str(each.entries), _number(each.score)]
        yield line([*cells, _number(pair.gain), _number(told.against[at[one]][at[other]])])


def rival_lines(table: FullTable, entrants: Sequence[Entrant], told: Analysis) -> Iterator[bytes]:
    """Each entry's worst enemy, favourite victim and, unless the field is too large, nearest build, in order of place."""
    who = [entrants[each.entry] for each in table.standings]
    others = ["worst enemy", "place of enemy", "favourite victim", "place of victim"]
    others += ["nearest build", "place of nearest", "changes"]
    nearest = told.nearest or [()] * len(who)
    yield line(["place", "number", "name", *others], start=BOM)
    for standing, each, rivals, near in zip(
        table.standings, who, told.rivals, nearest, strict=True
    ):
        cells = [str(standing.place), str(each.number), harmless(each.name)]
        first = near[0] if near else None
        for rank in (rivals.enemy, rivals.victim, first.index if first else None):
            if rank is None:
                cells += ["", ""]
            else:
                cells += [harmless(who[rank].name), str(table.standings[rank].place)]
        yield line([*cells, str(first.changes) if first else ""])


def award_lines(
    game: Ruleset, honours: Sequence[Honour], entrants: Sequence[Entrant]
) -> Iterator[bytes]:
    """The awards of the season, a line for everyone who has one; `about` is a card or an end."""
    yield line(["award", "about", "number", "name", "value", "against"], start=BOM)
    for honour in honours:
        for each in honour.first:
            who = entrants[each.entrant]
            against = "" if each.against is None else harmless(entrants[each.against].name)
            cells = [honour.award.slug, honour.about(game) or "", str(who.number)]
            yield line([*cells, harmless(who.name), str(each.value), against])


def _scores(use: Use) -> Iterator[str]:
    for score in (use.score, use.score_without, use.contribution):
        yield _number(score)


def _number(score: float | None) -> str:
    return "" if score is None else f"{score:.4f}"
