"""Words on a command line: reads them, asks the pipeline, prints what it gives. No thinking here."""

from analyser.cli.main import main

__all__ = ["main"]
