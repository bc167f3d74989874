"""Readers and writers of PBN, LIN, viewer links, USEBIO, BridgeWebs and Jannersten files.

Reading returns values and a report of what was not understood; writing is lossless, or refused with the name of the
field.
"""

from analyser.formats.cells import BOARD_SIZE, BOARDS, FILE_SIZE, TEXT_SIZE
from analyser.formats.formats import (
    FORMATS,
    Format,
    file_endings,
    format_named,
    read,
    sniff,
    write,
    write_fitting,
    write_fitting_results,
    write_results,
)
from analyser.formats.record import (
    Artificial,
    BoardRecord,
    CardIrregularity,
    Comment,
    Contestant,
    Fact,
    FileReading,
    IrregularCard,
    ListedPlayer,
    Loss,
    Mark,
    Points,
    PointsKind,
    Published,
    PublishedLine,
    PublishedMatch,
    RecordEnd,
    RecordNote,
    Results,
    Room,
    Tag,
    Traveller,
)
from analyser.formats.replay import derive_result
from analyser.formats.unsupported import DroppedField
