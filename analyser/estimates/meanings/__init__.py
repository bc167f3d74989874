"""Explanations in words as distributions of hands: word lists, rules, and a part learned from the record.

`understand` reads what directors, players and operators write in English, Italian, Romanian and shorthand, and combines
it with what the auction shows. Nothing is read from a file before the first explanation.
"""

from analyser.bridge.constraints import begins_like_constraint
from analyser.estimates.meanings.reader import read
from analyser.estimates.meanings.understanding import NotUnderstood, Understood, understand, understand_shows
