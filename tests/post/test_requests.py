import pytest

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.post.requests.pipeline import take


def answers(post, body, **kwargs):
    taken = take(post.store, post.raw(body, **kwargs), post.now)
    return taken.outcome, post.out("answer")


def test_a_stranger_gets_help_and_no_more(post):
    outcome, (answer,) = answers(post, "help", sender="stranger@example.com", to="game@example.net")
    assert outcome == "answered"
    assert answer.recipients == ("stranger@example.com",)
    post.wait(days=1, seconds=1)
    outcome, found = answers(post, "status", sender="stranger@example.com", to="game@example.net")
    assert outcome == "refused"
    assert len(found) == 1
    (refusal,) = post.out("refusal")
    assert "not for which seat" in refusal.content.text


def test_orders_repeats_what_stands_to_its_player(post):
    answers(post, "hide 3")
    _, (answer,) = answers(post, "orders")
    assert "hide 3" in answer.content.text
    assert answer.recipients == ("oda@example.org",)
    assert "ready=False" in answer.content.text
    assert "asked=True" in answer.content.text


def test_a_report_that_is_sent_again_says_whose_maps_a_newer_program_drew(post, monkeypatch):
    (opening,) = [each for each in post.out("opening") if each.seat == "Oda"]
    _, (answer,) = answers(post, "report")
    assert answer.content == opening.content
    assert answer.message_id != opening.message_id
    monkeypatch.setattr(outbox, "__version__", "9.9")
    _, (*_, answer) = answers(post, "report")
    said = "the program has changed since: map.png: drawn anew by 9.9."
    assert said in " ".join(answer.content.text.split())
    assert said in " ".join(answer.content.html.split())
    assert answer.content.text.startswith(opening.content.text)
    adjudicate(post.store, post.name, post.now)
    _, (*_, answer) = answers(post, "map 1 plan")
    assert "drawn anew" not in answer.content.text
    monkeypatch.setattr(outbox, "__version__", "10.1")
    _, (*_, answer) = answers(post, "map of 1 plan")
    assert said.replace("9.9", "10.1") in " ".join(answer.content.text.split())


def test_a_question_with_the_token_is_answered_to_its_writer_too(post):
    _, (answer,) = answers(post, "orders", sender="holiday@example.com")
    assert answer.recipients == ("oda@example.org", "holiday@example.com")


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("status\nI wonder\nabout this", "its other 2 lines were not read as orders"),
        ("help\nhide 3", "its other line was not read as an order"),
    ],
)
def test_lines_below_a_command_are_said_not_to_be_read(post, body, told):
    _, (answer,) = answers(post, body)
    assert told in " ".join(answer.content.text.split())
    assert post.stands() is None


@pytest.mark.parametrize("question", ["status", "report", "map, please", "zone Europe/Rome"])
@pytest.mark.parametrize("ready", [True, False])
def test_orders_below_a_question_are_taken_and_not_only_ready(post, question, ready):
    body = f"{question}\n\nhide 3" + "\nready" * ready
    outcome, letters = answers(post, body)
    assert outcome == "taken"
    assert len(letters) == 1
    assert "not read" not in letters[0].content.text
    assert post.stands() == "hide 3"
    (receipt,) = post.out("receipt")
    assert receipt.seat == "Oda"


def test_orders_below_a_question_of_somebody_unknown_do_not_count(post):
    answers(post, "status\nhide 3", sender="spy@example.com", to="game@example.net")
    assert post.stands() is None


def test_after_a_roll_back_the_report_is_the_one_that_holds(post):
    adjudicate(post.store, post.name, post.now)
    roll_back(post.store, post.campaign, post.now, "1 plan")
    (rolled,) = [each for each in post.out("rollback") if each.seat == "Oda"]
    _, (answer,) = answers(post, "report")
    assert answer.content == rolled.content


def test_status_says_who_plays_how_he_stands_and_for_whom_it_waits_and_no_secret(post):
    _, (answer,) = answers(post, "status")
    text = answer.content.text
    assert "It still waits for you and Takeda." in text
    assert "  Oda       11\n  Takeda    10\n" in text
    at = text.index("WHO PLAYS")
    assert "Oda: Oda player (you)" in text[at:]
    assert "Takeda: Takeda player" in text[at:]
    post.take("ready")
    _, (*_, answer) = answers(post, "status")
    assert "No order of yours stands yet, and you are ready." in answer.content.text
    post.take("hide 3\nready")
    post.take("hide 8", seat="Takeda")
    _, (*_, answer) = answers(post, "status")
    assert "It still waits for Takeda." in answer.content.text
    assert "Your orders are here, and you are ready" in " ".join(answer.content.text.split())
    assert "8" not in answer.content.text
    post.take("hide 8\nready", seat="Takeda")
    _, (*_, answer) = answers(post, "status")
    assert "Nobody is waited for any more." in answer.content.text


@pytest.mark.parametrize(
    ("body", "meant"),
    [("histroy", "history"), ("Sumary please", "summary"), ("letter daily", "letters")],
)
def test_a_misspelt_request_is_asked_back(post, body, meant):
    assert post.take(body).outcome == "refused"
    assert f"Did you mean “{meant}”?" in post.out("refusal")[-1].content.text
