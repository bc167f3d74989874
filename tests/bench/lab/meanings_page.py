"""The page about the lexicon: its figures by class of explanation, and whether its stated shares hold."""

from pathlib import Path

from analyser.estimates.record_models import read_card
from tests.bench.lab.model_pages import write_page


def write_meanings_page(models: Path, reports: Path) -> Path:
    """The path of `meanings.html`, written from the card of the model in `models/meanings`."""
    card = read_card("meanings", models / "meanings")
    halves = [half for half in ("report", "choose") if half in card]
    return write_page(
        reports,
        "meanings",
        card=card,
        reliable={
            f"{half} half": [(float(stated), float(held)) for stated, held, _ in card[half]["shares"]]
            for half in halves
        },
    )
