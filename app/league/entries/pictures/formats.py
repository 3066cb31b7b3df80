"""A stranger's file to a picture of ours: small, of one known format, with nothing in it but its pixels."""

import struct
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from typing import Final

from PIL import Image, ImageOps, PngImagePlugin

from app.errors import PictureRefused, Problem

FORMATS: Final = ("PNG", "JPEG", "WEBP")
MAX_BYTES: Final = 512 * 1024
"""Of a file that is sent."""
MAX_SIDE: Final = 4096
MOST_KEPT: Final = 96 * 1024
"""Bytes of a picture as we keep it."""
SIDE: Final = 512
"""Its longer side at most, in pixels."""

_ORIENTATION: Final = 0x0112
_JPEG: Final = b"\xff\xd8\xff"
_SCAN: Final = b"\xff\xda"
_MOST_SCANS: Final = 32
"""Times that a JPEG may go over its pixels. A progressive one does about ten times; thousands fit into a small file."""
_ONE_AT_A_TIME: Final = Lock()
"""Reading a picture takes 350 megabytes at worst, a WebP of 34 bytes: two at once would take twice that."""

# The size is checked here, before anything is unpacked.
Image.MAX_IMAGE_PIXELS = None
# A text in a PNG is let go unread; without a limit a short one could unpack to gigabytes.
PngImagePlugin.MAX_TEXT_CHUNK = PngImagePlugin.MAX_TEXT_MEMORY = MAX_BYTES


@dataclass(frozen=True, slots=True)
class Portrait:
    """A picture as we keep it: WebP, made by us."""

    content: bytes
    width: int
    height: int


def read(sent: bytes) -> Portrait:
    """The picture in this file: upright, small, its first frame, without any word about who made it where.

    Raises `PictureRefused` saying what it should be. Its size is known before any of it is unpacked.
    """
    if len(sent) > MAX_BYTES:
        raise PictureRefused([Problem("picture-too-large", most=str(MAX_BYTES // 1024))])
    if not _is_known(sent):
        raise _refused("picture-of-other-kind")
    try:
        _check_size(*size_of(sent))
        if sent.startswith(_JPEG) and sent.count(_SCAN) > _MOST_SCANS:
            raise _refused("picture-broken")
        with _ONE_AT_A_TIME:
            return _written(_pixels(sent))
    except PictureRefused:
        raise
    except Exception:
        # Decoders fail in many ways over a stranger's bytes; each means that these are no picture.
        raise _refused("picture-broken") from None


def is_ours(sent: bytes) -> bool:
    """Whether this may be a picture that was made here, and is cheap to read again."""
    return len(sent) <= MOST_KEPT and 0 < max(size_of(sent)) <= SIDE


def _refused(code: str) -> PictureRefused:
    return PictureRefused([Problem(code)])


def _is_known(sent: bytes) -> bool:
    """Whether it begins as our formats begin; its name and what a browser calls it say nothing."""
    return sent.startswith((b"\x89PNG\r\n\x1a\n", _JPEG)) or (
        sent[:4] == b"RIFF" and sent[8:12] == b"WEBP"
    )


def _check_size(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE:
        sizes = str(width), str(height)
        raise PictureRefused(
            [Problem("picture-too-wide", width=sizes[0], height=sizes[1], most=str(MAX_SIDE))]
        )


def size_of(sent: bytes) -> tuple[int, int]:
    """Width and height of a WebP by its header, since its decoder takes its memory on opening; else 0, 0."""
    if sent[:4] != b"RIFF" or sent[8:12] != b"WEBP" or len(sent) < 30:
        return 0, 0
    kind, head = sent[12:16], sent[20:30]
    if kind == b"VP8X":
        wide, high = (int.from_bytes(head[at : at + 3], "little") + 1 for at in (4, 7))
        return wide, high
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", head[1:5])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    wide, high = struct.unpack("<HH", head[6:10])
    return wide & 0x3FFF, high & 0x3FFF


def _pixels(sent: bytes) -> Image.Image:
    """The first frame, upright, in RGB or RGBA, no larger than we keep it."""
    with Image.open(BytesIO(sent), formats=FORMATS) as checked:
        _check_size(*checked.size)
        checked.verify()
    with Image.open(BytesIO(sent), formats=FORMATS) as opened:
        orientation = _orientation(opened)
        opened.draft("RGB", (2 * SIDE, 2 * SIDE))
        image = _in_colours(opened)
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    image.getexif()[_ORIENTATION] = orientation
    return ImageOps.exif_transpose(image)


def _orientation(opened: Image.Image) -> int:
    try:
        return int(opened.getexif().get(_ORIENTATION, 1))
    except Exception:  # the pixels may be good all the same
        return 1


def _in_colours(opened: Image.Image) -> Image.Image:
    if opened.mode.startswith("I"):  # sixteen bits a pixel: the upper eight of them
        return opened.convert("I").point(lambda value: value / 256).convert("L").convert("RGB")
    is_clear = opened.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in opened.info
    return opened.convert("RGBA" if is_clear else "RGB")


def _written(image: Image.Image) -> Portrait:
    """These pixels alone, in as many bytes as we keep."""
    clean = Image.new(image.mode, image.size)
    clean.paste(image)
    while True:
        for quality in (84, 70, 50):
            out = BytesIO()
            clean.save(out, "WEBP", quality=quality, method=4)
            if out.tell() <= MOST_KEPT:
                return Portrait(out.getvalue(), *clean.size)
        clean = clean.resize((max(1, clean.width * 3 // 4), max(1, clean.height * 3 // 4)))
