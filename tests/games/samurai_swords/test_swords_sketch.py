"""How the map shows orders: each army goes on from where its lines have brought it."""

from swords_games import SWORDS, made, read

from adjudicator.games.picture import Arrow


def test_an_army_goes_into_the_province_from_which_it_attacks_on():
    provinces = {place: {"owner": "gray", "spearman": 1} for place in ("Mino", "Hida", "Kai")}
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": provinces | {"Omi": {"owner": "pink", "spearman": 2}},
        "seats": {"pink": {"armies": {"1": {"at": "Omi", "level": 2, "bowman": 1}}}},
    }
    position = made(table)
    orders = read(
        SWORDS,
        position,
        "attack Mino from Omi with army\nattack Hida from Mino\nmove army 1 to Echizen",
    )
    drawn = [each.mark for each in SWORDS.sketch(SWORDS.view(position, "pink"), "pink", orders)]
    assert drawn == [
        Arrow("attack", "Omi", "Mino", "pink"),
        Arrow("move", "Omi", "Mino", "pink"),
        Arrow("attack", "Mino", "Hida", "pink"),
        Arrow("move", "Mino", "Echizen", "pink"),
    ]
