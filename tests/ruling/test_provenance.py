"""A ruling's stamp names what made it: versions of the solver, hashes of the models, none for a stand-in."""

import hashlib
from dataclasses import replace

from analyser import resources
from analyser.estimates.services import Services, default_services, open_services
from analyser.ruling.rule import provenance_of


def test_shipped_models_are_named_with_the_hash_of_their_file():
    models = dict(provenance_of(default_services(), 7).models)
    assert {"calls", "leads", "tempo", "tricks", "alternatives"} <= set(models)
    assert models["leads"] == hashlib.sha256(resources.data("models/leads/model.npz")).hexdigest()
    assert provenance_of(default_services(), 7).seed == 7


def test_the_solver_is_named_with_the_version_of_its_library():
    with open_services(1) as services:
        assert provenance_of(services, 0).endplay
    assert provenance_of(default_services(), 0).endplay is None


def test_absent_or_substitute_models_leave_no_trace():
    assert provenance_of(Services(), 0).models == ()
    stand_in = replace(default_services(), calls=object())
    assert provenance_of(stand_in, 0).models == ()
