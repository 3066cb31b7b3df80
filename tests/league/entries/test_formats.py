"""A stranger's file becomes a small picture of ours, or is refused in a sentence; what it said about its maker is gone."""

import random
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from app.errors import PictureRefused
from app.league.entries.pictures.formats import MAX_BYTES, MOST_KEPT, is_ours, read
from app.league.problems import explain

SECRET = b"Shibuya 35.658N 139.701E"


def file(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    out = BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def colours(mode: str, size: tuple[int, int] = (40, 30)) -> Image.Image:
    """A picture that is red above and blue below."""
    image = Image.new("RGB", size, "#c02020")
    image.paste("#2020c0", (0, size[1] // 2, *size))
    if mode == "P clear":
        image = image.quantize(8)
        image.info["transparency"] = 0
        return image
    if mode == "I;16":
        return (
            Image.linear_gradient("L")
            .resize(size)
            .convert("I")
            .point(lambda v: v * 256)
            .convert("I;16")
        )
    return image.convert(mode)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *chunks: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(chunks) + chunk(b"IEND", b"")


def opened(sent: bytes) -> Image.Image:
    kept = read(sent)
    image = Image.open(BytesIO(kept.content))
    assert (image.format, image.size) == ("WEBP", (kept.width, kept.height))
    assert max(image.size) <= 512
    assert len(kept.content) <= MOST_KEPT
    assert not {*image.info} & {"exif", "xmp", "icc_profile", "comment"}
    return image.convert("RGBA")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "P clear", "1", "CMYK", "I;16"])
def test_every_kind_of_pixels_is_read(kind: str, mode: str) -> None:
    image = colours(mode)
    if kind != "PNG":
        image = image if (kind, mode) == ("JPEG", "CMYK") else image.convert("RGB")
    elif mode == "CMYK":
        image = image.convert("RGB")

    seen = opened(file(image, kind))

    top, bottom = seen.getpixel((20, 5)), seen.getpixel((20, 25))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    if mode in ("RGB", "RGBA", "CMYK", "P"):
        assert (top[0] > 150, bottom[0] > 150) == (True, False)
        assert (top[2] > 150, bottom[2] > 150) == (False, True)
    if mode == "I;16" and kind == "PNG":
        assert (top[0] > 120, bottom[0] > 120) == (False, True)


def test_what_a_file_says_about_its_maker_is_gone() -> None:
    exif = Image.Exif()
    exif[0x010F] = SECRET.decode()
    exif.get_ifd(0x8825)[2] = (35.0, 39.0, 29.0)
    notes = PngImagePlugin.PngInfo()
    notes.add_itxt("Comment", SECRET.decode(), zip=True)
    image = colours("RGB")
    for sent in (
        file(image, "JPEG", exif=exif, comment=SECRET, icc_profile=SECRET, xmp=SECRET),
        file(image, "PNG", exif=exif, pnginfo=notes, icc_profile=SECRET),
        file(image, "WEBP", exif=exif, xmp=SECRET, icc_profile=SECRET),
        file(image, "PNG") + b"PK\x03\x04<script>" + SECRET,
    ):
        kept = read(sent).content

        assert [each for each in (SECRET, b"EXIF", b"script") if each in kept] == []


def test_a_picture_is_turned_upright_and_only_its_first_frame_is_kept() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    frames = [colours("RGB"), Image.new("RGB", (40, 30), "#00ff00")]

    lying = opened(file(colours("RGB"), "JPEG", exif=exif))
    moving = [
        opened(file(frames[0], kind, save_all=True, append_images=frames[1:], duration=100))
        for kind in ("PNG", "WEBP")
    ]

    assert lying.size == (30, 40)
    assert {image.getpixel((20, 5))[1] < 90 for image in moving} == {True}  # type: ignore[index]


def noise(side: int) -> Image.Image:
    return Image.frombytes("RGB", (side, side), random.Random(7).randbytes(side * side * 3))


def test_a_large_picture_becomes_small() -> None:
    assert opened(file(colours("RGB", (4096, 2048)))).size == (512, 256)
    assert max(opened(file(noise(400), "JPEG", quality=90)).size) <= 400


@cache
def bomb() -> bytes:
    return chunk(b"IDAT", zlib.compress(bytes(64 * 1024 * 1024), 9))


WEBP = file(colours("RGB"), "WEBP")
PHOTO = file(colours("L"), "JPEG", progressive=True)
REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "PNG, JPEG or WebP"),
    "text": (lambda: b"<html><script>alert(1)</script>", "PNG, JPEG or WebP"),
    "svg": (lambda: b'<svg xmlns="http://www.w3.org/2000/svg"/>', "PNG, JPEG or WebP"),
    "gif": (lambda: file(colours("P"), "GIF"), "PNG, JPEG or WebP"),
    "tiff": (lambda: file(colours("RGB"), "TIFF"), "PNG, JPEG or WebP"),
    "html with the name of a picture": (lambda: b"GIF89a/*<svg/onload=alert(1)>*/", "PNG, JPEG"),
    "too many bytes": (lambda: file(colours("RGB")).ljust(MAX_BYTES + 1, b"\0"), "512 kilobytes"),
    "too wide": (lambda: png(4097, 1, bomb()), "4097 × 1 pixels"),
    "a bomb": (lambda: png(65_000, 65_000, bomb()), "65000 × 65000 pixels"),
    "more than its size": (lambda: png(10, 10, chunk(b"IDAT", b"")), "damaged"),
    "a bomb of text": (
        lambda: png(1, 1, chunk(b"zTXt", b"a\0\0" + zlib.compress(bytes(256 * 1024 * 1024), 9))),
        "damaged",
    ),
    "half a file": (lambda: file(noise(64))[:5000], "damaged"),
    "half a photo": (lambda: file(noise(64), "JPEG")[:900], "damaged"),
    "a photo of thousands of layers": (
        lambda: PHOTO[:-2] + PHOTO[PHOTO.rindex(b"\xff\xda") : -2] * 9999 + PHOTO[-2:],
        "damaged",
    ),
    "only a beginning": (lambda: b"\xff\xd8\xff\xe0", "damaged"),
    "a webp without a body": (lambda: b"RIFF\x10\0\0\0WEBPVP8X", "damaged"),
    "a huge webp": (
        lambda: b"RIFF\x1e\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\xfe\x3f\0\xfe\x3f\0" + WEBP[12:],
        "16383 × 16383",
    ),
    "a broken checksum": (
        lambda: file(colours("RGB")).replace(b"IDAT", b"IDAU"),
        "damaged",
    ),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_anything_else_is_refused_in_a_sentence_and_costs_little(kind: str) -> None:
    make, told = REFUSED[kind]
    sent = make()

    tracemalloc.start()
    with pytest.raises(PictureRefused) as refused:
        read(sent)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert [told in explain(problem, "en") for problem in refused.value.problems] == [True]
    assert peak < 8 * 1024 * 1024


def test_no_photo_passes_for_a_picture_of_ours() -> None:
    photo = file(noise(64), "JPEG")
    disguised = photo[:2] + b"\xff\xfe\x00\x10AAWEBP".ljust(18, b"A") + photo[2:]

    assert read(disguised).width == 64
    assert not is_ours(disguised)
    assert is_ours(read(disguised).content)


def test_damaged_files_are_refused_and_never_more() -> None:
    dice, codes = random.Random(13), set()
    for kind in ("PNG", "JPEG", "WEBP"):
        whole = file(noise(24), kind)
        for _ in range(60):
            sent = bytearray(whole)
            for _ in range(dice.randint(1, 12)):
                sent[dice.randrange(len(sent))] = dice.randrange(256)
            try:
                read(bytes(sent))
            except PictureRefused as refused:
                codes |= {problem.code for problem in refused.problems}

    assert "picture-broken" in codes
