"""Awards in words."""

from collections.abc import Callable

from app.engine import Lang
from app.i18n import number, ordinal, translations
from app.statistics.awards.field import PLAIN
from app.statistics.awards.honours import Honour, Winner
from app.tournament.full_table import FullTable


def label(table: FullTable, honour: Honour, lang: Lang) -> str:
    """Return the name of the award."""
    _ = translations(lang).gettext
    return _(honour.award.label) % {"what": _what(table, honour, lang)}


def meaning(
    table: FullTable,
    honour: Honour,
    winner: Winner,
    name: Callable[[int], str],
    lang: Lang,
    wrap: Callable[[str], str] = str,
) -> str:
    """Return a sentence on what the winner did. `name`: returns the name of an entrant by index.

    `wrap`: applied to the sentence before names are filled in, such as `Markup` if names are links.
    """
    _, game = translations(lang).gettext, table.game
    return wrap(_(honour.award.meaning)) % {
        **game.terms.to(lang),
        "what": _what(table, honour, lang),
        "num": number(winner.value),
        "place": ordinal(winner.value, lang),
        "amount": game.life.amount(winner.value, lang),
        "name": "" if winner.against is None else name(winner.against),
    }


def _what(table: FullTable, honour: Honour, lang: Lang) -> str:
    if honour.what == PLAIN:
        return ""
    if honour.award.slug == "card":
        return table.game.cards[honour.what].name.to(lang)
    return table.game.ending(honour.what, lang)
