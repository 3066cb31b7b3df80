"""A sentence for every problem that the text of a build can have (rules §3.4)."""

from collections.abc import Callable

from app.engine import Lang, Words
from app.engine.problems import SHARED, either, place, sentence
from app.engine.spelling import Spellings, called
from app.errors import Problem
from app.games.laplaplus.spelling import SPELLINGS

_SENTENCES = SHARED | {
    "number-out-of-range": Words(
        "「{word}」という番号のカードはありません。番号は1から{last}までです。",
        'There is no card with the number "{word}": numbers run from 1 to {last}.',
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
        '"{word}" comes after the name. Put the name last, after the cards.',
    ),
    "too-many-cards": Words(
        "カードは8枚までですが、「{word}」が9枚目です。{suggestion}枚減らしてください。",
        'A build has at most 8 cards, and "{word}" is the ninth. Take out {suggestion}.',
    ),
    "not-four-cards": Words(
        "オープンカードはちょうど4枚です。ここには{word}枚あります。",
        "Choose exactly four open cards. Here are {word}.",
    ),
    "not-eight-cards": Words(
        "対決の構成はちょうど8枚です。ここには{word}枚あります。",
        "A build for a duel has exactly eight cards. Here are {word}.",
    ),
}


def explain(problem: Problem, lang: Lang, spellings: Spellings = SPELLINGS) -> str:
    """The problem in one line: its place, the mistake, the remedy."""
    if problem.code == "too-many-copies":
        return place(problem, lang) + _copies(problem, lang, spellings)
    if problem.code == "open-card-missing":
        return _missing(problem, lang, spellings)
    last = list(spellings.by_number)[-1]
    words = Words(*(each.replace("{last}", last) for each in _SENTENCES[problem.code]))
    said = sentence(words, problem, lang)
    advice = _ADVICE.get(problem.code)
    if advice is None:
        return said
    return said + (" " if lang == "en" else "") + advice(problem, lang, spellings)


def _copies(problem: Problem, lang: Lang, spellings: Spellings) -> str:
    """A card that is limited, or out of the game."""
    (card, count), most = problem.words, problem.suggestions[0]
    words = _NOT_ALLOWED if most == "0" else _TOO_MANY_COPIES
    return words.to(lang).format(card=called(spellings.cards[card], lang), count=count, most=most)


_TOO_MANY_COPIES = Words(
    "{card}は1つの構成に{most}枚までですが、{count}枚あります。",
    "A build has at most {most} of {card}. Here are {count}.",
)
_NOT_ALLOWED = Words(
    "{card}は、このルールでは使えません。", "{card} is not allowed under these rules."
)


def _missing(problem: Problem, lang: Lang, spellings: Spellings) -> str:
    """An open card that the build lacks."""
    card, count = problem.words
    return _OPEN_CARD_MISSING.to(lang).format(card=called(spellings.cards[card], lang), count=count)


_OPEN_CARD_MISSING = Words(
    "オープンカードとして見せた{card}が{count}枚足りません。並べる場所は自由です。",
    "Your open card {card} is missing (×{count}). Put it anywhere into the build.",
)


def _the_card_meant(problem: Problem, lang: Lang, spellings: Spellings) -> str:
    chars = "".join(problem.suggestions[:1]) or spellings.chars
    if {*chars} <= {*spellings.chars}:
        return Words(
            f"一文字表記に使えるのは次の{len(chars)}文字です：{chars}",
            f"The {len(chars)} characters for cards are {chars}.",
        ).to(lang)
    if problem.suggestions[0] not in spellings.cards:
        return _commas(problem, lang, spellings)
    cards = either([called(spellings.cards[card], lang) for card in problem.suggestions], lang)
    return Words(f"{cards}のことですか？", f"Did you mean {cards}?").to(lang)


def _the_whole_name(problem: Problem, lang: Lang, spellings: Spellings) -> str:
    cards = either([called(spellings.cards[card], lang) for card in problem.suggestions], lang)
    return Words(
        f"{cards}のうち、どれかを略さずに書いてください。", f"Write one in full: {cards}."
    ).to(lang)


def _commas(problem: Problem, lang: Lang, _: Spellings) -> str:
    if not problem.suggestions:
        return _ONE_NUMBER.to(lang)
    cuts = either(problem.suggestions, lang)
    return Words(f"コンマで区切ってください：{cuts}", f"Separate cards by commas: {cuts}").to(lang)


_ONE_NUMBER = Words(
    "カードの番号か名前を書いてください。", "Write the number or the name of a card."
)

_ADVICE: dict[str, Callable[[Problem, Lang, Spellings], str]] = {
    "number-out-of-range": _commas,
    "ambiguous-card": _the_whole_name,
    "unknown-card": _the_card_meant,
    "unknown-character": _the_card_meant,
}
