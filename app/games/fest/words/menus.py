"""The orders of the festival to be chosen: cards of the hand for reserve and front, and what each can do in the back."""

from collections.abc import Iterator, Sequence
from itertools import chain

from app.engine.matches.game import MatchDecision, View
from app.engine.matches.menus import Menu, MenuChoice
from app.engine.words import Lang, Words
from app.games.fest import actions, view as views
from app.games.fest.effects import Use
from app.games.fest.words.known import KnownCards
from app.games.fest.words.orders import GRAMMAR, behind, write

_RESERVE = Words("温存する札({most}枚まで)", "Cards to reserve, at most {most}")
_FRONT = Words("フロントに出す札({most}枚)", "Cards for the front: {most}")
_PLAY = Words("バックで出す札と効果(出す順に)", "A card to play in the back, and its effect")
_PICK = Words("デッキに戻す札", "The card that goes back into the deck")
_FAIL = Words("失敗", actions.FAIL)
_LATER = Words("いまはまだ使えません", "cannot be used yet")


def menus(view: View, decision: MatchDecision | None, _: object, lang: Lang) -> Sequence[Menu]:
    """What can be ordered in this phase, from the view alone."""
    drawn = KnownCards(view, lang)
    phase, hand = view["phase"], [*views.own(view)["hand"]]
    if phase == "reserve":
        most = views.limit(view)
        cards = tuple(_card(drawn, id) for id in hand)
        return (
            Menu(_RESERVE.to(lang).format(most=most), cards, "reserve", 0, most, "reserve none"),
        )
    if phase == "front":
        most = drawn.state.size.front
        cards = tuple(_card(drawn, id) for id in hand)
        return (Menu(_FRONT.to(lang).format(most=most), cards, "front", most, most),)
    if phase == "pick" and decision:
        picks = actions.Picks(hand, view["wait"]["drawn"])
        return (Menu(_PICK.to(lang), tuple(_card(drawn, id) for id in picks.cards), "pick"),)
    if phase == "play" and hand:
        return (Menu(_PLAY.to(lang), (*_plays(drawn, view),)),)
    return ()


def _card(drawn: KnownCards, id: str) -> MenuChoice:
    """A card, and what it gives in the front."""
    name, worth = drawn.called(id).removeprefix(f"{id} "), drawn.worth(id)
    return MenuChoice(id, f"{name} ({worth})" if worth else name)


def _plays(drawn: KnownCards, view: View) -> Iterator[MenuChoice]:
    """Each effect of each hand card with all that it may be used on; without that where it cannot be used yet."""
    at = views.moment(view)
    plays = actions.Plays(drawn.state.cards, at)
    for id in sorted({*at.hand}):
        uses = [_uses(drawn, view, plays, id, use) for use in drawn.state.cards[id].uses]
        yield from [*chain.from_iterable(uses)] or [_failing(drawn, view, id)]


def _failing(drawn: KnownCards, view: View, id: str) -> MenuChoice:
    """The card thrown away, of which no effect can be used."""
    order = write(actions.fail(id), view)
    return MenuChoice(order, _FAIL.to(drawn.lang), drawn.called(id))


def _uses(
    drawn: KnownCards, view: View, plays: actions.Plays, id: str, use: Use
) -> Iterator[MenuChoice]:
    name, group = drawn.name(use), drawn.called(id)
    orders = [write(actions.play(id, use, args), view) for args in plays.of(id, use)]
    for order in orders:
        said = _said(order.removeprefix(f"play {id} {use.word}"), drawn.lang)
        yield MenuChoice(order, f"{name}{said}", group)
    if not orders and behind(use).said("").mistake is None:
        yield MenuChoice(
            f"play {id} {use.word}", f"{name} ({_LATER.to(drawn.lang)})", group, later=True
        )


def _said(words: str, lang: Lang) -> str:
    """Words of a canonical order for its reader."""
    return words if lang == "en" else GRAMMAR.forms["play"].slots["args"].in_japanese(words)
