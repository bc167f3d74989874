"""The doors that are no reader: a case file, a folder of an event, a form sent to the pages. Each raises what is a finding."""

import asyncio
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from analyser import resources
from analyser.casefile import read_case
from analyser.casefile.anonymise import anonymised_text
from analyser.errors import AnalyserError, CaseError
from analyser.event.folder import infer_form, load_results, open_folder, read_publications
from analyser.event.run_cache import ReadFiles
from analyser.event.store import ResultStore

Door = Callable[[bytes], None]
CUT = b"\n--8<--\n"  # between the files of an event
NAMES = ("event.toml", "a.pbn", "b.lin", "c.xml", "d.csv", "e.txt", "f.toml")
# Where the system has a folder in memory, nothing is worn out.
_MEMORY = next((folder for folder in ("/dev/shm",) if Path(folder).is_dir()), None)
PLACES = (
    "/new", "/cases/copy", "/draft/{draft}/text", "/draft/{draft}/event", "/draft/{draft}/auction", "/draft/{draft}/remarks",
    "/draft/{draft}/incident", "/draft/{draft}/board", "/draft/{draft}/keep/hand", "/draft/{draft}/keep/event",
    "/draft/{draft}/findings", "/draft/{draft}/players", "/draft/{draft}/polls", "/draft/{draft}/rulings", "/draft/{draft}/resolve",
    "/draft/{draft}/review", "/draft/{draft}/versions", "/draft/{draft}/poll", "/draft/{draft}/rule",
)  # fmt: skip


def case_file() -> Door:
    """A case file: sound, or refused with problems; a sound one can be anonymised."""

    def enter(data: bytes) -> None:
        case, problems = read_case(data)
        if (case is None) != bool(problems):
            raise AssertionError("neither a case nor a problem")
        if case is not None:
            try:
                anonymised_text(data)
            except CaseError:
                return

    return enter


def event_folder() -> Door:
    """A folder of an event: its settings and files, read into results or refused."""
    home = Path(tempfile.mkdtemp(prefix="fuzz-event-", dir=_MEMORY))

    def enter(data: bytes) -> None:
        shutil.rmtree(home, ignore_errors=True)
        folder, out = home / "event", home / "out"
        folder.mkdir(parents=True)
        out.mkdir()
        for name, text in zip(NAMES, data.split(CUT), strict=False):
            (folder / name).write_bytes(text)
        try:
            contents = open_folder(folder, out)
            event_settings = infer_form(contents.event, read_publications(contents.results))
            with (
                ResultStore(out / "entries.sqlite") as store,
                ReadFiles(out / "read.sqlite", fresh=True) as files,
            ):
                load_results(contents.results, event_settings, store, files)
        except AnalyserError:
            return

    return enter


def form() -> Door:
    """A form sent to the pages: the first byte says where, the rest is what was filled in."""
    from analyser.web import WebSettings, create_app
    from analyser.web.visitors import Visitor

    os.environ["ANALYSER_DEBUG"] = "1"  # a fault of the program is raised, not worded
    home = Path(tempfile.mkdtemp(prefix="fuzz-form-", dir=_MEMORY))
    app = create_app(WebSettings(home / "drafts.sqlite"))
    state = app.state.analyser
    state.jobs._submit = lambda name: None  # nothing is worked on
    visitor = Visitor("fuzz", "en", is_new=False, chose_language=False)
    draft = state.drafts.new(visitor.owner, resources.text("cases/kinds/unauthorised-information.toml")).id
    token = urlencode({"token": state.signer.form_token(visitor)}).encode()
    headers = [
        (b"host", b"127.0.0.1"), (b"content-type", b"application/x-www-form-urlencoded"),
        (b"cookie", f"analyser_visitor={state.signer.cookie_of(visitor)}".encode()),
    ]  # fmt: skip

    def enter(data: bytes) -> None:
        if not data:
            return
        place = PLACES[data[0] % len(PLACES)].format(draft=draft)
        version = urlencode({"version": state.drafts.get(visitor.owner, draft).version}).encode()
        body = b"&".join((data[1:], version, token))
        status = asyncio.run(_sent(app, place, headers, body))
        if status >= 500:
            raise AssertionError(f"{place}: {status}")
        for other in state.drafts.listed(visitor.owner):
            if other.id != draft:
                state.drafts.drop(visitor.owner, other.id)

    return enter


async def _sent(app: Any, place: str, headers: list[tuple[bytes, bytes]], body: bytes) -> int:
    scope = {
        "type": "http", "http_version": "1.1", "method": "POST", "scheme": "http", "path": place, "raw_path": place.encode(),
        "query_string": b"", "root_path": "", "headers": headers, "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    statuses = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    await app(scope, receive, send)
    return int(statuses[0])


DOORS: dict[str, Callable[[], Door]] = {"case": case_file, "event": event_folder, "form": form}
