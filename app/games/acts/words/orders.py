"""Actions as the orders that are canonical: every square as its player numbers it."""

from collections.abc import Sequence

from app.engine.matches.game import Action, View
from app.games.acts.squares import NAMED, turned
from app.games.acts.view import Sight, called


def written(action: Action, view: View) -> str:
    """The canonical order of an action."""
    sight = Sight.through(view)

    def card(square: str) -> str:
        return called(NAMED[square], sight) if square in NAMED else square

    def own(square: str) -> str:
        return str(turned(int(square), sight.seat))

    match action["a"]:
        case "make":
            text = (
                f"make {action['card']} at {own(action['at'])} with {action['master']} from master"
            )
            return f"{text} and {action['hand']} from hand" if action["hand"] else text
        case "move":
            return f"move {card(action['unit'])} to {own(action['to'])}"
        case "attack":
            skill = f" with {action['skill']}" if action["skill"] else ""
            also = f" and {card(action['also'])}" if "also" in action else ""
            return f"attack {card(action['unit'])}{skill} > {card(action['target'])}{also}"
        case "skill":
            text = f"skill {card(action['unit'])} {action['skill']}"
            if "to" in action:
                return f"{text} to {own(action['to'])}"
            return f"{text} on {card(action['on'])}{_given(action.get('give', (0, 0)))}"
        case "tool":
            if "at" in action:
                return f"tool {action['card']} at {own(action['at'])}"
            return f"tool {action['card']}" + (
                f" on {card(action['on'])}" if "on" in action else ""
            )
        case "ether":
            parts = [f"hand {action['hand']}"] if action["hand"] else []
            parts += [f"{card(at)}{_given(give)}" for at, *give in action["move"]]
            return f"ether {', '.join(parts)}"
        case "defend":
            return f"defend {card(action['unit'])} with {action['skill']}"
        case "first" | "second":
            return f"toss {action['a']}"
        case "refill":
            return f"refill {action['n']}"
    return str(action["a"])


def _given(give: Sequence[int]) -> str:
    off, on = give
    return (f" {off:+}" if off else "") + (f" {on:+}on" if on else "")
