"""The manual's examples for nginx and Caddy, run before the pages as they are served: name, path, cookies, limits, who asks."""

import os
import re
import shutil
import socket
import subprocess
import time
from urllib.parse import urlsplit

import httpx
import pytest

from analyser.web.members import ServerRole
from analyser.web.public_address import public_address
from tests.support import ROOT
from tests.web.conftest import Served
from tests.web.visits import hidden

pytestmark = pytest.mark.slow
PLACES = f"{os.environ.get('PATH', '')}:/usr/sbin"
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


def is_open(port):
    with socket.socket() as door:
        return door.connect_ex(("127.0.0.1", port)) == 0


def example(start, *changes):
    """The manual's example that begins so, with what is another here than at a federation's."""
    page = (ROOT / "docs" / "pages" / "server.md").read_text("utf-8")
    (server,) = re.findall(rf"```text\n({re.escape(start)}.*?)```", page, re.DOTALL)
    for written, here in changes:
        assert written in server
        server = server.replace(written, here)
    return server


def nginx(folder, port, inner):
    """How nginx is started with the manual's example, its certificate made here."""
    key = ["-newkey", "rsa:2048", "-nodes", "-keyout", "bridge.key", "-out", "bridge.pem", "-subj", "/CN=localhost"]  # fmt: skip
    subprocess.run(["openssl", "req", "-x509", "-days", "2", *key], cwd=folder, check=True, capture_output=True)  # fmt: skip
    server = example(
        "server {",
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("server_name bridge.example.org;", "server_name localhost;"),
        ("/etc/ssl/", f"{folder}/"),
        ("http://127.0.0.1:8000;", f"{inner};"),
    )
    places = "".join(f"{name}_temp_path {folder}/{name};\n" for name in FOLDERS)
    mine = "user root;\n" if os.geteuid() == 0 else ""  # else the folder of the test is closed to its workers
    settings = folder / "nginx.conf"
    settings.write_text(
        f"{mine}pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}{server}}}\n"
    )
    return ["nginx", "-e", folder / "error.log", "-c", settings]


def caddy(folder, port, inner):
    """How Caddy is started with the manual's example; it makes its certificate itself, and asks nobody for one."""
    server = example(
        "bridge.example.org {",
        ("bridge.example.org {", f"localhost:{port} {{\nbind 127.0.0.1"),
        ("127.0.0.1:8000", inner.removeprefix("http://")),
    )
    settings = folder / "Caddyfile"
    alone = "admin off\nskip_install_trust\nauto_https disable_redirects"
    settings.write_text(f"{{\n{alone}\nstorage file_system {folder}\n}}\n{server}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", settings]


@pytest.fixture(scope="module", params=[(nginx, ("nginx", "openssl")), (caddy, ("caddy",))], ids=["nginx", "caddy"])  # fmt: skip
def proxied(request, tmp_path_factory):
    """The pages behind a web server: which, the app, and the address browsers use."""
    of_server, programs = request.param
    missing = [name for name in programs if not shutil.which(name, path=PLACES)]
    if missing:
        pytest.skip(f"not here: {', '.join(missing)} (apt install {' '.join(programs)})")
    folder, port = tmp_path_factory.mktemp("proxy"), free_port()
    home = f"https://localhost:{port}/appeals"
    pages = Served(folder, public=public_address(home))
    name, *words = of_server(folder, port, pages.home)
    log = folder / "said.log"
    with log.open("w") as said:
        server = subprocess.Popen([shutil.which(name, path=PLACES), *words], stdout=said, stderr=said, env=os.environ | {"HOME": str(folder)})  # fmt: skip
    try:
        until = time.monotonic() + 20
        while not is_open(port):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < until, f"the web server did not start: {log.read_text()}"
            time.sleep(0.05)
        yield name, pages.app, home
    finally:
        server.terminate()
        server.wait(20)
        pages.stop()


def browser(home):
    return httpx.Client(verify=False, base_url=home, timeout=60)


def test_a_member_comes_in_and_works_below_the_base_path(proxied):
    name, app, home = proxied
    members = app.state.analyser.members
    link = members.link(members.invite("Ada", ServerRole.DIRECTOR))
    assert link.startswith(f"{home}/join/")
    with browser(home) as ada, browser(home) as stranger:
        assert stranger.get("/").status_code == 403
        assert stranger.get("/static/app.css").status_code == 200
        token = hidden(ada.get(link).text, "token")
        came = ada.post(link, data={"token": token}, headers={"origin": home.removesuffix("/appeals")})
        assert (came.status_code, came.headers["location"]) == (303, "/appeals/")
        assert ada.get("/").status_code == 200
        assert all(cookie.secure and cookie.path == "/appeals" for cookie in ada.cookies.jar)
        bare = ada.get(home)
        assert urlsplit(bare.headers["location"]).path == "/appeals/"
        token = hidden(ada.get("/new").text, "token")
        for size, by_us in ((2_600_000, True), (3_300_000, name == "caddy")):
            sent = ada.post("/new", data={"token": token}, files={"file": ("case.toml", b"#" * size)})
            assert sent.status_code == 413
            assert ("1 MB" in sent.text) is by_us


def test_a_browser_s_claim_of_address_opens_no_limit(proxied, monkeypatch):
    _, _, home = proxied
    monkeypatch.setattr("analyser.web.middleware.BURST", 5)
    monkeypatch.setattr("analyser.web.middleware.REFILL", 0.0)
    with browser(home) as stranger:
        asked = [
            stranger.get("/", headers={"x-forwarded-for": f"203.0.113.{number}"}).status_code
            for number in range(8)
        ]
    assert asked[-3:] == [429] * 3
