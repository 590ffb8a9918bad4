"""What counts as a yes: nothing but a plain one, whatever the language or the occasion."""

import pytest

from adjudicator.post.requests.consent import read_consent

YES = """
yes
Yes.
YES!
Yes please
Yes, please!
Yes, thanks.
Yes, thank you very much!
Yes thats me
Yes, that's me.
Yes, that was me!
Yes, I am.
Yes, I'd like to play
Yes, I would love to join.
Yes, I want to play this game.
Yes, I confirm.
I confirm
I confirm this.
I hereby confirm the change of my address.
Confirm
Confirmed.
Yes, this is correct.
ok
OK!
Okay, thanks
Sure!
Sure, count me in.
Sure? No | unclear
yep
Yep, that is me
Yeah
aye
Aye!
y
Agreed.
I agree
I accept
I accept, thank you
Accepted with pleasure
Absolutely!
👍
👍👍
✅
+1
Hi, yes please. Thanks!
Hello,\\nyes, I do.\\nBest regards
Yes\\n\\nAnn
Yes, please!\\nAnn Smith
Yes – thanks
Ja
Ja, bitte!
Ja, gern.
Ja gerne, vielen Dank!
Ja, das war ich.
Ja, ich bin dabei
jawohl
Einverstanden
Ich bestätige
Oui
Oui, merci !
Oui, c'est moi
D'accord
Oui, avec plaisir.
Sí
Sí, gracias
Sí, soy yo
Claro, por favor
Vale
Sì
Sì, grazie
Confermo
Sim
Sim, por favor
Confirmo
Da
Tak
Tak, dziękuję
Ano
Ano, prosím
Áno
Igen
Kyllä
Joo
Да
да, спасибо
Так
Ναι
Evet
はい
はい、お願いします
是的
好的，谢谢
네
예
ya
vâng
نعم
כן
akkoord
Ja, graag | unclear
javisst
"""
NO = """
No
no.
NO!
No, sorry.
No thanks
No, thank you.
No thank you, I have no time.
Nope
nah
not me
That was not me
I did not ask for this.
I didn't ask for this!
I never asked for that.
Please don't.
Do not do this
I don't want to play
I do not want this
That wasn't me.
This isn't me
I won't play
I can't, too busy
I cannot play this time.
Never
Never heard of it.
Not interested
Sorry, not interested.
Decline
I decline.
declined
I refuse
Cancel
please cancel
Cancel this
Stop
STOP
Stop writing to me
Unsubscribe
unsubscribe me
Remove me from your list
wrong address
Wrong person
This is a mistake.
This must be an error
fraud!
This is spam
spam
Somebody forged this: it is forged
Reject
Rejected.
Nobody here by that name
Nein
Nein, danke.
Nein, das war ich nicht.
Das war ich nicht.
Ich nicht
Kein Interesse
Ich will das nicht
Nie im Leben
Non
Non merci
Ce n'était pas moi
Pas moi
Jamais
No, gracias
Nunca
Yo no fui
No, grazie
Non sono stato io
Não
Não fui eu
nao
Nee
Nee, dank je
Dat was ik niet
Nej
Nej tack
Det var inte jag
Ikke meg
Ei
Ei kiitos
Nie
Nie, dziękuję
To nie ja | unclear
Ne
Ne, děkuji
Nem
Nem én voltam
Nu
Nu, mulțumesc
Нет
Нет, это не я
Ні
Не
Όχι
Hayır
Değil
いいえ
违 不
不是
不
아니요
tidak
bukan saya
không
لا
לא
"""
UNCLEAR = """

?
Yes?
yes or no?
help
Help!
status
token
Ticket #1234
[Ticket #48213] We have received your request
Thank you for contacting us. Your request has been received.
Thank you for your mail, I am out of the office until Monday.
I am on holiday until 3 August.
Abwesenheitsnotiz
Who are you?
What is this?
What game is this about
How did you get my address?
Is this spam? | no
maybe
Maybe later
Yes, maybe
Perhaps
yes, but only from January
Yes, but not before Monday
Yes and no
No, wait, yes
yes no
Yes if Bob plays too
Yes, unless it costs money
Yes, I got your letter. Who is this?
Let me think about it
I'll tell you tomorrow
Which seat would I get
Can I play Takeda
I would like Takeda
I would like to watch instead
Thanks
Thank you!
Hello
Hi there
Dear judge
Ann
Ann Smith
draw?
draw
vote yes on 2
move 3 bushi from Kai to Suruga
army 1 to Kozuke
Lorem ipsum dolor sit amet
http://example.org/click
Please click here to unlock your mail
1234
yesterday I was away
Okinawa
Sureños
Yes\\nMaybe
I am sure you have the wrong person
Ja, aber erst ab Montag
Wer ist das?
Vielleicht
Peut-être
Quizás
Forse
Talvez
Qui êtes-vous ?
может быть
誰ですか
"""


def _answers(block: str, consent: str) -> list[tuple[str, str]]:
    found = []
    for line in block.strip("\n").split("\n"):
        answer, _, other = line.partition(" | ")
        found.append((answer.replace("\\n", "\n"), other or consent))
    return found


ANSWERS = [*_answers(YES, "yes"), *_answers(NO, "no"), *_answers(UNCLEAR, "unclear")]


def test_there_are_answers_enough_of_each_kind():
    assert len(ANSWERS) >= 150


def test_every_answer_is_read_as_what_it_says():
    wrong = [
        (answer, consent, read)
        for answer, consent in ANSWERS
        if (read := read_consent(answer.splitlines()).consent) != consent
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("Yes thats me. word thunder over the lake", "thunder over the lake"),
        ("yes\nword a heron in the reeds", "a heron in the reeds"),
        ("yes\nWord: no means no", "no means no"),
    ],
)
def test_a_word_for_the_dice_is_no_part_of_the_answer(answer, word):
    assert read_consent(answer.splitlines()) == ("yes", word)
