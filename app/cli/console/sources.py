"""Published evidence, from a file or from the web: of limited size and within a limited time."""

from http.client import HTTPException, HTTPMessage
from pathlib import Path
from time import monotonic
from typing import IO, Final
from urllib.error import URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from app.cli.console import voice

MOST_BYTES: Final = 16 * 1024 * 1024
MOST_OF_RECORD: Final = 512 * 1024 * 1024
"""A record of ten thousand entries has a hundred million digits."""
MOST_SECONDS: Final = 30
BYTES_A_SECOND: Final = 256 * 1024
"""What may be larger may take as much longer."""
MOST_REDIRECTS: Final = 5
_STEP_SECONDS: Final = 10
_PIECE: Final = 64 * 1024


def is_web(source: str) -> bool:
    """Whether this is an http or https address."""
    return source.casefold().startswith(("http://", "https://"))


def fetched(source: str, most: int | None = None) -> bytes:
    """Return the content of this file, or of this http or https address. Raises `Refused` with the reason."""
    most = MOST_BYTES if most is None else most
    if is_web(source):
        content = _from_web(source, most)
    else:
        try:
            with Path(source).open("rb") as file:
                content = file.read(most + 1)
        except OSError as error:
            raise voice.Refused([f"{source} cannot be read: {error.strerror}."]) from None
    if len(content) > most:
        raise voice.Refused([f"{source} is larger than {most // 1024 // 1024} MiB."])
    return content


class _Redirects(HTTPRedirectHandler):
    """Only a few, and none from https to what everybody on the way can change."""

    max_redirections = MOST_REDIRECTS

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if not is_web(newurl):
            raise URLError(f"it leads to {newurl}")
        if req.full_url.casefold().startswith("https:") and newurl.casefold().startswith("http:"):
            raise URLError(f"it redirects to {newurl}, which is not secure")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _from_web(address: str, most: int) -> bytes:
    began, content = monotonic(), bytearray()
    accept = "application/json, application/zip, text/plain"
    try:
        asked = Request(address, headers={"Accept": accept})  # noqa: S310 - of the web
        with build_opener(_Redirects).open(asked, timeout=_STEP_SECONDS) as answer:
            while len(content) <= most and (piece := answer.read1(_PIECE)):
                content += piece
                if monotonic() > began + MOST_SECONDS + len(content) // BYTES_A_SECOND:
                    raise TimeoutError
    except TimeoutError:
        raise voice.Refused(
            [f"{address} did not answer fully within {MOST_SECONDS} seconds."]
        ) from None
    except (HTTPException, URLError, OSError, ValueError) as error:
        raise voice.Refused([f"{address} cannot be fetched: {error}."]) from None
    return bytes(content)
