"""PBN, LIN, viewer links, USEBIO, BridgeWebs and Jannersten files, in and out.

Reading gives values and a report of what was not understood; writing is lossless, or refuses and names the field.
"""

from analyser.formats.formats import (
    FORMATS,
    Format,
    format_named,
    read,
    sniff,
    write,
    write_link,
    write_results,
)
from analyser.formats.ledger import BOARD_SIZE, BOARDS, FILE_SIZE, TEXT_SIZE, Loss
from analyser.formats.record import (
    CardIrregularity,
    Comment,
    Ending,
    IrregularCard,
    Mark,
    Note,
    Record,
    Room,
    Tag,
)
from analyser.formats.results import (
    Artificial,
    Contestant,
    Fact,
    Player,
    Points,
    PointsKind,
    Reading,
    Results,
    Revoked,
    Traveller,
)
from analyser.formats.settle import settled
from analyser.formats.walk import revokes_of

__all__ = [
    "BOARDS",
    "BOARD_SIZE",
    "FILE_SIZE",
    "FORMATS",
    "TEXT_SIZE",
    "Artificial",
    "CardIrregularity",
    "Comment",
    "Contestant",
    "Ending",
    "Fact",
    "Format",
    "IrregularCard",
    "Loss",
    "Mark",
    "Note",
    "Player",
    "Points",
    "PointsKind",
    "Reading",
    "Record",
    "Results",
    "Revoked",
    "Room",
    "Tag",
    "Traveller",
    "format_named",
    "read",
    "revokes_of",
    "settled",
    "sniff",
    "write",
    "write_link",
    "write_results",
]
