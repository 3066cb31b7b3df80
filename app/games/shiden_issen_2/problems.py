"""A sentence for every problem that the text of a build can have."""

import re
from collections.abc import Callable

from app.engine import Lang, Words
from app.engine.problems import SHARED, either, sentence
from app.engine.spelling import Spellings, called
from app.errors import Problem
from app.games.shiden_issen_2.spelling import SPELLING, Spelling

_SENTENCES = SHARED | {
    "ambiguous-skill": Words(
        "「{word}」だけでは、どのスキルか決まりません。",
        '"{word}" is part of the names of several skills.',
    ),
    "unknown-skill": Words(
        "「{word}」というスキルはありません。",
        '"{word}" is not a skill.',
    ),
    "unknown-character": Words(
        "「{word}」で表されるスキルはありません。",
        'No skill is written "{word}".',
    ),
    "not-obtainable": Words(
        "「{word}」は取得できないスキルです。戦闘の中でだけ現れます。",
        '"{word}" cannot be taken. It comes up only in battles.',
    ),
    "empty-word": Words(
        "この「{word}」の前にスキルがありません。「{word}」を1つ消してください。",
        'There is no skill before this "{word}". Delete one "{word}".',
    ),
    "name-without-slash": Words(
        "5つのスキルのあとに「{word}」があります。ここからが名前なら、スキルとは別に書くか、前に「/」を付けてください。",
        '"{word}" stands after the five skills. If the name begins here, write it apart from the skills, or behind a slash.',
    ),
    "text-after-name": Words(
        "名前のあとに「{word}」があります。名前はスキルのあと、最後に書いてください。",
        '"{word}" comes after the name. Put the name last, after the skills.',
    ),
}
_TOO_MANY = Words(
    "スキルは5つですが、{word}個あります。ここから{suggestion}個減らしてください。",
    "A build has five skills, this one has {word}. Take out {suggestion}.",
)
_TOO_FEW = Words(
    "スキルは5つですが、{word}個しかありません。あと{suggestion}個書いてください。",
    "A build has five skills, this one has {word}. Add {suggestion}.",
)

_NO_MARKS = Words(
    "スキルは空白か「、」で区切り、ほかの記号は付けないでください。",
    "Divide skills by blanks or commas, without other marks.",
)
_MARK = re.compile(r"[^\w\s+]")


def explain(problem: Problem, lang: Lang, spelling: Spelling = SPELLING) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    if problem.code == "count":
        return sentence(_TOO_MANY if problem.column else _TOO_FEW, problem, lang)
    said = sentence(_SENTENCES[problem.code], problem, lang)
    advice = _ADVICE.get(problem.code)
    if advice is None:
        return said
    return said + (" " if lang == "en" else "") + advice(problem, lang, spelling.spellings)


def _the_skill_meant(problem: Problem, lang: Lang, known: Spellings) -> str:
    chars = "".join(problem.suggestions[:1]) or known.chars
    if {*chars} <= {*known.chars}:
        if _MARK.search(problem.words[0]):
            return _NO_MARKS.to(lang)
        return Words(
            f"一文字表記に使えるのは次の{len(chars)}文字です：{chars}",
            f"The {len(chars)} characters for skills are {chars}.",
        ).to(lang)
    skills = _skills(problem, lang, known)
    return Words(f"{skills}のことですか？", f"Did you mean {skills}?").to(lang)


def _the_whole_name(problem: Problem, lang: Lang, known: Spellings) -> str:
    skills = _skills(problem, lang, known)
    return Words(
        f"{skills}のうち、どれかを略さずに書いてください。", f"Write one in full: {skills}."
    ).to(lang)


def _skills(problem: Problem, lang: Lang, known: Spellings) -> str:
    return either([called(known.cards[skill], lang) for skill in problem.suggestions], lang)


_ADVICE: dict[str, Callable[[Problem, Lang, Spellings], str]] = {
    "ambiguous-skill": _the_whole_name,
    "unknown-skill": _the_skill_meant,
    "unknown-character": _the_skill_meant,
}
