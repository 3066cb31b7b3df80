"""A character as a letter shows it: its cards with their figures, its lore and its own words; and a sample build."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any, Final

from sqlmodel import Session

from app.engine import Build, CardInfo, Lang, Ruleset
from app.engine.workshop import call
from app.engine.workshop.call import CardBuild
from app.errors import RulesNotInstalled, UnknownGame
from app.games import ruleset, slugs
from app.i18n import N_, translations
from app.league.eligibility.sides import FIELD
from app.league.entries.characters import (
    LABEL_NAMES,
    labels_of,
    names_of,
    rights_told,
    said,
)
from app.league.matches.settings import rules_of
from app.letters.render import one_line
from app.store.tables import Letter, Season
from app.text.columns import aligned

MAX_LORE: Final = 4_000
MAX_OWN: Final = 200


@dataclass(frozen=True, slots=True)
class _CardLine:
    """A card of a build, as a letter shows it: its place, or in a deck without an order how many copies it has.

    `kind`: what it and those behind it are, and how many, where a kind begins.
    """

    place: str
    char: str
    name: str
    figures: list[str]
    kind: str = ""

    def cells(self, labels: Sequence[str]) -> list[str]:
        """The card in columns; without labels the figures alone."""
        figures = zip_longest(labels, self.figures, fillvalue="")
        said = (f"{label} {figure}".strip() if figure else "" for label, figure in figures)
        return [self.place, self.char, self.name, *said]


def _made(game: Ruleset, build: CardBuild, lang: Lang) -> dict[str, Any]:
    """A card of a call, in labels and as it would be printed."""
    text = call.printed_build(game, build, "").text.to(lang)
    lines = [*call.lines(game, build, lang), "", text]
    chars = game.write_build(build, lang)
    return {"chars": chars, "cards": [], "lines": lines, "labels": [], "sums": []}


def build_of(game: Ruleset, build: Build, lang: Lang) -> dict[str, Any]:
    """The cards from the top, and the sums of their figures where these are numbers."""
    if isinstance(build, CardBuild):
        return _made(game, build, lang)
    by_id = {card.id: card for card in game.cards}
    cards = [by_id[id] for id in build.cards]
    labels = [*dict.fromkeys(label.to(lang) for card in cards for label, _ in card.figures)]
    if game.is_ordered:
        shown = [_line(str(place), card, labels, lang) for place, card in enumerate(cards, 1)]
    else:
        shown = [*_counted(cards, build.decks, labels, lang)]
    columns = zip(*(each.figures for each in shown), strict=True) if game.is_ordered else ()
    head = [] if game.is_ordered or not labels else [["", "", "", *labels]]
    rows = [card.cells(labels if game.is_ordered else ()) for card in shown]
    heads, lines = (
        aligned([*head, *rows])[at] for at in (slice(len(head)), slice(len(head), None))
    )
    return {
        "chars": game.write_build(build),
        "cards": shown,
        "lines": [
            *heads,
            *(
                line
                for card, row in zip(shown, lines, strict=True)
                for line in filter(None, (card.kind, row))
            ),
        ],
        "labels": labels,
        "sums": [_sum(column) for column in columns],
    }


def _line(
    place: str, card: CardInfo, labels: Sequence[str], lang: Lang, kind: str = ""
) -> _CardLine:
    known = {label.to(lang): figure for label, figure in card.figures}
    figures = [known.get(label, "") for label in labels]
    return _CardLine(place, card.char, card.name.to(lang), figures, kind)


def _counted(
    cards: Sequence[CardInfo], decks: Sequence[int], labels: Sequence[str], lang: Lang
) -> Iterator[_CardLine]:
    """Each card once, kind by kind, deck by deck."""
    rest = iter(cards)
    for number, size in enumerate(decks or [len(cards)], 1):
        copies = Counter(islice(rest, size))
        kinds = Counter(each.family for each in copies.elements())
        for family, many in kinds.items():
            where = f"{number}. " if decks else ""
            kind = f"{where}{family.to(lang)} ×{many}"
            for card in copies:
                if card.family == family:
                    yield _line(f"×{copies[card]}", card, labels, lang, kind)
                    kind = ""


def _sum(figures: Sequence[str]) -> str:
    try:
        return str(sum(map(int, figures)))
    except ValueError:
        return ""


def lore_of(lore: str) -> dict[str, Any]:
    """As much of the lore as a letter shows, and whether that is all."""
    return {"lore": lore[:MAX_LORE].rstrip(), "lore_is_cut": len(lore) > MAX_LORE}


def own_of(extras: Mapping[str, Any], lang: Lang) -> list[tuple[str, str]]:
    """Names of slots and lines that the character speaks, each with its label in a mail."""
    _ = translations(lang).gettext
    flavour = _(N_("Flavour {place}"))
    names = [
        (_(LABEL_NAMES[part]), one_line(label[:MAX_OWN]))
        for part, label in labels_of(extras).items()
        if part in LABEL_NAMES
    ]
    names += [
        (flavour.format(place=place), one_line(name[:MAX_OWN]))
        for place, name in enumerate(names_of(extras), 1)
        if name
    ]
    names += [(name, one_line(words)) for name, words in rights_told(extras, lang)]
    if side := str(extras.get(FIELD) or ""):
        names.append((_(N_("Side")), one_line(side[:MAX_OWN])))
    return names + [(each.moment, one_line(each.words[:MAX_OWN])) for each in said(extras, lang)]


def game_called(slug: str | None, version: str | None = None) -> Ruleset | None:
    """The game that was meant, by these rules; the only one there is, if none was named."""
    if slug is None:
        return ruleset(slugs()[0]) if len(slugs()) == 1 else None
    try:
        return ruleset(slug, version)
    except (UnknownGame, RulesNotInstalled):
        return None


def as_played(session: Session, letter: Letter, game: Ruleset | None) -> Ruleset | None:
    """The game as the season of the letter plays it."""
    if game is None or letter.season_id is None:
        return game
    season = session.get_one(Season, letter.season_id)
    return rules_of(session, season) if season.game == game.slug else game


def sample_of(game: Ruleset | None, lang: Lang) -> dict[str, Any]:
    """A sample build, as a player would write it. `has_decks`: it is a complete deck that can be played as it is."""
    if game is None:
        return {"sample_chars": "", "sample_names": "", "has_decks": False}
    build = game.sample_build()
    return {
        "sample_chars": "" if game.makes else game.write_build(build),
        "sample_names": game.write_build(build, lang),
        "has_decks": not game.is_ordered,
    }
