"""Feeds endless mutations of a small corpus to one reader of the program: `python -m tests.fuzz pbn -runs=1000000`.

The doors are the readers of `analyser.formats`, and `case`, `event` and `form`: a case file, a folder of an event, a form
sent to the pages. A door may refuse as it refuses people, or tell losses; anything else is a finding. Words after the
name go to the fuzzer; without a folder among them the small corpus beside this file is where it begins.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(
    include=["analyser.formats", "analyser.casefile", "analyser.event", "analyser.web"]
):
    from analyser.errors import NotationError
    from analyser.formats import FORMATS, format_named
    from tests.fuzz import doors

CORPUS = Path(__file__).parent / "corpus"


def main() -> None:
    """Fuzz the door that is named, until the fuzzer has had enough."""
    names = [*(entry.name for entry in FORMATS), *doors.DOORS]
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        sys.exit(f"name a door: {', '.join(names)}")
    enter = doors.DOORS[sys.argv[1]]() if sys.argv[1] in doors.DOORS else _reader(sys.argv[1])
    words = sys.argv[2:]
    folder = [] if any(not word.startswith("-") for word in words) else [str(CORPUS / sys.argv[1])]
    atheris.Setup([sys.argv[0], "-timeout=10", "-rss_limit_mb=2048", *words, *folder], enter)
    atheris.Fuzz()


def _reader(name: str) -> doors.Door:
    reader = format_named(name).read

    def enter(data: bytes) -> None:
        try:
            reader(data, check=True)
        except NotationError:
            return

    return enter


if __name__ == "__main__":
    main()
