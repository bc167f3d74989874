"""Names of a table's rows, the same in every process: a set has no order of its own, and each process another."""


def row_name(value: object) -> str:
    """A value as a name, sets in the order of their words.

    >>> row_name({"b", "a"}), row_name(("x", 1))
    ('{a, b}', "('x', 1)")
    """
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    return str(value)
