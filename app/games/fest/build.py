"""Whether a deck may be played."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from app.engine.words import Words
from app.games.fest.config import cards, size


def problems(build: Any, config: Mapping[str, Any]) -> list[Words]:
    """Every problem of a deck under a settled configuration; none if it is legal."""
    deck = build.get("deck") if isinstance(build, Mapping) else None
    if not isinstance(deck, Mapping) or len(build) != 1:
        return [Words("デッキがありません。", "There is no deck.")]
    known = cards(config)
    found: list[Words] = []
    total = 0
    for id, count in deck.items():
        if type(count) is not int or count < 1:
            found.append(
                Words(f"{id}の枚数は1以上の数です。", f"The count of {id} is a number from 1 on.")
            )
            continue
        total += count
        if id not in known:
            near = get_close_matches(str(id), known, n=1)
            found.append(
                Words(
                    f"{id}というカードはありません。" + "".join(f"{n}ですか?" for n in near),
                    f"There is no card {id}." + "".join(f" Is it {n}?" for n in near),
                )
            )
            continue
        most = config["max_copies"]
        if most is not None and count > most:
            found.append(
                Words(
                    f"{id}は{most}枚までです({count}枚あります)。",
                    f"There may be {most} of {id} at most, not {count}.",
                )
            )
        barred = [tag for tag in known[id].tags if tag not in config["allowed_tags"]]
        found += [
            Words(
                f"{id}のタグ{tag}は使えません。", f"{id} has the tag {tag}, which is not allowed."
            )
            for tag in barred
        ]
    wanted = size(config).deck
    if total != wanted:
        found.append(
            Words(
                f"デッキは{wanted}枚です({total}枚あります)。",
                f"A deck has {wanted} cards, not {total}.",
            )
        )
    return found
