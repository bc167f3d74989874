"""Large cases, long lists and requests that never end cost nobody else: titles alone are read, and who waits is closed."""

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
import uvicorn

from analyser.web import serving
from analyser.web.drafts import Drafts
from analyser.web.store import WebStore
from tests.web.visits import Visit, app_in, run_aside

LONG = 'schema = 1\ntitle = "Long {number}"\n' + "# remark\n" * 100_000


def test_a_list_of_cases_reads_no_text_of_them(tmp_path, monkeypatch):
    app = app_in(tmp_path)
    visit, drafts = Visit(app), app.state.analyser.drafts
    owner = visit.visitor().owner
    for number in range(4):
        drafts.new(owner, LONG.format(number=number))
    read = []
    connected = WebStore._connect_database

    def watched(self):
        base = connected(self)
        base.set_trace_callback(lambda statement: read.append(statement) if "toml" in statement else None)
        return base

    monkeypatch.setattr(WebStore, "_connect_database", watched)
    read.clear()
    assert "Long 3" in visit.get("/").text
    assert "Long 0" in visit.get("/cases").text
    selected = [statement for statement in read if statement.lstrip().startswith("SELECT d.*, v.toml")]
    assert selected == []


def test_a_long_list_is_paged_and_searched_whole(tmp_path):
    app = app_in(tmp_path)
    visit, drafts = Visit(app), app.state.analyser.drafts
    owner = visit.visitor().owner
    for number in range(150):
        drafts.new(owner, f'schema = 1\ntitle = "Case {number}"\n# {"Ünïque" if number == 3 else ""}\n')
    place, seen = "/cases", set()
    for _ in range(3):
        page = visit.get(place).text
        listed = {f"Case {number}" for number in range(150) if f"<bdi>Case {number}</bdi>" in page}
        assert not listed & seen
        seen |= listed
        place = page.partition('class="button" href="/cases?from=')[2].partition('"')[0]
        place = f"/cases?from={place}"
    assert len(seen) == 150
    assert "150" in visit.get("/cases").text.partition("<h2>")[2].partition("</h2>")[0]
    text = visit.get("/cases?q=ünïque").text
    assert "<bdi>Case 3</bdi>" in text
    assert text.count("<bdi>Case") == 1


def test_the_event_is_sought_in_few_short_drafts(tmp_path):
    drafts = Drafts(WebStore(tmp_path / "drafts.sqlite"))
    drafts.new("me", LONG.format(number=1))
    for number in range(30):
        drafts.new("me", f'title = "{number}"\n')
    last = drafts.last("me", 0.0)
    assert len(last) <= 20
    assert all(len(draft.toml) < 200_000 for draft in last)


async def _served(app, speak):
    server = uvicorn.Server(serving.server_config(app, has_lifespan=False, grace=1))
    running = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - it has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        return await speak(port)
    finally:
        server.should_exit = True
        await running


@pytest.mark.parametrize(
    "begun, more",
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n", b"X-A: b\r\n"),
        (b"GET / HT", b"T"),
        (b"POST /new HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nto", b"k"),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nto", b"k"),
        (b"GET /static/app.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"G"),
    ],
    ids=["nothing", "headers", "a line", "a form", "a page with a body", "a second request"],
)
def test_a_request_that_is_never_whole_is_closed(tmp_path, monkeypatch, begun, more):
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.3)
    monkeypatch.setattr(serving, "BODY_SECONDS", 0.6)

    async def speak(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        until = time.monotonic() + 20
        closed = asyncio.create_task(reader.read(-1))
        while not closed.done() and time.monotonic() < until:
            with contextlib.suppress(ConnectionError):
                writer.write(more)  # a byte now and then keeps nothing open
                await writer.drain()
            await asyncio.sleep(0.1)
        with contextlib.suppress(ConnectionError):
            writer.close()
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(closed, 1)
        return time.monotonic() < until

    app = app_in(tmp_path)
    assert run_aside(_served(_at_any_port(app, monkeypatch), speak))


def _at_any_port(app, monkeypatch):
    config = uvicorn.Config.__init__
    monkeypatch.setattr(
        uvicorn.Config, "__init__", lambda self, *given, **named: config(self, *given, port=0, **named)
    )
    return app


def test_a_whole_request_is_answered_however_it_is_cut(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "HEAD_SECONDS", 5.0)

    async def speak(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for piece in (
            b"GET /static/app.css HT",
            b"TP/1.1\r\nHost: 127.0",
            b".0.1\r\nConnection: close\r\n\r\n",
        ):
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)
        answer = await asyncio.wait_for(reader.read(-1), 20)
        writer.close()
        return answer

    app = app_in(tmp_path)
    assert run_aside(_served(_at_any_port(app, monkeypatch), speak)).startswith(b"HTTP/1.1 200")


def test_both_doors_are_served_alike():
    for door in ("app.py", "state.py"):
        assert "uvicorn.Config(" not in Path(serving.__file__).with_name(door).read_text("utf-8")
