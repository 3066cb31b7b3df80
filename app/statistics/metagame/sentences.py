"""The answers to a field in sentences, for pages and the command line."""

from collections.abc import Iterator, Sequence

from app.engine import Lang, Ruleset
from app.i18n import number, translations
from app.statistics import sentences
from app.statistics.metagame.answers import FieldMixture
from app.statistics.metagame.changes import BestChanges, BuildChanged
from app.statistics.metagame.counter import CounterBuild
from app.statistics.what_if import BuildChange


def counter(found: CounterBuild, lang: Lang) -> Iterator[str]:
    """Yield what the counter-build does, and how it was found."""
    _ = translations(lang).gettext
    yield _(
        "Of %(all)s battles against this field it wins %(won)s, draws %(drawn)s and loses %(lost)s."
    ) % {
        "all": number(len(found.outcomes)),
        "won": number(len(found.beaten)),
        "drawn": number(len(found.drawn)),
        "lost": number(len(found.lost)),
    }
    yield _(
        "A search of %(num)s battles from seed %(seed)s found it. It is a strong answer, not proven to be the strongest. The same search finds it on any machine."
    ) % {"num": number(found.battles), "seed": found.seed}


def mixture(found: FieldMixture, lang: Lang) -> Iterator[str]:
    """Yield what the mixture promises, and how that is proven."""
    _ = translations(lang).gettext
    yield _(
        "Before each battle, draw one of these builds by lot with these chances. On average no build of the field wins more than it loses against it. No other way to choose among the %(num)s builds does better."
    ) % {"num": number(found.of)}
    yield _(
        "Counted exactly, no build gains more than %(gain)s battles in a million against it (wins minus losses). Other mixtures may do as well."
    ) % {"gain": f"{1e6 * found.gain:.3g}"}


def cards(lang: Lang) -> str:
    """Return what the worth of a card means."""
    _ = translations(lang).gettext
    return _(
        "Worth: how many battles in 100 (losses minus wins) the best mixture without it loses to its best opponent here. It shows what cannot be replaced here, not how strong it is alone. All others can be left out at no cost."
    )


def heading(game: Ruleset, found: BestChanges, lang: Lang) -> str:
    """Return a heading with the number of cards changed."""
    return translations(lang).gettext("%(slots)s replaced: %(num)s") % {
        "num": found.cards,
        "slots": game.terms.slots.to(lang).capitalize(),
    }


def tried(found: BestChanges, lang: Lang) -> str:
    """Return how many changes were tried, and whether that was all of them."""
    words = translations(lang)
    of = {"num": number(found.tried), "all": number(found.possible), "points": number(found.points)}
    if found.is_complete:
        told = words.gettext("All %(all)s changes were played against everyone it met.") % of
    else:
        told = (
            words.gettext(
                "A search: %(num)s of %(all)s changes were played against everyone it met, beginning with combinations of the best single changes."
            )
            % of
        )
    if found.best:
        return told
    return told + " " + words.gettext("None gives more than its %(points)s points.") % of


def change(game: Ruleset, before: Sequence[str], made: BuildChanged, lang: Lang) -> str:
    """Return the change of these cards in words."""
    single = (BuildChange(slot, made.build, card=made.build.cards[slot - 1]) for slot in made.slots)
    told = (sentences.change(game, before, each, lang) for each in single)
    return translations(lang).gettext(", ").join(told)


def worth(lost: float | None, lang: Lang) -> str:
    """Return the worth of a card in battles per 100; None means that every build has it."""
    if lost is None:
        return translations(lang).gettext("in every build")
    return f"{100 * lost:.1f}"
