"""Every page has all its parts; a new one is a module with a `router`, its template and words, and a row in two tables."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Final

from fastapi import APIRouter
from fastapi.routing import APIRoute

from app.web import pages
from app.web.rendering import TEMPLATES
from tests.support.tables import by_row
from tests.test_sealed import ELSEWHERE, PLAIN, ROUTES
from tests.web.test_routes import ROWS

_TEMPLATE: Final = re.compile(r'"(\w[\w/]*\.(?:html|atom|txt))"')
_USED: Final = re.compile(r'{% (?:extends|include|import|from) "([\w/.]+)"')


def lacks(module: ModuleType) -> Iterator[str]:
    """What a module with pages still needs, a sentence each."""
    name = module.__name__
    if not module.__doc__:
        yield f"{name} has no docstring: say in a line what it shows."
    router: APIRouter = module.router
    for route in router.routes:
        assert isinstance(route, APIRoute)
        yield from lacks_of_route(route)
    for template in templates_of(module):
        yield from lacks_of_template(template)


def lacks_of_route(route: APIRoute) -> Iterator[str]:
    for method in sorted(route.methods or ()):
        address = f"{method} {route.path}".replace("{lang:lang}", "{lang}")
        if address not in ROWS:
            yield f"{address} has no row in tests/web/test_routes.py: say there who may ask it, and when."
        is_told = address in ROUTES or address in PLAIN or address.startswith(ELSEWHERE)
        if method == "GET" and not is_told:
            yield f"{address} has no row in tests/test_sealed.py: say there whom it shows an entry."
    if not route.endpoint.__doc__:
        yield f"{route.path} has no docstring: say what its reader gets."


def templates_of(module: ModuleType) -> list[str]:
    """The templates that it names."""
    return _TEMPLATE.findall(Path(module.__file__ or "").read_text())


def lacks_of_template(name: str) -> Iterator[str]:
    path = TEMPLATES / name
    if not path.exists():
        yield f"There is no template {name}."
    elif path.suffix == ".html" and "{% block title %}" not in path.read_text():
        yield f"{name} has no title: begin it with a block of that name."


@by_row("module", list(pages.modules()), ids=lambda module: module.__name__)
def test_a_page_has_all_its_parts(module: ModuleType) -> None:
    assert "\n".join(lacks(module)) == ""


def test_what_a_new_page_lacks_is_told_in_sentences(tmp_path: Path) -> None:
    source = """
from fastapi import APIRouter
from app.web.dependencies import IN_LANGUAGE

router = APIRouter(prefix=IN_LANGUAGE)

@router.get("/not_there_yet")
def not_there_yet():
    return "not_there_yet.html"
"""
    module = ModuleType("app.web.pages.not_there_yet")
    module.__file__ = str(tmp_path / "not_there_yet.py")
    (tmp_path / "not_there_yet.py").write_text(source)
    exec(source, module.__dict__)

    assert list(lacks(module)) == [
        "app.web.pages.not_there_yet has no docstring: say in a line what it shows.",
        "GET /{lang}/not_there_yet has no row in tests/web/test_routes.py: say there who may ask it, and when.",
        "GET /{lang}/not_there_yet has no row in tests/test_sealed.py: say there whom it shows an entry.",
        "/{lang:lang}/not_there_yet has no docstring: say what its reader gets.",
        "There is no template not_there_yet.html.",
    ]


def test_every_template_is_used() -> None:
    """By a page, by a view that pages share, or by another template."""
    web = Path(pages.__file__).parent.parent
    used = {name for path in web.rglob("*.py") for name in _TEMPLATE.findall(path.read_text())}
    used |= {name for path in TEMPLATES.rglob("*.html") for name in _USED.findall(path.read_text())}
    there = {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*")}

    assert there - used == set()


def test_no_line_of_a_template_is_over_160_columns() -> None:
    lines = (
        (f"{path.relative_to(TEMPLATES.parent)}:{number}", line)
        for path in sorted(TEMPLATES.parent.rglob("*.*"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    )

    assert [at for at, line in lines if len(line) > 160] == []
