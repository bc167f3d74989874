"""Words on a command line: reads them, asks the rooms, prints what they give. No thinking here."""

import sys

try:
    from analyser.cli.main import main
except KeyboardInterrupt:  # stopped before the first word was read
    sys.exit(130)

__all__ = ["main"]
