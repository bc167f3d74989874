"""The nearest past cases with their rulings: similar hands, auctions and information, the body and the Laws.

    bundled()                            the shipped base of past rulings, as sketches
    sketches_of(case)                    a case as sketches, one an incident
    nearest(sketch, base, count)         the nearest past cases, each with its distance, why it is near, how it differs
    index_text(cases, rows)              the compact file the base is read from
    leave_one_out(base)                  leave-one-out test: are the nearest cases decided under the same clause

A precedent is an example, never an authority: nothing here enters a weight or a probability.
"""

from analyser.precedents.nearest import (
    BASE,
    WEIGHTS,
    HeldOut,
    Precedent,
    differences,
    distance,
    index_text,
    leave_one_out,
    load_base,
    nearest,
    sketches_in,
)
from analyser.precedents.sketch import PastRuling, Sketch, sketch_of_row, sketches_of
