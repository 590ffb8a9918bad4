from adjudicator.campaign.verify import verify


def test_a_whole_game_from_the_first_letter_to_the_secret(play):
    table = play(options={"rounds": 2})
    assert [each.seat for each in table.letters("opening")] == ["Oda", "Takeda", ""]
    while not table.head.opens.over:
        for seat in ("Oda", "Takeda"):
            text = "hide 2" if table.head.opens.name == "plan" else "strike Mori"
            assert not table.send(seat, f"phase {table.head.opens.key}\n{text}\nready").rejected
        done = table.adjudicate()
        assert done.missing == ()
        table.wait(days=1)
    assert len(table.letters("result", "Oda")) == 4
    assert [v.faults for v in verify(table.store, table.owner)] == [()] * 5
    (secret,) = table.letters("secret", "Oda")
    assert table.owner.secret.hex() in secret.content.text
