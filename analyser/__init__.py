"""An analyser of appeals and adjusted scores at duplicate bridge."""

import os

__version__ = "0.1.0"

# Set before numpy is first read: the models' matrices are small, and threads that share two cores with the solver's
# processes wait for each other a hundred times longer than they work.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")
