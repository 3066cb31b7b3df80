"""Templates of pages and letters in one language, with their words translated when they are compiled."""

from gettext import NullTranslations
from typing import Any, Final

from jinja2 import Environment, Template, nodes
from jinja2.visitor import NodeTransformer
from markupsafe import (  # type: ignore[attr-defined]
    Markup,
    _escape_inner as escape_text,
    escape,
)

_WORDS: Final = ("_", "gettext")


def put(value: Any) -> str:
    """The value escaped for HTML like `escape`, but as a plain `str`: making `Markup` would take most of the time."""
    kind = type(value)
    if kind is str:
        text: str = escape_text(value)
        return text
    if kind is int:
        return str(value)
    return value if kind is Markup else escape(value)


class _Template(Template):
    """A template that joins its values as soon as they are escaped, since a page has thousands of them."""

    @classmethod
    def from_code(cls, *parts: Any, **more: Any) -> Template:
        """Made of the code that it was compiled to."""
        made = super().from_code(*parts, **more)
        made.root_render_func.__globals__["escape"] = put
        return made


class Templates(Environment):
    """Templates in the language of this catalogue. Messages are looked up once, when a template is compiled."""

    template_class = _Template

    def __init__(self, catalogue: NullTranslations, **how: Any) -> None:
        super().__init__(**how)
        self.policies["ext.i18n.trimmed"] = True
        self.install_gettext_translations(catalogue, newstyle=True)  # type: ignore[attr-defined]
        self._spoken = _Spoken(catalogue)

    def compile(self, source: str | nodes.Template, *names: Any, **how: Any) -> Any:
        """Compile them."""
        tree = self.parse(source, *names) if isinstance(source, str) else source
        return super().compile(self._spoken.visit(tree), *names, **how)


class _Spoken(NodeTransformer):
    """Replaces our messages by those of the catalogue. Their placeholders are escaped in the template, as Jinja does
    it.
    """

    def __init__(self, catalogue: NullTranslations) -> None:
        self.catalogue = catalogue

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - what Jinja calls it
        """Replace a call for a message by the message."""
        self.generic_visit(node)
        match node:
            case nodes.Call(
                node=nodes.Name(name=name), args=[nodes.Const(value=str(message))], dyn_kwargs=None
            ) if name in _WORDS:
                line = node.lineno
                words = self.catalogue.gettext(message)
                if not node.kwargs:
                    words %= {}
                spoken = nodes.MarkSafeIfAutoescape(nodes.Const(words, lineno=line), lineno=line)
                if not node.kwargs:
                    return spoken
                gaps = [
                    nodes.Pair(nodes.Const(gap.key, lineno=line), gap.value, lineno=line)
                    for gap in node.kwargs
                ]
                return nodes.Mod(spoken, nodes.Dict(gaps, lineno=line), lineno=line)
        return node
