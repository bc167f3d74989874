"""PBN, LIN, viewer links, USEBIO, BridgeWebs and Jannersten files, in and out.

Reading gives values and a report of what was not understood; writing is lossless, or refuses and names the field.
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
