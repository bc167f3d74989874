"""Whether the parts that every ruling needs are there and right."""

from dataclasses import dataclass

from analyser import resources
from analyser.errors import AnalyserError
from analyser.resources import cache_file


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a part is right, and what it says of itself."""

    sound: bool
    told: str


def solver_check() -> Check:
    """Three deals with known answers, asked of the solver itself and not of its cache."""
    try:
        from analyser.estimates.solver import Solver, engine, self_check

        with Solver() as solver:
            sound = self_check(solver)
        return Check(sound, f"{engine()}, three known deals {'agree' if sound else 'DO NOT AGREE'}")
    except (AnalyserError, ImportError, OSError) as reason:
        return Check(sound=False, told=str(reason))


def cache_told() -> str:
    """How many answers the cache keeps, and where."""
    from analyser.estimates.solver import cache_info

    info = cache_info(cache_file())
    state = f"; out of order: {info.problem}" if info.problem else ""
    return f"{info.answers} answers, {info.bytes / 1e6:.1f} MB in {info.path}; `doctor --clear-cache` empties it{state}"


def clear_cache() -> int:
    """Forget every answer of the solver; how many there were."""
    from analyser.estimates.solver import cache_info
    from analyser.estimates.solver import clear_cache as clear

    before = cache_info(cache_file()).answers
    clear(cache_file())
    return before


def models_told() -> tuple[tuple[str, bool, str], ...]:
    """Each shipped model, whether it is the one its card describes, and its hash."""
    from analyser.estimates.model_file import model_hash

    told = []
    for place in resources.listing("models"):
        name = place.rsplit("/", 1)[1]
        if not resources.location(place).is_dir():
            continue
        try:
            told.append((name, True, f"sha256 {model_hash(name)[:12]}"))
        except AnalyserError as error:
            told.append((name, False, str(error)))
    return tuple(told)
