"""The orders of the festival to be chosen: cards of the hand for reserve and front, and what each can do in the back."""

from collections.abc import Iterator, Sequence
from itertools import chain

from app.engine.matches.game import MatchDecision, View
from app.engine.matches.menus import Menu, MenuChoice, by_verb
from app.engine.words import Lang, Words
from app.games.fest import actions, view as views
from app.games.fest.effects import Use
from app.games.fest.words.known import KnownCards
from app.games.fest.words.orders import GRAMMAR, behind, write

_MADE = {
    "reserve": Words("温存する札({most}枚まで)", "Cards to reserve, at most {most}"),
    "front": Words("フロントに出す札({most}枚)", "Cards for the front: {most}"),
    "pick": Words("デッキに戻す札", "The card that goes back into the deck"),
}
_PLAY = Words("バックで出す札と効果(出す順に)", "A card to play in the back, and its effect")
_FAIL = Words("失敗", actions.FAIL)
_LATER = Words("いまはまだ使えません", "cannot be used yet")


def menus(view: View, decision: MatchDecision | None, _: object, lang: Lang) -> Sequence[Menu]:
    """What can be ordered in this phase, from the view alone."""
    drawn = KnownCards(view, lang)
    phase, hand = view["phase"], [*views.own(view)["hand"]]
    if phase == "play":
        heads = {"card": {id: drawn.called(id) for id in hand}}
        return by_verb(GRAMMAR, _plays(drawn, view), {"play": _PLAY}, heads, lang)
    if phase not in _MADE or (phase == "pick" and not decision):
        return ()
    least = most = drawn.state.size.front if phase == "front" else 1
    if phase == "reserve":
        least, most = 0, views.limit(view)
    if phase == "pick":
        hand = [*actions.Picks(hand, view["wait"]["drawn"]).cards]
    name, none = _MADE[phase].to(lang).format(most=most), "" if least else "reserve none"
    return (Menu(name, tuple(_card(drawn, id) for id in hand), phase, least, most, none),)


def _card(drawn: KnownCards, id: str) -> MenuChoice:
    """A card, and what it gives in the front."""
    name, worth = drawn.called(id).removeprefix(f"{id} "), drawn.worth(id)
    return MenuChoice(id, f"{name} ({worth})" if worth else name)


def _plays(drawn: KnownCards, view: View) -> Iterator[MenuChoice]:
    """Each effect of each hand card with all that it may be used on; without that where it cannot be used yet.

    A card of which no effect can be used is thrown away.
    """
    at = views.moment(view)
    plays = actions.Plays(drawn.state.cards, at)
    for id in sorted({*at.hand}):
        uses = [_uses(drawn, view, plays, id, use) for use in drawn.state.cards[id].uses]
        failing = MenuChoice(write(actions.fail(id), view), _FAIL.to(drawn.lang))
        yield from [*chain.from_iterable(uses)] or [failing]


def _uses(
    drawn: KnownCards, view: View, plays: actions.Plays, id: str, use: Use
) -> Iterator[MenuChoice]:
    name, front = drawn.name(use), f"play {id} {use.word}"
    orders = [write(actions.play(id, use, args), view) for args in plays.of(id, use)]
    for order in orders:
        yield MenuChoice(order, f"{name}{_said(order.removeprefix(front), drawn.lang)}")
    if not orders and behind(use).said("").mistake is None:
        yield MenuChoice(front, f"{name} ({_LATER.to(drawn.lang)})", later=True)


def _said(words: str, lang: Lang) -> str:
    """Words of a canonical order for its reader."""
    return words if lang == "en" else GRAMMAR.forms["play"].slots["args"].in_japanese(words)
