"""The door of the command line: whatever happens behind it, what comes out is an answer, a reason and an exit code."""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import typer

from analyser.cli.main import app
from analyser.cli.terminal import complain, note, print_json, problems_document
from analyser.errors import AnalyserError, Problem, UsageError, refusal
from analyser.resources import one_thread_a_process

STOPPED = 130  # what a shell takes for a program stopped by Ctrl+C


def main() -> NoReturn:
    """Run a command and exit: 0 done, 1 the answer is no, 2 the words were wrong; no traceback is ever shown."""
    one_thread_a_process()
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # looking for plugins takes longer than a check
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever called: nobody wants to hear
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(_run())


def _run() -> int:
    try:
        code = app(standalone_mode=False)
        if code == STOPPED:
            note("stopped")
        sys.stdout.flush()
    except typer.Exit as end:
        return end.exit_code
    except typer.TyperException as wrong:
        return _wrong_words(wrong)
    except (typer.Abort, KeyboardInterrupt):
        note("stopped")
        return STOPPED
    except AnalyserError as error:
        return _refused(error.problems, 2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:  # the reader of a pipe has gone: nothing is left to say
        sys.stdout = None
        return 1
    except Exception as fault:
        if os.environ.get("ANALYSER_DEBUG"):
            raise
        return _no_room(fault) if isinstance(fault, OSError) and fault.errno else _fault(fault)
    return code if isinstance(code, int) else 0


def _wrong_words(wrong: typer.TyperException) -> int:
    """Words that no command takes."""
    show = getattr(wrong, "show", None)
    if show is None:
        note(wrong.format_message())
    else:
        show()
    _as_document([Problem("command line", "", wrong.format_message().removesuffix("."))])
    return wrong.exit_code


def _refused(problems: Sequence[Problem], code: int) -> int:
    """Say what is wrong; who asked for a document gets the problems as one."""
    complain(problems)
    _as_document(problems)
    return code


def _as_document(problems: Sequence[Problem]) -> None:
    if "--json" in sys.argv[1:]:
        print_json({"ok": False, "problems": problems_document(problems)})


def _no_room(fault: OSError) -> int:
    """A disk that is full, a folder that may not be written to: not a fault of the program."""
    place = "the output" if fault.filename is None else str(fault.filename)
    note(
        str(
            Problem(
                "file", place, refusal(fault), "make room or give leave to write, or choose another place"
            )
        )
    )
    sys.stdout = None  # what waits to be written there cannot be
    return 1


def _fault(fault: Exception) -> int:
    """Something nobody thought of."""
    note(f"a fault of the program: {type(fault).__name__}: {fault}")
    note(
        "nothing was changed; run again with ANALYSER_DEBUG=1 for the details, and report them with the case"
    )
    return 1
