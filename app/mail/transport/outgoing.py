"""The choice of the outgoing transports, by the settings."""

from collections.abc import Sequence
from threading import Event

from app.mail.transport.delivery import Transport
from app.mail.transport.maildir import Maildir
from app.mail.transport.smtp import Smtp, server_at
from app.settings import Settings


def transports(settings: Settings, stop: Event | None = None) -> Sequence[Transport]:
    """So many connections to a mail server if one is named, which hurry after `stop`, else the Maildir. Raises `BadSmtpUrl`."""
    if settings.smtp_url:
        server = server_at(settings.smtp_url)
        return [Smtp(server, stop=stop) for _ in range(settings.mail_connections)]
    return [Maildir(settings.maildir)]
