"""Tests: what the law, the golden figures and the references say."""

import os

# Before numpy is loaded: two workers with a thread each; threads of a library beside them only wait for one another.
os.environ.setdefault("OMP_NUM_THREADS", "1")
