"""Pages for people, a module a kind of page. Each that has a `router` is found, in any order."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from fastapi import APIRouter


def modules() -> Iterator[ModuleType]:
    """Every module with pages, those of the desk too."""
    for found in pkgutil.walk_packages(__path__, f"{__name__}."):
        module = import_module(found.name)
        if hasattr(module, "router"):
            yield module


def routers() -> list[APIRouter]:
    """The routes of all pages. No two of them answer the same address: what most ask for is looked through first."""
    return [module.router for module in sorted(modules(), key=_is_of_few)]


def _is_of_few(module: ModuleType) -> bool:
    """Whether its pages are for organisers, or for one player."""
    below = module.__name__.removeprefix(f"{__name__}.")
    return not below.startswith(("battles", "entries", "home", "seasons", "statistics"))
