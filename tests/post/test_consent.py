"""What counts as a yes: one word alone, whatever the language or the occasion."""

import re
from itertools import product
from pathlib import Path

import pytest

from adjudicator.post.requests.consent import read_consent

ANN = ("Ann Smith", "")
BESIDE = """
私ではありません|передумал|Forget It|NOT ME|لست أنا|זה לא אני|아니에요|不是我|ไม่ใช่ฉัน|मैं नहीं|आप कौन हैं
|אולי|ίσως όχι|ehkä ei|možná ne|talán|belki değil|không phải tôi|bukan saya|sio mimi|nije to ja|kanskje
|Sent from my iPhone|Von meinem iPhone gesendet|thanks|please|Bob|…|?|(no)|/no|👎|🙃|# no|-- no|~|= no
""".replace("\n", "").split("|")


def read_list():
    """Yield each answer of the list with how it must be read; an empty one is unclear, too."""
    text = Path(__file__).with_name("consent_answers.txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    for consent, lines in zip(parts[::2], parts[1::2], strict=True):
        for line in lines.splitlines():
            answer, _, other = line.partition(" | ")
            yield answer.replace("\\n", "\n"), (other or consent) if answer else "unclear"


def agreeing():
    return [answer for answer, consent in read_list() if consent == "yes"]


def test_every_answer_is_read_as_what_it_says():
    wrong = [
        (answer, consent, read)
        for answer, consent in read_list()
        if (read := read_consent(answer, ANN)) != consent
    ]
    assert len([*read_list()]) >= 150
    assert not wrong


def test_a_yes_with_anything_beside_it_is_no_yes():
    assert len(BESIDE) > 30
    both = [*product(agreeing(), BESIDE)]
    shapes = [shape for yes, more in both for shape in (f"{yes}\n{more}", f"{more} {yes}")]
    assert not [each for each in shapes if read_consent(each, ANN) == "yes"]


def test_it_counts_beside_anything_with_the_word_that_its_writer_was_given():
    for more in BESIDE:
        for answer in (f"yes KAKI\n{more}", f"{more}\n\n Yes kaki. \n{more}", f"Ja KAKI\n{more}"):
            assert read_consent(answer, ANN, "KAKI") == "yes", answer
    for answer in ("yes SOBA\nmore", "KAKI", "yes\nKAKI", "say yes KAKI", "“yes KAKI”", "no KAKI"):
        assert read_consent(answer, ANN, "KAKI") == "unclear", answer


@pytest.mark.parametrize("name", ["Ne Win", "No Nonsense", "Ji-ho No"])
def test_a_name_that_is_a_no_takes_no_part_in_a_yes(name):
    assert read_consent(f"yes\n{name}", (name,)) == "unclear"
    assert read_consent("yes", (name,)) == "yes"
