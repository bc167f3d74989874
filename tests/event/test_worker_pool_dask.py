"""The same units on a Dask cluster: one made here, and two workers started by hand; the same rows as everywhere."""

import os
import subprocess
import sys
from contextlib import ExitStack

import pytest

from analyser.errors import UsageError
from analyser.event.worker_pool import Backend, Checkpoint, WorkerPool, WorkTally, work_through
from tests.event.clusters import local_cluster
from tests.event.test_worker_pool import Number, answers, square

distributed = pytest.importorskip("distributed", reason="the extra [dask] is not installed")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning"),
]


def worked(path, address):
    with Checkpoint(path, "test") as checkpoint:
        return work_through(map(Number, range(60)), square, checkpoint, WorkerPool(2, Backend.DASK, address))


def test_a_cluster_gives_the_rows_that_one_process_gives(tmp_path):
    with local_cluster() as address:
        assert worked(tmp_path / "dask", address) == WorkTally(done=60)
    with Checkpoint(tmp_path / "here", "test") as checkpoint:
        work_through(map(Number, range(60)), square, checkpoint, WorkerPool())
    assert answers(tmp_path / "dask") == answers(tmp_path / "here")


def test_workers_with_two_threads_are_refused(tmp_path):
    with local_cluster(threads=2) as address, pytest.raises(UsageError, match="one thread each"):
        worked(tmp_path / "c", address)


def test_where_no_cluster_answers_the_address_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:9"):
        worked(tmp_path / "c", "tcp://127.0.0.1:9")


def test_two_workers_started_by_hand_do_the_work(tmp_path, pytestconfig):
    environment = os.environ | {"PYTHONPATH": str(pytestconfig.rootpath)}

    def start(*words):
        return stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
                cwd=tmp_path,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    with ExitStack() as stack:
        place = tmp_path / "scheduler.json"
        scheduler = start(
            "dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(place),
        )
        workers = [
            start(
                "dask_worker",
                "--scheduler-file",
                str(place),
                "--nthreads",
                "1",
                "--nworkers",
                "1",
                "--no-dashboard",
            )
            for _ in range(2)
        ]
        try:
            with distributed.Client(scheduler_file=str(place), timeout=60) as client:
                client.wait_for_workers(2, timeout=60)
                address = client.scheduler.address
            assert worked(tmp_path / "c", address) == WorkTally(done=60)
        finally:
            for process in (*workers, scheduler):
                process.terminate()
    assert len(answers(tmp_path / "c")) == 60
