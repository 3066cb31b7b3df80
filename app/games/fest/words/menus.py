"""The orders of the festival to be chosen: cards of the hand for reserve and front, and what each can do in the back."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from app.engine.matches.game import MatchDecision, View
from app.engine.matches.menus import Menu, MenuChoice, by_verb
from app.engine.words import Lang, Words
from app.games.fest import actions, autopilot, view as views
from app.games.fest.abilities import ATTRIBUTES, Points
from app.games.fest.effects import Use
from app.games.fest.side import without
from app.games.fest.verbs import Args, Moment
from app.games.fest.words.known import KnownCards
from app.games.fest.words.names import ATTRIBUTES as NAMES
from app.games.fest.words.orders import GRAMMAR, behind, write
from app.games.fest.words.sentences import JUDGING_NAME

_MADE = {
    "reserve": Words("温存する札（{most}枚まで）", "Cards to reserve, at most {most}"),
    "front": Words("フロントに出す札（{most}枚）", "Cards for the front: {most}"),
    "pick": Words("デッキに戻す札", "The card that goes back into the deck"),
}
_PLAY = Words("バックで出す札と効果（出す順に）", "A card to play in the back, and its effect")
_FAIL = Words(
    "使える効果がないので捨て札、審査点−1",
    "no effect can be used: discarded, 1 judging point lost",
)
_DIE = Words("{gains}（出目3で）", "{gains} (if the die shows 3)")
_FOES = Words("相手の{gains}", "their {gains}")
_LATER = Words("いまはまだ使えません", "cannot be used yet")


def menus(view: View, decision: MatchDecision | None, _: object, lang: Lang) -> Sequence[Menu]:
    """Return the possible orders of this phase, from the view alone.

    A front or reserve already begun shows the rest.
    """
    drawn = KnownCards(view, lang)
    phase, mine = view["phase"], views.own(view)
    hand = [*mine["hand"]]
    if phase == "play":
        return by_verb(GRAMMAR, _plays(drawn, view), {"play": _PLAY}, lang)
    if phase not in _MADE or (phase == "pick" and not decision):
        return ()
    least = most = drawn.state.size.front - len(mine["front"]) if phase == "front" else 1
    if phase == "reserve":
        least, most = 0, views.limit(view)
    if phase == "pick":
        hand = [*actions.Picks(hand, view["wait"]["drawn"]).cards]
    if not most:
        return ()
    name = _MADE[phase].to(lang).format(most=most)
    none = "" if least or mine.get("drawn") else "reserve none"
    choices = (MenuChoice(id, drawn.worth(id), id) for id in hand)
    return (Menu(name, (*choices,), phase, least, most, none),)


def _plays(drawn: KnownCards, view: View) -> Iterator[MenuChoice]:
    """Yield each effect of each hand card with its targets, best first. Effects not usable yet have no targets.

    A card without a usable effect is offered for discarding.
    """
    at, lang = views.moment(view), drawn.lang
    hand = at.hand
    for _, id, use, args in sorted(autopilot.plays(view), key=itemgetter(0), reverse=True):
        at.hand = without(hand, id)
        aims = (each for each in args if each in drawn.state.cards)
        order = write(actions.play(id, use, args), view)
        yield MenuChoice(order, _comes_to(at, use, args, lang), id, (*aims,))
    plays = actions.Plays(drawn.state.cards, views.moment(view))
    for id in sorted({*hand}):
        if plays.fails(id):
            yield MenuChoice(write(actions.fail(id), view), _FAIL.to(lang))
        for use in drawn.state.cards[id].uses:
            if not plays.of(id, use) and behind(use).said("").mistake is None:
                yield MenuChoice(f"play {id} {use.word}", _LATER.to(lang), later=True)


def _comes_to(at: Moment, use: Use, args: Args, lang: Lang) -> str:
    """Return what an effect adds to the points of both, and takes from them, before the limits."""
    before = at.own, at.foe
    at.own, at.foe = (each[:] for each in before)
    for verb in use.effect.verbs:
        verb.change(at, args)
    own, foe = (_gains(was, now, lang) for was, now in zip(before, (at.own, at.foe), strict=True))
    at.own, at.foe = before
    if use.effect.waits == "effect":
        own = _DIE.to(lang).format(gains=own)
    return ("、" if lang == "ja" else "; ").join(
        filter(None, (own, foe and _FOES.to(lang).format(gains=foe)))
    )


def _gains(before: Points, after: Points, lang: Lang) -> str:
    names = [*(NAMES[each] for each in ATTRIBUTES), JUDGING_NAME]
    return " ".join(
        f"{name.to(lang)}{now - was:+}".replace("-", "−")
        for name, was, now in zip(names, before, after, strict=True)
        if was != now
    )
