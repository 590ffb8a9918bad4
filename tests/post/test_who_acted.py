"""Who acted in the name of a seat, if not its player from his own address: its letters say so."""

import pytest

from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.kernel.tokens import token as token_of
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.settings import add_master

SENTENCES = {
    "else@example.org": "This came from else@example.org, with the token of Oda, and not from its "
    "own address.",
    "master": "The game master did this in the name of Oda.",
}


def tells(letter, actor):
    """Say whether a letter names who acted, in text and in HTML; toy receipts have their facts."""
    both = [" ".join(text.split()) for text in (letter.content.text, letter.content.html)]
    return all(SENTENCES[actor] in text or f"actor='{actor}'" in text for text in both)


def tells_nothing(letter):
    return not any(
        hint in letter.content.text
        for hint in ("This came from", "game master did", "actor='m", "actor='e")
    )


def letters_about(post, *said, **how):
    """Take a letter; return what was queued for Oda on account of it."""
    before = {each.message_id for kind in KINDS for each in post.out(kind)}
    post.take(*said, **how)
    new = [each for kind in KINDS for each in post.out(kind)]
    return [each for each in new if each.message_id not in before]


KINDS = ("receipt", "answer", "token", "word", "absence", "press-sent", "resigned")


def test_nothing_is_said_where_the_player_himself_wrote(post):
    for text in ("hide 3", "clear", "zone Europe/Rome"):
        for letter in letters_about(post, text, sender="ODA@example.org"):
            assert tells_nothing(letter)


@pytest.mark.parametrize(
    "text", ["hide 3", "phase 2 strike\nboast 1", "ready", "zone Europe/Rome", "clear", "token"]
)
def test_another_address_with_the_token_is_named(post, text):
    if text == "clear":
        post.take("hide 3")
    letters = letters_about(post, text, sender="else@example.org")
    assert letters
    assert all(tells(letter, "else@example.org") for letter in letters)


def test_a_question_is_answered_without_a_word_about_it(post):
    letters = letters_about(post, "orders", sender="else@example.org")
    assert letters
    assert all(map(tells_nothing, letters))


def test_orders_for_a_seat_by_the_game_master(post):
    post.change(add_master, "gm@example.org")
    [master] = post.state.masters
    to = f"game+{token_of(master)}@example.net"
    letters = letters_about(post, "orders for Oda\nhide 3", sender="gm@example.org", to=to)
    receipts = [each for each in letters if each.kind == "receipt"]
    assert post.stands() == "hide 3"
    assert [tells(each, "master") for each in receipts] == [True, True]


def test_orders_entered_on_the_command_line(post):
    source = Source(game=post.name, seat="Oda", trusted=True, answer=False)
    submit(post.store, "hide 3", source, post.now)
    [receipt] = post.out("receipt")
    assert tells(receipt, "master")


def test_other_seats_are_told_nothing_of_it(post):
    post.take("absence tomorrow", sender="else@example.org")
    mine = [each for each in post.out("answer") if each.seat == "Oda"]
    others = [each for each in post.out("absence") if each.seat == "Takeda"]
    assert all(tells(letter, "else@example.org") for letter in mine)
    assert mine
    assert others
    assert all(map(tells_nothing, others))
