"""`./run train` and `./run evaluate`, which are `python -m tests.bench.lab train` and `… evaluate`."""

from analyser.cli.main import main
from tests.bench.lab.commands import app

if __name__ == "__main__":
    main(app, "analyser")
