"""How the commands speak: results on stdout, everything else and what is being worked out on stderr, hostile text harmless.

What nobody can do is refused here too, before anything is reckoned.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

from analyser.cli.options import EDITIONS
from analyser.errors import AnalyserError, CaseError, NotationError, Problem, UsageError, refusal
from analyser.messages import Message, message, sentence

if TYPE_CHECKING:
    from analyser.casefile import Case
    from analyser.ruling import IncidentRuling, LawRef

T = TypeVar("T")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def printable(text: str) -> str:
    r"""A text without what could move the cursor, colour the screen or turn the line around.

    >>> printable("3H\x1b[2J!")
    '3H?[2J!'
    """
    return _CONTROL.sub("?", text)


def one_line(text: str) -> str:
    r"""A text that cannot pretend to be another line: a file may be called anything.

    >>> one_line("case.toml: no problems\nother.toml")
    'case.toml: no problems?other.toml'
    """
    return printable(text).replace("\n", "?").replace("\t", "?")


def say(text: str = "") -> None:
    """Print a result on stdout."""
    sys.stdout.write(printable(text) + "\n")


def note(text: str) -> None:
    """Print a remark on stderr."""
    sys.stderr.write(printable(text) + "\n")


def print_json(document: Any) -> None:  # noqa: ANN401 - any document
    """Print one JSON document on stdout, and nothing else there."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def complain(problems: Iterable[Problem], about: str = "") -> None:
    """Print problems on stderr, each on a line of its own, in the language asked for with `--lang`."""
    from analyser.messages import LANGUAGES, translate_problem

    words = " ".join(sys.argv[1:]).replace("--lang=", "--lang ").split()
    language = dict(pairwise(words)).get("--lang", "en")
    for problem in problems:
        in_words = translate_problem(problem, language) if language in LANGUAGES else problem
        note(one_line(f"{about}: {in_words}" if about else str(in_words)))


def problems_document(problems: Iterable[Problem]) -> list[dict[str, str]]:
    """Problems as a document holds them."""
    return [
        {"where": p.where, "found": str(p.found), "why": str(p.why), "remedy": str(p.remedy)}
        for p in problems
    ]


def parsed_word(parse: Callable[[str], T], word: str, where: str, remedy: str = "") -> T:
    """A word of the command line as a value; what is wrong with it names the word."""
    try:
        return parse(word)
    except AnalyserError as error:
        problems = [
            replace(problem, where=where, remedy=problem.remedy or remedy) for problem in error.problems
        ]
        raise UsageError.from_problems(problems) from None


def read_bytes(path: Path) -> bytes:
    """The bytes of a file the user named; a missing one is an error with a remedy, never a traceback."""
    try:
        with path.open("rb") as file:
            return file.read(21_000_000)
    except OSError as reason:
        raise CaseError(refusal(reason), where="file", found=str(path), remedy="check the path") from None


_OF_RESULTS = (".csv", ".tsv", ".xml", ".usebio")  # by their endings: what holds no case and seldom a hand
_OF_BOARDS = (".pbn", ".lin", ".xml", ".usebio", ".dup", ".bri", ".dge", ".dlm", ".rbn")


def case_in(path: Path) -> "Case":
    """The case in a file; refused with all its problems, or with what the file is when it holds none."""
    from analyser.casefile import read_case

    data = read_bytes(path)
    if not data.strip():
        raise CaseError.from_problems(
            [Problem("file", path.name, sentence("file-is-empty"), sentence("print-template"))]
        )
    if _is_board_file(path.name, data):
        raise CaseError.from_problems([_no_case_problem(path)])
    case, problems = read_case(data)
    if case is None:
        other = _other_file(path, data)
        raise CaseError.from_problems(problems if other is None else [other])
    return case


def filled_case_in(path: Path) -> "Case":
    """The case in a file; refused, too, where it is a template in which nothing is filled in."""
    from analyser.casefile.templates import template_problems

    case = case_in(path)
    if problems := template_problems(case, str(path)):
        raise CaseError.from_problems(problems)
    return case


def _no_case_problem(path: Path) -> Problem:
    remedy = f"`analyser deal {path.name}` turns a board of it into a case"
    if path.suffix.lower() in _OF_RESULTS:
        remedy = "put it into a folder and run `analyser event FOLDER`"
    return Problem("file", path.name, sentence("boards-and-no-case"), remedy)


def _other_file(path: Path, data: bytes) -> Problem | None:
    """What a file is that is no case: boards or results under another ending, or a file of another program."""
    from analyser.formats import sniff

    try:
        sniff(data)
    except NotationError as error:
        problem = error.problems[0]
        code = getattr(problem.why, "code", "")
        if code.startswith("problem.file-is-"):
            return replace(problem, where="file", found=path.name)
        if path.suffix.lower() not in _OF_RESULTS:
            return None
    return _no_case_problem(path)


def _is_board_file(name: str, data: bytes) -> bool:
    """Whether a file holds boards or results rather than a case: by its ending, when it also begins like one."""
    if not name.lower().endswith(_OF_BOARDS):  # to ask the readers takes longer than a check
        return False
    from analyser.formats import sniff

    try:
        sniff(data)
    except NotationError:
        return False
    return True


def write_text(path: Path, text: str) -> None:
    """Write a whole text file or nothing."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file or nothing: first beside it, then in its place; where a link points, not over the link."""
    device = path.exists() and not path.is_file()  # a pipe too: it is written to, never replaced
    place = path.resolve() if path.is_symlink() and not device else path
    beside = place.with_name(f".{place.name}.part")
    try:
        if device:
            place.write_bytes(data)
            return
        beside.write_bytes(data)
        beside.replace(place)
    except OSError as reason:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise _write_failure(path, refusal(reason)) from None


def check_place(path: Path | None, source: Path | None = None) -> None:
    """Refuse a place where nothing can be written, before anybody waits for it; and never write over what was read."""
    if path is None:
        return
    if source is not None and path.resolve() == source.resolve():
        raise _write_failure(path, "the case itself stands there")
    if path.is_dir():
        raise _write_failure(path, "is a directory")
    if not path.parent.is_dir():
        raise _write_failure(path, f"there is no folder {path.parent}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise _write_failure(path, "permission denied")


HTML_ENDINGS: Final = (".html", ".htm")
PAPER_ENDINGS: Final = (*HTML_ENDINGS, ".pdf")
MARKDOWN_ENDINGS: Final = (".md", ".markdown", ".txt")


def check_ending(path: Path | None, option: str, endings: Sequence[str]) -> None:
    """Refuse a file whose ending says another format than the one written there; a name without an ending passes."""
    if path is None or not path.suffix or path.suffix.lower() in endings:
        return
    why = sentence("ending-not-written", ending=path.suffix)
    remedy = sentence("name-file-ending", endings=", ".join(endings))
    raise UsageError(why, where=option, found=str(path), remedy=remedy)


def check_edition(word: str | None, where: str = "--edition") -> None:
    """Refuse an edition of the Laws that is not kept here."""
    if word is not None and word not in EDITIONS:
        remedy = f"write one of {', '.join(EDITIONS)}"
        raise UsageError("this edition of the Laws is not kept here", where=where, found=word, remedy=remedy)


def check_authority(word: str, where: str = "--authority") -> None:
    """Refuse an authority whose regulations are not kept here."""
    from analyser import laws

    known = laws.authorities()
    if word.upper() not in known:
        remedy = f"write one of {', '.join(known)}"
        raise UsageError("not an authority kept here", where=where, found=word, remedy=remedy)


def _write_failure(path: Path, why: str) -> CaseError:
    return CaseError(
        f"cannot be written: {why}", where="file", found=str(path), remedy="choose another place"
    )


_COLUMNS: Final = 79
_ACTIONS: Final = 4  # of the peers' choices: more do not fit on a line
_SHORT: Final = 1.0  # seconds: a stage that ends sooner is not worth a line
_QUIET: Final = 6.0  # seconds without a line before the stage is said again


class Progress:
    """Hears the stages of a ruling: the Laws and the peers' choices at once, a stage when it lasts, and again when it is quiet.

    `stages`: whether more is said than the first words; a program that reads JSON has no use for it.
    """

    def __init__(self, language: str, *, stages: bool) -> None:
        from analyser.report.page_voice import TextVoice  # heavy, and of no use to most commands

        self._voice = TextVoice(language)
        self._stages = stages
        self._lock, self._ended = Lock(), Event()
        self._begun = self._since = self._said = monotonic()
        self._stage, self._fresh = message("progress.begin"), True
        self._watch = Thread(target=self._speak, daemon=True)

    def __enter__(self) -> Self:
        """Begin to watch how long a stage lasts."""
        if self._stages:
            self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Fall silent."""
        self._ended.set()
        if self._watch.is_alive():
            self._watch.join()

    def __call__(self, word: "LawRef | IncidentRuling | Message") -> None:
        """Hear what is known already, or which stage begins."""
        from analyser.ruling import IncidentRuling, LawRef

        match word:
            case LawRef():
                because = self._voice.text("; ").join(map(self._voice.say, word.because))
                self._line(
                    message("progress.laws", edition=word.edition, authority=word.authority, because=because)
                )
            case IncidentRuling():
                if choices := self._choices(word):
                    self._line(message("progress.choices", incident=word.id, choices=choices))
            case Message():
                with self._lock:
                    self._stage, self._since, self._fresh = word, monotonic(), True

    def _choices(self, incident: "IncidentRuling") -> str:
        """What peers would choose, the likeliest first."""
        known = [entry for entry in incident.alternatives if entry.chosen is not None]
        choices = (
            f"{self._voice.render(entry.action)} {self._voice.percent(entry.chosen, 0)}" for entry in known
        )
        return ", ".join(list(choices)[:_ACTIONS])

    def _line(self, words: Message) -> None:
        """Print one line, never longer than a terminal is wide."""
        with self._lock:
            self._said = monotonic()
        note("\n".join(wrap(self._voice.say(words), _COLUMNS, max_lines=1, placeholder=" …")))

    def _speak(self) -> None:
        """Say the stage once it has lasted a while, and again whenever nothing was said for long."""
        while not self._ended.wait(_SHORT / 2):
            now = monotonic()
            with self._lock:
                stage = self._stage
                due = now - self._since >= _SHORT if self._fresh else now - self._said >= _QUIET
                self._fresh = self._fresh and not due
            if due:
                self._line(message("progress.stage", seconds=f"{now - self._begun:.0f}", stage=stage))


def progress(language: str, *, as_json: bool) -> Progress:
    """What is said of a ruling under way: all of it to a terminal or beside a page, to a program the first words only."""
    return Progress(language, stages=not as_json or sys.stderr.isatty())
