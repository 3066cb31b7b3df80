"""An archive as its readers have it: every link of its pages followed."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

from selectolax.lexbor import LexborHTMLParser

Files = Mapping[str, bytes]


def opened(content: bytes) -> Files:
    """The files of a zip, by name."""
    with ZipFile(BytesIO(content)) as archive:
        names = archive.namelist()
        assert len({*names}) == len(names)
        return {name: archive.read(name) for name in names}


def faults(files: Files) -> Iterator[str]:
    """Links that lead nowhere, files that no page leads to, and whatever would ask a server."""
    pages = {
        name: LexborHTMLParser(content.decode())
        for name, content in files.items()
        if name.endswith(".html")
    }
    linked = {"index.html", "README.txt", "battles.pyz"}
    for name, page in pages.items():
        for node in page.css("[href], [src], [action], [srcset], [style*=url]"):
            href = node.attributes.get("href", node.attributes.get("src"))
            if href is None or href.startswith("/"):
                yield f"{name}: {node.html}"
                continue
            at = urlsplit(href)
            if at.scheme:
                if at.scheme not in ("http", "https") or node.tag != "a":
                    yield f"{name}: {href}"
                continue
            goal = normpath(join(dirname(name), unquote(at.path))) if at.path else name
            linked.add(goal)
            if goal not in files:
                yield f"{name}: {href} leads nowhere"
            elif at.fragment and not pages[goal].css(f"[id='{at.fragment}']"):
                yield f"{name}: {href} has no such part"
        yield from (f"{name}: {each.html}" for each in page.css("form, script[type=module]"))
    for name, content in files.items():
        if name.endswith(".js") and any(word in content for word in (b"import ", b"fetch(")):
            yield f"{name} asks for more"
        if name.endswith(".css") and b"url(" in content:
            yield f"{name} asks for more"
    yield from (
        f"{name} is not found" for name in files if name not in linked and "data/" not in name
    )
