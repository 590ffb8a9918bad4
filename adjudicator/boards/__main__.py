"""``python -m adjudicator.boards``: read and check the shipped boards beforehand."""

from adjudicator.boards.board import DATA, SHIPPED
from adjudicator.boards.load import read_faultless
from adjudicator.boards.prepared import prepare

if __name__ == "__main__":
    for name in SHIPPED:
        data = prepare(name, read_faultless(DATA / f"{name}.toml"))
        (DATA / f"{name}.prepared.json").write_bytes(data)
        print(f"{name}: {len(data)} bytes")
