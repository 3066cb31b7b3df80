"""Hide parts of an entry from everyone but its player, and show them again."""

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
"""A part of an entry. Its lore includes its lines, its names for cards, its labels and its web address."""
PARTS: Final[tuple[Part, ...]] = get_args(Part)
ARCHIVE: Final = "archive"
"""The author of acts in a season restored from its archive, which does not keep their names."""
_SEALED: Final = ("lore", "picture")


@dataclass(frozen=True, slots=True)
class Hiding:
    """A hidden part: the words its player was told, and whether everyone may read them."""

    reason: str
    is_public: bool


def hide(
    session: Session, slug: str, entry: Entry, part: Part, by: Organiser, *, public: bool = False
) -> None:
    """Hide this part of the entry from everyone but its player, who gets a letter with the reason.

    `public`: everyone may read the reason. The part stays hidden in later versions and rounds. A new picture, however,
    is shown. Results, seals and the organisers' record do not change, since a seal covers name and lore. Hiding a part
    twice changes nothing. Raises `SeasonRefused` if the entry has no such part, if no reason is given, and for sealed
    parts.
    """
    require_words(by)
    _change(session, slug, entry, part, by, is_hidden=True, public=public)


def show_again(session: Session, slug: str, entry: Entry, part: Part, by: Organiser) -> None:
    """Show the part again; its player gets a letter. Raises `SeasonRefused` like `hide`, but needs no reason."""
    _change(session, slug, entry, part, by, is_hidden=False)


def of(session: Session, entry: Entry) -> dict[Part, Hiding]:
    """Return the hidden parts of this entry."""
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
    """Return the current version, or the last one if the entry was taken out. Pages may still name it."""
    return entry.current or next(reversed(entries.revisions(session, entry)), None)


def parts(session: Session, entry: Entry) -> Mapping[Part, str]:
    """Return the parts that can be hidden, with the text of the last version; the picture's text is empty."""
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
