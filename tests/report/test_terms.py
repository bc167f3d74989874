"""The report speaks the terms of the law books: what the Italian and the Romanian Laws call otherwise is not printed."""

import re

from analyser.messages import sentences
from tests.support.every import each_row

# Words a reader understands, but the law books do not use, and what they say instead.
AVOIDED = {
    "it": {
        r"\bparte (innocente|colpevole)": "linea",
        r"\bmano alterata": "board non conforme",
        r"\bLegge \d": "articolo",
        r"\bvulnerabilità": "zona",
        r"\bmedia (più|meno)\b": "sopramedia, sottomedia",
        r"\bvassoio": "carrello",
    },
    "ro": {
        r"\bp[aă]gub": "prejudiciu",
        r"\bpretenți|\bpretin[ds]": "revendicare",
        r"în afara rândului": "peste rând",
        r"\bcomitet": "juriu",
        r"informați\w+ străin": "informație neautorizată",
        r"carte de penalitate|cărți(le)? de penalitate": "carte penalizată",
        r"donă alterată": "donă incorectă",
        r"\becran": "paravan",
        r"[şţŞŢ]": "ș, ț",
        r"\bcodul (cere|a rectificat|citit|nu)\b": "Legile",
        r"\b(o licită|licita|licitele)\b": "declarație",
        r"\bdealerul": "distribuitor",
        r"\bscal[aă]\b": "scară",
        r"\bneregul[aă]\b": "neregularitate",
    },
}
EVENT = "event."  # the pages of a whole event have a vocabulary of their own


@each_row("language, word", [(language, word) for language, words in AVOIDED.items() for word in words])
def test_the_law_books_own_word_is_used(language, word):
    terms = {
        key: text
        for key, text in sentences(language).items()
        if not key.startswith(EVENT) and re.search(word, text, re.IGNORECASE)
    }
    assert terms == {}, AVOIDED[language][word]
