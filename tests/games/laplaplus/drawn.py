"""Drawn builds of several kinds: anything at all, few kinds of card, many Echoes and Events, cores, lists."""

from random import Random

from hypothesis import strategies as st

from tests.games.laplaplus.play import IDS

ALL = "".join(IDS)
POOLS = (
    ALL,
    "響響響眩盾反防力腐罠攻連重偽",
    "響眩眩罠偽殺速核",
    "核硬双癒機散攻連壊突",
    "類限偽壊突殺罠響欺攻眩核",
)

Pair = tuple[str, str]


def rows() -> st.SearchStrategy[str]:
    """One row of 0 to 8 cards."""
    few = st.lists(st.sampled_from(ALL), min_size=1, max_size=3).map("".join)
    pool = st.one_of(st.sampled_from(POOLS), few)
    return pool.flatmap(
        lambda cards: st.one_of(
            st.text(st.sampled_from(cards), max_size=8),
            st.text(st.sampled_from(cards), min_size=8, max_size=8),
        )
    )


def pairs() -> st.SearchStrategy[Pair]:
    """Two rows, as strangers, as the same cards in another order, or as twins."""
    strangers = st.tuples(rows(), rows())
    shuffled = rows().flatmap(
        lambda row: st.tuples(st.just(row), st.permutations(row).map("".join))
    )
    twins = rows().map(lambda row: (row, row))
    return st.one_of(strangers, strangers, strangers, shuffled, twins)


def drawn_pairs(count: int, seed: int = 1) -> list[Pair]:
    """The same pairs every time, of every kind in turn."""
    random = Random(seed)

    def row(kind: int) -> str:
        pool = POOLS[kind] if kind < len(POOLS) else random.sample(ALL, 2)
        size = 8 if kind % 2 else random.randint(0, 8)
        return "".join(random.choice(pool) for _ in range(size))

    kinds = [n % (len(POOLS) + 1) for n in range(count)]
    return [(row(kind), row(kind)) for kind in kinds]
