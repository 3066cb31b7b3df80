"""Templates speak the language of their catalogue from the beginning."""

from gettext import NullTranslations

from jinja2 import select_autoescape
from jinja2.loaders import DictLoader

from app.text.templates import Templates
from tests.support.tables import by_row


class Shouting(NullTranslations):
    """Every message in capitals."""

    def gettext(self, message: str) -> str:
        """The message, but not the names of its gaps."""
        return message.upper().replace("%(NAME)S", "%(name)s")


@by_row(
    ("words", "html", "text"),
    [
        ("{{ _('all & <b>') }}", "ALL & <B>", "ALL & <B>"),
        ("{{ _('100%%') }}", "100%", "100%"),
        ("{{ _('to %(name)s<br>', name=name) }}", "TO &lt;a&gt;<BR>", "TO <a><BR>"),
        ("{{ _('to %(name)s', name=_('<i>')) }}", "TO <I>", "TO <I>"),
        ("{{ (nobody or _('<i>'))|upper }}", "<I>", "<I>"),
        ("{{ _(name) }}", "<A>", "<A>"),
        ("{% set said = _('x') %}{{ said ~ name }}", "X&lt;a&gt;", "X<a>"),
        ("{% trans name=name %}by {{ name }}{% endtrans %}", "BY &lt;a&gt;", "BY <a>"),
    ],
)
def test_words_are_ours_and_what_fills_them_is_escaped(words: str, html: str, text: str) -> None:
    templates = Templates(
        Shouting(),
        loader=DictLoader({"page.html": words, "page.txt": words}),
        autoescape=select_autoescape(("html",)),
        extensions=["jinja2.ext.i18n"],
    )

    assert templates.get_template("page.html").render(name="<a>", nobody="") == html
    assert templates.get_template("page.txt").render(name="<a>", nobody="") == text
