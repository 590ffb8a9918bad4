"""What counts as a yes: nothing but a plain one, whatever the language or the occasion."""

import pytest

from adjudicator.post.requests.consent import read_consent

YES = """
yes
Yes, please!
Yes thats me
Yes, I am.
Yes, I would love to join.
I confirm
I hereby confirm the change of my address.
Confirmed.
OK!
Sure, count me in.
Sure? No | unclear
Aye!
y
I agree
I accept, thank you
Accepted with pleasure
👍👍
✅
+1
Hi, yes please. Thanks!
Hello,\\nyes, I do.\\nBest regards
Yes\\n\\nAnn
Yes – thanks
Ja, bitte!
Ja gerne, vielen Dank!
Ja, das war ich.
jawohl
Ich bestätige
Oui, merci !
D'accord
Oui, avec plaisir.
Sí, soy yo
Vale
Sì, grazie
Confermo
Sim, por favor
Confirmo
Da
Tak, dziękuję
Ano, prosím
Áno
Igen
Kyllä
Joo
да, спасибо
Так
Ναι
Evet
はい、お願いします
好的，谢谢
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
No thanks
Nope
not me
That was not me
I didn't ask for this!
Please don't.
I don't want to play
That wasn't me.
I won't play
I cannot play this time.
Never heard of it.
Sorry, not interested.
I decline.
I refuse
please cancel
Stop writing to me
unsubscribe me
Remove me from your list
wrong address
This is a mistake.
fraud!
This is spam
Somebody forged this: it is forged
Rejected.
Nobody here by that name
Nein, das war ich nicht.
Das war ich nicht.
Kein Interesse
Nie im Leben
Non merci
Ce n'était pas moi
Jamais
No, gracias
Yo no fui
No, grazie
Non sono stato io
Não fui eu
Nee, dank je
Dat was ik niet
Nej tack
Det var inte jag
Ei kiitos
Nie, dziękuję
To nie ja | unclear
Ne, děkuji
Nem én voltam
Nu, mulțumesc
Нет, это не я
Не
Όχι
Hayır
Değil
违 不
不是
아니요
bukan saya
không
لا
לא
"""
UNCLEAR = """

?
Yes?
yes or no?
Help!
token
Ticket #1234
Thank you for your mail, I am out of the office until Monday.
I am on holiday until 3 August.
Who are you?
How did you get my address?
Is this spam? | no
Maybe later
Perhaps
Yes, but not before Monday
Yes and no
No, wait, yes
Yes, unless it costs money
Yes, I got your letter. Who is this?
Let me think about it
Which seat would I get
I would like Takeda
I would like to watch instead
Thank you!
Hi there
Ann Smith
draw
move 3 bushi from Kai to Suruga
http://example.org/click
1234
yesterday I was away
Okinawa
Sureños
Yes\\nMaybe
I am sure you have the wrong person
Ja, aber erst ab Montag
Vielleicht
Peut-être
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
