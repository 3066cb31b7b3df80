"""The analysis of a field in sentences, for pages and the command line."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import comb
from typing import Final, TypeVar

from app.engine import Lang, Ruleset
from app.i18n import number, translations
from app.statistics.analysis import Analysis
from app.statistics.card_use import CardUse, UsedCard
from app.statistics.matchups import BestAnswer
from app.statistics.what_if import BuildChange, Improvement

U = TypeVar("U", bound=UsedCard)

FEW: Final = 3
"""The fewest entries with a card, and without it, for which its score means anything."""
_BY_CHANCE: Final = 0.25


def percent(share: float | None) -> str:
    """Return a share as text: `18.1%`, `100%`; a dash for None."""
    return "–" if share is None else f"{100 * share:.3g}%"


def points(share: float | None) -> str:
    """Return the difference of two scores in percentage points: `+20.6`, `−3.1`, `±0`; a dash for None."""
    if share is None:
        return "–"
    written = f"{100 * share:+.1f}".replace("-", "−")
    return "±0" if written in ("+0.0", "−0.0") else written


def tier_label(tier: range) -> str:
    """Return the places of a tier: `1–4`, or `1` for a single one."""
    return str(tier.stop) if len(tier) == 1 else f"{tier.start + 1}–{tier.stop}"


def is_a_rule(use: UsedCard, entries: int) -> bool:
    """Whether enough entries have the card, and enough do not, to draw a conclusion."""
    return FEW <= use.entries <= entries - FEW


def winner(uses: Iterable[U], entries: int) -> U | None:
    """Return the card that contributes most, if it is the only one and enough entries have it; else None."""
    ruled = [use for use in uses if is_a_rule(use, entries) and (use.contribution or 0) > 0]
    best = _greatest(ruled, lambda use: use.contribution or 0)
    return best[0] if len(best) == 1 else None


def _greatest(uses: Sequence[U], value: Callable[[U], float]) -> list[U]:
    """Return all uses with the greatest value."""
    most = max(map(value, uses), default=0)
    return [use for use in uses if value(use) == most]


def facts(
    game: Ruleset,
    told: Analysis,
    names: Sequence[str],
    lang: Lang,
    wrap: Callable[[str], str] = str,
) -> Iterator[str]:
    """Yield the most telling facts, a sentence or two each. `names`: by rank.

    `wrap`: applied to each sentence before names are filled in, such as `Markup` if names are links.
    """
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    if told.upsets is not None:
        yield wrap(
            _(
                "%(share)s of all battles between different places were upsets, won by the lower-placed character. A draw counts half. In a strict pecking order there would be none. If places meant nothing, it would be half."
            )
        ) % {"share": percent(told.upsets)}
    if told.battles == comb(told.entries, 2) and told.triples:
        yield wrap(
            ngettext(
                "%(num)s circle of three: A beats B, B beats C, and C beats A. That is %(share)s of all threes. Pure chance without draws would give %(chance)s.",
                "%(num)s circles of three: A beats B, B beats C, and C beats A. That is %(share)s of all threes. Pure chance without draws would give %(chance)s.",
                told.circles,
            )
        ) % {
            "num": number(told.circles),
            "share": percent(told.circles / told.triples),
            "chance": percent(_BY_CHANCE),
        }
    elif told.circles:
        yield wrap(
            ngettext(
                "%(num)s circle of three: A beats B, B beats C, and C beats A.",
                "%(num)s circles of three: A beats B, B beats C, and C beats A.",
                told.circles,
            )
        ) % {"num": number(told.circles)}
    yield from _answers(told, names, lang, wrap)
    yield from _cards(game, told, lang, wrap)
    for higher, lower in told.apart[:1]:
        if (gap := told.places[lower] - told.places[higher]) > 1:
            yield wrap(
                _("One change apart, %(num)s places apart in the table: %(name)s and %(other)s.")
            ) % {"num": number(gap), "name": names[higher], "other": names[lower]}


def _answers(
    told: Analysis, names: Sequence[str], lang: Lang, wrap: Callable[[str], str]
) -> Iterator[str]:
    _ = translations(lang).gettext

    def filled(sentence: str, answer: BestAnswer) -> str:
        about = {"name": names[answer.rank], "score": percent(answer.score), "num": told.top}
        return wrap(sentence) % about

    if told.best:
        yield filled(_("Best against the whole field: %(name)s, with %(score)s."), told.best)
    if told.best_against_top and told.top < told.entries:
        sentence = _("Best against the top %(num)s: %(name)s, with %(score)s.")
        yield filled(sentence, told.best_against_top)
    if told.killer and told.killer.score:
        sentence = _(
            "Giant-killer: %(name)s of the lower half, with %(score)s against the top %(num)s."
        )
        yield filled(sentence, told.killer)


def _cards(game: Ruleset, told: Analysis, lang: Lang, wrap: Callable[[str], str]) -> Iterator[str]:
    _ = translations(lang).gettext
    names = {card.id: card.name.to(lang) for card in game.cards}
    most = _greatest([use for use in told.cards if use.entries], lambda use: use.entries)
    if 0 < len(most) <= FEW:
        yield wrap(_("Most used: %(card)s, in %(num)s of %(all)s builds.")) % {
            "card": " / ".join(names[use.card] for use in most),
            "num": number(most[0].entries),
            "all": number(told.entries),
        }
    if best := winner(told.cards, told.entries):
        yield wrap(
            _(
                "The %(slot)s of the winners: %(card)s. Builds with it score %(score)s, the others %(others)s."
            )
        ) % {
            "slot": game.terms.slot.to(lang),
            "card": names[best.card],
            "score": percent(best.score),
            "others": percent(best.score_without),
        }


def unused(told: Analysis) -> list[CardUse]:
    """Return the cards that no entry plays."""
    return [use for use in told.cards if not use.entries]


def change(game: Ruleset, cards: Sequence[str], made: BuildChange, lang: Lang) -> str:
    """Return the change of these cards in words."""
    _ = translations(lang).gettext
    names = {card.id: card.name.to(lang) for card in game.cards}
    before = names[cards[made.slot - 1]]
    if made.other:
        return _("%(card)s (%(place)s) and %(other)s (%(where)s) change places") % {
            "card": before,
            "place": made.slot,
            "other": names[cards[made.other - 1]],
            "where": made.other,
        }
    return _("%(new)s instead of %(card)s (%(place)s)") % {
        "new": names[made.card or ""],
        "card": before,
        "place": made.slot,
    }


def verdict(
    game: Ruleset, cards: Sequence[str], told: Improvement, place: int, lang: Lang
) -> Iterator[str]:
    """Yield a sentence or two on the effect of single changes to this build. `place`: its present place."""
    words = translations(lang)
    _, ngettext = words.gettext, words.ngettext
    if told.best:
        gained = {
            "change": change(game, cards, told.best.change, lang),
            "new": number(told.best.points),
            "points": number(told.points),
            "place": number(told.place),
            "before": number(place),
        }
        yield (
            _(
                "Best single change: %(change)s. It would bring %(new)s points instead of %(points)s."
            )
            % gained
        )
        if told.place and told.place < place:
            yield _("By points alone that would be place %(place)s instead of %(before)s.") % gained
    else:
        yield _("No single change would have brought more points. All %(num)s were tried.") % {
            "num": number(len(told.tried))
        }
    if not told.rescues:
        yield _("It has lost no battle.")
    elif told.rescued == len(told.rescues):
        yield ngettext(
            "The one lost battle could have been won by a single change.",
            "Each of the %(num)s lost battles could have been won by a single change.",
            len(told.rescues),
        ) % {"num": number(len(told.rescues))}
    else:
        yield ngettext(
            "Of %(num)s lost battle, %(won)s could have been won by a single change.",
            "Of %(num)s lost battles, %(won)s could have been won by a single change.",
            len(told.rescues),
        ) % {"num": number(len(told.rescues)), "won": number(told.rescued)}
