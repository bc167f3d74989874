"""A Dask cluster of this machine for a test; without the extra the test is left out."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def local_cluster(threads: int = 1) -> Iterator[str]:
    """Two workers in processes of their own; the address of their scheduler."""
    distributed = pytest.importorskip("distributed", reason="the extra [dask] is not installed")
    # Any free port for its pages: two clusters at once would quarrel over the usual one.
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=threads, processes=True, dashboard_address=":0", host="127.0.0.1"
    ) as cluster:
        yield cluster.scheduler_address
