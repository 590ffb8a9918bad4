"""What counts as a yes: nothing but a plain one, whatever the language or the occasion."""

import re
from pathlib import Path

import pytest

from adjudicator.post.requests.joining import read_consent


def answers():
    """Yield each answer of the list with how it must be read; an empty one is unclear, too."""
    text = Path(__file__).with_name("consent_answers.txt").read_text(encoding="utf-8")
    _, *parts = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    for consent, lines in zip(parts[::2], parts[1::2], strict=True):
        for line in lines.splitlines():
            answer, _, other = line.partition(" | ")
            yield answer.replace("\\n", "\n"), (other or consent) if answer else "unclear"


def test_every_answer_is_read_as_what_it_says():
    wrong = [
        (answer, consent, read)
        for answer, consent in answers()
        if (read := read_consent(answer.splitlines()).consent) != consent
    ]
    assert len([*answers()]) >= 270
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
