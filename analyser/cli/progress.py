"""What is being worked out, said on stderr while a case is ruled: nobody waits ten seconds without a word."""

import sys
from textwrap import wrap
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Final, Self

from analyser.cli.terminal import note
from analyser.messages import Message, message
from analyser.report.page_voice import TextVoice
from analyser.ruling import IncidentRuling, LawRef

_COLUMNS: Final = 79
_ACTIONS: Final = 4  # of the peers' choices: more do not fit on a line
_SHORT: Final = 1.0  # seconds: a stage that ends sooner is not worth a line
_QUIET: Final = 6.0  # seconds without a line before the stage is said again


class Progress:
    """Hears the stages of a ruling: the Laws and the peers' choices at once, a stage when it lasts, and again when it is quiet.

    `stages`: whether more is said than the first words; a program that reads JSON has no use for it.
    """

    def __init__(self, language: str, *, stages: bool) -> None:
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

    def __call__(self, word: LawRef | IncidentRuling | Message) -> None:
        """Hear what is known already, or which stage begins."""
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

    def _choices(self, incident: IncidentRuling) -> str:
        """What peers would choose, the likeliest first."""
        known = [entry for entry in incident.alternatives if entry.chosen is not None]
        told = (f"{self._voice.told(entry.action)} {self._voice.percent(entry.chosen, 0)}" for entry in known)
        return ", ".join(list(told)[:_ACTIONS])

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
