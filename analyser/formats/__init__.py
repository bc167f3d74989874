"""PBN, LIN, viewer links, USEBIO, BridgeWebs and Jannersten files, in and out.

Reading gives values and a report of what was not understood; writing is lossless, or refuses and names the field.
"""

from analyser.formats.formats import (
    FORMATS,
    Format,
    file_endings,
    format_named,
    read,
    sniff,
    write,
    write_link,
    write_results,
)
from analyser.formats.loss_report import BOARD_SIZE, BOARDS, FILE_SIZE, TEXT_SIZE, Loss
from analyser.formats.record import (
    BoardRecord,
    CardIrregularity,
    Comment,
    IrregularCard,
    Mark,
    RecordEnd,
    RecordNote,
    Room,
    Tag,
)
from analyser.formats.replay import derived, revokes_of
from analyser.formats.results import (
    Artificial,
    Contestant,
    Fact,
    FileReading,
    ListedPlayer,
    Points,
    PointsKind,
    Results,
    Traveller,
)

__all__ = [
    "BOARDS",
    "BOARD_SIZE",
    "FILE_SIZE",
    "FORMATS",
    "TEXT_SIZE",
    "Artificial",
    "BoardRecord",
    "CardIrregularity",
    "Comment",
    "Contestant",
    "Fact",
    "FileReading",
    "Format",
    "IrregularCard",
    "ListedPlayer",
    "Loss",
    "Mark",
    "Points",
    "PointsKind",
    "RecordEnd",
    "RecordNote",
    "Results",
    "Room",
    "Tag",
    "Traveller",
    "derived",
    "file_endings",
    "format_named",
    "read",
    "revokes_of",
    "sniff",
    "write",
    "write_link",
    "write_results",
]
