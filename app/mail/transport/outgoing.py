"""The choice of the outgoing transports, by the settings."""

from collections.abc import Sequence

from app.mail.transport.delivery import Transport
from app.mail.transport.maildir import Maildir
from app.mail.transport.smtp import Smtp, server_at
from app.settings import Settings


def transports(settings: Settings) -> Sequence[Transport]:
    """So many connections to a mail server if one is named, else the Maildir. Raises `BadSmtpUrl`."""
    if settings.smtp_url:
        server = server_at(settings.smtp_url)
        return [Smtp(server) for _ in range(settings.mail_connections)]
    return [Maildir(settings.maildir)]
