"""Secret links stand in no log."""

import logging
import re
from typing import Final

_SECRET: Final = re.compile(r"(/(?:my|confirm|follow|in|stop|lab/[^/?#\s\"]+)/)[^/?#\s\"]+")


def mask(path: str) -> str:
    """The address without what is secret in it."""
    return _SECRET.sub(r"\1…", path)


class MaskSecretLinks(logging.Filter):
    """Takes tokens out of addresses before they are written down."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep every record, with its texts masked."""
        if isinstance(record.args, tuple):
            record.args = tuple(mask(arg) if isinstance(arg, str) else arg for arg in record.args)
        if isinstance(record.msg, str):
            record.msg = mask(record.msg)
        return True


def install() -> None:
    """Whoever serves the app by uvicorn gets an access log without secrets."""
    log = logging.getLogger("uvicorn.access")
    if not any(isinstance(each, MaskSecretLinks) for each in log.filters):
        log.addFilter(MaskSecretLinks())
