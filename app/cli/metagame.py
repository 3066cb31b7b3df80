"""What answers a field, and the best changes of one of its characters, as `hikyaku lab` and `hikyaku stats` say them."""

from collections.abc import Sequence
from typing import Final

from app.cli.console import voice
from app.cli.console.installation import said
from app.cli.console.options import say_json, say_table
from app.engine import Build, Lang, Ruleset
from app.i18n import number, translations
from app.statistics.metagame import answers, sentences, summary
from app.statistics.metagame.answers import Answers
from app.statistics.metagame.changes import best_changes
from app.statistics.metagame.counter import SEED
from app.statistics.sentences import percent
from app.tournament.full_table import Entrant
from app.tournament.scoring import Scoring

MOST_NAMES: Final = 20
"""Of those who beat the counter-build."""


def say_answers(
    rules: Ruleset,
    field: Sequence[Entrant],
    order: Sequence[int],
    lang: Lang,
    *,
    seed: int | None,
    battles: int | None,
    as_json: bool,
) -> None:
    """Print the answers to the field; `order` has its indices, the best first."""
    most = battles or answers.most_battles(rules)
    with said(rules):
        builds = [each.build for each in field]
        found = answers.find_answers(rules, builds, order, most, SEED if seed is None else seed)
    if as_json:
        say_json(summary.of_answers(rules, found, field).model_dump())
        return
    _say_counter(rules, field, found, lang)
    _say_mixture(rules, field, found, lang)


def _say_counter(rules: Ruleset, field: Sequence[Entrant], found: Answers, lang: Lang) -> None:
    _ = translations(lang).gettext
    counter, label = found.counter, _("A counter-build")
    voice.say(
        f"{label}: {rules.write_build(counter.build)}",
        rules.write_build(counter.build, "ja" if lang == "ja" else "en"),
        *sentences.counter(counter, lang),
    )
    for label, indices in ((_("It draws with"), counter.drawn), (_("It loses to"), counter.lost)):
        if indices:
            names = _(", ").join(field[at].name for at in indices[:MOST_NAMES])
            more = "" if len(indices) <= MOST_NAMES else f" … ({number(len(indices))})"
            voice.say(f"{label}: {names}{more}")


def _say_mixture(rules: Ruleset, field: Sequence[Entrant], found: Answers, lang: Lang) -> None:
    _ = translations(lang).gettext
    voice.say("", _("The mixture that no build here beats"))
    if not found.mixture:
        voice.say(_(found.unsolved))
        return
    voice.say(*sentences.mixture(found.mixture, lang), "")
    heads = [_("Chance"), _("Build"), _("Name")]
    drawn = (
        [percent(each.chance), field[each.index].written, field[each.index].name]
        for each in found.mixture.drawn
    )
    say_table([heads, *drawn], right={0})
    voice.say("", sentences.cards(lang), "")
    names = {card.id: card.name.to(lang) for card in rules.cards}
    worths = (
        [sentences.worth(each.lost, lang), percent(each.share), names[each.card]]
        for each in found.mixture.cards
    )
    slot = rules.terms.slot.to(lang).capitalize()
    say_table([[_("Worth"), _("Share of the mixture"), slot], *worths], right={0, 1})


def say_changes(
    rules: Ruleset,
    who: Entrant,
    met: Sequence[Entrant],
    lang: Lang,
    *,
    scoring: Scoring,
    battles: int | None,
    as_json: bool,
) -> None:
    """Print the best changes of this build against these opponents."""
    _ = translations(lang).gettext
    most = battles or answers.most_battles(rules)
    with said(rules):
        opponents: list[Build] = [each.build for each in met]
        found = best_changes(rules, who.build, opponents, most, scoring)
    if as_json:
        say_json(summary.of_changes(rules, who, found, met).model_dump())
        return
    voice.say(f"{who.name}: {who.written}")
    for each in found:
        voice.say("", sentences.heading(rules, each, lang), sentences.tried(each, lang))
        if each.best:
            heads = [_("Points"), _("Build"), _("Change"), _("Better against"), _("Worse against")]
            lines = (
                [
                    number(changed.points),
                    rules.write_build(changed.build),
                    sentences.change(rules, who.build.cards, changed, lang),
                    number(len(changed.better)),
                    number(len(changed.worse)),
                ]
                for changed in each.best
            )
            say_table([heads, *lines], right={0, 3, 4})
