"""What players write becomes HTML in which nothing runs; rule books and documents get anchors."""

from urllib.parse import unquote

import pytest
from hypothesis import given, strategies as st
from selectolax.lexbor import LexborHTMLParser

from app.docs import pages
from app.engine import Lang
from app.games import ruleset, slugs
from app.letters import examples
from app.web.markdown import TAGS, book, document, lore

NASTY = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&#58;alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x)",
    "![x](https://evil.example/pixel.png)",
    "<https://ok.example/'onmouseover='alert(1)>",
    '[x](https://ok.example/ "\'><script>alert(1)</script>")',
    "`<script>`",
    "```html onload=x\n<script>alert(1)</script>\n```",
    "<style>body{display:none}</style>",
    "<iframe src=https://evil.example>",
    "<form action=https://evil.example><input name=a></form>",
    "｜<script>alert(1)</script>《<img src=x onerror=alert(1)>》",
    "|<b onclick=x>《onclick》",
    "<!-- --><base href=https://evil.example>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<div id=main style='position:fixed'>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
]


def assert_harmless(html: str) -> None:
    tree = LexborHTMLParser(f"<main>{html}</main>")
    main = tree.css_first("main")
    assert main is not None
    for node in main.css("*"):
        if node.tag == "main":
            continue
        assert node.tag in TAGS | {"-text"}, html
        assert {*node.attributes} <= {"href", "rel", "start"}, html
        address = node.attributes.get("href")
        assert address is None or address.lower().startswith(("http://", "https://")), html


@pytest.mark.parametrize("text", NASTY)
def test_nothing_runs_and_nothing_is_loaded(text: str) -> None:
    assert_harmless(lore(text))
    assert_harmless(lore(f"# {text}\n\n- {text}\n\n> {text}\n\n| {text} |\n|---|\n| {text} |"))


@given(
    st.text() | st.lists(st.sampled_from([*NASTY, "\n", "* ", "｜", "《", "》", "`"])).map("".join)
)
def test_whatever_is_typed(text: str) -> None:
    assert_harmless(lore(text))


def test_links_say_that_they_are_not_ours() -> None:
    assert lore("[a](https://a.example/)").strip() == (
        '<p><a href="https://a.example/" rel="nofollow ugc noopener">a</a></p>'
    )


def test_an_address_of_a_person_is_no_link() -> None:
    assert "href" not in lore("<mailto:alice@example.com> [x](mailto:alice@example.com)")


def test_lines_break_as_typed_and_paragraphs_keep_their_indent() -> None:
    told = lore("\u3000むかし\n\u3000むかし")

    assert told == "<p>\u3000むかし<br>\n\u3000むかし</p>\n"


@pytest.mark.parametrize(
    ("typed", "base", "reading"),
    [
        ("｜爆弾《ぼむ》", "爆弾", "ぼむ"),
        ("|SKIP《スキップ》", "SKIP", "スキップ"),
        ("夜の漢字《かんじ》", "漢字", "かんじ"),
    ],
)
def test_readings_stand_over_their_words(typed: str, base: str, reading: str) -> None:
    ruby = LexborHTMLParser(lore(typed)).css_first("ruby")

    assert ruby is not None
    assert ruby.text(deep=False) == base
    rt = ruby.css_first("rt")
    assert rt is not None
    assert rt.text() == reading


@pytest.mark.parametrize("text", ["必殺《奥義》", "《ただの括弧》", "Title《かな》"])
def test_other_brackets_stay_brackets(text: str) -> None:
    assert lore(text).strip() == f"<p>{text}</p>"


def test_headings_leave_out_no_level_below_those_of_the_page() -> None:
    html = lore("### deep\n\n# top\n\n###### deepest")

    assert [node.tag for node in LexborHTMLParser(html).css("h1,h2,h3,h4,h5,h6")] == [
        "h3",
        "h3",
        "h4",
    ]


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_rule_book_leads_only_to_what_is_in_it(game: str, lang: Lang) -> None:
    rules = book(ruleset(game), lang)
    tree = LexborHTMLParser(rules.html)
    ids = [node.attributes["id"] for node in tree.css("[id]")]

    assert rules.title
    assert len(ids) == len({*ids})
    assert {f"#{id}" for id in ids} >= {node.attributes["href"] for node in tree.css("a")}
    assert {chapter.anchor for chapter in rules.chapters} <= {*ids}


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_wide_table_of_a_rule_book_can_be_moved_and_is_called_by_its_heading(
    game: str, lang: Lang
) -> None:
    tree = LexborHTMLParser(book(ruleset(game), lang).html)
    frames = tree.css("div.scroll[role=region][tabindex='0']:has(> table:only-child)")
    headings = [frame.attributes["aria-labelledby"] for frame in frames]

    assert len(frames) == len(tree.css("table")) > 0
    assert len(headings) == len({*headings})
    assert all(tree.css_matches(f"#{heading}") for heading in headings)


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_lists_of_cards_in_a_rule_book_are_known_by_their_class(game: str, lang: Lang) -> None:
    """They hold every card that a build may have, and narrow screens set them otherwise than other tables."""
    tree = LexborHTMLParser(book(ruleset(game), lang).html)
    numbers = [node.text() for node in tree.css("table.numbered td:first-child")]

    assert len(numbers) == len({*numbers})
    cards = ruleset(game).cards
    assert {*numbers} >= {str(card.number) for card in cards} or {*numbers} >= {
        card.id for card in cards
    }


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_rule_book_comes_in_one_part_for_each_chapter(game: str, lang: Lang) -> None:
    rules = book(ruleset(game), lang)
    chapters = [chapter.anchor for chapter in rules.chapters if chapter.level == 2]
    opening, *pieces = rules.parts

    assert "".join(rules.parts) == rules.html
    assert "<h" not in opening
    assert [LexborHTMLParser(each).css("h2")[0].attributes["id"] for each in pieces] == chapters


def test_rulings_can_be_pointed_to() -> None:
    rules = book(ruleset("laplaplus"), "en").html

    assert '<li id="r12"><strong>R12</strong>' in rules
    assert '(<a href="#r10">R10</a>)' in rules
    assert '<h3 id="s5-7">' in rules


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_document_leads_to_what_is_in_it_and_to_others_in_the_language_of_its_reader(
    lang: Lang,
) -> None:
    made = {topic: document(examples.document(topic, lang), lang) for topic in pages(lang)}
    trees = {
        topic: LexborHTMLParser(f"<i id=title></i>{each.html}") for topic, each in made.items()
    }
    ids = {
        topic: [each.attributes["id"] for each in tree.css("[id]")] for topic, tree in trees.items()
    }
    inside = {f"/{lang}/docs/{topic}" for topic in made}
    inside |= {f"/{lang}/docs/{topic}#{id}" for topic, found in ids.items() for id in found}

    for topic, tree in trees.items():
        assert made[topic].title == pages(lang)[topic].title
        assert len(ids[topic]) == len({*ids[topic]})
        assert {unquote(each.attributes["href"] or "") for each in tree.css("a")} <= inside
        labels = [each.attributes["aria-labelledby"] for each in tree.css(".scroll")]
        assert {*labels} <= {*ids[topic]}
        assert len(labels) == len({*labels}), topic
