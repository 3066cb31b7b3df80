"""Pictures that came with a mail: each is kept with the entry that it came with, and waits with it for its player's yes."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import PurePath
from typing import Any, Final

from app.errors import PictureRefused, SubmissionRejected
from app.league.entries.characters import name_key
from app.league.entries.pictures import formats, portraits
from app.league.entries.pictures.formats import Portrait
from app.letters.replies.untaken import Untaken, UntakenWhy, harmless
from app.mail.case.case import Case
from app.mail.inbox.body import FilePicture
from app.store.tables import Revision

_MOST: Final = 12
"""Pictures of a mail that are opened: each may take some tenths of a second."""

_WHY: Final[Mapping[str, UntakenWhy]] = {
    "picture-broken": "broken",
    "picture-of-other-kind": "broken",
}


Found = Mapping[str, tuple[Portrait, Untaken]]
"""Pictures by the keys of the names of their entries, each with what is told if its entry is refused."""


@contextmanager
def of(case: Case, names: Sequence[str]) -> Iterator[Found]:
    """The pictures of the entries of these names; the notes of the mail name those that are not taken.

    If the entries are refused, so are the pictures, and the notes name them all.
    """
    before = case.note.untaken
    found, left = _read(case.mail.pictures, [name_key(name) for name in names])
    if case.mail.pictures:
        told = [replace(each.untaken, why=each.untaken.why or "whose") for each in left]
        _note(case, [each for each in before or [] if each["kind"] != "picture"], told)
    try:
        yield found
    except SubmissionRejected:
        case.notes(untaken=before)
        case.kept.note = case.note.plain()
        raise


def keep(case: Case, found: Found, revisions: Sequence[Revision]) -> None:
    """The entries that came in have their pictures; one that stood before, only if its player is sure to have sent this.

    The notes of the mail name the pictures of entries that were refused.
    """
    left = dict(found)
    for each in revisions:
        portrait, _ = left.pop(name_key(each.name), (None, None))
        if portrait and (case.is_proven or each.mail_id == case.kept.id):
            portraits.keep(case.session, each, portrait, case.kept.received_at)
    if left:
        _note(case, case.note.untaken or [], [told for _, told in left.values()])


def _note(case: Case, noted: Sequence[Mapping[str, Any]], told: Sequence[Untaken]) -> None:
    untaken = [*noted, *map(asdict, told if case.is_proven else harmless(told))]
    case.notes(untaken=untaken or None)
    case.kept.note = case.note.plain()


def _read(sent: Sequence[FilePicture], keys: Sequence[str]) -> tuple[Found, list[FilePicture]]:
    """The picture of each of these, and the files that are none's.

    A file belongs to the entry that it is called after; of those beside the text one entry has the first, and several have
    one each, in their order, if there are as many.
    """
    found: dict[str, tuple[Portrait, Untaken]] = {}
    left = list(sent)
    called = {name_key(PurePath(each.name).stem): each for each in left}
    whose = {key: called[key] for key in keys if key in called}
    rest = [each for each in left if not each.is_within and each not in whose.values()]
    others = [key for key in keys if key not in whose]
    if len(keys) == 1 or len(rest) == len(others):
        whose |= dict(zip(others, rest, strict=False))
    for key, each in [*whose.items()][:_MOST]:
        at = left.index(each)
        try:
            found[key] = formats.read(each.content), each.untaken
            del left[at]
        except PictureRefused as refusal:
            why = _WHY.get(refusal.problems[0].code, "large")
            left[at] = replace(each, untaken=replace(each.untaken, why=why))
    return found, left
