"""The words of LIN: its tags, seats, calls and cards, the header of a broadcast match, and results as `4SW+1`."""

import re
from dataclasses import dataclass

from analyser.bridge import CALLS, LONGEST, PACK, Call, Contract, Seat, Strain, Vulnerability

SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)  # the order of hands and names; the dealer's digit counts it from 1
OWN_TAG = "Lin_"  # what a LIN file says in tags of its own is kept under this name
KNOWN_TAGS = frozenset(
    [
        "vg",
        "rs",
        "pn",
        "pw",
        "pg",
        "qx",
        "md",
        "mb",
        "an",
        "pc",
        "mc",
        "nt",
        "st",
        "rh",
        "ah",
        "sv",
        "mp",
        "bn",
    ]
)
VULNERABLE_WORDS = {
    "o": Vulnerability.NONE,
    "0": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "n": Vulnerability.NS,
    "e": Vulnerability.EW,
    "b": Vulnerability.ALL,
}
VULNERABLE = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}

_CALL = re.compile(
    r"([1-7])[ \t]*(NT|N|C|D|H|S)|(PASS|P)|(DBL|DOUBLE|D|XX|X)|(RDBL|REDBL|REDOUBLE|R)", re.IGNORECASE
)
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])(NT|N|C|D|H|S)([NESW])(XX|X|)(=|[+-][0-9]{1,2})", re.IGNORECASE)
_FORMS = {"I": "IMP", "P": "MP", "B": "BAM"}


def lin_call(call: Call) -> str:
    """A call as LIN writes it.

    >>> [lin_call(Call.parse(word)) for word in ("P", "X", "XX", "1NT")]
    ['p', 'd', 'r', '1N']
    """
    return ("p", "d", "r")[call.code] if call.code < 3 else str(call)[:2]


def _call_words() -> dict[str, tuple[Call, bool]]:
    words: dict[str, tuple[Call, bool]] = {}
    for call in CALLS:
        for word in {lin_call(call), lin_call(call).upper(), lin_call(call).lower()}:
            words[word] = (call, False)
            words[word + "!"] = (call, True)
    return words


CALL_WORDS = _call_words()
CARD_WORDS = {
    word: card
    for card in PACK
    for word in (str(card), str(card).lower(), str(card)[0].lower() + str(card)[1])
}


def calls_in(text: str, *, explained: bool = False) -> list[tuple[Call, bool, str | None]] | None:
    """Several calls run together, each with its `!` of an alert; with `explained` a text in brackets may follow each.

    >>> [(str(call), alert, text) for call, alert, text in calls_in("1N(15%)!P", explained=True)]
    [('1NT', True, '15%'), ('P', False, None)]
    """
    found: list[tuple[Call, bool, str | None]] = []
    place = 0
    while place < len(text) and len(found) <= LONGEST:
        match = _CALL.match(text, place)
        if match is None:
            if text[place] in " -\t" or (explained and text[place] in ",\n"):
                place += 1
                continue
            return None
        place = match.end()
        alerted, note = False, None
        while place < len(text) and (text[place] == "!" or (explained and text[place] == "(")):
            if text[place] == "!":
                alerted, place = True, place + 1
                continue
            end = text.find(")", place)
            if end < 0 or note is not None:
                return None
            note, place = text[place + 1 : end], end + 1
        found.append((_call_of(match), alerted, note))
    return found or None


def _call_of(match: re.Match[str]) -> Call:
    if match[1]:
        return Call.bid(int(match[1]), Strain.parse(match[2]))
    if match[3]:
        return CALLS[0]
    if match[5] or match[4].upper() == "XX":
        return CALLS[2]
    return CALLS[1]


def cards_in(text: str) -> list[int] | None:
    """Several cards run together, by number in the pack."""
    found: list[int] = []
    place = 0
    while place < len(text) and len(found) <= 52:
        match = _CARD.match(text, place)
        if match is None:
            if text[place] in " ,-\t\n":
                place += 1
                continue
            return None
        place = match.end()
        found.append(CARD_WORDS[match[1].upper() + match[2].upper().replace("10", "T")].index)
    return found or None


@dataclass(frozen=True, slots=True)
class Header:
    """The title of a broadcast: event, form of scoring, number of its first board, and whether it says more."""

    event: str = ""
    scoring: str = ""
    first: int | None = None
    more: bool = False


def header_of(value: str) -> Header:
    """Read `vg`: event, segment, form, first and last board, and each team with its carry-over.

    >>> header_of("Final, day 2,Segment 1,I,17,32,Reds,0,Blues,0")
    Header(event='Final, day 2', scoring='IMP', first=17, more=True)
    """
    parts = value.split(",")
    if len(parts) < 9:
        return Header(value)
    form = parts[-7].strip().upper()
    first = parts[-6].strip()
    number = int(first) if first.isascii() and first.isdecimal() and len(first) < 4 else None
    others = [parts[-8], *parts[-6:]]
    more = any(others) or bool(form and form not in _FORMS)
    return Header(",".join(parts[:-8]), _FORMS.get(form, ""), number, more)


def header_text(event: str, scoring: str) -> str:
    """The title of a file that knows event and form of scoring only."""
    letter = next((letter for letter, form in _FORMS.items() if form == scoring), "")
    return f"{event},,{letter},,,,,," if event or scoring else ""


def result_of(text: str) -> tuple[Contract | None, int | None] | None:
    """A result as `4SWx-1`; (None, None) when passed out, None when it is not one.

    >>> result_of("3nn="), result_of("PASS")
    ((Contract.parse('3NT by N'), 9), (None, None))
    """
    word = text.strip()
    if word.upper() in ("P", "PASS"):
        return None, None
    match = _RESULT.fullmatch(word)
    if match is None:
        return None
    contract = Contract(int(match[1]), Strain.parse(match[2]), len(match[4]), Seat.parse(match[3]))
    tricks = contract.needed + (0 if match[5] == "=" else int(match[5]))
    return (contract, tricks) if 0 <= tricks <= 13 else None


def result_text(contract: Contract, tricks: int) -> str:
    """A result as a broadcast file lists it."""
    over = tricks - contract.needed
    strain = str(contract.strain)[0]
    return (
        f"{contract.level}{strain}{contract.declarer}{'x' * contract.doubled}{f'{over:+d}' if over else '='}"
    )
