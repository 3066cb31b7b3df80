"""An organiser hides a part of an entry, and says why. Its player still sees it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.entries.pictures import portraits
from app.league.seasons.seasons import require_words
from app.notices.news import Hidden
from app.store import entrants, entries, letters, seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.series import rounds
from app.store.tables import Entry, Picture, Revision

Part = Literal["name", "owner", "lore", "picture"]
"""Of an entry; with its lore go the words it says, its own names for cards, its labels and its address on the web."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)
ARCHIVE: Final = "archive"
"""Who acted in a season that came back out of its archive: that does not say."""
_SEALED: Final = ("lore", "picture")


@dataclass(frozen=True, slots=True)
class Hiding:
    """A part is hidden: what its player was told, and whether everybody may read that."""

    reason: str
    is_public: bool


def hide(
    session: Session, slug: str, entry: Entry, part: Part, by: Organiser, *, public: bool = False
) -> None:
    """This part of the entry is hidden from everybody but its player, who hears why.

    With `public` everybody may read that.

    It stays hidden in later versions and rounds, but for a picture: a later one is another, and is
    shown. Results, seals and the organisers' record stay as they are, since a seal covers name and
    lore. The same again changes nothing.

    Raises `SeasonRefused` without such a part or without a word to its player, and of what is
    sealed while it is sealed.
    """
    require_words(by)
    _change(session, slug, entry, part, by, is_hidden=True, public=public)


def show_again(session: Session, slug: str, entry: Entry, part: Part, by: Organiser) -> None:
    """It is shown as before, and its player hears it. Raises `SeasonRefused` like `hide`, but needs no words."""
    _change(session, slug, entry, part, by, is_hidden=False)


def of(session: Session, entry: Entry) -> dict[Part, Hiding]:
    """The hidden parts of this entry."""
    picture = portraits.own(session, entry)
    acts = {
        str(act.detail["part"]): act
        for act in audits.of_entry(session, entry)
        if act.act == "hide" and "part" in act.detail
    }
    restored = {part for part, act in acts.items() if act.who == ARCHIVE}
    hidden = [
        part
        for part in PARTS
        if _is_hidden(entry, part, picture)
        or (part == "picture" and not picture and part in restored)
    ]
    if not hidden or (not restored and entry.id in entrants.erased(session, entry.season)):
        return {}
    return {
        part: Hiding(
            " ".join(str(acts[part].detail.get("told", "")).split()) if part in acts else "",
            part in acts and bool(acts[part].detail.get("public")),
        )
        for part in hidden
    }


def last(session: Session, entry: Entry) -> Revision | None:
    """The version that counts; of an entry that was taken out, its last one, since pages may name it still."""
    return entry.current or next(reversed(entries.revisions(session, entry)), None)


def parts(session: Session, entry: Entry) -> Mapping[Part, str]:
    """What of this entry can be hidden, as its last version says it; of its picture nothing."""
    revision = last(session, entry)
    if revision is None:
        return {}
    lore = revision.lore.strip() or revision.url or ("…" if revision.extras else "")
    there: dict[Part, str] = {"name": revision.name, "owner": revision.owner, "lore": lore}
    if portraits.own(session, entry):
        there["picture"] = ""
    return {
        part: text
        for part, text in there.items()
        if (text or part == "picture") and part not in revision.digests  # erased with its person
    }


def _change(
    session: Session,
    slug: str,
    entry: Entry,
    part: Part,
    by: Organiser,
    *,
    is_hidden: bool,
    public: bool = False,
) -> None:
    season = seasons.locked(session, slug)
    if part in _SEALED:
        visibility.require_laid_open(season, by.now)
    revision = last(session, entry)
    if revision is None or part not in parts(session, entry):
        raise SeasonRefused([Problem("nothing-to-hide")])
    if _is_hidden(entry, part, portraits.own(session, entry)) is is_hidden:
        return
    told = by.tell.strip()
    if part != "picture":
        was = getattr(entry, f"{part}_hidden_at")
        for each in (entry, *rounds.continuing(session, entry)):
            if getattr(each, f"{part}_hidden_at") == was:
                setattr(each, f"{part}_hidden_at", by.now if is_hidden else None)
                session.add(each)
                letters.tell_anew(session, each.season)
    elif is_hidden:
        portraits.hide(session, entry, told, by.now)
    else:
        portraits.show_again(session, entry)
    act = "hide" if is_hidden else "show-again"
    if entry.player:
        about = Hidden(
            part=part,
            name=revision.name,
            owner=revision.owner,
            shown_again=not is_hidden,
            reason=told,
        )
        key = f"{act}:{part}:{entry.id}:{by.now.isoformat()}"
        letters.write(session, about, entry.player, key, now=by.now, season=season)
    detail = {"part": part} | ({"public": True} if public else {})
    audits.note(session, by, act, season, entry, detail)


def _is_hidden(entry: Entry, part: Part, picture: Picture | None) -> bool:
    if part == "picture":
        return picture is not None and picture.hidden_at is not None
    return getattr(entry, f"{part}_hidden_at") is not None
