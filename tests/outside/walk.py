"""Tells which files of `app/` one mail, one letter, one entry or one order passes through; by `tests.outside --walk`.

A file counts once a function of it runs. What runs while modules are loaded does not count.
"""

import sys
import threading
from collections.abc import Callable
from email.message import EmailMessage
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Self

from tests.outside import place, seen
from tests.outside.place import Hour, rows


class Walk:
    """The files of the program whose functions run within it."""

    def __init__(self, root: Path) -> None:
        self.root = f"{root}/"
        self.files: set[str] = set()
        self.loading = 0

    def look(self, frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event not in ("call", "return") or not code.co_filename.startswith(self.root):
            return
        if code.co_name == "<module>":
            self.loading += 1 if event == "call" else -1
        elif not self.loading and event == "call":
            self.files.add(code.co_filename)

    def __enter__(self) -> Self:
        threading.setprofile(self.look)
        sys.setprofile(self.look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)
        threading.setprofile(None)

    def told(self) -> str:
        """Each file with its lines, the largest first."""
        lines = {each: len(Path(each).read_text("utf-8").splitlines()) for each in self.files}
        longest = sorted(lines.items(), key=lambda each: (-each[1], each[0]))
        return "\n".join(f"{many:6} {name.removeprefix(self.root)}" for name, many in longest)


def found(*names: str) -> Any:
    """What stands in the program by the first of these names that it has."""
    for name in names:
        module, _, attribute = name.rpartition(".")
        try:
            return getattr(import_module(module), attribute)
        except (ImportError, AttributeError):
            continue
    raise LookupError(f"none of {', '.join(names)}")


def site() -> Any:
    """The database of the site."""
    return found("app.store.database.Database")(f"sqlite:///{Path('site.db').absolute()}")


def a_mail(sender: str, text: str, to: str = place.OURS, **head: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, to, head.pop("Subject", "飛脚")
    mail["Message-ID"] = f"<walk.{sender}>"
    if head:
        mail["In-Reply-To"] = head["answers"]
    mail.set_content(text)
    return mail.as_bytes()


def mail(raw: bytes) -> Callable[[], Any]:
    """From bytes to the row of the letter that answers."""
    database = site()
    receive = found("app.mail.inbox.arrivals.receive")
    read_new = found("app.jobs.inbox.read_new")
    desk = found("app.jobs.inbox.desk")(found("app.settings.settings")())

    def door() -> None:
        with database.writing() as session:
            receive(session, raw, Hour.now)
        assert [*read_new(database, desk)], "it is answered"

    return door


def letter(number: int) -> Callable[[], Any]:
    """From a row to text and HTML."""
    database = site()
    render = found("app.letters.contents.render")
    row = found("app.store.tables.Letter")

    def door() -> None:
        with database.reading() as session:
            rendered = render(session, session.get_one(row, number))
            assert rendered.text
            assert rendered.html

    return door


def entry() -> Callable[[], Any]:
    """From a form that was sent to the row of the entry, without the page before it."""
    browser = place.client()
    path = "/en/seasons/shiden-2/enter"
    if not rows("SELECT 1 FROM season WHERE slug = 'openly'"):
        place.hikyaku("season", "create", "laplaplus", "openly", "--closes", "2026-11-30 21:00")
        place.hikyaku("season", "open", "openly", "--no-announce")
        path = "/en/seasons/openly/enter"
    sent = seen.defaults(browser.get(path).text, path)
    sent |= {"name": "Walker", "build": "攻核", "address": "walker@example.net"}
    Hour.pass_by(minutes=1)

    def door() -> None:
        answer = browser.post(path, data=sent)
        assert answer.status_code in (200, 303), answer.text
        assert rows("SELECT 1 FROM player WHERE address = 'walker@example.net'")

    return door


def main(kept: Path, what: str) -> None:
    """Go one of the ways."""
    facts = place.set_up(kept)
    found("app.store.upkeep.migrations.migrate")(site())
    last = rows("SELECT max(id) FROM letter")[0][0]
    if what == "mail":
        words = "Season: laplaplus-2\nName: Walker\nBuild: Core, Shield\nLore: It *walks*.\n"
        door = mail(a_mail("walker@example.net", words))
    elif what == "order":
        (kept_one,) = [
            each["mail"] for each in facts["mails"] if "then auto" in each["mail"]["text"]
        ]
        answers = kept_one["answers"]
        head = {"answers": answers["Message-ID"], "Subject": f"Re: {answers['Subject']}"}
        door = mail(a_mail(kept_one["sender"], kept_one["text"], kept_one["to"], **head))
    elif what == "letter":
        asked = "SELECT max(id) FROM letter WHERE kind = 'receipt'"
        door = letter(rows(asked)[0][0])
    else:
        door = entry()
    with Walk(Path(found("app.settings.PROGRAM"))) as walk:
        door()
    if what in ("mail", "order"):
        assert rows("SELECT 1 FROM letter WHERE id > ?", last), "a letter answers"
    sys.stdout.write(f"one {what}: {len(walk.files)} files\n{walk.told()}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
