"""Throws endless mutations of a small corpus at one reader: `python -m tests.fuzz pbn -runs=1000000`.

A reader may refuse with a NotationError, or tell losses; anything else is a finding. Words after the reader's name go
to the fuzzer; without a folder among them the small corpus beside this file is where it begins.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["analyser.formats"]):
    from analyser.errors import NotationError
    from analyser.formats import FORMATS, format_named

CORPUS = Path(__file__).parent / "corpus"


def main() -> None:
    """Fuzz the reader that is named, until the fuzzer has had enough."""
    names = [entry.name for entry in FORMATS]
    if len(sys.argv) < 2 or sys.argv[1] not in names:
        sys.exit(f"name a reader: {', '.join(names)}")
    reader = format_named(sys.argv[1]).read

    def one_input(data: bytes) -> None:
        try:
            reader(data, check=True)
        except NotationError:
            return

    words = sys.argv[2:]
    folder = [] if any(not word.startswith("-") for word in words) else [str(CORPUS / sys.argv[1])]
    atheris.Setup([sys.argv[0], "-timeout=10", "-rss_limit_mb=1024", *words, *folder], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
