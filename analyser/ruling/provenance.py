"""What a ruling was made with, for its stamp: the program, the Laws, the solver and the models, by version or hash."""

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version

from analyser import laws, resources
from analyser.estimates.services import Opened, Services
from analyser.resources import __version__
from analyser.ruling import Provenance


def provenance_of(services: Services, seed: int) -> Provenance:
    """The stamp of a ruling made with these services; a stand-in for a shipped model leaves no hash."""
    return Provenance(
        analyser=__version__,
        endplay=_endplay() if _is_solver(services.tricks) else None,
        models=_shipped() if isinstance(services.calls, Opened) else (),
        laws=laws.laws_hash(),
        seed=seed,
    )


def _is_solver(counter: object) -> bool:
    """Whether the tricks are counted by the solver room; asked by name, so that nothing heavy is opened for it."""
    return type(counter).__module__.startswith("analyser.estimates.solver")


def _endplay() -> str | None:
    try:
        return version("endplay")
    except PackageNotFoundError:
        return None


@cache
def _shipped() -> tuple[tuple[str, str], ...]:
    """Every model that comes with the program and the SHA-256 of its file."""
    files = [
        (folder, file)
        for folder in resources.listing("models")
        for file in resources.listing(folder)
        if file.endswith(("/model.npz", "/model.json"))
    ]
    return tuple(
        (folder.removeprefix("models/"), hashlib.sha256(resources.data(file)).hexdigest())
        for folder, file in files
    )
