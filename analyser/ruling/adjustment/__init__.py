"""From possible results to weights under the edition's rule, and to both sides' scores, kept apart to the end."""

from analyser.ruling.adjustment.artificial import fouled, many_results, not_played
from analyser.ruling.adjustment.currency import (
    Currency,
    Lacking,
    currency_of,
    in_points,
    rounding_key,
    two_decimals,
)
from analyser.ruling.adjustment.estimated import proposed_weights, settled_estimate
from analyser.ruling.adjustment.results import Lists, Weighed, lists_of
from analyser.ruling.adjustment.sensitivity import Doubt, sensitivity_of
from analyser.ruling.adjustment.settling import Settled, result_stands, settled, unconverted
from analyser.ruling.adjustment.several import Change, after_all, arising
from analyser.ruling.adjustment.weights import Proposed

__all__ = [
    "Change",
    "Currency",
    "Doubt",
    "Lacking",
    "Lists",
    "Proposed",
    "Settled",
    "Weighed",
    "after_all",
    "arising",
    "currency_of",
    "fouled",
    "in_points",
    "lists_of",
    "many_results",
    "not_played",
    "proposed_weights",
    "result_stands",
    "rounding_key",
    "sensitivity_of",
    "settled",
    "settled_estimate",
    "two_decimals",
    "unconverted",
]
