"""A character by a form: written, previewed, sent; its problems are told beside its fields."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Self

from fastapi import Depends, Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app import i18n
from app.engine import Lang
from app.errors import BuildUnreadable, Problem, SubmissionRejected
from app.i18n import N_, lang_of, translations
from app.league.eligibility import pools
from app.league.eligibility.sides import sides_of
from app.league.entries import (
    characters,
    contents,
    doors,
    entries as league_entries,
    growth,
    places,
    rosters,
)
from app.league.entries.entries import Origin
from app.league.entries.pictures import portraits
from app.league.matches import scripts
from app.league.matches.settings import rules_of, settings_of
from app.league.people import blocks
from app.league.problems import explain
from app.league.visibility import public_season
from app.letters import durations
from app.store import entries, seasons
from app.store.tables import Entry, Player, Revision, RevisionState, Season
from app.web import forms, limits
from app.web.dependencies import Now, Reading, Site, Writing, page_router
from app.web.errors import refuse
from app.web.forms import NEW, Form, FormReused, SentForm
from app.web.rendering import PRIVATE, page
from app.web.sessions import PlayerIfAny, SignedInPerson
from app.web.views.characters import CharacterView
from app.web.views.forms.builder import Builder, builder, carried, pressed
from app.web.views.forms.drafts import (
    EntryDraft,
    Faults,
    faults,
    hold,
    name_beside,
    preview,
    printed,
    problems_of_words,
    slot_fields,
)
from app.web.views.forms.portraits import chosen_picture
from app.web.views.sparring import Bouts, bouts

router = page_router()

_STALE: Final = N_(
    "A newer version of your character arrived after you opened this form, "
    "perhaps from another window. Nothing was changed. Send it again if this is what you want."
)
_SIGNED_IN_ANEW: Final = N_(
    "You have signed in again since you opened this form. Nothing was changed. "
    "Send it again if this is what you want."
)
_SIGNED_OUT: Final = N_(
    "You are signed out. Open the link in your letter again, "
    "or enter your address here and confirm by letter."
)


class _Stop(Exception):
    """The form was not accepted, and its sender should look again; the text says why."""


@dataclass(frozen=True, slots=True)
class Author:
    """The author of the form: a player who is signed in for this season, or a stranger."""

    signed: SignedInPerson | None = None
    player: Player | None = None
    entry: Entry | None = None
    own: Sequence[Entry] = ()
    """All that they have in the season; `entry` is the one that the form is about, None for another one."""

    @classmethod
    def of(
        cls, session: Session, season: Season, signed: SignedInPerson | None, character: str = ""
    ) -> Self:
        """The author, by the sign-in of this browser in this season; `character`: the number of the one to change, or `new`.

        Without it the form is about another one while there is room, else about the first.
        """
        if signed is None:
            return cls()
        player = session.get_one(Player, signed.player_id)
        own = entries.of_player(session, season, player)
        has_room = len(rosters.taking_part(own)) < season.characters
        is_new = season.characters > 1 and (character == NEW or (not character and has_room))
        return cls(signed, player, None if is_new else rosters.chosen(own, character), own)

    @property
    def character(self) -> str:
        """The id of the form's character, carried by the form."""
        return str(self.entry.id) if self.entry else NEW if self.signed else ""

    @property
    def seen(self) -> str:
        """The version that counts. The form carries it, so that a second window cannot undo a change unnoticed."""
        current = self.entry and self.entry.current
        return str(current.serial) if current else ""

    def without_room(self, session: Session, season: Season, now: datetime) -> list[Problem]:
        """The problem if there is no room for a new character.

        The season is full, or the player has as many as allowed.
        """
        if self.seen:
            return []
        is_in = self.entry is not None and self.entry.name_key is not None
        mine = [] if is_in else rosters.full(session, season, self.own)
        return [*places.room_at(session, season, now), *mine]

    def draft(self, session: Session, lang: Lang) -> EntryDraft:
        """The first content of the form: the revision that counts now, or the one that its author sent last."""
        if not (self.player and self.entry):
            return EntryDraft(lang)
        last = self.entry.current or next(reversed(entries.revisions(session, self.entry)), None)
        language = lang_of(self.player.lang)
        return EntryDraft.of(last, language) if last else EntryDraft(language)


async def _with_word(word: str = "") -> None:
    """The link of an invitation says in its address what lets in."""


@router.get("/seasons/{slug}/enter", dependencies=[Depends(_with_word)])
def form(
    request: Request,
    lang: Lang,
    slug: str,
    signed: PlayerIfAny,
    session: Reading,
    now: Now,
    build: str = "",
    deck: str = "",
    character: str = "",
) -> Response:
    """The form, empty or with the player's current revision.

    The address may bring a build, a starter deck or an invitation.
    """
    if build or deck:
        limits.spend_by_client(request, limits.DRAFTS, now)
    season = public_season(session, slug)
    if problems := list(places.open_at(season, now)):
        return refuse(request, 410, [explain(problem, lang) for problem in problems])
    author = Author.of(session, season, signed, character)
    if block := blocks.of(session, author.player):
        return refuse(request, 403, [explain(blocks.problem(block), lang)])
    if problems := author.without_room(session, season, now):
        return refuse(request, 409, [explain(problem, lang) for problem in problems])
    draft = replace(author.draft(session, lang), word=request.query_params.get("word", ""))
    if build:
        draft = replace(draft, build=forms.tidied(build))
        name = draft.name or name_beside(draft.build, rules_of(session, season))
        draft = replace(draft, name=name)
    if deck:
        built = pressed(rules_of(session, season), draft.build, f"deck-{deck}", lang)
        draft = replace(draft, build=built.text)
        return _page(request, lang, session, season, author, draft, _FormAnswer(built=built))
    return _page(request, lang, session, season, author, draft)


@router.post("/seasons/{slug}/enter")
def enter(
    request: Request,
    lang: Lang,
    slug: str,
    sent: SentForm,
    signed: PlayerIfAny,
    session: Writing,
    now: Now,
) -> Response:
    """The character is kept, or everything that is wrong with it is told.

    It counts at once if its player sent it; else it is held, and a letter asks them whether they sent it.
    The answer is the same whether we know the address or not.
    """
    picture = chosen_picture(request, sent, now)  # before the session is used: it may take long
    limits.spend_by_client_in(session, request, limits.SUBMISSIONS, now)
    season = seasons.lock(session, public_season(session, slug))
    # A form made for a stranger stays a stranger's, or another site could send one in our reader's name.
    author = Author.of(
        session, season, signed if sent.text(forms.TOKEN) else None, sent.text("character")
    )
    game = rules_of(session, season)
    before, draft = author.seen, EntryDraft.sent(sent, game, picture)
    try:
        with session.begin_nested():
            location = forms.answered_before(session, request, sent, now)
            if location is None:
                revision = _submit(request, session, season, author, draft, sent, now)
                if picture.portrait and revision:
                    portraits.keep(session, revision, picture.portrait, now)
                location = _where(revision, before, season, lang)
                forms.keep_answer(session, sent, location)
    except SubmissionRejected as refusal:
        doors.count(session, refusal.problems, limits.deliverer_of(request).name, now)
        told = faults(refusal.problems, season, draft, lang)
        notice = _SIGNED_OUT if sent.text(forms.TOKEN) and not author.signed else ""
        again = _FormAnswer(422, notice, faults=told)
        return _page(request, lang, session, season, author, draft, again)
    except FormReused as reused:
        again = _FormAnswer(409, reused.detail)
        return _page(request, lang, session, season, author, draft, again)
    except _Stop as stop:
        again = _FormAnswer(409, str(stop))
        return _page(request, lang, session, season, author, draft, again)
    except HTTPException as refusal:  # not raised any further: what was counted shall stay
        answer = refuse(request, refusal.status_code, [refusal.detail])
        answer.headers.update(refusal.headers or {})
        return answer
    return RedirectResponse(location, 303)


@router.post("/seasons/{slug}/enter/preview")
def look(
    request: Request,
    lang: Lang,
    slug: str,
    sent: SentForm,
    signed: PlayerIfAny,
    session: Reading,
    now: Now,
) -> Response:
    """The form as it was sent, and above it the character as it will be published. Nothing is kept.

    A button of the builder brings the form back with another build instead.
    """
    step = sent.text("step")
    limits.spend_by_client(request, limits.DRAFTS if step else limits.SUBMISSIONS, now)
    picture = chosen_picture(request, sent, now)
    season = public_season(session, slug)
    author = Author.of(
        session, season, signed if sent.text(forms.TOKEN) else None, sent.text("character")
    )
    game = rules_of(session, season)
    draft = EntryDraft.sent(sent, game, picture)
    if step:
        built = pressed(game, draft.build, step, lang)
        slots = slot_fields(game)
        names = carried(built.step, [draft.own[slot] for slot in slots])
        own = {**draft.own, **dict(zip(slots, names, strict=True))}
        draft = replace(draft, build=built.text, own=own)
        told = faults(picture.problems, season, draft, lang)
        again = _FormAnswer(faults=told, seen=sent.text("seen"), built=built)
        return _page(request, lang, session, season, author, draft, again)
    given, unknown = contents.with_script(session, season, author.player, draft.submission())
    read = replace(draft, orders=scripts.text_of(given.extras, scripts.ORDERS))
    draft = draft if unknown else read
    told = faults(
        [
            *places.open_at(season, now),
            *author.without_room(session, season, now),
            *unknown,
            *problems_of_words(session, season, read),
            *picture.problems,
        ],
        season,
        draft,
        lang,
    )
    again = _FormAnswer(faults=told, seen=sent.text("seen"), shown=preview(draft, game))
    return _page(request, lang, session, season, author, draft, again)


@router.post("/seasons/{slug}/enter/try")
def try_out(
    request: Request,
    lang: Lang,
    slug: str,
    sent: SentForm,
    signed: PlayerIfAny,
    session: Reading,
    now: Now,
) -> Response:
    """The form as it was sent, and above it how its build fares against strong ones. Nothing is kept."""
    limits.spend_by_client(request, limits.TRIES, now)
    picture = chosen_picture(request, sent, now)
    season = public_season(session, slug)
    author = Author.of(
        session, season, signed if sent.text(forms.TOKEN) else None, sent.text("character")
    )
    game = rules_of(session, season)
    draft = EntryDraft.sent(sent, game, picture)
    told, tried = Faults(), list[Bouts]()
    try:
        tried = bouts(session, game, game.read_build(draft.build), lang)
    except BuildUnreadable as refusal:
        told = faults(refusal.problems, season, draft, lang)
    again = _FormAnswer(faults=told, seen=sent.text("seen"), tried=tried)
    return _page(request, lang, session, season, author, draft, again)


@router.get("/seasons/{slug}/enter/try")
@router.get("/seasons/{slug}/enter/preview")
def back(lang: Lang, slug: str) -> Response:
    """To the form: neither a preview nor a try is kept."""
    return RedirectResponse(f"/{lang}/seasons/{slug}/enter", 303)


@router.get("/seasons/{slug}/entered")
def entered(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """The next steps; the same page for every sender."""
    season = public_season(session, slug)
    key = forms.draft_key(request, season)
    return page(request, lang, "submission/entered.html", season=season, draft_key=key)


def _submit(
    request: Request,
    session: Session,
    season: Season,
    author: Author,
    draft: EntryDraft,
    sent: Form,
    now: datetime,
) -> Revision | None:
    """Submit by the use case; proven, if its player is signed in. None where a stranger names a blocked address."""
    if author.player:
        return _change(request, session, season, author, author.player, draft, sent, now)
    return hold(request, session, season, draft, now)


def _change(
    request: Request,
    session: Session,
    season: Season,
    author: Author,
    player: Player,
    draft: EntryDraft,
    sent: Form,
    now: datetime,
) -> Revision:
    if not forms.is_own(sent, author.signed):
        raise _Stop(_SIGNED_IN_ANEW)
    if sent.text("seen") != author.seen:
        raise _Stop(_STALE)
    there = rosters.called(session, author.own, draft.name) if not author.entry else None
    if there and there.name_key:  # a form for a new character changes no other
        raise SubmissionRejected([Problem("name-taken", name=draft.name)])
    deliverer = limits.deliverer_of(request)
    origin = Origin(now, proven=True, lang=draft.lang, deliverer=deliverer, word=draft.word)
    missing = [*draft.picture.problems]
    revision = league_entries.submit(
        session,
        season,
        player,
        draft.submission(),
        origin,
        missing,
        instead=author.entry or "",
    )
    player.lang = draft.lang
    return revision


def _where(revision: Revision | None, before: str, season: Season, lang: Lang) -> str:
    """The address of the page that tells the outcome."""
    if revision is None or revision.state is RevisionState.HELD:
        return f"/{lang}/seasons/{season.slug}/entered"
    known_as = "unchanged" if str(revision.serial) == before else "version"
    which = f"&character={revision.entry_id}" if season.characters > 1 else ""
    return f"/{lang}/seasons/{season.slug}/my?{known_as}={revision.serial}{which}"


@dataclass(frozen=True, slots=True)
class _FormAnswer:
    """What is returned with the form: why it was refused, and what was asked about its character."""

    status: int = 200
    notice: str = ""
    faults: Faults = field(default_factory=Faults)
    seen: str | None = None
    built: Builder | None = None
    shown: CharacterView | None = None
    tried: Sequence[Bouts] = ()


def _page(
    request: Request,
    lang: Lang,
    session: Session,
    season: Season,
    author: Author,
    draft: EntryDraft,
    again: _FormAnswer | None = None,
) -> Response:
    """The form with this in it, to be sent once."""
    game = rules_of(session, season)
    site: Site = request.state.site
    again = again or _FormAnswer()
    return page(
        request,
        lang,
        "submission/form.html",
        again.status,
        cache=PRIVATE,
        season=season,
        game=game,
        sides=sides_of(season),
        pool=pools.told(pools.pool_of(season), game, lang),
        rule=growth.rule_of(session, season, lang),
        duration=durations.of_season(session, season, lang, site.settings.zone),
        tempo=arranged.tempo if (arranged := settings_of(session, season)) else "",
        author=author,
        draft=draft,
        built=again.built or builder(game, draft.build, lang),
        slots=slot_fields(game),
        moments=characters.MOMENT_NAMES,
        rights=characters.RIGHTS_NAMES,
        form_key=forms.new_key(),
        draft_key=forms.draft_key(request, season, author.player, author.character),
        langs=i18n.LANGS,
        notice=again.notice and translations(lang).gettext(again.notice),
        faults=again.faults,
        seen=author.seen if again.seen is None else again.seen,
        shown=again.shown,
        printed=printed(draft, game) if again.shown else None,
        tried=again.tried,
    )
