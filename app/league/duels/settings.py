"""The settings of a duel: what its game leaves open, and how the two play it. The usual ones stand first."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from app.engine import Choice, Ruleset, Words
from app.errors import Problem
from app.games import ruleset
from app.i18n import LANGS, N_, translations
from app.league.matches.settings import MatchSettings
from app.store.tables import Duel, DuelStage

_OPEN: Final = "open_cards"
_TEMPO: Final = "tempo"
_MOST_TYPED: Final = 40


def choices(game: Ruleset) -> Sequence[Choice]:
    """What the two of a duel of this game agree on."""
    found = [*game.choices]
    if game.duel:
        count = Words(*[str(game.duel.open_cards)] * 2)
        values = (True, _said(N_("%(open)s shown first"), open=count)), (False, _said(N_("none")))
        found.append(Choice(_OPEN, _said(N_("Open %(slots)s"), slots=game.terms.slots), values))
    if game.match:
        tempos = (
            ("turn", _said(N_("by mail or web, orders until each deadline"))),
            ("live", _said(N_("on the web, one decision at a time"))),
        )
        found.append(Choice(_TEMPO, _said(N_("Tempo")), tempos))
    return found


def _said(text: str, **named: Words) -> Words:
    return Words(
        *(
            translations(lang).gettext(text) % {name: each.to(lang) for name, each in named.items()}
            for lang in LANGS
        )
    )


def settled(game: Ruleset, typed: Mapping[str, Any]) -> dict[str, Any]:
    """All its settings; of one that was not said the usual one."""
    return {each.key: typed.get(each.key, each.values[0][0]) for each in choices(game)}


def problems(game: Ruleset, config: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything that keeps a duel of this game from being played so."""
    for choice in choices(game):
        value = config.get(choice.key, choice.values[0][0])
        if not any(value == each and type(value) is type(each) for each, _ in choice.values):
            listed = ("; ".join(words[at] for _, words in choice.values) for at in range(2))
            yield Problem(
                "duel-setting",
                setting=choice.label,
                typed=str(value)[:_MOST_TYPED],
                choices=Words(*listed),
            )


def rules_of(duel: Duel) -> Ruleset:
    """The rules by which it is played: what builds may have follows from its settings."""
    game = ruleset(duel.game, duel.rules_version)
    own = settled(game, duel.config)
    return game.under({each.key: own[each.key] for each in game.choices}) if game.match else game


def match_settings(duel: Duel) -> MatchSettings:
    """How its match is played: as soon as both are ready, and else after the days of a stage."""
    game = rules_of(duel)
    tempo, hours = settled(game, duel.config)[_TEMPO], 24 * duel.days
    return MatchSettings(tempo=tempo, config=game.config or {}, hours=hours, reveal="game")


def shows_cards(duel: Duel) -> bool:
    """Whether it has a stage of open cards."""
    return bool(settled(rules_of(duel), duel.config).get(_OPEN))


def propose(duel: Duel, config: Mapping[str, Any] | None, to: str) -> None:
    """Change the duel to these settings, if they differ, and ask the player in that seat to agree."""
    game = rules_of(duel)
    if config is not None and settled(game, config) != settled(game, duel.config):
        agree_on(duel, config)
        duel.asks = to


def agree_on(duel: Duel, config: Mapping[str, Any]) -> None:
    """It has these settings from now on: nothing that was sent before counts."""
    duel.config = settled(rules_of(duel), config)
    duel.stage = DuelStage.OPEN if shows_cards(duel) else DuelStage.WHOLE
    for each in duel.duelists:
        each.shown = each.shown_at = each.shown_salt = each.shown_seal = None
        each.build = each.build_at = each.build_salt = each.build_seal = None
