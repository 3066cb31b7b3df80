"""Whether a mail was sent by a program. Such mail never gets an answer (RFC 3834)."""

import re
import unicodedata
from collections.abc import Iterable

_ANY = ""
_YES = r"\s*(?!no\b)"
_NEVER_BY_HAND = r"\s*(bulk|junk|list|auto[_-]?reply)\b"

# Fields that only programs write, and what stands in them then.
_FIELDS = {
    name: re.compile(value, re.IGNORECASE)
    for name, value in {
        "auto-submitted": _YES,
        "content-type": r"\s*(multipart/report|message/(delivery-status|disposition-notification))\b",
        "delivered-to": r"\s*autoresponder\b",
        "precedence": _NEVER_BY_HAND,
        "preference": _NEVER_BY_HAND,
        "return-path": r"\s*<\s*>",
        "x-auto-reply": _YES,
        "x-auto-response-suppress": r".*\b(all|autoreply)\b",
        "x-auto-reply-from": _ANY,
        "x-autoreply": _YES,
        "x-autoreply-from": _ANY,
        "x-autorespond": _YES,
        "x-autoresponder": _YES,
        "x-beenthere": _ANY,
        "x-failed-recipients": _ANY,
        "x-fc-machinegenerated": _YES,
        "x-mail-autoreply": _YES,
        "x-post-messageclass": r".*autoresponder",
        "x-precedence": _NEVER_BY_HAND,
    }.items()
}
_LIST = "list-"
# RFC 5322 lets comments stand nearly everywhere, and RFC 2045 blanks around the slash.
_COMMENT = re.compile(r"\((?:[^()\\]|\\.)*\)")
_DEEPEST_COMMENT = 5
_SLASH = re.compile(r"\s*/\s*")

_PROGRAM = re.compile(
    r"(?:^|[\s<\"])(mailer-daemon|postmaster|(do[-_.]?)?not?[-_.]?reply|auto[-_.]?reply|bounces?"
    r"|listserv|majordomo)([-_.+=][^@\s]{0,200})?(@|>|\s*$)",
    re.IGNORECASE,
)

# A character may be called Undelivered Letter, and 不在の神: its player is answered.
_AUTO_REPLY = (
    r"auto(mat(ic|ed))?[- ]?(reply|response|responder)|out of (the )?office( auto-?reply| reply)?"
    r"|vacation (reply|response|message|notice)|自動(返信|応答|送信|配信)(メール|です|の?お知らせ)?"
    r"|(長期)?不在(通知|応答|返信|です|(中)?(の)?(お知らせ|ご?連絡))?"
    r"|automatische antwort|abwesenheitsnotiz|réponse automatique|respuesta automática|risposta automatica"
    r"|resposta automática|automatisch antwoord|자동 회신|自动回复|自動回覆"
)
_NOT_DELIVERED = (
    r"undeliverable( mail| message)?|undelivered (mail|message)( returned to sender)?|returned mail"
    r"|failure notice|mail system error|mail delivery (failed|failure|error|system)( .*)?"
    r"|delivery (status|failure|delay(ed)?) notification( .*)?|non-?delivery (report|notification)"
    r"|(メール)?配[信達送](不能|エラー)(通知|のお知らせ)?|不達(通知|メール)?|開封(済み|確認|通知)|既読"
)
_REPLY = re.compile(rf".*(?<![^\W_])({_AUTO_REPLY})", re.IGNORECASE)
_OF_REPLIES = re.compile(r"auto[_-]?repl|yes", re.IGNORECASE)
_SUBJECT = re.compile(
    rf"[\s\[(【「*]*({_AUTO_REPLY}|{_NOT_DELIVERED})\s*($|[:：;!\])】」]|- |re:)"
    rf"|.*[\[(【]({_AUTO_REPLY})[\])】]",
    re.IGNORECASE,
)


def automatic(mail_headers: Iterable[tuple[str, str]]) -> str | None:
    """The name of the field that tells that a program sent this mail; None if a person did.

    Takes `Mail.headers`: names in small letters, values decoded.
    """
    return next((name for name, value in mail_headers if _tells(name, value)), None)


def is_reply(mail_headers: Iterable[tuple[str, str]]) -> bool:
    """Whether a program answered in the name of somebody who is away; not if its subject tells of a failure."""
    fields = [*mail_headers]
    subject = next((value for name, value in fields if name == "subject"), "")
    subject = unicodedata.normalize("NFKC", subject)
    if _REPLY.match(subject) or any("disposition-notification" in value for _, value in fields):
        return True
    said = (value for name, value in fields if "auto" in name or "precedence" in name)
    return not _SUBJECT.match(subject) and any(map(_OF_REPLIES.search, said))


def _tells(name: str, value: str) -> bool:
    if name == "from":
        return _PROGRAM.search(value) is not None
    if name == "subject":
        return _SUBJECT.match(unicodedata.normalize("NFKC", value)) is not None
    if name in _FIELDS:
        return _FIELDS[name].match(_bare(value)) is not None
    return name.startswith(_LIST)


def _bare(value: str) -> str:
    """The value of a field, without comments and quotation marks."""
    for _ in range(_DEEPEST_COMMENT):
        value, found = _COMMENT.subn(" ", value)
        if not found:
            break
    return _SLASH.sub("/", value.replace('"', ""))
