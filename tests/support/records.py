"""Boards with their auction and play, to hang incidents on: a case file is one of them with something added or changed."""

import tomllib

from analyser.casefile import problems_of

HEAD = """\
schema = 1
id = "a-case"
[event]
date = 2021-04-17
authority = "WBF"
form = "imps"
screens = false
"""

# South deals and plays four hearts; West doubled for takeout.
FOUR_HEARTS = (
    HEAD
    + """\
[board]
number = 11
deal = "N:Q9432.9832.A2.AJ 6.Q54.KQ654.8764 KT7.AKT76.93.KT5 AJ85.J.JT87.Q932"
[table]
auction = "1H X 3H P 4H P P P"
contract = "4H"
declarer = "S"
"""
)

# Five tricks of it: East, North, South, South and East win them; East follows to the hearts.
FOUR_HEARTS_PLAYED = (
    FOUR_HEARTS + 'play = ["DJ D2 DQ D3", "DK D9 D7 DA", "H2 H4 HA HJ", "HK S5 H3 H5", "HT C2 H8 HQ"]\n'
)

# The same, but East discards a club on the second heart and keeps two.
FOUR_HEARTS_REVOKED = FOUR_HEARTS_PLAYED.replace("HK S5 H3 H5", "HK S5 H3 C4")

# North opens one notrump, East leads.
THREE_NOTRUMPS = (
    HEAD
    + """\
[board]
number = 1
deal = "N:K985.A9.A93.A943 32.KT653.T74.QJ8 A74.72.KQJ52.762 QJT6.QJ84.86.KT5"
[table]
auction = "1NT P 3NT P P P"
contract = "3NT"
declarer = "N"
"""
)

# Nobody bids.
PASSED_OUT = FOUR_HEARTS.replace("1H X 3H P 4H P P P", "P P P P").replace(
    'contract = "4H"\ndeclarer = "S"\n', ""
)

# West leads a double of his partner's contract, and all pass.
DOUBLED = FOUR_HEARTS.replace("1H X 3H P 4H P P P", "1H X 3H P 4H X P P P").replace('"4H"', '"4HX"')

# Only the contract is known.
NO_CARDS = HEAD + '[board]\nnumber = 3\n[table]\ncontract = "4S"\ndeclarer = "S"\n'

# Only the event and the board are known.
NO_TABLE = HEAD + "[board]\nnumber = 3\n"

# All thirteen tricks of it, ten to declarer; East threw a diamond on the heart of the fifth.
PLAYED_TO_THE_END = (
    FOUR_HEARTS
    + """\
play = [
  "DJ D2 DK D9", "DQ D3 DT DA", "SQ S6 S7 S5", "S4 C4 SK S8", "HT HJ H8 D4", "C9 CJ C6 CK", "C5 C2 CA C7",
  "H9 H5 HK C3", "HA CQ H2 HQ", "ST SJ S2 D6", "D7 H3 D5 CT", "S9 H4 H7 SA", "H6 D8 S3 C8",
]
"""
)

BOARDS = {
    "played to the end": PLAYED_TO_THE_END,
    "four hearts": FOUR_HEARTS,
    "four hearts, played": FOUR_HEARTS_PLAYED,
    "four hearts, revoked": FOUR_HEARTS_REVOKED,
    "three notrumps": THREE_NOTRUMPS,
    "passed out": PASSED_OUT,
    "four hearts doubled": DOUBLED,
    "no cards": NO_CARDS,
    "no table": NO_TABLE,
}


def case_with(board: str, *incidents: str) -> str:
    """A case file: a board of this table and incidents, each written as `kind; key = value; key = value`.

    A part that begins with a bracket is a table of its own; `board / old -> new` changes the text of the board.
    """
    name, _, change = board.partition(" / ")
    text = BOARDS[name]
    if change:
        old, new = change.split(" -> ")
        assert old in text, old
        text = text.replace(old, new)
    for number, incident in enumerate(incidents, 1):
        kind, *facts = [part.strip() for part in incident.split(";")]
        if kind.startswith("["):
            text += "\n".join([kind, *facts]) + "\n"
        else:
            text += "\n".join(["[[incident]]", f'id = "i{number}"', f'kind = "{kind}"', *facts]) + "\n"
    tomllib.loads(text)
    return text


def places_of(text: str) -> list[tuple[str, str]]:
    """Both places of each problem of a file: the key at fault, and the one it contradicts or "" where there is none."""
    return [
        (problem.where, str(getattr(problem.why, "arguments", {}).get("where", "")))
        for problem in problems_of(text.encode())
    ]
