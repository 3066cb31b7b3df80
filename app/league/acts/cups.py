"""The acts on a cup, a series of seasons."""

from typing import Final

from app.league.acts.act import Need, SeasonAct
from app.league.seasons import cups
from app.store.tables import Cup

_TITLES: Final = tuple(
    Need(name=f"title_{lang}", usual="", meaning=meaning, option=f"--title-{lang}", metavar="T")
    for lang, meaning in (("ja", "Its Japanese title."), ("en", "Its English title."))
)

CUPS: Final = {
    act.slug: act
    for act in (
        SeasonAct(
            "create",
            cups.create,
            "Create a cup. Seasons become its editions with `season create --cup` or `season change --cup`.",
            needs=_TITLES,
            gives=Cup,
            noun="Cup",
            examples=("hikyaku cup create spring-cup --title-ja 春の杯 --title-en 'Spring Cup'",),
            done="{slug}: no editions yet.",
        ),
        SeasonAct(
            "rename",
            cups.rename,
            "Give a cup other titles; those left out stay.",
            needs=_TITLES,
            gives=Cup,
            noun="Titles",
            examples=("hikyaku cup rename spring-cup --title-ja 春の大会",),
            done=lambda cup, _: f"{cup.slug}: {cup.title_ja} / {cup.title_en}",
        ),
        SeasonAct(
            "delete",
            cups.delete,
            "Delete a cup that no season belongs to.",
            gives=None,
            examples=("hikyaku cup delete spring-cup",),
            done="{slug}: deleted.",
        ),
    )
}
