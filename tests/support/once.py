"""What a run of tests makes once, whichever of its processes asks first: a record, a fitted model."""

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 600.0  # seconds for the process that makes it
PAUSE = 0.05


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name, filled by the first process that asks; the others wait. Read only for every test."""
    base = factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder, lock, done = (base / f"{name}{suffix}" for suffix in ("", ".lock", ".done"))
    limit = time.monotonic() + PATIENCE
    while not done.exists():
        try:
            lock.mkdir()
        except FileExistsError:
            if time.monotonic() > limit:
                raise TimeoutError(f"another process did not finish making {folder}") from None
            time.sleep(PAUSE)
            continue
        try:
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
        finally:
            lock.rmdir()
    return folder
