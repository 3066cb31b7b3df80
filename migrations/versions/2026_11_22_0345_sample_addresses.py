"""Sample players of demonstrations that were played here move to addresses that are nobody's.

They stand in the databases of sites that were set up where the demonstration had been tried. No mail server
is asked to find an address under `.example`.

Revision ID: 2026_11_22_0345
Revises: 2026_11_22_0334
"""

import re

import sqlalchemy as sa
from alembic import op

revision = "2026_11_22_0345"
down_revision = "2026_11_22_0334"
branch_labels = None
depends_on = None

SAMPLES = """
    ashita@kara.example.com bom@sakura.example.org brolly@tuesday.example.com choju@engi.example.net
    clippie@depot.example.org edelweiss@alp.example.org form27b@ministry.example.com
    gwen@lighthouse.example.net hacchan@tako.example.org hitokoto@softphone.example.net
    hoshikuzu@sora.example.net junk-dou@nifu.example.com kabocha@hatake.example.org
    kagee@shoji.example.com kakko@tojiru.example.net kappa@midori.example.jp kumo@azami.example.org
    marko@down.example.org mei@pocket.example.org memo@kaimono.example.com mochi@usagi.example.net
    murai@sokkuri.example.jp nemunemu@kyoju.example.com okoshi@kaminari.example.net
    pantsu_neko@mail.example.com penny@farthing.example.org quill@example.net remiko@la.example.net
    rene@cafe.example.com renkon@hasu.example.jp rin@shell.example.org root@tty7.example.net
    rulebook@yomu.example.org runrun@kirakira.example.com sanmai-oroshi@ezphone.example.com
    satoumi@example.jp shiroyagi@makiba.example.com shorui@yakuba.example.com
    takahashi-k@zaimu.example.com tatsu@kaiten.example.jp tenmonbu@hoshi.example.net
    tess@tock.example.com tetsu@komori.example.net thistle@example.com tidewrack@shore.example.net
    tonbo@akane.example.com toshoshitsu@example.ac.jp underhill@example.org
    understudy@curtain.example.org usa..ro-4649.@keitai.example.net ween@jidoor.example.jp
    yaruki@nikai.example.org yukemuri@onsen.example.net yukimi@kita.example.jp
    zari.gani@keitai.example.net zenkaku@moji.example.com
"""
_OLD = re.compile(r"(@|\.)example\.(com|net|org|jp|ac\.jp)$")


def upgrade() -> None:
    player = sa.table("player", sa.column("address"), sa.column("address_key"))
    for old in SAMPLES.split():
        new = _OLD.sub(r"\1example", old).replace("@example", "@sample.example")
        op.execute(
            player.update().where(player.c.address_key == old).values(address=new, address_key=new)
        )


def downgrade() -> None:
    """They stay where they are: their old addresses were no better."""
