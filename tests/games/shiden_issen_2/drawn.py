"""Drawn builds of several kinds: anything at all, few kinds of skill, interceptors, supports, changes."""

from random import Random

from hypothesis import strategies as st

from tests.games.shiden_issen_2.play import OBTAINABLE

POOLS = (
    OBTAINABLE,
    "疫影硬逆呪連待交反的",
    "隠覚盾壁錬無先燐裏紫",
    "交搦待玉崩疫反閃紫怒",
    "雷覚壁封錬盾無硬燐連",
)

Pair = tuple[str, str]


def builds() -> st.SearchStrategy[str]:
    """One row of five skills."""
    return st.sampled_from(POOLS).flatmap(
        lambda skills: st.text(st.sampled_from(skills), min_size=5, max_size=5)
    )


def pairs() -> st.SearchStrategy[Pair]:
    """Two rows, as strangers, as the same skills in another order, or as twins."""
    strangers = st.tuples(builds(), builds())
    shuffled = builds().flatmap(
        lambda row: st.tuples(st.just(row), st.permutations(row).map("".join))
    )
    twins = builds().map(lambda row: (row, row))
    return st.one_of(strangers, strangers, strangers, shuffled, twins)


def drawn_pairs(count: int, seed: int = 1) -> list[Pair]:
    """The same pairs every time, of every kind in turn."""
    random = Random(seed)
    pools = [POOLS[n % len(POOLS)] for n in range(count)]
    return [("".join(random.choices(p, k=5)), "".join(random.choices(p, k=5))) for p in pools]
