"""Every diagram compared with the stored one. A change of any shows up here, with its place."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from app.engine.matches.dice import Dice
from app.engine.matches.game import Chance, Game, Over, Seat
from app.text.columns import WIDTH, width
from tests.games.test_match_laws import FOUND, LANGS, WATCHERS
from tests.support.tables import by_row

KEPT: Final = Path(__file__).with_name("diagrams.json")
"""For each game, language and reader the SHA-256 of all diagrams of the matches below, one after another."""
MATCHES: Final = 3
NAMES: Final[dict[Seat, str]] = {"A": "Alice", "B": "ボブ"}


def positions(game: Game[Any], deals: ModuleType, name: str) -> Iterator[Any]:
    """Every state of a match of drawn decks; of two moves the house makes one, the other is drawn."""
    random = Random(name)
    config, builds = deals.deal(random)
    state = game.new(game.settle(config), builds)
    dice = Dice(random.randbytes(32))
    while not isinstance(pending := game.pending(state), Over):
        yield state
        if isinstance(pending, Chance):
            state, _ = game.apply_chance(state, pending, dice.draw(pending))
            continue
        moves = {}
        for each in pending:
            options = game.legal(state, each)
            if random.random() < 0.5:
                some = [action for _, action in zip(range(12), options, strict=False)]
                moves[each.id] = random.choice(some)
            else:
                moves[each.id] = game.autopilot(game.view(state, each.seat), each, options)
        state, _ = game.apply(state, moves)
    yield state


@by_row(("game", "deals"), FOUND[1:], ids=[game.rules for game, _ in FOUND[1:]])
def test_no_diagram_says_otherwise_than_before(game: Game[Any], deals: ModuleType) -> None:
    """Nor is any line of one wider than a letter."""
    found = {f"{lang} {seat or '-'}": sha256() for lang in LANGS for seat in WATCHERS}
    for number in range(MATCHES):
        for state in positions(game, deals, f"diagrams {number}"):
            for seat in WATCHERS:
                view = game.view(state, seat)
                for lang in LANGS:
                    text = game.diagram(view, NAMES, lang)
                    assert max(map(width, text.split("\n"))) <= WIDTH
                    found[f"{lang} {seat or '-'}"].update(text.encode() + b"\0")
    kept = json.loads(KEPT.read_text())
    assert {key: each.hexdigest() for key, each in found.items()} == kept[game.rules]
