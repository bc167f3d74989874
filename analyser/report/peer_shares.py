"""Which share of peers a table or plot prints of an action: who would consider it, or who would choose it."""

from analyser.ruling import Alternative
from analyser.ruling.values import Interval


def printed_share(alternative: Alternative, *, choosing: bool) -> tuple[float, Interval]:
    """The share and its 90 % range: of choosing where only the choice matters (21, 40), else of considering (16B)."""
    if not choosing:
        return alternative.considered, alternative.interval
    chosen = alternative.chosen
    return chosen, alternative.chosen_interval or (chosen, chosen)
