"""Players of the leader board at their own pages across seasons, and at their own addresses."""

import pytest
from sqlmodel import select

from app.league.people.tokens import make_token
from app.letters import links
from app.letters.contents import render
from app.notices.registry import about
from app.store.database import Database
from app.store.tables import Letter
from tests.support.browsers import Answer, Site
from tests.support.outgoing import some_settings
from tests.support.posting import DESK, Postman
from tests.support.ranked import a_ladder

HERE = some_settings(mail_address=DESK.address)
EVERYBODY = DESK.address.replace("@", "+own@")


class OwnWorld:
    """The site and its post, with three players of the leader board."""

    def __init__(self, database: Database, game: str) -> None:
        self.game = game
        self.post, self.site = Postman(database), Site(database)
        self.browser = self.site.browser()
        with database.writing() as session:
            found = a_ladder(session, {"Ann": 1_700, "Ben": 1_600, "Cy": 1_500}, game)
            self.numbers = {
                name: each.id for name, each in zip(("Ann", "Ben", "Cy"), found, strict=True)
            }
            self.addresses = {
                name: each.address for name, each in zip(self.numbers, found, strict=True)
            }

    def page(self, name: str) -> str:
        return f"/en/own/{make_token(self.site.key, 'own', self.numbers[name])}"

    def press(self, name: str, act: str, said: str = "", lang: str = "en") -> Answer:
        """The form of this button on their own page is sent."""
        here = self.page(name).replace("/en/", f"/{lang}/")
        said, _, build = said.partition("\n")
        fields = {"act": act, "said": said, "build": build, "game": self.game}
        return self.browser.post(here, fields)

    def mail(self, name: str, text: str, to: str = "") -> str:
        """The answer to a mail that this player sends to their own address."""
        own = DESK.address.replace("@", f"+{self.own(name)}@")
        self.post.post(text, sender=self.addresses[name], to=to or own)
        return self.letter(name)

    def own(self, name: str) -> str:
        return f"o-{make_token(DESK.key, 'own', self.numbers[name])}"

    def letter(self, name: str) -> str:
        with self.post.database.reading() as session:
            own = select(Letter).where(Letter.player_id == self.numbers[name])
            last = session.exec(own.order_by(Letter.id)).all()[-1]  # type: ignore[arg-type]
            assert (
                links.reply_to(last, about(last), DESK.key, HERE)
                .split("+")[1]
                .startswith(self.own(name))
            )
            words = render(session, last)
            assert words.html
            return f"{words.subject}\n{words.text}"


def own_world(database: Database, patch: pytest.MonkeyPatch, game: str = "laplaplus") -> OwnWorld:
    """Pages and letters have one key."""
    patch.setattr(type(HERE), "key", lambda _self: DESK.key)
    for place in ("app.letters.contents", "app.letters.news"):
        patch.setattr(f"{place}.settings", lambda: HERE)
    return OwnWorld(database, game)
