"""Templates of pages and letters, in one language, made faster: their words stand translated from the beginning."""

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
    """The value as it stands in HTML, as `escape` says it, without making `Markup` of it: that takes most of the time."""
    kind = type(value)
    if kind is str:
        text: str = escape_text(value)
        return text
    if kind is int:
        return str(value)
    return value if kind is Markup else escape(value)


class _Template(Template):
    """A template whose values are joined as soon as they are escaped; a page has thousands of them."""

    @classmethod
    def from_code(cls, *parts: Any, **more: Any) -> Template:
        """Made of the code that it was compiled to."""
        made = super().from_code(*parts, **more)
        made.root_render_func.__globals__["escape"] = put
        return made


class Templates(Environment):
    """Templates that speak the language of this catalogue. Words are looked up once: a letter has dozens, a page hundreds."""

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
    """Words of ours become those of the catalogue; what fills their gaps is escaped where the template is, as Jinja does."""

    def __init__(self, catalogue: NullTranslations) -> None:
        self.catalogue = catalogue

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - what Jinja calls it
        """The words themselves instead of a question for them."""
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
