"""A model file is numbers beside a card: read as numpy reads it, refused when it is anything else."""

from hashlib import sha256
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from analyser import resources
from analyser.errors import ModelError
from analyser.estimates.record_models import open_model
from tests.bench.lab.card import write_model


def _put(folder: Path, raw: bytes) -> Path:
    """A model file whose card vouches for it."""
    (folder / "model.npz").write_bytes(raw)
    (folder / "card.toml").write_text(f'[model]\nsha256 = "{sha256(raw).hexdigest()}"\n', encoding="utf-8")
    return folder


@pytest.mark.parametrize("name", ["calls", "leads", "tempo", "tricks", "tricks-net"])
def test_a_shipped_model_reads_as_numpy_reads_it(name: str) -> None:
    ours = open_model(name).arrays
    with np.load(BytesIO(resources.data(f"models/{name}/model.npz")), allow_pickle=False) as theirs:
        assert sorted(ours) == sorted(theirs.files)
        for key in theirs.files:
            assert ours[key].dtype == theirs[key].dtype
            assert ours[key].shape == theirs[key].shape
            assert ours[key].tobytes() == theirs[key].tobytes()


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        np.zeros((0, 38)),
        np.array(1.5),
    ],
    ids=["rows first", "columns first", "empty", "a number alone"],
)
def test_every_shape_comes_back(tmp_path: Path, array: np.ndarray) -> None:
    write_model(tmp_path, {"a": np.ones(1, np.int8), "array": array}, {})
    array_values = open_model("calls", tmp_path).array("array")
    # A lone number is written as a list of one: numpy's own file has no other form for contiguous memory.
    assert array_values.reshape(array.shape).tolist() == array.tolist()


def test_a_compressed_file_is_refused(tmp_path: Path) -> None:
    buffer = BytesIO()
    np.savez_compressed(buffer, table=np.zeros(100))
    with pytest.raises(ModelError, match="compressed"):
        open_model("calls", _put(tmp_path, buffer.getvalue()))


def test_objects_are_refused(tmp_path: Path) -> None:
    buffer = BytesIO()
    np.savez(buffer, table=np.array([{}], dtype=object))
    with pytest.raises(ModelError, match="objects"):
        open_model("calls", _put(tmp_path, buffer.getvalue()))


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04", b"no model at all"], ids=["empty", "cut short", "other"])
def test_a_file_that_is_no_model_is_refused_despite_card(tmp_path: Path, raw: bytes) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        open_model("calls", _put(tmp_path, raw))
