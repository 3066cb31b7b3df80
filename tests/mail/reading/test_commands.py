"""What a mail asks for is understood in both languages, and never where a player tells of his character."""

from app.engine import Lang
from app.games import ruleset, slugs
from app.mail.inbox.message import read_mail
from app.mail.reading.form.entry_form import read_fields
from app.mail.reading.phrases import BOOK
from app.mail.reading.request import request_of
from tests.support.posting import ENTRY, a_mail
from tests.support.tables import by_row

SAID = {
    "check": "check / Check only / dry run / 確認 / 確認のみ / 確認お願いします / お試し / チェックしてください / エントリー確認"
    " / Just checking / Is this valid? / これで大丈夫か確認してください",
    "show": "Just wondering, did my character get in ok? / Is my entry registered? / エントリーはできていますか？ / 先日エントリーのメールを送ったのですが、ちゃんと届いていますでしょうか？ / show my entry / Show entry, please. / what did I send? / 登録内容 / エントリー内容の確認 / 応募状況を教えてください"
    " / What's my entry? / Could you show me my character please / Did you get my entry? / 今の登録を見せてください / ちゃんと届いてますか?",
    "withdraw": "withdraw / Please withdraw my entry. / cancel my entry / 取り下げ / 【取り下げ】 / エントリーを取り下げます"
    " / 取下げをお願いします / 辞退します / 辞退させていただきます / 棄権 / キャンセルしたいです / Re: 取り下げ"
    " / 仕事の都合で今回は参加を辞退させていただきます。 / 先日応募しましたが、参加を取りやめさせてください。 / やっぱり今回はやめておきます。"
    " / 家庭の事情で出られなくなってしまいました。 / 今回はなかったことにしてください / 参加辞退のご連絡 / 今回は出場を見送ることにしました / エントリーを取り消していただけますか"
    " / I am afraid I have to withdraw from the cup. / count me out this time pls / Please take Mister Tuesday out of the tournament / I won't be able to take part / I'm dropping out, sorry"
    " / すみません、棄権します。 / 申し訳ありませんが、辞退します / I have to drop out, sorry. / Please take my character out.",
    "form": "form / blank form / entry form please / 応募用紙 / エントリーフォームを送ってください",
    "address": "My new address is new@example.org. / I've got a new e-mail address: new@example.org / Please change my address to new@example.org / my mail address has changed to new@example.org"
    " / メールアドレスが変わりました：new@example.org / 新しいアドレスは new@example.org です。 / アドレスを new@example.org に変更してください / 新しいメールアドレスはnew@example.orgになります",
    "organiser": "For the organiser / Please forward to the organiser. / Could you pass this on to the organizer please? / organiser"
    " / I want to talk to a human / 主催者へ / 主催者様へ / 主催者に伝えてください / この件を主催者に伝えてください。 / 運営の方へ"
    " / 運営に連絡したいです / 主催者宛 / 主催者の方に確認していただきたいのですが / 運営の方に相談があります / 担当の方につないでください"
    " / 主催者に見てほしいです / I have a question for the organiser / Could the organiser please look at this? / Please ask the organiser"
    " / Let the organisers decide. / Is anybody there?",
    "help": "help / Help! / how to / How to enter? / ヘルプ / 使い方を教えてください / 参加方法 / 書き方 / Fwd: help"
    " / How do I enter? / how can I take part? / How does this work? / Could you tell me how to enter please? / どうやって参加するんですか?"
    " / 参加したいのですが、どうすればいいですか / 参加方法について教えていただけますでしょうか。",
    "rules": "rules / the rules, please / ルール / ルールを送ってください / ルールブック"
    " / Could I have the rules, please? / ルールを教えていただけますか? / 大会のルール",
    "cards": "cards / list of cards / カード一覧 / カードリストをください / ｶｰﾄﾞ一覧"
    " / Can I have the list of cards? / Please send the card list. / what cards are there? / カードの一覧がほしい / どんなカードがありますか?",
    "standings": "How many people are in? / 今のところ何人くらい参加してるんですか？ / 誰が参加していますか？ / 参加人数 / standings / Please send me the standings / ranking / 順位表 / 順位表を見せてください / ランキング"
    " / Show me the standings / what are the current standings? / who is in? / 今の順位は? / 順位を教えて / 参加者一覧 / 出場者一覧",
    "results": "Could you send me the last report again? / I deleted my report / 前回の結果のメールを間違えて消してしまいました。 / results / my results again / report / 結果 / 結果の再送をお願いします / 結果をもう一度 / 戦績 / レポートがほしいです",
    "japanese": "language: ja / in Japanese please / 日本語でお願いします / 言語：日本語",
    "english": "language: en / English please / 英語で / 言語: 英語 / Language=English / Can you write in English?",
    "text-only": "text only / Plain text, please. / No HTML please! / Could you send my letters in plain text? / I'd like text-only mails / Please don't send me HTML. / I don't want HTML mail"
    " / テキストのみ / テキストのみでお願いします / HTMLなしで / HTMLメールは不要です / 今後のメールはテキスト形式でお願いします / HTMLではなくテキストで送ってください",
    "with-html": "with html / HTML mails again, please / I'd like HTML again / back to HTML / HTMLで / HTMLでお願いします / HTMLに戻してください / テキストではなくHTMLで送ってください",
    "short-report": "short report / Short reports, please. / Could you make my reports shorter? / Please keep my report short / Only the results are enough for me. / Your reports are too long."
    " / 短い報告 / 短い報告でお願いします / 結果だけでいいです / 順位だけわかればいいです / レポートは短くしてください / 戦いの様子は不要です / 報告が長すぎます",
    "full-report": "full report / Full reports again, please. / I'd like the full reports back / 詳しい報告 / 詳しい報告に戻してください / 報告を詳しくしてください / 通常の報告に戻してください",
    "daily-letter": "daily letter at 18 / One letter a day, please. / Could you send me one letter a day at 7:00? / once a day / 毎日18時にまとめてください / 1日1通でお願いします / 毎日まとめて送ってください / お便りは1日1回まとめて",
    "single-letters": "letters one by one / Each letter by itself, please. / no daily letter please / 1通ずつお願いします / メールは別々に送ってください / まとめの便りは不要です",
    "follow": "follow First Hikyaku Cup / I would like to follow the Spring Cup / 「春の杯」を観戦します / 春の杯をフォローしたいです / 春の杯を観戦したいと思います / フォローします",
    "unfollow": "unfollow First Hikyaku Cup / Stop following Spring Cup, please. / 春の杯の観戦をやめます / 春の杯のフォローを解除してください / フォロー解除",
    "owner-page": "owner page / Please make me an owner page. / I want an owner page / オーナーページ / オーナーページを作ってください / オーナーページ希望です",
    "no-owner-page": "no owner page / Please remove my owner page / I don't want the owner page any more / オーナーページなし / オーナーページを消してください / オーナーページは不要です",
    "away": "away from 10 to 20 December / I'll be away from 10 to 20 December. / Away from 2026-12-10 to 2026-12-20 / I will be away 10 to 20 December / Away December 10 to 20 / I am away until 5 January"
    " / 12月10日から20日まで留守にします / 12月10日から20日まで旅行で不在です。 / 12/10〜12/20は不在となります / 年末年始は留守にいたします",
    "back": "I am back / I'm back early / not away after all / 戻りました / 予定より早く戻りました。 / 旅行から帰りました / 留守は取り消します",
    "mute": "mute / unsubscribe / stop / 配信停止 / 配信停止をお願いします / お知らせは不要です"
    " / Please stop sending me mails / unsubscribe me / No more mails please / 配信解除 / 今後メールは不要です / もう送らないでください",
    "unmute": "unmute / resume / 配信再開 / お知らせを再開してください / 配信停止の解除 / また送ってください",
    "change": "swap the first and second card / Please swap my first and second skill. / 1番目と2番目を入れ替えてください / 一枚目と二枚目のカードを交換してください",
    "again": "same again / Same again please! / Same as last time / I would like to enter the same character as last time, please."
    " / the same character again / my character from last season / 前回と同じ / 今回も同じで！ / 前回と同じキャラでお願いします"
    " / 前回の「夜」をそのまま使います。 / 同じでお願いします / また同じキャラで",
    "spar": "spar / sparring / practice match / 模擬戦 / 模擬戦をお願いします / 腕試し / スパーリング希望",
    "changes": "Can I change it later? / May I still change my entry after the receipt? / What if I want to change my build? / いつまで変更できますか？？"
    " / 応募した後から変更できますか？ / エントリーの変更は可能でしょうか",
    "leaving": "How do I withdraw? / Can I still drop out later? / キャンセルはできますか？ / 辞退するにはどうすればいいですか？",
    "next-season": "When does the next tournament start? / Will there be another cup? / 次の大会はいつ開催されますか？ / 次回の予定はありますか",
    "when-results": "When will we know the results? / When are the results out? / 結果発表はいつ頃になりますか。 / 対戦結果はいつわかりますか？ / 結果はどこで見られますか",
    "deadline": "When is the deadline for entries? / By when do I have to send it? / Can I still enter? / Am I too late to join?"
    " / 締切はいつですか？ / 〆切を教えてください / いつまで応募できますか？ / まだ間に合いますか？ / 締め切りって何日でしたっけ？",
    "characters": "How many characters may I send? / Can I enter more than one character? / 一人何キャラまで応募できますか？ / 複数のキャラで参加してもいいですか",
    "cost": "Does it cost anything to take part? / And does it cost anything? / Is there an entry fee? / Is it free? / あと、参加費はかかりますか？ / 無料ですか？ / お金はかかりますか",
    "build-size": "How many cards can a build have? / May I use the same card twice? / 同じカードは何枚まで入れられますか？ / また、8枚より少なくても参加できますか？",
    "lengths": "How long may the lore be? / 設定は何文字まで書けますか？",
    "secrecy": "Can other players see my build? / Is my build kept secret? / 構成はほかの人に見られますか？ / メールアドレスは公開されますか",
    "who-may": "Can anybody enter? / Do I need an account? / 初心者でも参加できますか？ / ルールもよく分かっていない初心者なのですが、参加しても大丈夫でしょうか？ / 会員登録は必要ですか？",
    "who-runs": "Who runs this? / Am I talking to a robot? / 運営しているのは誰ですか？ / どなたが主催しているんですか？",
    "enter": "entry / エントリー / 応募 / 参加申込み / replace / change my entry / 変更 / 差し替えお願いします",
}  # fmt: skip
"""A line that asks for something and says nothing else."""
SENTENCES = {
    "withdraw": """今回の大会は辞退したく、ご連絡差し上げました。
大変申し訳ないのですが、エントリーを取り消させてください。
急な出張が入ってしまい、参加できなくなりました。
体調不良のため今回は欠場いたします。
都合により棄権いたします。
やっぱり出るのやめます。すみません
参加を見送らせていただきたく存じます。
応募を取り下げたいのですが。
エントリー取り消しでお願いします
キャラを取り下げてください
辞退の連絡です。
出場をキャンセルしたいです
今回は参加を見合わせようと思います。
リタイアします
すみませんが参加を取りやめます
エントリー辞退いたします
今回はパスでお願いします
I need to pull out of the tournament, something came up.
Please cancel my entry for the First Hikyaku Cup.
Unfortunately I won't be able to participate this time.
I'd like to withdraw Mister Tuesday from the competition.
Sorry, something has come up and I can't take part after all.
Please remove my character from the tournament.
I'm going to have to drop out.
Could you please withdraw my entry?
I no longer want to take part.
I don't want to take part any more.
Please scratch my entry.
I must regretfully withdraw.
I've decided to withdraw my character.
please take my entry out
I want out
Can you take me out please""",
    "deadline": """応募の締め切りはいつでしょうか。
まだエントリー間に合いますか
今から参加できますか？
いつまでに送ればいいですか
受付はいつまでですか？
締切日を教えていただけますか。
応募期限はいつですか
何日まで受け付けてますか？
When does entry close?
What's the deadline?
Until when can I send in my character?
Is it still possible to enter?
When do I have to submit by?
How long do I have to enter?
Is there still time to enter?
What is the last day to submit?
When is the cut-off?
can you tell me when entries close""",
    "characters": """キャラは何体まで送っていいですか？
一人一体までですか？
二人分応募してもいいですか？
複数エントリーは可能ですか
1人で何キャラ出せますか？
How many characters am I allowed?
Is it OK to send two characters?
May I submit several entries?
Can I enter twice?
How many can I enter?
Is it one character per person?""",
    "cost": """参加は無料ですか？
参加費はいくらですか。
お金はいりますか？
有料でしょうか
Do I have to pay anything?
Is participation free of charge?
What does it cost to enter?
How much is it?
Is there a fee?
Is there any cost involved?""",
    "when-results": """結果はいつ発表されますか？
いつ頃結果が出ますか？
対戦はいつ行われますか
結果はどうやって知ることができますか？
When are the results announced?
When will the results be out?
When do I find out how I did?
When will the battles be fought?
How will I get the results?
When can we expect the results?""",
    "changes": """送ったあとに構成を直すことはできますか？
一度応募したあと変更はできますか
締切まで何度でも変えられますか？
Can I edit my build after sending it?
Is it possible to change my character later?
Can I still change my cards?
Am I able to change my entry afterwards?""",
    "show": """私のエントリーは受理されましたか？
メールは届いてますか？
応募できているか確認したいです
自分の登録内容を確認させてください
登録されているか教えてください
Did my entry arrive?
Has my character been registered?
Am I in?
Can you check if you received my entry?
Did you get my mail?
Please show me my entry
What cards did I enter?
Could you confirm that my entry was received?""",
    "standings": """参加者は何人ですか？
現在の参加人数を教えてください
他に誰が出ていますか
どんな人が参加していますか
How many players are there so far?
Who else is playing?
How many entries are there?
Who has entered so far?""",
    "help": """どうやって応募すればいいですか？
参加の仕方を教えてください。
エントリー方法を知りたいです
何を送ればいいんでしょうか
How do I sign up?
What do I need to send?
How can I participate?
I'd like to know how to enter.
What do I have to write?""",
    "rules": """ルールを知りたいです。
ルールはどこで読めますか？
ルールの説明が欲しいです
Where can I read the rules?
What are the rules?
How does the game work?""",
    "who-runs": """この大会の主催者はどなたですか？
運営はどなたがされていますか
Who is running this?
Who is the organiser?
Who's behind this?""",
    "results": """前回の結果をもう一度送ってください
レポートが届いていません
結果メールを再送してほしいです
Please resend my report
I never got my report
Could I have my last report again?""",
    "mute": """今後のお知らせメールは不要です。
もうメールを送らないでください
配信を停止してください
Please don't send me any more mails.
Please take me off your mailing list
I don't want any more emails""",
    "who-may": """初心者でも大丈夫ですか？
誰でも参加できるんですか
中学生でも参加できますか？
会員登録とか必要ですか
Can beginners join?
Is it open to everyone?
Do I have to register?
Is there an age limit?""",
    "next-season": """次回の開催はいつですか？
次のシーズンはいつ始まりますか
When is the next cup?
Will there be another season?
When's the next one?""",
    "build-size": """カードは何枚使えますか？
デッキは何枚ですか？
同じカードを二枚入れてもいいですか
How many cards do I need?
Can I use a card twice?
Do I need eight cards?""",
}
"""Sentences as people write them."""
SMALL_TALK = """辞退するつもりはありません。
参加を取りやめる予定はありません
I'm not going to drop out.
I would never withdraw.
Thanks for the great tournament!
とても楽しい大会でした。
友達が辞退したそうです。
結果を見て驚きました。
I was sorry to hear that Bob had to withdraw.
My brother says hello.
Looking forward to the results!
結果を楽しみにしています。
今年もよろしくお願いします。
次回も参加したいと思います！
辞退しないことにしました。
今回はパスしません
I don't think I have to withdraw.
We should not drop out.
If I have to drop out, I'll tell you.
Should I withdraw?
友人が都合により棄権しました。
今回の大会は辞退者が多いですね。
前回は辞退しましたが、今回は出ます。
I send my entry as plain text.
I can only send HTML mail, sorry.
I don't want short reports.
I loved the long report!
テキストで送ってもいいですか？
テキストのみでは困ります
HTMLメールで送ってしまいました
短い報告ありがとうございました
詳しい報告はいりません
短い間でしたが楽しかったです。"""
ASKED = [(text, request) for request, said in SAID.items() for text in said.split(" / ")]


def asked(text: str, subject: str = "") -> str:
    mail = read_mail(a_mail(text, 1, Subject=subject))
    return request_of(mail, read_fields(mail.text)).command


@by_row(("text", "command"), ASKED)
def test_a_line_that_asks_for_something_and_says_nothing_else(text: str, command: str) -> None:
    assert BOOK.said_in(text) == command


@by_row("lang", ["ja", "en"])
@by_row("game", slugs())
def test_we_understand_every_word_that_our_help_names(game: str, lang: Lang) -> None:
    named = [word % ruleset(game).terms.to(lang) for word, _meaning in BOOK.guide(lang)]

    assert [word for word in named if BOOK.said_in(word) is None] == []
    assert len({BOOK.said_in(word) for word in named}) == len(named)


@by_row(
    "line",
    [
        "",
        "hello",
        "My character is the best",
        "ルールを破る男の物語",
        "I want the rules to change",
        "結果はどうでしたか",
        "Help is on its way, said the knight",
        "取り下げないでください",
        "I won't drop out",
        "I don't want to withdraw",
        "I will never withdraw my entry",
        "辞退しません",
        "参加を辞退するつもりはありません",
        "絶対に棄権しません！",
        "If I can't make it, somebody else will play",
        "友人が参加を辞退しました",
        "take out Echo and put Feint in its place",
        "設定を削除してください",
        "I am out of the office",
        "Don't withdraw my entry",
        "停止した時計",
        "Please send my love to the rules",
        "どうやって勝つかが問題だ",
        "もう止めてくれとは言わない",
        "x" * 10_000,
    ],
)
def test_a_line_that_says_something_else(line: str) -> None:
    assert BOOK.said_in(line) is None


@by_row(
    ("text", "subject", "command"),
    [
        (ENTRY, "", "enter"),
        (ENTRY, "check", "check"),
        ("check\n\n" + ENTRY, "entry", "check"),
        ("こんにちは。\n模擬戦\n" + ENTRY, "", "spar"),
        (ENTRY, "standings", "enter"),
        (ENTRY, "Re: help", "enter"),
        (ENTRY, "変更", "enter"),
        ("", "", "form"),
        ("", "エントリー", "form"),
        ("", "Re: standings", "standings"),
        ("rules", "Re: standings", "rules"),
        ("I am away. Your letter will be read.", "Re: The rules", "nothing"),
        ("ありがとうございました。", "返信: カード一覧", "nothing"),
        (ENTRY, "Re: check", "check"),
        ("Dear organiser,\n\nstandings please.\n\nAlice", "", "standings"),
        ("順位表\n\nよろしくお願いします。\nアリス", "こんにちは", "standings"),
        ("確認", "", "show"),
        ("check", "", "show"),
        ("Name: Help\n", "my entry", "enter"),
        ("Name: Mister Tuesday", "withdraw", "withdraw"),
        ("大会：紫電一閃杯\nルールを教えて", "", "rules"),
        ("Hi, how can I take part?", "Question", "help"),
        (
            "お世話になっております。\nムライと申します。\n\nルールを教えてください。\n\nムライ",
            "",
            "rules",
        ),
        ("はじめまして。\nアリスです。\n参加したいです!\nよろしくお願いします。", "", "form"),
        ("I like your tournament.", "hello", "nothing"),
        (
            "お世話になっております。春子です。\n誠に申し訳ございませんが、仕事の都合で今回は参加を辞退させていただきます。\nまた次の機会によろしくお願いいたします。",
            "参加辞退のご連絡",
            "withdraw",
        ),
        (
            "Hi,\n\nI'm really sorry but I have to drop out this time, work has gone mad.\n\nAlice",
            "Sorry!",
            "withdraw",
        ),
        (
            "I regret to inform you that I will be unable to take part in the First\nHikyaku Cup owing to family circumstances.",
            "hello",
            "withdraw",
        ),
        ("I won't drop out, don't worry.", "Hello", "nothing"),
        ("はじめまして！締切はいつですか？", "質問です", "deadline"),
        ("参加したいのですが、締切はいつですか？", "", "deadline"),
        ("I'd like to join. When is the deadline, and does it cost anything?", "", "deadline"),
        (f"まだ応募ではありません。\nこの内容で大丈夫でしょうか？\n\n{ENTRY}", "", "check"),
        (
            f"Please don't enter this yet, I only want to know whether it would be legal:\n\n{ENTRY}",
            "",
            "check",
        ),
        (f"{ENTRY}\nこれで合ってますか？", "", "enter"),
        (
            ENTRY.replace("Always on a Tuesday.", "I have to drop out.\nWhen is the deadline?"),
            "",
            "enter",
        ),
        ("I like your tournament.", "entry", "nothing"),
    ],
)
def test_text_and_subject_together(text: str, subject: str, command: str) -> None:
    assert asked(text, subject) == command


def test_taking_out_what_is_sent_is_a_contradiction() -> None:
    mail = read_mail(a_mail(ENTRY, 1, Subject="withdraw"))

    assert request_of(mail, read_fields(mail.text)).contradicts


@by_row(
    ("sentence", "command"),
    [(each, command) for command, said in SENTENCES.items() for each in said.split("\n")],
)
def test_a_sentence_asks_for_something(sentence: str, command: str) -> None:
    assert command in [said.slug for said in BOOK.requests_in(f"Hello\n{sentence}\nAlice")]


@by_row("sentence", SMALL_TALK.split("\n"))
def test_small_talk_asks_for_nothing(sentence: str) -> None:
    assert {said.slug for said in BOOK.requests_in(sentence)} <= {"enter"}
