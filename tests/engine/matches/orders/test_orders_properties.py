"""Orders of any shape: what is written is read again alike, and no text breaks the reading."""

from hypothesis import given, strategies as st

from app.engine.matches.grammar import Claim, OrderCondition, OrderLine, Orders
from app.engine.matches.orders.blocks import split
from app.engine.matches.orders.mistakes import explain
from app.engine.matches.orders.orders import answered, read_text
from app.engine.matches.orders.vocabulary import CONDITION, HEADER, ORDER, WHOLE
from app.errors import OrdersUnreadable, Problem
from tests.support.stall import VIEW, Stall

GAME = Stall()
ORDERS = st.sampled_from(["play f01", "play hana", "pick natsu", "pass", "add 7"])
REACTIONS = st.sampled_from(["guard 2", "guard any"])
NAMES = st.sampled_from(["my.hand", "e.hand", "turn", "e2.power"])
COMPARED = st.builds(
    Claim,
    NAMES,
    st.sampled_from(["=", "!=", "<", "<=", ">", ">="]),
    NAMES | st.integers(-(10**8), 10**8).map(str),
    st.booleans(),
)
CLAIMS = COMPARED | st.sampled_from(
    [
        Claim("theme", "is", "song"),
        Claim("theme", "=", "combat", True),
        Claim("f01", "exists", denied=True),
        Claim("e2", "in range"),
    ]
)
CONDITIONS = st.builds(
    OrderCondition,
    st.lists(st.lists(CLAIMS, min_size=1, max_size=3).map(tuple), min_size=1, max_size=3).map(
        tuple
    ),
)
NUMBERS = st.none() | st.integers(0, 99)


@st.composite
def lines(draw: st.DrawFn) -> OrderLine:
    react = draw(st.booleans())
    kind = REACTIONS if react else ORDERS
    return OrderLine(
        draw(kind),
        draw(NUMBERS),
        draw(NUMBERS),
        react,
        draw(st.none() | CONDITIONS),
        draw(st.none() | CONDITIONS),
        None,
        draw(st.just("") | kind),
        draw(st.booleans()),
        draw(st.booleans()),
    )


@st.composite
def plans(draw: st.DrawFn) -> Orders:
    written = draw(st.lists(lines(), max_size=6))
    numbers = [line.number for line in written if line.number is not None]
    if numbers and written:
        last = written[-1]
        after = draw(st.sampled_from(numbers))
        written[-1] = OrderLine(last.order, last.number, last.turn, last.react, after=after)
    return Orders(
        tuple(written),
        draw(st.sampled_from([None, "pass", "auto", "ask"])),
        draw(st.sampled_from(["", "on", "clear"])),
        draw(st.sampled_from(["", "late game", "夜の部"])),
        *(draw(st.booleans()) for _ in range(4)),
    )


@given(plans())
def test_a_plan_that_is_written_is_read_again(orders: Orders) -> None:
    assert read_text(str(orders), GAME, VIEW) == orders


@given(plans())
def test_full_width_it_is_the_same(orders: Orders) -> None:
    wide = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}
    assert read_text(str(orders).translate(wide), GAME, VIEW) == orders


WORDS = st.sampled_from(
    [
        *(
            way
            for table in (HEADER, ORDER, CONDITION, WHOLE)
            for word, ways in table.items()
            for way in (word, *ways)
        ),
        *[
            "play",
            "f01",
            "出す",
            "guard",
            "any",
            "1.",
            "①",
            "2",
            "my.hand",
            "=",
            ":",
            "、",
            "。",
            "(",
            ">",
            ";",
            "\n",
            "- ",
            "--",
            "ﾞ",
            "\u0301",
            "\u00ad",
        ],
    ]
)
TEXTS = st.lists(WORDS | st.text(max_size=3), max_size=30).flatmap(
    lambda words: st.sampled_from([" ", ""]).map(lambda between: between.join(words))
)


@given(TEXTS | st.text())
def test_any_text_is_read_or_refused_with_places_in_it(text: str) -> None:
    typed = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems_of(text):
        assert explain(problem, "en") != explain(problem, "ja")
        assert 1 <= problem.line <= len(typed)
        assert 1 <= problem.column <= len(typed[problem.line - 1]) + 1


def problems_of(text: str) -> tuple[Problem, ...]:
    """What is wrong with the orders; if nothing is, they are read again from what is written."""
    try:
        orders = read_text(text, GAME, VIEW)
    except OrdersUnreadable as refusal:
        return refusal.problems
    assert read_text(str(orders), GAME, VIEW) == orders
    return ()


@given(TEXTS)
def test_any_mail_is_answered(text: str) -> None:
    blocks, problems = split(f"Dear all,\ngame demo-1\n{text}")
    assert blocks
    for block in blocks:
        outcome = answered(block, GAME, VIEW)
        assert (outcome.orders is None) is bool(outcome.problems)
    assert all(explain(problem, "en") for problem in problems)
