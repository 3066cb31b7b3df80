"""The pictures of README: `make pictures` makes them anew, from the demonstration and by Chromium."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Page

from app.store.database import Database
from tests.web.serving import chromium, serving

TOP: Final = Path(__file__).parents[2]
FOLDER: Final = TOP / "app/docs/pictures"
_WIDE: Final = 1000
_STEPS: Final = 31
_ORDERS: Final = 8
_NUMBER: Final = "0123456789abcdef"
"""The number of the practice match. Its dice follow from it."""


def battle(page: Page, address: str) -> tuple[str, int]:
    """A battle of the demonstration in the middle; returns where the picture begins, and its height."""
    page.goto(f"{address}/en/seasons/laplaplus-1/battles/26-40")
    for _ in range(_STEPS):
        page.keyboard.press("ArrowRight")
    return ".bill", 622


def match(page: Page, address: str) -> tuple[str, int]:
    """A match of ACT:S whose player has touched a unit."""
    page.goto(f"{address}/en/games/acts/practice")
    page.get_by_text("Begin the match").click()
    page.locator("#ordering").wait_for()
    page.evaluate(f"document.querySelector('#ordering [name=number]').value = '{_NUMBER}'")
    for _ in range(_ORDERS):
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator("#ordering button[value=house]").first.click()
        page.wait_for_timeout(700)  # the script has put the answer into the page
    page.locator(".piece:not(.of-b) label").first.click()
    return "#ordering", 492


PICTURES: Final[dict[str, Callable[[Page, str], tuple[str, int]]]] = {
    "battle": battle,
    "match": match,
}


def main() -> None:
    """Write each picture as a PNG of 256 colours."""
    FOLDER.mkdir(exist_ok=True)
    database = Database(f"sqlite:///{TOP / 'var/demo/hikyaku.db'}")
    with serving(database) as site, chromium() as browser:
        for name, shows in PICTURES.items():
            page = browser.new_page(
                viewport={"width": _WIDE, "height": 1200},
                color_scheme="light",
                locale="en",
                reduced_motion="reduce",
            )
            begin, height = shows(page, site.address)
            page.evaluate("scrollTo(0, 0)")
            page.wait_for_timeout(1500)
            box = page.locator(begin).first.bounding_box()
            assert box
            shot = Image.open(
                BytesIO(
                    page.screenshot(
                        clip={"x": 40, "y": box["y"], "width": _WIDE - 80, "height": height}
                    )
                )
            )
            small = shot.convert("RGB").quantize(256, dither=Image.Dither.NONE)
            small.save(FOLDER / f"{name}.png", optimize=True)
    database.close()


if __name__ == "__main__":
    main()
