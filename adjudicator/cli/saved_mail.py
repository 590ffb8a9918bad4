"""Order files as they come: of a mail that was saved, what is written in it."""

from adjudicator.orders import scan

ENDING = ".eml"


def order_text(name: str, data: bytes) -> bytes:
    """Return the text of an order file; of a mail, as programs save it, the text with the orders.

    That is its own, or if it has none, that of the first text file attached to it.
    """
    if not name.casefold().endswith(ENDING):
        return data
    from adjudicator.post.reading import read

    letter = read(data)
    texts = [letter.text, *(each.text for each in letter.beside if each.where == "file")]
    return next((text for text in texts if scan(text).sections), letter.text).encode()
