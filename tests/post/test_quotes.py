import pytest

from adjudicator.post.incoming.quotes import part_quotes

TOP = ["phase 1 war", "march 2 from Owari to Mino"]
HEADINGS = {
    "gmail": "On Fri, Nov 20, 2026 at 8:00 PM Game <game@example.net> wrote:",
    "gmail, broken": "On Fri, Nov 20, 2026 at 8:00 PM A Rather Long Name Indeed <\ngame@example.net> wrote:",
    "broken twice": "On Friday, 20 November 2026,\nA Rather Long Name Indeed\n<game@example.net> wrote:",
    "german": "Am Fr., 20. Nov. 2026 um 20:00 Uhr schrieb Game <game@example.net>:",
    "german, name last": "Am 20.11.2026 um 20:00 schrieb Game:",
    "french": "Le ven. 20 nov. 2026 à 20:00, Game <game@example.net> a écrit :",
    "japanese gmail": "2026年11月20日(金) 20:00 Game <game@example.net>:",
    "japanese": "Game さんは書きました:",
    "iso date": "2026-11-20 20:00 GMT+01:00 Game <game@example.net>:",
    "no date": "Game wrote:",
    "dutch": "Op 20-11-2026 om 13:00 schreef Game:",
    "polish": "20 lis 2026 Game napisała:",
    "russian": "пт, 20 нояб. 2026 г. Game пишет:",
    "chinese": "Game 写道：",
}
SEPARATORS = {
    "outlook": "-----Original Message-----\nFrom: Game\nSent: Friday\nTo: Oda\nSubject: war",
    "outlook, rule": "________________________________\nFrom: Game <g@x>\nSent: Friday\nTo: Oda\nSubject: war",
    "outlook, bold": "*From:* Game\n*Sent:* Friday\n*To:* Oda\n*Subject:* war",
    "outlook german": "Von: Game\nGesendet: Freitag\nAn: Oda\nBetreff: Krieg",
    "german": "-----Ursprüngliche Nachricht-----\nVon: Game\nGesendet: Freitag\nAn: Oda",
    "outlook japanese": "差出人: Game <g@x>\n送信日時: 2026年11月20日\n宛先: Oda\n件名: 戦",
    "japanese": "-------- 元のメッセージ --------\n件名: 戦",
    "spanish": "De: Game <g@x>\nEnviado el: viernes\nPara: Oda\nAsunto: war",
    "italian": "Da: Game <g@x>\nInviato: venerdì\nA: Oda\nOggetto: war",
    "portuguese": "De: Game\nEnviada em: sexta\nPara: Oda\nAssunto: war",
    "dutch": "Van: Game\nVerzonden: vrijdag\nAan: Oda\nOnderwerp: war",
    "swedish": "Från: Game\nSkickat: fredag\nTill: Oda\nÄmne: war",
    "danish": "Fra: Game\nSendt: fredag\nTil: Oda\nEmne: war",
    "finnish": "Lähettäjä: Game\nLähetetty: perjantai\nVastaanottaja: Oda\nAihe: war",
    "polish": "Od: Game\nWysłano: piątek\nDo: Oda\nTemat: war",
    "czech": "Od: Game\nOdesláno: pátek\nKomu: Oda\nPředmět: war",
    "russian": "От: Game <g@x>\nОтправлено: пятница\nКому: Oda\nТема: war",
    "turkish": "Kimden: Game\nGönderilme: Cuma\nKime: Oda\nKonu: war",
    "chinese": "发件人: Game <g@x>\n发送时间: 2026年11月20日\n收件人: Oda\n主题: war",
    "korean": "보낸 사람: Game <g@x>\n보낸 날짜: 금요일\n받는 사람: Oda\n제목: war",
    "french": "De : Game <g@x>\nEnvoyé : vendredi\nÀ : Oda\nObjet : war",
    "qq": "------------------ 原始邮件 ------------------\n发件人: Game",
    "dutch rule": "-----Oorspronkelijk bericht-----\nVan: Game\nAan: Oda",
    "forwarded": "---------- Forwarded message ---------\nFrom: Game <g@x>\nDate: Fri\nSubject: war\nTo: Oda",
    "gmail, unquoted": HEADINGS["gmail"],
}
ATTRIBUTIONS = {
    "notes": "judge <game@example.net> wrote on 20/11/2026 10:00:00:",
    "polish": "W dniu 20.11.2026 o 10:00, judge pisze:",
    "polish gmail": "pt., 20 lis 2026 o 10:00 judge <game@example.net> napisał(a):",
    "czech": "Dne 20. 11. 26 v 10:00 judge napsal(a):",
    "czech gmail": "pá 20. 11. 2026 v 10:00 odesílatel judge <game@example.net> napsal:",
    "hungarian": "2026. 11. 20. 10:00 keltezéssel, judge írta:",
    "hungarian gmail": "judge <game@example.net> ezt írta (időpont: 2026. nov. 20., P, 10:00):",
    "finnish": "judge kirjoitti 20.11.2026 klo 10.00:",
    "finnish gmail": "pe 20. marrask. 2026 klo 10.00 judge (game@example.net) kirjoitti:",
    "norwegian": "fre. 20. nov. 2026 kl. 10:00 skrev judge <game@example.net>:",
    "turkish": "judge <game@example.net>, 20 Kas 2026 Cum, 10:00 tarihinde şunu yazdı:",
    "russian": "пт, 20 нояб. 2026 г. в 10:00, judge <game@example.net>:",
    "ukrainian": "пт, 20 лист. 2026 р. о 10:00 judge <game@example.net> пише:",
    "bulgarian": "На пт, 20.11.2026 г. в 10:00 ч. judge <game@example.net> написа:",
    "greek": "Στις Παρ 20 Νοε 2026 στις 10:00 π.μ., ο/η judge <game@example.net> έγραψε:",
    "hebrew": "\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-10:00 מאת judge\u200f <game@example.net>:\u202c",
    "arabic": "في الجمعة، 20 نوفمبر 2026 في 10:00 ص كتب judge <game@example.net>:",
    "chinese": "judge <game@example.net> 于2026年11月20日周五 10:00写道：",
    "chinese, old": "judge <game@example.net> 於 2026年11月20日 週五 上午10:00寫道：",
    "korean": "2026년 11월 20일 (금) 오전 10:00, judge <game@example.net>님이 작성:",
    "vietnamese": "Vào Th 6, 20 thg 11, 2026 vào lúc 10:00 judge <game@example.net> đã viết:",
    "indonesian": "Pada tanggal Jum, 20 Nov 2026 pukul 10.00 judge <game@example.net> menulis:",
    "romanian": "vin., 20 nov. 2026 la 10:00, judge <game@example.net> a scris:",
    "portuguese": "judge <game@example.net> escreveu (sexta, 20/11/2026 à(s) 10:00):",
    "catalan": "Missatge de judge <game@example.net> del dia dv., 20 de nov. 2026 a les 10:00:",
    "croatian": "pet, 20. stu 2026. u 10:00 judge <game@example.net> napisao je:",
    "dutch, apple": "Op 20 nov. 2026, om 10:00 heeft judge <game@example.net> het volgende "
    "geschreven:",
    "broken": "pt., 20 lis 2026 o 10:00 A Rather Long Name <\ngame@example.net> napisał(a):",
    "broken, name first": "A Rather Long Name <game@example.net> ezt írta (időpont:\n"
    "2026. nov. 20., P, 10:00):",
}
"""Of programs whose plain text marks no line below them, too."""
QUOTED = "\n> march 9 from Mino to Owari\n>> deeper\n  > indented\n＞ wide\n> \n"


def live(text):
    return [line for line in part_quotes(text).own.splitlines() if line.strip()]


@pytest.mark.parametrize("heading", HEADINGS.values(), ids=HEADINGS)
@pytest.mark.parametrize("place", ["top", "bottom", "between"])
def test_orders_around_quoted_lines_survive(heading, place):
    orders = "\n".join(TOP)
    text = {
        "top": f"{orders}\n\n{heading}\n{QUOTED}",
        "bottom": f"{heading}\n{QUOTED}\n{orders}",
        "between": f"{TOP[0]}\n{heading}{QUOTED}{TOP[1]}\n{QUOTED}",
    }[place]
    assert live(text) == TOP
    assert part_quotes(text).note == ""


@pytest.mark.parametrize(
    "heading", [*SEPARATORS.values(), *ATTRIBUTIONS.values()], ids=[*SEPARATORS, *ATTRIBUTIONS]
)
def test_what_follows_a_separator_is_not_read_and_that_is_said(heading):
    text = "\n".join([*TOP, heading, "", "march 9 from Mino to Owari", "ready"])
    assert live(text) == TOP
    assert part_quotes(text).note.startswith("2 lines below “")


def test_a_separator_above_marked_lines_ends_with_them():
    text = f"{SEPARATORS['outlook']}\n{QUOTED}\n" + "\n".join(TOP)
    assert live(text) == TOP


@pytest.mark.parametrize("place", [0, 1])
def test_line_numbers_are_those_of_the_letter(place):
    text = f"{HEADINGS['gmail, broken']}{QUOTED}march 2"
    assert len(part_quotes(text).own.splitlines()) == len(text.splitlines())
    assert part_quotes(text).own.splitlines()[-1] == "march 2"


@pytest.mark.parametrize(
    "line",
    [
        "on revolt: battle a from Owari to Mino",
        "from: Owari",
        "# On Monday Takeda wrote: peace",
        "date: none",
        "if Mino armies > 2: march 1 from Owari to Mino",
        "Am 3",
        "2026",
        "---",
        "-- ",
        "march 2 from Owari to Mino -> Omi",
        "to: Owari\nfrom: Mino\na: 3",
        "a: Owari\nda: 3",
        "do: march",
        "sent 3 to Owari by phone",
        "Spring 1901:",
        "Spring 1901 at 10:00:",
        "Spring 1901\nFrance (ann@example.org):",
        "press to ann@example.org 2026:",
        "word 2026-11-20 10:00\nphase 1 war:",
    ],
)
def test_other_lines_stay(line):
    assert part_quotes(f"{line}\nmarch 2").own.splitlines() == [*line.split("\n"), "march 2"]


@pytest.mark.parametrize(
    "line",
    [
        *("Sent from my iPhone", "iPhoneから送信", "_______", "Von meinem iPhone gesendet"),
        *("Envoyé de mon iPhone", "Enviado desde mi iPhone", "Inviato da iPhone", "发自我的iPhone"),
        *("Sent from Outlook for Android<https://aka.ms/AAb9ysg>", "Skickat från min iPhone"),
        *("-----BEGIN PGP SIGNED MESSAGE-----", "Hash: SHA256", "Sent from Yahoo Mail on Android"),
    ],
)
def test_ornaments_go(line):
    assert live(f"march 2\n{line}") == ["march 2"]


def test_the_armour_of_a_signature_is_no_line():
    text = "march 2\n-----BEGIN PGP SIGNATURE-----\n\nmarch9\n=abcd\n-----END PGP SIGNATURE-----"
    assert live(text) == ["march 2"]
    assert part_quotes(text).note == ""


HOSTILE = ["sent from " * 30, "da: x\na: y\n", "Enviado ", "On ", "On\n", "On x\nOn y\n", "schrieb ", "a@b 2026 10:00 ", "@", "2026\n", "a@b 2026\n", "From: a\n", "From: a\nTo: b\n", "-" * 399, "\t", " ", "wrote:\n", "\n\n\n>", "2026年", "<a@b>:\n", "Sent from my "]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_no_text_takes_for_ever(piece, patience):
    size = 300_000  # what is quadratic takes minutes
    text = (piece * (size // len(piece) + 1))[:size]
    with patience():
        kept = part_quotes(text).own
    assert len(kept) <= size
