"""How far apart two words are, as fingers that slip would have it."""


def one_slip(one: str, other: str) -> bool:
    """Say whether one letter left out, doubled, changed or swapped makes one word the other."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = 0
    for mine, theirs in zip(one, other):  # noqa: B905 - lengths may differ by one
        if mine != theirs:
            break
        start += 1
    rest, others = one[start:], other[start:]
    while rest and others and rest[-1] == others[-1]:
        rest, others = rest[:-1], others[:-1]
    return max(len(rest), len(others)) <= 1 or (len(rest) == 2 and rest == others[::-1])
