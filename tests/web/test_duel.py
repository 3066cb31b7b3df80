"""A duel on two screens: one in English with scripts, one in Japanese without, both as narrow as a telephone."""

from contextlib import ExitStack
from typing import Final

from playwright.sync_api import Browser, expect

from tests.web.serving import NARROW, Serving, visitor
from tests.web.test_axe import violations
from tests.web.test_journeys import words

OPEN: Final = ("attack", "flurry", "core", "shield")
WHOLE: Final = "攻連核盾核核硬反/Boulder"


def test_two_friends_play_a_duel_from_the_invitation_to_the_result(
    site: Serving, chromium: Browser
) -> None:
    """Nothing of it stands in anybody's way: axe-core looks at every page they come by."""
    with ExitStack() as stack:
        alice = stack.enter_context(visitor(chromium, site, NARROW))
        bob = stack.enter_context(visitor(chromium, site, NARROW, java_script_enabled=False))
        faults: list[str] = []
        alice.go("/en/games/laplaplus/duel")
        alice.fill(name="Alice")
        alice.press("Start the duel")
        faults += violations(alice)
        alice.resize(NARROW)
        invitation = alice.text("#invitation")

        bob.page.goto(invitation.replace("/en/", "/ja/"))
        bob.fill(name="ボブ")
        bob.press(words("ja", "Accept the duel"))
        alice.page.goto(invitation)
        assert "can no longer be accepted" in alice.text("h1")
        faults += violations(alice)
        alice.resize(NARROW)
        alice.page.go_back()
        alice.page.reload()

        for place, card in enumerate(OPEN, 1):
            alice.page.locator(f"[data-card={card}] button").click()
            expect(alice.page.locator(".slot:not(.empty)")).to_have_count(place)
        alice.press("Send, sealed")
        assert "ボブ" in alice.text(".lead")
        for card in OPEN:
            bob.follow(f"[data-card={card}] button")
        bob.press(words("ja", "Send, sealed"))

        for guest, lang in ((alice, "en"), (bob, "ja")):
            guest.page.reload()
            assert words(lang, "Stage 2: the whole build") in guest.text("h1")
            guest.fill(build=WHOLE)
            guest.press(words(lang, "Send, sealed"))
        faults += violations(alice)
        alice.resize(NARROW)
        alice.page.reload()
        assert "The battle is over" in alice.text("h1")
        assert "A draw" in alice.text("#end + p")
        faults += violations(alice)
        alice.press("Watch the battle")
        faults += violations(alice)
        bob.press(words("ja", "Rematch"))
        assert words("ja", "Stage 1: the open %(slots)s", slots="カード") in bob.text("h1")
        assert "\n".join(faults) == ""
