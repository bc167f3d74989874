"""The commands in the order of the help; whatever happens behind one comes out as an answer, a reason and an exit code."""

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperCommand

from analyser.cli import (
    cases,
    compare,
    convert,
    event,
    machine,
    meanings,
    peers,
    precedents,
    procedure,
    reference,
    rulings,
    standings,
)
from analyser.cli.terminal import complain, note, print_json, problems_document
from analyser.errors import AnalyserError, Problem, UsageError, is_refused_by_system, refusal
from analyser.resources import __version__, limit_blas_threads

STOPPED = 130  # what a shell takes for a program stopped by Ctrl+C

_NO_NUMBERS = {  # by the reader's own word: why, and what to do
    "int_parsing": ("not a whole number", "write it in digits"),
    "float_parsing": ("not a number", "write it in digits"),
}

app = typer.Typer(
    name="analyser",
    help="Appeals and adjusted scores at duplicate bridge: from the facts of a case to the score of Law 12.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


class _KindsListed(TyperCommand):
    """A command whose help ends with the kinds of incident, read only when the help is."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's own
        """Write the list."""
        from analyser.casefile import IncidentKind

        self.epilog = f"The kinds: {', '.join(IncidentKind)}."
        super().format_epilog(ctx, formatter)


# `score` and `web` read their words themselves, `--help` among them; `train` and `evaluate` are read elsewhere.
_OWN_WORDS: dict[str, Any] = {
    "context_settings": {"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    "add_help_option": False,
}
_COMMANDS: tuple[tuple[Any, dict[str, Any]], ...] = (
    (cases.check, {}),
    (rulings.rule, {}),
    (cases.deal, {}),
    (convert.convert, {}),
    (cases.new, {"cls": _KindsListed}),
    (cases.explain, {}),
    (cases.anonymise, {}),
    (reference.law, {}),
    (reference.score, _OWN_WORDS),
    (rulings.review, {}),
    (compare.verify, {}),
    (compare.diff, {}),
    (rulings.casebook, {}),
    (event.event, {}),
    (standings.standings, {}),
    (peers.peers, {}),
    (meanings.meaning, {}),
    (precedents.precedents, {}),
    (procedure.penalty, {}),
    (procedure.clock, {}),
    (procedure.award, {}),
    (procedure.alert, {}),
    (procedure.system, {}),
    (procedure.psychic, {}),
    (procedure.screen, {}),
    (machine.train, _OWN_WORDS),
    (machine.evaluate, _OWN_WORDS),
    (machine.demo, {}),
    (machine.web, _OWN_WORDS),
    (machine.doctor, {}),
)
for _command, _settings in _COMMANDS:
    app.command(**_settings)(_command)


def _print_version(asked: bool) -> None:
    if asked:
        sys.stdout.write(f"analyser {__version__}\n")
        raise typer.Exit


@app.callback()
def _read_common_options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    del version


def main(commands: typer.Typer = app, program: str | None = None) -> NoReturn:
    """Run a command and exit: 0 done, 1 the answer is no, 2 the words were wrong; no traceback is ever shown."""
    limit_blas_threads()
    # looking for plugins takes longer than a check
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by whoever called: nobody wants to hear
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open to the end
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(_run(commands, program))


def _run(commands: typer.Typer, program: str | None) -> int:
    """Run the command that was typed; its exit code, or the one of what stopped it."""
    try:
        code = commands(prog_name=program, standalone_mode=False)
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
        return _print_problems(error.problems, 2 if isinstance(error, UsageError) else 1)
    except BrokenPipeError:  # the reader of a pipe has gone: nothing is left to say
        sys.stdout = None
        return 1
    except Exception as fault:
        if os.environ.get("ANALYSER_DEBUG"):
            raise
        return _no_room(fault) if is_refused_by_system(fault) else _fault(fault)
    return code if isinstance(code, int) else 0


def _wrong_words(wrong: typer.TyperException) -> int:
    """Words that no command takes."""
    if (problem := _bad_number(wrong)) is not None:
        return _print_problems([problem], wrong.exit_code)
    show = getattr(wrong, "show", None)
    if show is None:
        note(wrong.format_message())
    else:
        show()
    _print_document([Problem("command line", "", wrong.format_message().removesuffix("."))])
    return wrong.exit_code


def _bad_number(wrong: typer.TyperException) -> Problem | None:
    """What is wrong with a word that should be a number, with the word itself; typer's reader keeps it for itself."""
    errors = getattr(wrong.__cause__, "errors", None)
    param = getattr(wrong, "param", None)
    if errors is None or param is None:
        return None
    first = errors()[0]
    kind, limits = first["type"], first.get("ctx", {})
    least, most = limits.get("ge", limits.get("gt")), limits.get("le", limits.get("lt"))
    if kind in _NO_NUMBERS:
        why, remedy = _NO_NUMBERS[kind]
    elif least is not None:
        why, remedy = "too small", f"write {least} or more"
    elif most is not None:
        why, remedy = "too large", f"write {most} or less"
    else:
        return None
    where = next((name for name in param.opts if name.startswith("--")), param.name.upper())
    return Problem(where, str(first["input"])[:80], why, remedy)


def _print_problems(problems: Sequence[Problem], code: int) -> int:
    """Say what is wrong; who asked for a document gets the problems as one."""
    complain(problems)
    _print_document(problems)
    return code


def _print_document(problems: Sequence[Problem]) -> None:
    if "--json" in sys.argv[1:]:
        print_json({"ok": False, "problems": problems_document(problems)})


def _no_room(fault: Exception) -> int:
    """A disk that is full, a folder that may not be written to: not a fault of the program."""
    place = getattr(fault, "filename", None) or "the output, or what is kept between runs"
    remedy = "make room or give leave to write, or choose another place"
    if isinstance(fault, PermissionError):
        remedy = "give leave to read or write it, or choose another place"
    note(str(Problem("file", str(place), refusal(fault), remedy)))
    sys.stdout = None  # what waits to be written there cannot be
    return 1


def _fault(fault: Exception) -> int:
    """Something nobody thought of."""
    note(f"a fault of the program: {type(fault).__name__}: {fault}")
    note(
        "nothing was changed; run again with ANALYSER_DEBUG=1 for the details, and report them with the case"
    )
    return 1
