"""What is done in worker processes: a case ruled, its pages written. No page is served here."""

import json
import os
import signal
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from analyser import review, rule
from analyser.casefile import Case, case_of
from analyser.errors import AnalyserError, Problem, Text, is_refused_by_system
from analyser.estimates.services import CallsModel, Services, TrickCounter
from analyser.messages import LANGUAGES, Message, sentence
from analyser.ruling import Ruling, RulingRequest
from analyser.web.store import WebStore

Answer = dict[str, Any]

_OFTEN = 0.3  # seconds between two notes of progress


def begin(parent: int) -> None:
    """Make a process ready: it leaves stopping to the server, gives way to it, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(5)

    def watch() -> None:
        while os.getppid() == parent or os.name == "nt":
            time.sleep(1.0)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class _JobProgress:
    """How far a job is, written down now and then for those who wait."""

    def __init__(self, store: WebStore, name: str) -> None:
        self._store, self._name = store, name
        self._step, self._counted, self._told = "", 0, 0.0

    def step(self, step: str) -> None:
        """The job has come to a new step."""
        self._step = step
        self._write()

    def count(self) -> None:
        """One more question was answered."""
        self._counted += 1
        if time.monotonic() - self._told > _OFTEN:
            self._write()

    def _write(self) -> None:
        self._told = time.monotonic()
        # Whoever waits sees an older note where none can be written: no ruling fails for it.
        with suppress(sqlite3.OperationalError), self._store.change() as base:
            base.execute(
                "UPDATE jobs SET step = ?, counted = ? WHERE id = ?", (self._step, self._counted, self._name)
            )


class _CountingModel:
    """A model or counter that notes each question it is asked."""

    def __init__(self, model: object, on_question: Callable[[], None]) -> None:
        self._model, self._on_question = model, on_question

    def __eq__(self, other: object) -> bool:
        """Whoever counts, it is the model that is asked: what it dealt for another job is dealt for this one."""
        return isinstance(other, _CountingModel) and self._model == other._model

    def __hash__(self) -> int:
        """As the model."""
        return hash(self._model)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever is asked of the model
        """Note the question, then pass it on."""
        if name.startswith("__"):
            raise AttributeError(name)
        self._on_question()
        return getattr(self._model, name)


@contextmanager
def count_questions(progress: _JobProgress) -> Iterator[Services]:
    """What is plugged into a ruling, with its questions counted."""
    from analyser.estimates.services import open_services

    with open_services(workers=1) as services:
        yield replace(
            services,
            tricks=cast("TrickCounter", _CountingModel(services.tricks, progress.count)),
            calls=cast("CallsModel", _CountingModel(services.calls, progress.count)),
        )


def _store_text(text: Text) -> object:
    """What a problem says as JSON keeps it: a message's code and arguments, or a plain text."""
    if not isinstance(text, Message):
        return str(text)
    return [text.code.removeprefix("problem."), {name: str(value) for name, value in text.args}]


def problems_in(answer: Mapping[str, Any]) -> list[Problem]:
    """Why a job came to nothing, as it was stored."""

    def read(stored: Any) -> Text:  # noqa: ANN401 - what JSON kept
        return stored if isinstance(stored, str) else sentence(stored[0], **stored[1])

    return [
        Problem(where, value, read(why), read(remedy))
        for where, value, why, remedy in answer.get("problems", ())
    ]


def work(path: str, name: str) -> None:
    """Do a job of the store and write its answer there; what the rules refuse is an answer too."""
    store = WebStore(Path(path))
    with store.change() as base:
        row = base.execute("SELECT task, given, state FROM jobs WHERE id = ?", (name,)).fetchone()
        if row is None or row["state"] in {"done", "failed"}:
            return
        base.execute("UPDATE jobs SET state = 'running', step = '', tries = tries + 1 WHERE id = ?", (name,))
    progress = _JobProgress(store, name)
    state = "done"
    try:
        answer = TASKS[row["task"]](json.loads(row["given"]), progress)
    except AnalyserError as refused:
        answer = {
            "problems": [
                [p.where, str(p.found), _store_text(p.why), _store_text(p.remedy)] for p in refused.problems
            ]
        }
    except Exception as fault:
        if is_refused_by_system(fault):  # a full disk is no answer: whoever asked sees to it
            raise
        answer, state = {"fault": f"{type(fault).__name__}: {fault}"}, "failed"
    packed = zlib.compress(json.dumps(answer, ensure_ascii=False).encode())
    with store.change() as base:
        base.execute("UPDATE jobs SET state = ?, answer = ? WHERE id = ?", (state, packed, name))


def _ruled_pages(
    inputs: Mapping[str, Any], progress: _JobProgress, act: Callable[[Case, RulingRequest, Services], Ruling]
) -> Answer:
    """A case ruled, or a given ruling audited: its report as a page and for the printer, its Markdown and JSON."""
    from analyser.report.ruling_json import as_document
    from analyser.report.scorer import scorer_csv

    case = case_of(inputs["toml"].encode("utf-8"))
    with count_questions(progress) as services:
        progress.step("rule")
        ruling = act(case, RulingRequest(inputs.get("edition"), inputs.get("authority")), services)
    progress.step("write")
    return {
        "papers": {language: _papers(ruling, language) for language in LANGUAGES},
        "json": json.dumps(as_document(ruling), ensure_ascii=False, indent=1),
        "csv": scorer_csv(ruling),
    }


def _papers(ruling: Ruling, language: str) -> Answer:
    """What is read, printed and taken away of a ruling, in one language."""
    from analyser.report import markdown, say
    from analyser.report.html import render_html
    from analyser.report.page_voice import PageVoice
    from analyser.report.plain_verdict import verdict_blocks
    from analyser.report.record import appeal_form, decision
    from analyser.report.scorer import scorer_lines

    return {
        "verdict": verdict_blocks(ruling, PageVoice(language)),
        "report": render_html(ruling, language),
        "appeal-form": appeal_form(ruling, language),
        "decision": decision(ruling, language),
        # The same for a printer that looks at each drawing alone.
        "report-print": render_html(ruling, language, inline=True),
        "appeal-form-print": appeal_form(ruling, language, inline=True),
        "decision-print": decision(ruling, language, inline=True),
        "markdown": markdown(ruling, language),
        "scorer": scorer_lines(ruling, language),
        "warnings": [say(warning, language) for warning in ruling.warnings],
    }


def _print(inputs: Mapping[str, Any], progress: _JobProgress) -> Answer:
    """A page printed to PDF."""
    from analyser.report.html import render_pdf

    progress.step("print")
    return {"pdf": render_pdf(inputs["page"]).hex()}


TASKS: dict[str, Callable[[Mapping[str, Any], _JobProgress], Answer]] = {
    "rule": partial(_ruled_pages, act=rule),
    "review": partial(_ruled_pages, act=review),
    "print": _print,
}
