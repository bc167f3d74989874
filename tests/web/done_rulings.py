"""A ruling that is there at once: made a single time, then laid before whoever asks for it in a test."""

import hashlib
import json
import secrets
import time
import zlib
from functools import cache

from analyser import resources
from analyser.web.jobs import JobState

CASE = resources.text("cases/kinds/unauthorised-information.toml")


def owner_of(page):
    """How this tab's visitor stands in the store."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    name = cookies["analyser_visitor"].partition(".")[0]
    return hashlib.sha256(name.encode()).hexdigest()


@cache
def _answer(jobs):
    """The answer to the bundled case, as a worker process gives it."""
    name = jobs.start("fixture", "rule", {"toml": CASE, "language": "en"})
    until = time.monotonic() + 120
    while (job := jobs.get("fixture", name)).state is not JobState.DONE:
        assert job.state is not JobState.FAILED, job.answer
        assert time.monotonic() < until
        time.sleep(0.1)
    return zlib.compress(json.dumps(job.answer).encode())


def done(served, page, draft, **more):
    """The address of a finished ruling of the bundled case, this visitor's own."""
    name = draft.rsplit("/", 1)[1]
    return f"{served.home}/ruling/{laid_before(served.app.state.analyser, owner_of(page), name, **more)}"


def laid_before(state, owner, name, *, stands=JobState.DONE, step="", **more):
    """The name of a ruling of a draft, its owner's own: finished, or as far as it is said to stand."""
    answer = _answer(state.jobs) if stands is JobState.DONE else None
    inputs = {"toml": state.drafts.get(owner, name).toml, "language": "en", **more}
    text = json.dumps(inputs, sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(f"rule\0{name}\0{text}{stands}{step}".encode()).hexdigest()
    job = secrets.token_urlsafe(9)
    with state.jobs._store.change() as base:
        base.execute(
            "INSERT INTO jobs (id, owner, draft, task, given, digest, state, step, made, answer)"
            " VALUES (?, ?, ?, 'rule', ?, ?, ?, ?, ?, ?)",
            (job, owner, name, text, digest, stands, step, time.time(), answer),
        )
    return job
