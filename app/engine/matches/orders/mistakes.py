"""Problems with orders in sentences, with what was perhaps meant."""

from collections.abc import Mapping
from typing import Final

from app.engine.problems import either, place, sentence
from app.engine.words import Lang, Words
from app.errors import Problem

_GUESSED: Final = {"unknown-verb", "unknown-line", "no-reaction"}


_SENTENCES: Final[Mapping[str, Words]] = {
    "text-too-long": Words(
        "文章が長すぎます（{word}バイト）。{suggestion}バイトまでにしてください。",
        "The text is too long ({word} bytes). Keep it within {suggestion} bytes.",
    ),
    "no-block": Words(
        "指示が見つかりません。「game …」の行から始めて、「end」で終えてください。",
        "There are no orders. Begin with a line “game …”, and close with “end”.",
    ),
    "only-quoted": Words(
        "引用（「>」で始まる行）の中は読みません。「>」のない行に書いてください。",
        "Quoted lines (with “>”) are not read. Write your orders on lines without it.",
    ),
    "too-many-blocks": Words(
        "試合が多すぎます。ここから後ろは読んでいません。一通に{suggestion}までにしてください。",
        "Too many matches: from here on nothing was read. Keep a mail within {suggestion}.",
    ),
    "too-many-lines": Words(
        "行が多すぎます。一試合{suggestion}行までにしてください。",
        "Too many lines. Keep each match within {suggestion}.",
    ),
    "line-too-long": Words(
        "行が長すぎます。{suggestion}文字までにしてください。",
        "The line is too long. Keep it within {suggestion} characters.",
    ),
    "too-many-problems": Words(
        "読めないところが多すぎるため、ここから後ろは読んでいません。上から直してください。",
        "Nothing was read from here on, since there are too many mistakes. Begin with the problems above.",
    ),
    "twice": Words(
        "「{word}」が二度あり、違うことを言っています。一つにしてください。",
        "“{word}” appears twice. Keep one of them.",
    ),
    "no-order": Words("ここに指示がありません。", "An order is missing here."),
    "unknown-verb": Words(
        "「{word}」という指示はありません。行は動詞から書いてください。",
        "“{word}” is not an order. Start the line with the verb.",
    ),
    "no-end": Words(
        "「{word}」という指示はありません。指示が上の行までなら、その下に「end」と書いてください。",
        "“{word}” is not an order. If your orders end above it, write “end” there.",
    ),
    "unknown-line": Words(
        "「{word}」の続きが読めません。", "We could not read what follows “{word}”."
    ),
    "no-reactions": Words("このゲームに「{word}」はありません。", "This game has no “{word}”."),
    "reaction": Words(
        "「{word}」は相手の行動に応えるときだけ使えます。行を分けて書いてください。",
        "“{word}” only answers what the opponent does. Give it a line of its own.",
    ),
    "no-reaction": Words(
        "「{word}」は相手の行動に応える指示ではありません。「react」を消してください。",
        "“{word}” does not answer what the opponent does. Take “react” away.",
    ),
    "turn-number": Words(
        "「turn」の後にターンの番号を書いてください（例：turn 5: …）。",
        "Write the number of a turn after “turn”, as in “turn 5: …”.",
    ),
    "turn-colon": Words(
        "ターンの番号の後に「:」を書いてください（例：turn 5: …）。",
        "Write a colon after the number of the turn, as in “turn 5: …”.",
    ),
    "not-by-turn": Words(
        "「{word}」にターンは付けられません。", "“{word}” cannot be set for a single turn."
    ),
    "no-name": Words(
        "保存した指示の名前を書いてください。", "Write the name of a script after it."
    ),
    "name-too-long": Words(
        "名前が長すぎます。{suggestion}文字減らしてください。",
        "This name is too long. Take out {suggestion} characters.",
    ),
    "not-expected": Words("「{word}」はここには書けません。", "“{word}” does not belong here."),
    "after-what": Words(
        "「after」の後に行の番号を書いてください。", "Write the number of a line after “after”."
    ),
    "no-test": Words(
        "ここに条件が必要です（例：my.hand = 1、F05 exists、theme is combat）。",
        "A condition is needed here, such as my.hand = 1, F05 exists, theme is combat.",
    ),
    "brackets": Words(
        "条件に括弧は使えません。行を分けて書いてください。",
        "Conditions have no brackets. Write two lines instead.",
    ),
}
_MEANT: Final = Words("{0}ではありませんか？", "Did you mean {0}?")


def explain(problem: Problem, lang: Lang) -> str:
    """The place and a sentence for a problem with orders, with the nearest words that would be correct."""
    if problem.code == "order":
        ja, en = problem.words
        return place(problem, lang) + Words(ja, en).to(lang)
    told = sentence(_SENTENCES[problem.code], problem, lang)
    if problem.code in _GUESSED and problem.suggestions:
        quoted = [Words(f"「{each}」", f"“{each}”").to(lang) for each in problem.suggestions]
        meant = _MEANT.to(lang).format(either(quoted, lang))
        told += meant if lang == "ja" else f" {meant}"
    for ja, en in [problem.words[1:]] if len(problem.words) > 1 else ():
        told += Words(ja, f" {en}").to(lang)
    return told
