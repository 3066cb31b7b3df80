"""Published evidence, from a file or from the web: of limited size and within a limited time."""

from pathlib import Path
from time import monotonic
from typing import Final
from urllib.error import URLError
from urllib.request import Request, urlopen

from app.cli.console import voice

MOST_BYTES: Final = 16 * 1024 * 1024
MOST_SECONDS: Final = 30
_STEP_SECONDS: Final = 10
_PIECE: Final = 64 * 1024


def fetched(source: str) -> bytes:
    """The content of this file, or of this http or https address. Raises `Refused` with the reason why there is none."""
    if not source.casefold().startswith(("http://", "https://")):
        try:
            with Path(source).open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            raise voice.Refused([f"{source} cannot be read: {error.strerror}."]) from None
    else:
        content = _from_web(source)
    if len(content) > MOST_BYTES:
        raise voice.Refused([f"{source} is larger than {MOST_BYTES // 1024 // 1024} MiB."])
    return content


def _from_web(address: str) -> bytes:
    ends, content = monotonic() + MOST_SECONDS, bytearray()
    asked = Request(address, headers={"Accept": "application/json, text/plain"})  # noqa: S310 - of the web
    try:
        with urlopen(asked, timeout=_STEP_SECONDS) as answer:  # noqa: S310 - http or https alone
            while len(content) <= MOST_BYTES and (piece := answer.read1(_PIECE)):
                content += piece
                if monotonic() > ends:
                    raise TimeoutError
    except TimeoutError:
        raise voice.Refused([f"{address} does not answer within {MOST_SECONDS} seconds."]) from None
    except (URLError, OSError, ValueError) as error:
        raise voice.Refused([f"{address} cannot be fetched: {error}."]) from None
    return bytes(content)
