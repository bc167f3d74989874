"""`doctor` says what is there and what is missing, and a sound house is told to be sound."""

import json
import re

import pytest

from analyser import resources
from analyser.errors import ModelError
from analyser.estimates.record_models import model_hash
from tests.support import ROOT
from tests.support.commands import typed

SHIPPED = sorted(
    place.rsplit("/", 1)[1] for place in resources.listing("models") if resources.location(place).is_dir()
)


def test_every_shipped_model_of_arrays_or_figures_is_sound():
    done = typed("doctor")
    assert done.code == 0
    assert "!!" not in done.out
    assert [f"model {name}: sha256" for name in SHIPPED if f"ok  model {name}: sha256" not in done.out] == []


def test_doctor_as_json_is_one_document():
    document = json.loads(typed("doctor", "--json").out)
    assert document["ok"] is True
    assert all(part["install"] for part in document["optional"].values())


def test_no_remedy_installs_from_an_index_that_is_not_ours():
    """Nobody of the project owns the name `analyser` on an index: parts are installed from the checkout."""
    texts = [*(ROOT / "analyser").rglob("*.py"), *(ROOT / "analyser").rglob("*.toml")]
    texts += [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "Containerfile", ROOT / "run"]
    named = re.compile(r"(?:install|add|--with|uvx|pipx run)\s+(?:-\S+\s+)*['\"]?analyser\b")
    assert [str(path) for path in texts if named.search(path.read_text(encoding="utf-8"))] == []
    installs = {part["install"] for part in json.loads(typed("doctor", "--json").out)["optional"].values()}
    assert {line for line in installs if not line.startswith("apt ")} == {
        "./run setup",
        "./run setup dask",
        "./run setup train",
        "./run setup dev",
        'pip install ".[fuzz]"',
    }


@pytest.mark.parametrize("name", ["alternatives", "tempo"])
def test_a_model_that_differs_from_its_card_is_reported(name, tmp_path):
    for place in resources.listing(f"models/{name}"):
        (tmp_path / place.rsplit("/", 1)[1]).write_bytes(resources.data(place))
    model = next(tmp_path.glob("model.*"))
    model.write_bytes(model.read_bytes() + b" ")
    with pytest.raises(ModelError, match="not the one its card describes"):
        model_hash(name, tmp_path)


def test_a_model_without_its_file_is_told(tmp_path):
    (tmp_path / "card.toml").write_text('[model]\nname = "calls"\n')
    with pytest.raises(ModelError, match="a file of the model is missing"):
        model_hash("calls", tmp_path)
