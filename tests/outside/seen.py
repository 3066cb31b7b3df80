"""Prints what is seen from outside of the program that this runs in; by `tests.outside`."""

import csv
import io
import json
import re
import sqlite3
import sys
import time
import zipfile
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from tests.outside import place
from tests.outside.place import BASE, hikyaku, masked, rows, work

MOST_PAGES = 900
SKIPPED = re.compile(
    r"^/static|/crests/|/docs|^/lab|/en/lab/.|/games/(?!laplaplus|fest)|/try/|/desk/(sign-out|prove)|^/ja/(?!desk)"
    r"|/ja/desk/seasons/(?!drafty|openly|publicly|reviewed|by-form|fest-1)|battles/|/preview|\.(png|webp|svg)$"
)
DRAWN = ("form_token", "form_key", "seen")
"""Fields that hold what is drawn, or counted."""
RULES = re.compile(r"/games/[^/]+/(rules|cards)/")


def clock(name: str) -> None:
    """Tells on stderr how long everything up to here took."""
    sys.stderr.write(f"{time.process_time():.0f} s {name}\n")


def commands() -> dict[str, str]:
    """The help of each command."""
    found = {}

    def walk(command: Any, words: tuple[str, ...]) -> None:
        found[" ".join(("hikyaku", *words))] = hikyaku(*words, "--help")["out"]
        for name, inner in getattr(command, "commands", {}).items():
            walk(inner, (*words, name))

    walk(place.command(), ())
    clock("commands")
    return found


# --- acts --------------------------------------------------------------------------------------------


def acts() -> dict[str, Any]:
    """What organisers and players do, by the command line, by the API and by forms, and what each is answered."""
    told: dict[str, Any] = {}
    Path("entries.csv").write_text(
        "name,build,owner,address\nZoe's,攻核,Zoe,zoe@example.net\nYan's,盾核,Yan,yan@example.net\n",
        "utf-8",
    )
    Path("list.txt").write_text("盾核/Dave\n核盾/Eve\n核/Frank\n", "utf-8")
    lines = [each.split("|") for each in COMMANDS.strip().splitlines()]
    for line in lines:
        command = [each.strip() for each in line]
        if command[0] == "work":
            told[f"{len(told)} work"] = work()["code"]
        elif command[0] == "pass":
            place.Hour.pass_by(hours=float(command[1]))
        elif command[0] == "mail" and "@" in command[1]:
            told[f"{len(told)} {' '.join(command)}"] = _mail(*command[1:])
        else:
            said = hikyaku(*command)
            told[f"{len(told)} {' '.join(command)}"] = {
                "code": said["code"],
                "out": masked(said["out"]).splitlines(),
                "err": masked(said["err"]).splitlines(),
            }
    return told


COMMANDS = """
season | create | laplaplus
season | create | laplaplus | drafty | --title-en | Drafty Cup | --title-ja | 草案杯 | --closes | 2026-11-30 21:00 | --places | 9 | --waiting-list | --ban | Trap | --copies | 2 | --sides | 紅 / Red #c03030, 白 / White | --apart | --ranked | --reminders | 48,6 | --reminded | earlier | --scoring | 3/1/0 | --tie-breaks | wins,size
season | create | laplaplus | wrong one | --closes | never | --places | -1 | --scoring | x
season | create | laplaplus | openly | --title-en | Open Cup | --title-ja | 公開杯 | --closes | 2026-11-30 21:00 | --look-at-newcomers | --characters | 2 | --cup | hikyaku
season | create | laplaplus | closely | --title-en | Closed Cup | --closes | 2026-11-30 21:00
season | create | laplaplus | reviewed | --title-en | Reviewed Cup | --closes | 2026-10-21 21:00
season | create | laplaplus | publicly | --title-en | Public Cup | --title-ja | 公表杯 | --closes | 2026-10-21 21:00 | --description-en | *All* of it. | --waves | 2026-11-01 21:00 +2 | --places | 8
season | create | fest | festive | --title-en | Festive Cup | --closes | 2026-11-30 21:00
season | create | laplaplus | doomed
season | change | drafty | --title-en | Draftier Cup | --places | 0 | --no-waiting-list | --size | 3 | --sides | ,
season | change | drafty | --places | many | --characters | 0
season | copy | drafty | copied | --closes | 2026-12-30 21:00
season | delete | doomed | --yes-delete | doomed
season | matches | festive | --tempo | turn | --hours | 24 | --rule | petit=true | --early | --asks | 2
season | matches | festive
season | stages | publicly | groups groups=2 go-on=1 | knockout
season | stages | copied | round-robin
season | open | openly | --yes
season | open | closely | --no-announce
season | open | reviewed | --yes
season | open | publicly | --yes
season | open | publicly | --yes
season | open | festive | --no-announce
work
mail | alice@example.com | Season: publicly\\nName: Alice A\\nBuild: Attack, Core\\n
mail | ben@example.com | Season: publicly\\nName: Ben B\\nBuild: Shield, Core\\nLore: *Rolls*\\n
mail | uma@example.com | Season: openly\\nName: Uma U\\nBuild: Shield, Core\\n
mail | vic@example.com | Season: openly\\nName: Vic\\nBuild: Shield, Nothing, Core\\n
mail | haru@example.com | 大会：publicly\\n名前: 春二番\\n構築: 盾攻核\\n
mail | alice@example.com | What is this?
work
season | add | publicly | 攻核/Carl | --owner | Carl | --tell | He wrote by post.
season | add | publicly | 核/Dora | --reason | Asked.
season | add | publicly | 核核核核核核核核核核核核/Toolong
season | add | reviewed | 攻核/Carl
season | add | reviewed | 盾核/Dora
season | add | reviewed | 連核/Emil
season | add | closely | 盾核/Dora
season | import | publicly | entries.csv | --check
season | import | publicly | entries.csv
season | newcomers | openly
season | approve | openly | Uma U | --tell | Welcome.
season | correct | publicly | Carl | --name | Karl | --lore | Came by post. | --tell | A typing error.
season | correct | publicly | Carl | --build | nothing
season | hide | publicly | Karl | lore | --tell | Not yet. | --public
season | hide | publicly | Karl | lore | --undo
season | withdraw | publicly | Dora | --tell | She asked.
season | deadline | publicly | 2026-10-22 21:00 | --tell | Golden week.
season | change | publicly | --title-en | Public Cup! | --scoring | 3/1/0 | --description-en | All of *it*. | --tell | Better words.
season | change | openly | --places | 20 | --waiting-list | --reminders | 24 | --reason | More came. | --tell | More came.
season | timetable | publicly | plan | run | 2026-10-24 21:00 | --tell | So.
season | timetable | publicly | plan | release | 2026-10-25 21:00 | --reason | So.
season | timetable | publicly | hold | run | --reason | Look.
season | timetable | publicly | resume | run | --reason | Looked.
season | timetable | publicly
season | timetable | publicly | skip | release | --reason | By hand.
season | beacon | publicly | 7
season | rules | drafty | --rules | laplaplus@1 | --tell | Why not.
season | errata | publicly | --rules | laplaplus@1
season | close | publicly
season | close | reviewed
season | close | closely
season | run | openly | --quiet
season | run | reviewed | --quiet
pass | 57
season | run | reviewed | --quiet
work
season | reopen | closely | --closes | 2026-11-30 21:00 | --tell | Too early.
season | close | closely
season | run | publicly | --quiet
work
season | publish | publicly | --word | Well done.
work
season | undo | publicly | --tell | Once more.
season | run | publicly | --quiet
season | publish | publicly | --word | Well played.
season | publish | drafty
work
season | hide | publicly | Karl | lore | --tell | Not yet. | --public
season | hide | publicly | Karl | lore | --undo | --reason | Yes.
season | archive | publicly | --reason | Over.
season | archive | laplaplus-1 | --reason | Over.
season | next-round | laplaplus-1 | laplaplus-1b | --closes | 2026-12-30 21:00 | --changes | 1
season | retire | fest-1 | Boulder | --after | 3 | --tell | Had enough.
season | exchange | fest-1 | 3 | 2026-10-28 21:00 | --tell | Later.
season | show | publicly
season | show | publicly | --json
season | show | openly | --json
season | show | drafty
season | show | fest-1
season | list
season | list | --json
season | entries | openly
season | entries | openly | --json
season | all-rounds | shiden-2
season | banzuke | publicly
season | verify | publicly
season | verify | fest-0 | --json
season | verify | laplaplus-1
season | verify | shiden-1 | --seals
season | export | publicly | record.json
season | export | laplaplus-1 | --site | site.zip
season | export | fest-0 | fest.json
season | verify | record.json
season | verify | fest.json
season | restore | record.json
season | verify | house-1
cup | create | winter | --title-en | Winter Cup | --title-ja | 冬杯
cup | rename | winter | --title-en | Cold Cup
cup | show | hikyaku
cup | delete | winter
cup | list
hall | laplaplus
rating | show | laplaplus
rating | export | laplaplus | ratings.json
stats | season | laplaplus-1
stats | entry | laplaplus-1 | Boulder
stats | list | laplaplus | list.txt | --quiet
lab | laplaplus | list.txt | --quiet
mail | haru@example.com | 配信停止
work
mail | status
mail | waiting
mail | answer | 3 | --text | It is a game.
mail | settle | 1 | --reason | Done.
organiser | add | omar@example.net | --name | Omar | --role | owner
organiser | list
organiser | role | helena@example.com | organiser
organiser | log | --most | 5
player | show | alice@example.com
player | show | alice@example.com | --json
player | show | olga@example.com | --json
player | show | kim@example.com
player | page | alice@example.com | --hide
player | block | vic@example.com | --reason | Rude.
player | blocked
player | unblock | vic@example.com
player | forget | chloe@example.com | --yes
player | show | chloe@example.com
player | forget | uma@example.com | --yes
webhook | list
doctor
battle | laplaplus | 攻核 | 盾核
cards | laplaplus
rules | laplaplus
work
"""


def _mail(sender: str, text: str) -> Any:
    """A mail that comes in."""
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, place.OURS, "飛脚"
    mail["Message-ID"] = f"<{place.Hour.now:%Y%m%d%H%M}.{sender}>"
    mail.set_content(text.replace("\\n", "\n"))
    Path("one.eml").write_bytes(mail.as_bytes())
    said = hikyaku("mail", "in", "one.eml", "--json")
    return {name: masked(str(each)).splitlines() for name, each in said.items()}


REQUESTS = (
    ("POST", "", {"season": "by-api", "game": "laplaplus", "title_en": "By API", "capacity": 5}),
    ("POST", "", {"season": "by-api", "game": "laplaplus"}),
    ("POST", "", {"season": "x", "game": "nothing", "capacity": -1, "scoring": {"win": "a"}}),
    ("PATCH", "/by-api", {"title_ja": "機械杯", "waiting_list": True, "characters": 2}),
    ("PATCH", "/by-api", {"closes_at": "2026-10-24T21:00:00+09:00", "reminders": [24]}),
    ("POST", "/by-api/copy", {"season": "by-api-2"}),
    ("DELETE", "/by-api-2", None),
    ("DELETE", "/by-api-2?confirmed=true", None),
    ("GET", "/by-api/open", None),
    ("POST", "/by-api/open", None),
    ("POST", "/by-api/entries", {"name": "Ann", "build": "攻核", "reason": "x"}),
    ("POST", "/by-api/entries", {"name": "Bob", "build": "盾核", "tell": "Hello."}),
    ("POST", "/by-api/entries", {"name": "Bob", "build": "none"}),
    ("POST", "/by-api/correct", {"entry": "Ann", "name": "Anna", "tell": "So."}),
    ("POST", "/by-api/hide", {"entry": "Anna", "part": "name", "tell": "So."}),
    ("POST", "/by-api/withdraw", {"entry": "Bob", "tell": "So."}),
    ("POST", "/by-api/entries", {"name": "Cy", "build": "盾核"}),
    ("PATCH", "/by-api", {"capacity": 7, "reason": "More.", "tell": "More."}),
    ("POST", "/by-api/deadline", {"closes_at": "2026-10-25T21:00:00+09:00", "tell": "Later."}),
    ("POST", "/by-api/close", {"reason": "Now."}),
    ("POST", "/by-api/reopen", {"closes_at": "2026-10-25T21:00:00+09:00", "tell": "No."}),
    ("POST", "/by-api/close", None),
    ("POST", "/by-api/publish", None),
    ("POST", "/by-api/run", None),
    ("PASS", "", None),
    ("POST", "/by-api/run", None),
    ("WORK", "", None),
    ("GET", "/by-api/run", None),
    ("GET", "/by-api/standings", None),
    ("GET", "/by-api/log", None),
    ("POST", "/by-api/undo", {"tell": "Again."}),
    ("POST", "/by-api/run", None),
    ("WORK", "", None),
    ("POST", "/by-api/publish", {"at": None}),
    ("POST", "/by-api/publish", None),
    ("WORK", "", None),
    ("GET", "/by-api", None),
    ("GET", "", None),
)


def requests() -> dict[str, Any]:
    """What a program of an organiser's does, and is answered."""
    said = hikyaku(
        *("organiser", "token", "olga@example.com", "--may", "entries", "--may", "seasons")
    )
    token = max(re.findall(r"\S+", said["out"] + said["err"]), key=len)
    program = place.client(Authorization=f"Bearer {token}")
    told: dict[str, Any] = {}
    for method, path, sent in REQUESTS:
        if method in ("WORK", "PASS"):
            place.Hour.pass_by(hours=97 if method == "PASS" else 0)
            work()
            continue
        place.Hour.pass_by()
        place.reseed(f"{method} {path}")
        answer = program.request(method, f"/api/v1/organiser/seasons{path}", json=sent)
        named = f"{len(told)} {method} {path} {json.dumps(sent, ensure_ascii=False)}"
        told[named] = {"status": answer.status_code, "body": masked(answer.text)}
    for path in sorted(_api_paths()):
        place.reseed(path)
        answer = program.get(path)
        shape = keys(answer.json()) if "json" in answer.headers.get("content-type", "") else ""
        told[f"GET {path}"] = {"status": answer.status_code, "keys": shape}
    return told


def _api_paths() -> list[str]:
    document = place.client().get("/api/v1/openapi.json").json()
    filled = {
        "game": ("laplaplus",),
        "slug": ("publicly", "openly", "fest-1", "drafty", "house-1"),
        "cup": ("hikyaku",),
        "number": ("1",),
        "home": ("1",),
        "away": ("2",),
        "place": ("1",),
        "round": ("1",),
        "table": ("1",),
    }
    found: set[str] = set()
    for path, methods in document["paths"].items():
        if "get" not in methods:
            continue
        waiting = [path]
        while waiting:
            each = waiting.pop()
            name = re.search(r"{(\w+)", each)
            if name is None:
                found.add(f"/api/v1{each}" if not each.startswith("/api") else each)
                continue
            waiting += [re.sub(r"{[^}]*}", value, each, count=1) for value in filled[name[1]]]
    return [*found]


def keys(found: Any) -> Any:
    """The keys of JSON, without what they hold."""
    if isinstance(found, dict):
        return {key: keys(each) for key, each in found.items()}
    if isinstance(found, list):
        return [keys(found[0])] if found else []
    return type(found).__name__


# --- forms and pages ---------------------------------------------------------------------------------

FORMS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/en/desk/new-season", {"game": "laplaplus", "slug": "by-form", "title_en": "By Form"}),
    ("/en/desk/new-season", {"game": "laplaplus", "slug": "By Form", "capacity": "x"}),
    ("/en/desk/seasons/by-form/settings", {"title_ja": "書式杯", "capacity": "4"}),
    ("/en/desk/seasons/by-form/settings", {"capacity": "-4", "closes_at": "never"}),
    ("/en/desk/seasons/by-form/acts/open", {}),
    ("/en/desk/seasons/by-form/entries", {"name": "Ann", "build": "攻核", "reason": "Asked."}),
    ("/en/desk/seasons/by-form/entries", {"name": "Ben", "build": "盾核", "reason": "Asked."}),
    ("/en/desk/seasons/by-form/import", {"list": "核/Io"}),
    ("/en/desk/seasons/by-form/settings", {"capacity": "9", "reason": "More.", "tell": "More."}),
    ("/en/desk/seasons/by-form/announcement", {"subject_en": "Soon", "text_en": "It begins."}),
    (
        "/en/desk/seasons/by-form/deadline",
        {"closes_at": "2026-10-29T21:00", "reason": "So.", "tell": "So."},
    ),
    ("/en/desk/seasons/by-form/acts/close", {"reason": "So."}),
    (
        "/en/desk/seasons/by-form/acts/reopen",
        {"closes_at": "2026-10-29T21:00", "reason": "So.", "tell": "So."},
    ),
    ("/en/desk/seasons/by-form/acts/close", {"reason": "So."}),
    ("/en/desk/seasons/by-form/acts/run", {}),
    ("PASS", {}),
    ("/en/desk/seasons/by-form/acts/run", {}),
    ("WORK", {}),
    ("/en/desk/seasons/by-form/acts/undo", {"reason": "So.", "tell": "So."}),
    ("/en/desk/seasons/by-form/acts/run", {}),
    ("WORK", {}),
    ("/en/desk/seasons/by-form/acts/publish", {"word": "Done."}),
    ("/en/desk/seasons/by-form/acts/archive", {"reason": "Done."}),
    ("/en/desk/cups", {"slug": "autumn", "title_en": "Autumn"}),
    ("/en/desk/webhooks", {"url": "https://localhost/more", "shape": "text"}),
    ("/en/desk/people", {"address": "pat@example.net", "name": "Pat", "role": "helper"}),
)


def by_forms() -> dict[str, Any]:
    """What an organiser's forms do, and are answered."""
    told: dict[str, Any] = {}
    desk = sign_in()
    for path, fields in FORMS:
        if path in ("WORK", "PASS"):
            place.Hour.pass_by(hours=97 if path == "PASS" else 0)
            work()
            desk = sign_in()
            continue
        place.Hour.pass_by()
        place.reseed(f"{path} {fields}")
        page = desk.get(path.removesuffix("/entries"))
        filled = (defaults(page.text, path) if page.status_code == 200 else {}) | fields
        answer = desk.post(path, data=filled)
        to = masked(answer.headers.get("location", ""))
        told[f"{len(told)} {path} {json.dumps(fields)}"] = {
            "page": page.status_code,
            "status": answer.status_code,
            "to": to,
            **(shown(answer.text) if answer.status_code not in (302, 303, 307) else {}),
        }
    return told


def _tree(html: str) -> Any:
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(html)


def defaults(html: str, path: str) -> dict[str, Any]:
    """The fields that the page's form sends to this path when nothing is changed."""
    found: dict[str, Any] = {}
    for form in _tree(html).css("main form"):
        if (form.attributes.get("action") or path) != path:
            continue
        for node in form.css("input, textarea, select"):
            own = node.attributes
            name = own.get("name")
            if not name or (own.get("type") in ("radio", "checkbox") and "checked" not in own):
                continue
            if own.get("type") == "file":
                continue
            if node.tag == "select":
                chosen = node.css("option[selected]") or node.css("option")
                found[name] = chosen[0].attributes.get("value") if chosen else ""
            else:
                found[name] = node.text() if node.tag == "textarea" else own.get("value") or ""
        break
    return found


def shown(html: str) -> dict[str, Any]:
    """The forms of a page, and its words, a line each."""
    tree = _tree(html)
    forms: dict[str, Any] = {}
    for form in tree.css("form"):
        own = form.attributes
        fields = []
        for node in form.css("input, textarea, select, button"):
            field = {
                name: value
                for name, value in sorted(node.attributes.items())
                if name not in ("class", "style")
            }
            if field.get("type") == "hidden" and field.get("name") in DRAWN:
                del field["value"]
            if node.tag == "select":
                field["options"] = [
                    [each.attributes.get("value"), each.text()] for each in node.css("option")
                ]
            elif node.tag != "input":
                field["text"] = " ".join(node.text().split())
            fields.append(masked(f"{node.tag} {json.dumps(field, ensure_ascii=False)}"))
        name = masked(f"{own.get('method', 'get')} {own.get('action', '')}")
        forms[name if name not in forms else f"{name} ({len(forms)})"] = fields
    for node in tree.css("script, style, svg"):
        node.decompose()
    words = tree.body.text(separator="\n") if tree.body else html
    lines = [" ".join(masked(each).split()) for each in words.splitlines()]
    drawn = len(re.findall("<svg", html))
    return {"forms": forms, "text": [each for each in lines if each], "drawings": drawn}


def pages(browser: Any, starts: list[str], only: str = "", every: bool = False) -> dict[str, Any]:
    """What stands on each kind of page that somebody comes to from these."""
    found: dict[str, Any] = {}
    kinds: set[str] = set()
    waiting = [*starts]
    for path in waiting:
        kind = (
            path if every else masked(RULES.sub("/rules/", re.sub(r"/\d[\d-]*(?=/|$)", "/0", path)))
        )
        if kind in kinds or SKIPPED.search(path) or len(found) >= MOST_PAGES:
            continue
        kinds.add(kind)
        answer = browser.get(path)
        told: dict[str, Any] = {"status": answer.status_code}
        content = answer.headers.get("content-type", "").partition(";")[0]
        if to := answer.headers.get("location"):
            told["to"] = masked(to)
            waiting.append(to.removeprefix(BASE))
        elif content == "text/html":
            told |= shown(answer.text)
            linked = [each.attributes.get("href") or "" for each in _tree(answer.text).css("a")]
            inner = [each.removeprefix(BASE).partition("#")[0] for each in linked]
            waiting += [
                each
                for each in dict.fromkeys(inner)
                if each.startswith("/") and "?" not in each and re.search(only, each)
            ]
        else:
            told |= {"type": content, "content": file_shown(content, answer.content)}
        found[masked(path)] = told
    return found


def file_shown(content: str, raw: bytes) -> Any:
    """What of a file hangs on the program: headers of tables, keys of JSON, names in an archive."""
    if "csv" in content:
        return raw.decode("utf-8-sig").splitlines()[:1]
    if "json" in content:
        return keys(json.JSONDecoder().raw_decode(raw.decode())[0])  # or the first of many lines
    if "zip" in content:
        return zip_shown(raw)
    return ""


def zip_shown(raw: bytes) -> dict[str, Any]:
    """The files of an archive, with the headers of its tables."""
    found: dict[str, Any] = {}
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        for name in sorted(archive.namelist()):
            inner = archive.read(name)
            if name.endswith(".csv"):
                found[name] = [*csv.reader(io.StringIO(inner.decode("utf-8-sig")))][:1]
            elif name.endswith(".json"):
                found[name] = keys(json.loads(inner))
            elif name.endswith((".db", ".sqlite")):
                Path("inner.db").write_bytes(inner)
                with closing(sqlite3.connect("inner.db")) as connection:
                    asked = "SELECT name, sql FROM sqlite_master ORDER BY name"
                    found[name] = [" ".join(map(str, each)) for each in connection.execute(asked)]
            else:
                found[re.sub(r"\d+", "0", name)] = ""
    return found


def sign_in() -> Any:
    """An owner's browser."""
    (number,) = rows("SELECT max(id) FROM player")[0]
    who = f"owner-{number}@example.net"
    said = hikyaku("organiser", "add", who, "--name", "Oona", "--role", "owner")
    (link,) = re.findall(rf"{BASE}(/\S+)", said["out"] + said["err"])
    browser = place.client()
    assert browser.post(link, data=defaults(browser.get(link).text, link)).status_code == 303
    return browser


def players_pages(links: list[str]) -> dict[str, Any]:
    """The pages of players, each by a secret link of theirs."""
    found = {}
    for at, link in enumerate(links):
        browser = place.client()
        page = browser.get(link)
        own: dict[str, Any] = {"": {"status": page.status_code, **shown(page.text)}}
        answer = browser.post(link, data=defaults(page.text, link))
        if to := answer.headers.get("location", ""):
            own |= pages(browser, [to.removeprefix(BASE)], only="/my")
        found[f"player {at}"] = own
    return found


def letters(after: int) -> list[str]:
    """What stands in all letters since that one."""
    asked = "SELECT kind, lang, subject, state, text FROM letter WHERE id > ? ORDER BY id"
    return [
        f"{kind} {lang} {state}: {masked(subject or '')}\n{masked(text or '')}"
        for kind, lang, subject, state, text in rows(asked, after)
    ]


def audit(after: int) -> list[str]:
    """The organisers' acts since that one."""
    asked = "SELECT who, act, reason, detail FROM audit WHERE id > ? ORDER BY id"
    return [masked(" | ".join(map(str, each))) for each in rows(asked, after)]


def events(after: int) -> list[str]:
    """What was noted of secrets and rights since that one."""
    asked = "SELECT event, client, detail FROM security_event WHERE id > ? ORDER BY id"
    return [masked(" | ".join(map(str, each))) for each in rows(asked, after)]


def seen(kept: Path) -> dict[str, Any]:
    """All of it."""
    from anyio.from_thread import start_blocking_portal
    from starlette.testclient import TestClient

    facts = place.set_up(kept)
    last = {
        table: rows(f"SELECT max(id) FROM {table}")[0][0]
        for table in ("letter", "audit", "security_event")
    }
    found: dict[str, Any] = {"commands": commands()}
    with start_blocking_portal() as portal:
        TestClient.portal = portal
        work()
        found["document"] = place.client().get("/api/v1/openapi.json").json()
        found["acts"] = acts()
        clock("acts")
        found["requests"] = requests()
        clock("requests")
        found["forms"] = by_forms()
        clock("forms")
        work()
        for name, after in last.items():
            told = {"letter": letters, "audit": audit, "security_event": events}[name]
            found[name] = told(after)
        found["archive"] = zip_shown(Path("site.zip").read_bytes())
        mine = [each["path"] for each in facts["links"] if each["kind"] == "my"]
        found["players"] = players_pages(mine)
        clock("players")
        found["pages"] = pages(place.client(), ["/en/"])
        clock("pages")
        found["desk"] = pages(sign_in(), ["/en/desk", "/ja/desk"], only="/desk")
    return found


if __name__ == "__main__":
    json.dump(seen(Path(sys.argv[1])), sys.stdout, ensure_ascii=False, indent=1)
