"""Words on a command line: reads them, asks the pipeline, prints what it gives. No thinking here."""

import sys

try:
    from analyser.cli.door import main
except KeyboardInterrupt:  # stopped before the first word was read
    sys.exit(130)

__all__ = ["main"]
