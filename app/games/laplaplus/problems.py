"""A sentence for every problem that the text of a build can have (rules §3.4)."""

from collections.abc import Callable

from app.engine import Lang, Words
from app.engine.problems import SHARED, either, sentence
from app.engine.spelling import called
from app.errors import Problem
from app.games.laplaplus.spelling import SPELLINGS

_SENTENCES = SHARED | {
    "number-out-of-range": Words(
        "「{word}」という番号のカードはありません。番号は1から25までです。",
        'There is no card with the number "{word}": numbers run from 1 to 25.',
    ),
    "ambiguous-card": Words(
        "「{word}」だけでは、どのカードか決まりません。",
        '"{word}" is part of the names of several cards.',
    ),
    "unknown-card": Words(
        "「{word}」というカードはありません。",
        '"{word}" is not a card.',
    ),
    "unknown-character": Words(
        "「{word}」で表されるカードはありません。",
        'No card is written "{word}".',
    ),
    "empty-word": Words(
        "この「{word}」の前にカードがありません。「{word}」を1つ消してください。",
        'There is no card before this "{word}". Delete one "{word}".',
    ),
    "text-after-name": Words(
        "名前のあとに「{word}」があります。名前はカードのあと、最後に書いてください。",
        '"{word}" stands after the name. Put the name last, after the cards.',
    ),
    "too-many-cards": Words(
        "カードは8枚までですが、「{word}」が9枚目です。{suggestion}枚減らしてください。",
        'A build has at most 8 cards, and "{word}" is the ninth. Take out {suggestion}.',
    ),
}


def explain(problem: Problem, lang: Lang) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    said = sentence(_SENTENCES[problem.code], problem, lang)
    advice = _ADVICE.get(problem.code)
    if advice is None:
        return said
    return said + (" " if lang == "en" else "") + advice(problem, lang)


def _the_card_meant(problem: Problem, lang: Lang) -> str:
    if problem.suggestions in {(), (SPELLINGS.chars,)}:
        return Words(
            f"一文字表記に使えるのは次の{len(SPELLINGS.chars)}文字です: {SPELLINGS.chars}",
            f"The {len(SPELLINGS.chars)} characters for cards are {SPELLINGS.chars}.",
        ).to(lang)
    if problem.suggestions[0] not in SPELLINGS.cards:
        return _commas(problem, lang)
    cards = either([called(SPELLINGS.cards[card], lang) for card in problem.suggestions], lang)
    return Words(f"{cards}のことですか?", f"Did you mean {cards}?").to(lang)


def _the_whole_name(problem: Problem, lang: Lang) -> str:
    cards = either([called(SPELLINGS.cards[card], lang) for card in problem.suggestions], lang)
    return Words(
        f"{cards}のうち、どれかを略さずに書いてください。", f"Write one in full: {cards}."
    ).to(lang)


def _commas(problem: Problem, lang: Lang) -> str:
    if not problem.suggestions:
        return _ONE_NUMBER.to(lang)
    cuts = either(problem.suggestions, lang)
    return Words(f"コンマで区切ってください: {cuts}", f"Separate cards by commas: {cuts}").to(lang)


_ONE_NUMBER = Words(
    "カードの番号か名前を書いてください。", "Write the number or the name of a card."
)

_ADVICE: dict[str, Callable[[Problem, Lang], str]] = {
    "number-out-of-range": _commas,
    "ambiguous-card": _the_whole_name,
    "unknown-card": _the_card_meant,
    "unknown-character": _the_card_meant,
}
