"""What a problem's sentence says stands under names, where it stood by position.

Revision ID: 2026_11_30_0910
Revises: 2026_11_30_0900
"""

import json
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2026_11_30_0910"
down_revision = "2026_11_30_0900"
branch_labels = None
depends_on = None

_NAMES = """
name-too-long: length most; name-looks-like: text other; owner-looks-like: text other; looks-official: text;
mixed-alphabets: text; owner-too-long: length most; owner-is-address: owner; url-too-long: length most;
lore-too-long: length most; picture-too-large: most; picture-too-wide: width height most;
flavour-too-long: which length most; flavour-forbidden: which signs; flavour-without-slot: which slots;
line-too-long: which length most; line-forbidden: which signs; label-too-long: which length most;
label-forbidden: which signs; orders-without-matches: game; nonce-without-matches: game; nonce-too-long: length most;
nonce-forbidden: signs; orders-unreadable: reason; orders-out-of-place: phrase; not-own: typed; name-taken: name;
bad-address: address; own-address: address; unknown-season: season; other-game: game season other;
season-closed: season; season-full: season places; characters-full: season most example; no-such-character: name;
which-character: season count; name-twice: name; no-side: sides; unknown-side: side sides;
season-without-sides: side; banned: card; copies-over: count most card; size-other: count size slots;
season-full-until: season places more at; season-not-open: season; blocked: reason; team-tag: tag;
not-in-round-before: season; changes-over: allowed changes slots; changed-place: place card; changed-one: card;
added-over: added allowed size slots; letter-unreadable: kind wrong; superseded: name; already-confirmed: name;
confirmed-before: name; declined: name; nothing-to-change: season; nothing-to-repeat: season; not-repeatable: season;
no-such-place: typed; card-not-there: typed; which-card: typed; replace-or-add: phrase; change-unclear: phrase;
spar-quota: bouts; mail-two-readings: one other; mail-too-large: size; repeated-field: field; our-fault: error;
too-many-battles: battles; played-by-orders: game; matches-not-arranged: season; matches-begun: season;
nobody-meets: season; left-before: number; no-such-exchange: number; match-over: match; match-sealed: match;
match-not-begun: match; match-moved-on: match; orders-late: match; orders-of-another: match other;
orders-other-turn: match turn now; orders-as-ours: phrase; orders-unclear: phrase; orders-not-yours: match;
orders-more-not-yours: more; blocks-unread: first blocks; block-empty: match; orders-too-long: length most;
no-script: script scripts; no-scripts: script; scripts-full: most script; script-unreadable: script reason;
script-of-stranger: script; deadline-has-moved: match; no-extension-left: extensions; match-no-game: game;
match-config: reason; match-tempo: typed tempos; match-hours: hours most; match-daily: typed; match-zone: typed;
match-unread: typed; match-choice: typed choices; match-extensions: extensions most; match-asks: asks most;
match-reveal: typed ways; duel-days: least most; same-duelist: name; bad-beacon: typed;
beacon-too-early: typed deadline; beacon-awaited: season at; beacon-not-awaited: season;
beacon-not-announced: season; beacon-unclear: season reason; bad-beacon-number: typed;
house-cards-differ: game wanted found; entries-not-legal: rules entries; rules-of-another-game: rules game;
rules-same: rules; rules-too-late: season; bad-characters: typed most; characters-taken: count;
bad-sides: count least most; bad-side-name: typed most; bad-colour: typed; side-twice: side; unknown-banned: typed;
bad-copies: typed most; bad-size: typed least most; bad-count: typed; pool-too-small: left; pool-allows: pool;
bad-wave: typed; bad-waves: most; queue-waits: count; unknown-game: game; wrong-state: season state; bad-slug: typed;
slug-taken: season; cup-taken: cup; unknown-cup: cup; cup-has-seasons: cup seasons;
edition-taken: cup edition season; edition-alone: edition; bad-edition: typed most; bad-title: typed;
bad-description: length most; bad-capacity: typed most; newcomers-wait: count; capacity-taken: count;
change-too-late: field; changed-meanwhile: who at; deadline-over: season; season-has-players: season;
season-published: season; not-sure: season; release-waits: at; nights-waits: count; release-called-off: at;
nights-called-off: count; letters-dropped: count; half-released: season; bad-reminders: many most;
unknown-readers: typed; round-before-unpublished: season; round-follows: season following; bad-growth: typed most;
round-of-draft: season; round-planned: season following; sealed: season; sealed-until: season until;
too-few-entries: count; run-differs: run before digest; battle-differs: one other; no-results: season;
results-not-public: season; rules-not-installed: game rules installed; bad-score: typed;
scoring-impossible: win draw loss most; tie-break-doubled: typed; too-many-tie-breaks: most;
unknown-tie-break: typed offered; bad-moment: typed; day-alone: typed beginning end; nights-impossible: rounds most;
unknown-zone: typed; moment-left-out: typed zone instead; moment-twice: typed zone first second; no-such-step: typed;
step-over: step; step-without-moment: step; step-not-held: step; steps-out-of-order: step at before before_at;
pairing-unreadable: typed; pairing-of-stranger: typed; pairing-leaves-out: round numbers;
ruled-without-stages: season; retired-already: number; no-such-stage: stage most; no-such-round: round least;
set-where: stage round; set-in-vain: stage round; nothing-ruled: season; pairings-missing: season;
nothing-by-hand: season; pairing-of-nobody: typed; pairing-with-itself: number; pairing-of-one-side: one other;
pairing-twice: number round; too-many-pairings: most; stage-too-large-for-life: stage entries battles most;
too-many-stages: most; stage-unreadable: typed; unknown-format: typed formats;
unknown-stage-setting: typed format settings; stage-setting-doubled: setting; stage-question: setting typed yes no;
stage-number: setting typed least most; former-unknown: typed; former-not-public: season; stage-best: typed;
stage-seeds: typed ways; stage-cuts-itself: format; bad-stage-name: typed most;
stage-too-large: stage entries battles most; bad-subject: most; organises-already: name; name-on-line: name other;
address-on-line: address other; address-is-in: address; address-blocked: address; column-twice: heading;
too-many-rows: rows most; too-many-cells: cells columns; webhook-address: typed; webhook-inside: host;
webhook-shape: typed; webhook-language: typed; too-many-webhooks: most; unknown-webhook: number;
unknown-entry: entry; reason-too-long: length most
"""
NAMES = {
    code: names.split()
    for code, _, names in (each.strip().partition(":") for each in _NAMES.split(";"))
}
KEPT = (("step", "problems"), ("run", "problems"), ("letter", "about"), ("mail", "note"))
"""The columns with problems somewhere in them."""
MOMENTS = ("at", "until", "before_at")
LABELS = {
    *("repeated-field", "change-too-late", "line-too-long", "line-forbidden"),
    *("step-over", "step-without-moment", "step-not-held", "steps-out-of-order"),
}
"""The names of fields and steps stand in them."""


def named(code: str, words: list[str]) -> dict[str, Any] | list[str]:
    """What stood by position, by its names; as it was where there are more or fewer."""
    if code == "forbidden-character":
        return {"signs": {"all": words}}
    names, values = NAMES.get(code, []), [*words]
    if len(values) == len(names) + 2 and names[0] == "season":
        values = [values[:3], *values[3:]]
    if names and len(values) == len(names) + 1:
        values = [*values[:-2], values[-2:]]
    if len(values) != len(names):
        return words
    return {name: _said(code, name, value) for name, value in zip(names, values, strict=True)}


def _said(code: str, name: str, value: Any) -> Any:
    if code in LABELS and name in ("field", "which", "step", "before"):
        return {"label": value}
    if code in ("label-too-long", "label-forbidden") and name == "which":
        return {"label": f"{value}-label"}
    try:
        return {"at": datetime.fromisoformat(value).isoformat()} if name in MOMENTS else value
    except ValueError:
        return value


def positional(said: dict[str, Any]) -> list[str]:
    """What stands under names, by position."""
    found: list[str] = []
    for value in said.values():
        plain = next(iter(value.values())) if isinstance(value, dict) else value
        found += plain if isinstance(plain, list) else [str(plain).removesuffix("-label")]
    return found


def rewritten(kept: Any, *, back: bool) -> Any:
    """The same with every problem in it under names, or back by position."""
    if isinstance(kept, list):
        return [rewritten(each, back=back) for each in kept]
    if not isinstance(kept, dict):
        return kept
    if kept.keys() >= {"code", "words"}:
        words = kept["words"]
        if back and isinstance(words, dict):
            return kept | {"words": positional(words)}
        if not back and isinstance(words, list) and words:
            return kept | {"words": named(kept["code"], words)}
        return kept
    return {name: rewritten(value, back=back) for name, value in kept.items()}


def _rewrite(*, back: bool) -> None:
    connection = op.get_bind()
    for table, column in KEPT:
        at = sa.table(table, sa.column("id", sa.Integer), sa.column(column, sa.JSON))
        kept = at.c[column]
        wanted = sa.select(at.c.id).where(sa.cast(kept, sa.Text).like('%"words"%'))
        for (id_,) in connection.execute(wanted.order_by(at.c.id)).all():
            before = connection.execute(sa.select(kept).where(at.c.id == id_)).scalar_one()
            after = rewritten(before, back=back)
            if json.dumps(after) != json.dumps(before):
                connection.execute(sa.update(at).where(at.c.id == id_).values({column: after}))


def upgrade() -> None:
    _rewrite(back=False)


def downgrade() -> None:
    _rewrite(back=True)
