"""What templates make of values."""

import pytest
from markupsafe import Markup, escape

from app.store.tables import SeasonState
from app.text.templates import put
from app.web.rendering import environment


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
