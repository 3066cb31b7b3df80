"""The house as a strong player: the worlds it imagines, the value of each result, and its reasons."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from app.engine.matches.dice import Dice
from app.engine.matches.game import Action, Chance, MatchDecision, Seat, View, dealt, other
from app.engine.words import Words
from app.games.fest import actions, autopilot, config as configs
from app.games.fest.abilities import ATTRIBUTES, JP
from app.games.fest.autopilot import answer
from app.games.fest.cards import DECKS, HOUSE, Card
from app.games.fest.festival import FRONT_POINTS, Step, decided, pending
from app.games.fest.state import State, load, tags
from app.games.fest.view import limit
from app.games.fest.words.known import blanks_of
from app.games.fest.words.names import ATTRIBUTES as NAMES, filled, title, words_of

_RESERVES: Final = (
    Words(
        "第3ラウンドのほうが点になる札はありません。",
        "No card in your hand scores more in round 3 than now.",
    ),
    Words(
        "フロントに出すと、第3ラウンドなら合わせて{then}点、いまなら{now}点の札です。",
        "In the front they score {then} points in round 3, and {now} now.",
    ),
)
_PLAY: Final = Words(
    "{name}：{text}いま出せる手の中で、一番有利になります。",
    "{name}: {text} No other play does more for your lead now.",
)
_OPEN: Final = ("front", "back", "discard", "seen", "seen_reserve")


def imagine(view: View, dice: Dice, house: Mapping[str, Card]) -> State:
    """Return a state that this view allows. A closed list is the starter that fits best, or any cards of its tags."""
    viewer: Seat = view["viewer"]
    foe = view["seats"][other(viewer)]
    own = view["seats"][viewer]
    known = Counter(card for zone in _OPEN for card in foe[zone])
    seen, kept = [*foe["seen"]], [*foe["seen_reserve"]]
    sizes = [foe[zone] for zone in ("hand", "reserve", "deck")]
    count = sum(sizes) - len(seen) - len(kept)
    cards = configs.known(view["config"], house)
    pool = _unseen(foe, cards, known, count, dice)
    hand, reserve = sizes[0] - len(seen), sizes[1] - len(kept)
    deck_list = foe["deck_list"] or dict(sorted((known + Counter(pool)).items()))
    sides: dict[str, Any] = {
        viewer: own | {"deck": dealt(own["deck"], dice, "mine")},
        other(viewer): foe
        | {
            "deck_list": deck_list,
            "hand": sorted(seen + pool[:hand]),
            "reserve": sorted(kept + pool[hand : hand + reserve]),
            "deck": pool[hand + reserve :],
        },
    }
    world = load({**view, "seats": sides})
    world.seats[other(viewer)].tags = tuple(foe["tags"])
    return world


def _unseen(
    foe: Mapping[str, Any],
    cards: Mapping[str, Card],
    known: Counter[str],
    count: int,
    dice: Dice,
) -> list[str]:
    """Return a possible set of `count` unknown cards of the opponent."""
    own, size = (*foe["tags"],), known.total() + count
    lists = [DECKS[name] for name in dealt([*DECKS], dice, "deck")]
    near = [each for each in lists if tags(each, HOUSE) == own and sum(each.values()) == size]
    if foe["deck_list"] or near:
        deck = foe["deck_list"] or min(near, key=lambda each: (known - Counter(each)).total())
        return dealt([*(Counter(deck) - known).elements()], dice, "theirs")[:count]
    able = [id for id, card in cards.items() if {*own}.issuperset(card.tags)]
    return (dealt(able, dice, "theirs") * (count // len(able) + 1))[:count]


def ideas(view: View, _best: Action) -> Iterator[Action]:
    """Yield other actions to try: the plays that lead to the best positions first."""
    if view["phase"] == "play":
        found = sorted(autopilot.plays(view), key=itemgetter(0), reverse=True)
        yield from (actions.play(card, use, args) for _, card, use, args in found)


def notions(view: View, best: Action) -> Iterator[Action]:
    """Yield other fronts and plays by their worth, and other numbers of reserved cards."""
    match view["phase"]:
        case "reserve":
            whole = autopilot.unmatched(view, limit(view))
            yield from ({"a": "reserve", "cards": cards} for cards in (whole, whole[:1], []))
        case "front":
            fronts = sorted(autopilot.fronts(view), key=itemgetter(0), reverse=True)
            yield from ({"a": "front", "cards": sorted(cards)} for _, cards in fronts)
        case _:
            yield from ideas(view, best)


def play_on(state: State, decision: MatchDecision, idea: Action) -> tuple[int, int]:
    """Return the value of the round after this action, with the autopilot playing both sides, and the number of steps."""
    step, steps, chosen = Step(state), 0, {decision.id: idea}
    now = step.state
    while now.round == state.round:
        asked = pending(now)
        if isinstance(asked, tuple):
            decided(step, {each.id: chosen.get(each.id) or answer(now, each) for each in asked})
        elif isinstance(asked, Chance) and now.phase in ("effect", "reshuffle"):
            # a die counts 3 before it is rolled, as for the autopilot
            step.drawn([3] if now.phase == "effect" else range(asked.what[1]))
        else:
            break
        steps += 1
    return worth(now, decision.seat), steps


def worth(state: State, seat: Seat) -> int:
    """Return the lead of the seat. Points of a round count once it is over."""
    return _score(state, seat) - _score(state, other(seat))


def _score(state: State, seat: Seat) -> int:
    """The total; judging points that are yet to be rolled for count as many."""
    side = state.seats[seat]
    return side.total + (side.points[JP] * 7 // 2 if state.phase == "dice" else 0)


def reasoned(seen: View, decision: MatchDecision, *_: object) -> tuple[Action, Words]:
    """The answer of the house, and why: what it compared of the best and of the next best."""
    action = autopilot.choose(seen, decision)
    match decision.kind:
        case "fest.reserve":
            fit = configs.cards(seen["config"]).fit
            last, now = fit[seen["programme"][2]], fit[seen["theme"]]
            then, at_once = (sum(fit[card] for card in action["cards"]) for fit in (last, now))
            return action, _RESERVES[bool(action["cards"])].filled(
                then=FRONT_POINTS * then, now=FRONT_POINTS * at_once
            )
        case "fest.front":
            return action, _front_reason(seen, action["cards"])
        case "fest.pick":
            return action, Words(
                "今とこれからのテーマに合う能力がいちばん少ないカードです。",
                "It has the fewest abilities for this theme and those to come.",
            )
    use = configs.cards(seen["config"])[action["card"]].use(action["effect"])
    if use is None:
        return action, Words(
            "使える効果がないので、この札を捨てます。",
            "You can use none of your effects, so this card is discarded.",
        )
    text = filled(words_of(use.effect).text, blanks_of(use))
    return action, _PLAY.filled(name=title(use), text=text)


def _front_reason(seen: View, front: Sequence[str]) -> Words:
    """The highest attribute and the sum of the best front and of the next best."""
    worths = sorted({worth for worth, _ in autopilot.fronts(seen)}, reverse=True)
    (high, whole), (next_high, next_whole) = worths[0], worths[min(1, len(worths) - 1)]
    name = NAMES[ATTRIBUTES[autopilot.highest(seen, front)]]
    return Words(
        f"{name.ja}に{high}点、合わせて{whole}点になります。次に良い並びは{next_high}点、合わせて{next_whole}点です。",
        f"It brings {high} {name.en}, {whole} points in all; the next best {next_high}, {next_whole} in all.",
    )
