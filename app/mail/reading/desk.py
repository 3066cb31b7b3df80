"""The address at which mail is answered; it recognises its secret addresses and its own letters."""

from dataclasses import dataclass

from app.league.people.tokens import OPENS_DUEL
from app.mail.inbox.message import ReadMail


@dataclass(frozen=True, slots=True)
class MailDesk:
    """Our own address, the key of our secret addresses, and the server that vouches for senders.

    `copies_to`: the address at which an organiser reads mails that wait for them, if they named one.
    """

    address: str
    key: bytes
    authserv_id: str | None = None
    copies_to: str | None = None

    def token(self, mail: ReadMail) -> tuple[str, str] | None:
        """The secret address that this mail was written to: `r`, `c`, `w`, `a`, `b` or `d`, and the token; `OPENS_DUEL` where a duel is to be opened."""
        local, _, domain = self.address.partition("@")
        for recipient in mail.recipients:
            name, _, where = recipient.rpartition("@")
            box, plus, secret = name.partition("+")
            if (
                plus
                and where.casefold() == domain.casefold()
                and box.casefold() == local.casefold()
            ):
                kind, dash, token = secret.partition("-")
                if secret.casefold() == OPENS_DUEL:
                    return "d", OPENS_DUEL
                if dash and kind.casefold() in ("r", "c", "w", "a", "b", "d"):
                    return kind.casefold(), token
        return None

    def wrote(self, mail: ReadMail) -> bool:
        """Whether this is a letter of our own that came back."""
        name, _, domain = (mail.from_address or "").casefold().rpartition("@")
        return f"{name.partition('+')[0]}@{domain}" == self.address.casefold()

    def named(self, mail: ReadMail) -> bool:
        """Whether its Message-ID is of our domain, as those of our letters are."""
        return (mail.message_id or "").endswith(f"@{self.address.partition('@')[2]}>")
