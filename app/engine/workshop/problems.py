"""Problems with cards that people made, in words."""

from typing import Final

from app.engine.problems import either, place
from app.engine.words import Lang, Words
from app.errors import Problem

_SENTENCES: Final = {
    "house-too-long": Words(
        "ファイルが長すぎます（{0}バイト）。{s}バイトまでにしてください。",
        "The file is too long ({0} bytes). Keep it within {s} bytes.",
    ),
    "no-house-cards": Words(
        "このゲームには、ハウスカードを足せません。", "No house cards can be added to this game."
    ),
    "house-no-toml": Words(
        "TOMLとして読めません。文字は\"…\"で囲み、カードごとに[[card]]の行から書き始めてください（{0}）。",
        'This is not TOML. Put texts in "…" and begin each card with a line [[card]]. ({0})',
    ),
    "house-missing": Words(
        "{0}に{1}がありません。{choices}", "{1} is missing in {0}.{choices}"
    ),
    "house-unknown-key": Words(
        "{0}：「{1}」という項目はありません。もしかして：{s}",
        "{0}: there is no key called {1}. Write {s}.",
    ),
    "house-unknown-word": Words(
        "{0}：「{1}」は使えません。使えることば：{s}", "{0}: {1} cannot stand here. Write {s}."
    ),
    "house-no-number": Words(
        "{0}：「{1}」ではなく、{low}から{high}までの整数を書いてください。",
        "{0}: {1} does not fit. Write a whole number from {low} to {high}.",
    ),
    "house-no-step": Words(
        "{0}：「{1}」ではなく、{low}から{high}まで{step}きざみの整数を書いてください。",
        "{0}: {1} does not fit. Write a whole number from {low} to {high}, in steps of {step}.",
    ),
    "house-no-text": Words(
        "{0}：「{1}」ではなく、{s}文字までの文字を\"…\"で囲んで書いてください。",
        '{0}: {1} does not fit. Write a text in "…" of at most {s} characters.',
    ),
    "house-hidden": Words(
        "{0}：「{1}」には見えない文字があります。消してください。",
        "{0}: {1} has invisible characters. Delete them.",
    ),
    "house-no-list": Words(
        "{0}：「{1}」ではなく、{low}個から{high}個までを[…]に並べて書いてください。",
        "{0}: {1} does not fit. Write a list […] of {low} to {high}.",
    ),
    "house-not-so-many": Words(
        "{0}：「{1}」ではなく、ちょうど{s}個を[…]に並べて書いてください。",
        "{0}: {1} does not fit. Write a list […] of {s}.",
    ),
    "card-stray": Words(
        "「{1}」の前に項目名がありません。", "No label stands before “{1}”."
    ),
    "card-told": Words("{0}", "{1}"),
    "card-said": Words("{0}: {1}", "{0}: {2}"),
    "house-no-tables": Words(
        "{0}：ひとつごとに{s}の行から書き始めてください。", "{0}: begin each with a line {s}."
    ),
    "house-too-many": Words(
        "{0}：{1}個あります。{s}個までにしてください。", "{0}: {1} are too many. Write at most {s}."
    ),
    "house-too-few": Words(
        "{0}：{1}個しかありません。{s}個以上書いてください。", "{0}: {1} are too few. Write {s} or more."
    ),
    "house-empty": Words(
        "[[card]]も[[change]]もありません。", "The file has neither a [[card]] nor a [[change]]."
    ),
    "house-no-cards": Words("[[card]]がありません。", "The file has no [[card]]."),
    "house-char": Words(
        "{0}：「{1}」は一文字表記にできません。漢字やかな、英小文字、記号を1文字だけ書いてください。",
        "{0}: {1} cannot be a notation. Write one character: a kanji, a kana, a small letter or a symbol.",
    ),
    "house-char-taken": Words(
        "{0}：「{1}」はもう「{2}」の一文字表記です。使われている文字：{s}",
        "{0}: {1} is already the notation of {2}. Characters that are taken: {s}",
    ),
    "house-name": Words(
        "{0}：「{1}」は名前にできません。文字と数字、空白、「・」「ー」「-」だけで書いてください。",
        "{0}: {1} cannot be a name. Use letters, digits, blanks and hyphens only.",
    ),
    "house-name-taken": Words(
        "{0}：「{1}」はもう「{2}」の名前です。ほかの名前にしてください。",
        "{0}: {1} is already a name of {2}. Choose another.",
    ),
    "house-name-as-notation": Words(
        "{0}：「{1}」は一文字表記だけでできているので、カードの並びとも読めてしまいます。名前か文字を変えてください。",
        "{0}: {1} is written with notation characters alone and could be read as a row of cards. "
        "Change the name or the character.",
    ),
    "house-id": Words(
        "{0}：「{1}」はidにできません。英小文字で始め、英小文字と数字と_だけで書いてください。",
        "{0}: {1} cannot be an id. Begin with a small letter; use small letters, digits and _ only.",
    ),
    "house-changed-twice": Words(
        "{0}：「{1}」は2回変えられています。1つの[[change]]にまとめてください。",
        "{0}: {1} is changed twice. Put it into one [[change]].",
    ),
}  # fmt: skip
"""Sentences for what can be wrong with a file of house cards. {0} is where it is."""

_CHOICES: Final = Words("使えることば：{s}", " Write {s}.")


def is_explained(problem: Problem) -> bool:
    """Whether it is about a file of house cards."""
    return problem.code in _SENTENCES


def explain(problem: Problem, lang: Lang) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    there_are = problem.suggestions
    low, high = (there_are[0], there_are[-1]) if there_are else ("", "")
    step = there_are[1] if len(there_are) > 1 else ""
    said = either(there_are, lang) if there_are else ""
    choices = _CHOICES.to(lang).format(s=said) if said else ""
    words = [*problem.words, "", "", ""]
    text = _SENTENCES[problem.code].to(lang)
    filled = text.format(*words, s=said, low=low, step=step, high=high, choices=choices)
    return place(problem, lang) + filled.removesuffix(" ()").removesuffix("()")
