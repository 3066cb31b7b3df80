"""The choice of the outgoing transport, by the settings."""

from app.mail.transport.delivery import Transport
from app.mail.transport.maildir import Maildir
from app.mail.transport.smtp import Smtp, server_at
from app.settings import Settings


def transport(settings: Settings) -> Transport:
    """A mail server if one is named, else the Maildir. Raises `BadSmtpUrl`."""
    if settings.smtp_url:
        return Smtp(server_at(settings.smtp_url))
    return Maildir(settings.maildir)
