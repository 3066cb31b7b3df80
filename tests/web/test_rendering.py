"""What templates make of values."""

import pytest
from markupsafe import Markup, escape
from starlette.requests import Request

from app.store.tables import SeasonState
from app.text.templates import put
from app.web.rendering import FRESH, environment, not_modified


class Written:
    """It knows how it stands in HTML."""

    def __html__(self) -> str:
        return "<b>&amp;</b>"


@pytest.mark.parametrize(
    "value",
    [
        *("<script>alert('x')</script> & \"y\"", "", "核", Markup("<b>&amp;</b>"), Written()),
        *(17, True, None, 1.5, ["<", Markup(">")], SeasonState.OPEN, str, b"<"),
    ],
)
def test_a_value_stands_in_a_page_as_it_is_escaped(value: object) -> None:
    shown = environment("en").from_string("{% macro of(a) %}{{ a }}{% endmacro %}{{ of(value) }}")

    assert put(value) == escape(value)
    assert shown.render(value=value) == escape(value)


@pytest.mark.parametrize(
    ("tags", "is_known"),
    [
        *[([], False), ([""], False), (['"x"'], False), (['"x", *'], False)],
        *[(['W/"a"'], True), (['"a"'], True), (['"x",W/"a"'], True), (["*"], True)],
        *[(['"x"', '"a"'], True), (['"a"', '"x"'], True), (['"x"', '"y"'], False)],
    ],
)
def test_a_browser_that_has_the_page_is_told_so_by_the_headers_of_the_page(
    tags: list[str], is_known: bool
) -> None:
    """RFC 9110, 13.1.2 and 15.4.5."""
    headers = [(b"if-none-match", tag.encode()) for tag in tags]
    answer = not_modified(Request({"type": "http", "headers": headers}), 'W/"a"')

    assert bool(answer) == is_known
    if answer:
        assert answer.status_code == 304
        named = {name: answer.headers[name] for name in ("etag", "cache-control", "vary")}
        assert named == {"etag": 'W/"a"', "cache-control": FRESH, "vary": "Accept-Encoding"}
