"""The entries under which the learned part knows an explanation: its words, neighbours, words by call, the whole note."""

from collections.abc import Sequence
from itertools import pairwise

from analyser.estimates.meanings.situation import Situation
from analyser.estimates.meanings.tokens import Token


def entries_of(tokens: Sequence[Token], seen: Situation) -> tuple[str, ...]:
    """The entries of an explanation of a call, each once.

    >>> from analyser.estimates.meanings.situation import situation_of
    >>> from analyser.estimates.meanings.tokens import read_tokens
    >>> entries_of(read_tokens("weak"), situation_of((9,)))
    ('weak', '9|weak', 'opens-2|weak', '=weak', '9=weak')
    """
    words = [token.text for token in tokens if token.text != "fill" and token.kind not in ("sign", "odd")]
    whole = " ".join(words[:8])
    place = place_of(seen)
    return tuple(
        dict.fromkeys(
            [
                *words,
                *[f"{first} {second}" for first, second in pairwise(words)],
                *[f"{seen.code}|{word}" for word in words],
                *[f"{place}|{word}" for word in words],
                *([f"={whole}", f"{seen.code}={whole}"] if whole else []),
            ]
        )
    )


def place_of(seen: Situation) -> str:
    """Where in an auction the call is made, in few classes."""
    if seen.opens:
        return f"opens-{seen.level}"
    if seen.overcalls:
        return "overcalls"
    if seen.advances:
        return "advances"
    if seen.responds:
        return "responds-nt" if seen.partner_notrump else "responds"
    return "rebids" if seen.own_opened else "later"
