"""The map with a seat's own orders that a receipt brings."""

from toy import game as toy


def pictures(receipt):
    return tuple(each for each in receipt.content.files if each.cid)


def test_a_receipt_brings_the_map_with_the_orders_that_stand(play):
    game = play()
    game.send("Oda", "hide 3\nboast 1")
    (file,) = pictures(game.letters("receipt", "Oda")[-1])
    assert (file.name, file.media, file.cid) == ("orders.png", "image/png", "orders")
    assert file.data.splitlines() == [b"Awa False False"]
    game.send("Oda", "amend\ncancel boast 1")
    (same,) = pictures(game.letters("receipt", "Oda")[-1])
    assert (same.data, same.title) == (file.data, file.title)


def test_without_orders_that_can_be_drawn_there_is_no_map(play, monkeypatch):
    monkeypatch.setattr(type(toy), "sketch", lambda *a: [])
    game = play()
    game.send("Oda", "hide 3")
    assert pictures(game.letters("receipt", "Oda")[-1]) == ()
    assert "map-failed" not in game.notes()


def test_orders_for_a_later_phase_are_doubtful(play):
    game = play()
    game.send("Oda", "phase 2 plan\nhide 3")
    (file,) = pictures(game.letters("receipt", "Oda")[-1])
    assert file.data == b"Awa True False"


def test_a_map_that_fails_costs_the_receipt_nothing_else(play, monkeypatch):
    monkeypatch.setattr(type(toy), "sketch", lambda *a: 1 / 0)
    game = play()
    game.send("Oda", "hide 3")
    receipt = game.letters("receipt", "Oda")[-1]
    assert "hide 3" in receipt.content.text
    assert pictures(receipt) == ()
    assert game.stands("Oda") == "hide 3\n"
    assert game.notes()[-1] == "map-failed"
