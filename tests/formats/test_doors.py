"""The doors the fuzzer knocks at stand: each takes its corpus, and some hundred seeded mutations of it, without a fault."""

import random

import pytest

from tests.fuzz.doors import DOORS
from tests.support import ROOT

CORPUS = ROOT / "tests" / "fuzz" / "corpus"


def mutated(data, rng):
    """Bytes with a few cut out, doubled or replaced."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 6)):
        if not data:
            break
        at, length = rng.randrange(len(data)), rng.randint(1, 20)
        match rng.randrange(4):
            case 0:
                del data[at : at + length]
            case 1:
                data[at:at] = data[at : at + length]
            case 2:
                data[at] = rng.randrange(256)
            case _:
                data[at:at] = rng.choice(
                    (b"=", b"\n[", b"]]", b'"', b"&", b"%00", b"\xff", b"9" * 30, "ș".encode())
                )
    return bytes(data)


@pytest.mark.slow
@pytest.mark.parametrize("name", DOORS)
def test_a_door_takes_its_corpus_and_mutations_of_it(name, monkeypatch):
    monkeypatch.setenv("ANALYSER_DEBUG", "1")
    enter = DOORS[name]()
    rng = random.Random(name)
    corpus = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
    assert corpus
    for data in corpus:
        enter(data)
    for _ in range(300):
        enter(mutated(rng.choice(corpus), rng))
