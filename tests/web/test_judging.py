"""A ruling judged in a browser: weights summed, findings changed, peers polled blind, a committee that weighs apart."""

import json
from fractions import Fraction

import pytest

from analyser import resources
from analyser.web.draft_view import FURTHER, SECTIONS
from analyser.web.edit import parse_toml
from analyser.web.jobs import JobState
from tests.web.test_rulings import asked, drafted, ended, owner_of
from tests.web.visits import Visit, app_in, hidden

ESTIMATED = "cases/kinds/unauthorised-information.toml"
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    app = app_in(tmp_path_factory.mktemp("web"))
    yield app
    app.state.analyser.jobs.stop()


@pytest.fixture(scope="module")
def chair(app):
    return Visit(app)


@pytest.fixture(scope="module")
def ruled(chair):
    """Where the ruling of a case with eight results lies, and its JSON."""
    place = asked(chair, resources.text(ESTIMATED))
    assert ended(chair, place).state is JobState.DONE
    return place, json.loads(chair.get(f"{place}/ruling.json").content)


def worth(document, side, parts):
    """The law's sum: each result by its part of the whole."""
    worths = {outcome["id"]: Fraction(outcome["converted"][side]) for outcome in document["outcomes"]}
    total = sum(parts.values())
    return sum(worths[name] * part / total for name, part in parts.items())


def test_weights_dragged_are_summed_at_once_and_the_sides_apart(chair, ruled):
    place, document = ruled
    fields = {"ns-o1": "60", "ns-o3": "40", "ew-o2": "100"}
    text = chair.send(f"{place}/weigh", fields, headers={"hx-request": "true"}).text
    for side, parts in (("ns", {"o1": 60, "o3": 40}), ("ew", {"o2": 100})):
        assert f"{float(worth(document, side, parts)):+.2f}".replace("-", "−") in text


def test_weights_that_are_all_nothing_are_refused_beside_the_sliders(chair, ruled):
    place, _ = ruled
    assert "At least two results" in chair.send(f"{place}/weigh", {"ns-o1": "0", "ew-o1": "x"}).text


def test_weights_kept_become_the_directors_finding_and_the_ruling_follows(chair, ruled):
    place, document = ruled
    parts = {"o1": 75, "o3": 25}
    fields = {f"{side}-{name}": str(part) for side in ("ns", "ew") for name, part in parts.items()}
    job = ended(chair, chair.send(f"{place}/weigh", {**fields, "keep": "1"}).headers["location"])
    parsed = json.loads(job.answer["json"])
    assert Fraction(parsed["adjusted"]["ns"]["exact"]) == worth(document, "ns", parts)
    assert parse_toml(parsed["case"]["toml"])["judgement"][-1]["by"] == "director"
    page = chair.get(f"/ruling/{job.id}/beside").text
    assert "Beside the proposal" in page
    assert f"{float(worth(document, 'ns', parts)):.2f}".rstrip("0").replace("-", "−") in page


def test_a_finding_of_no_infraction_lets_the_result_stand(chair, ruled):
    place, document = ruled
    job = ended(chair, chair.send(f"{place}/what-if", {"infraction-0": "false"}).headers["location"])
    parsed = json.loads(job.answer["json"])
    assert document["adjusted"]["kind"] == "weighted"
    assert parsed["adjusted"]["kind"] == "none"  # 12C1: no infraction, no adjustment


def test_a_ruling_under_another_edition_leaves_the_case_alone(chair, ruled):
    place, _ = ruled
    job = ended(chair, chair.send(f"{place}/what-if", {"edition": "2007"}).headers["location"])
    document = json.loads(job.answer["json"])
    assert document["law"]["edition"] == "2007"
    assert document["case"]["toml"] == resources.text(ESTIMATED)


def test_the_page_of_findings_offers_every_legal_result_to_weigh(chair, ruled):
    place, document = ruled
    text = chair.get(f"{place}/what-if").text
    for outcome in document["outcomes"]:
        assert (f'name="ns-{outcome["id"]}"' in text) is outcome["legal"]


def test_a_ballot_shows_what_the_player_knew_and_nothing_later(chair):
    name = drafted(chair, resources.text(ESTIMATED))
    place = chair.send(f"/draft/{name}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    page = Visit(chair.app).get(place).text
    assert "five-card majors" in page  # his methods
    assert page.count('name="chosen"') == 22  # pass and every bid above three spades; nobody to double
    for later in ("pause", "seconds", "a slow", "limit-raise"):
        assert later not in page.replace("five-card majors, limit raises", "")


def test_answers_of_peers_are_counted_into_the_case(chair):
    name = drafted(chair, resources.text(ESTIMATED).split("[[poll]]")[0])
    place = chair.send(f"/draft/{name}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    for chosen, also in (("P", ["4S"]), ("P", []), ("4S", ["P"])):
        peer = Visit(chair.app)
        then = peer.send(place, {"chosen": chosen}).headers["location"]
        peer.send(then, {"also": also})
    chair.send(f"/draft/{name}/poll/{place.rsplit('/', 1)[1]}/close")
    listed = chair.get(f"/draft/{name}/poll").text
    chair.send(
        f"{'/draft/' + name}/poll/{place.rsplit('/', 1)[1]}/take", {"version": hidden(listed, "version")}
    )
    toml = chair.app.state.analyser.drafts.get(owner_of(chair), name).toml
    (poll,) = parse_toml(toml)["poll"]
    assert poll["asked"] == 3
    assert poll["answers"] == [
        {"action": "P", "considered": 3, "chosen": 2},
        {"action": "4S", "considered": 2, "chosen": 1},
    ]
    again = chair.get(f"/draft/{name}/poll").text
    chair.send(
        f"{'/draft/' + name}/poll/{place.rsplit('/', 1)[1]}/take", {"version": hidden(again, "version")}
    )
    assert len(parse_toml(chair.app.state.analyser.drafts.get(owner_of(chair), name).toml)["poll"]) == 1


def test_a_choice_that_is_not_on_the_sheet_is_refused(chair):
    name = drafted(chair, resources.text(ESTIMATED))
    place = chair.send(f"/draft/{name}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    assert chair.send(place, {"chosen": HOSTILE}).status_code == 400
    assert HOSTILE not in chair.get(place).text


def test_nobody_takes_back_or_takes_over_another_owners_poll(chair):
    name = drafted(chair, resources.text(ESTIMATED))
    place = chair.send(f"/draft/{name}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    poll = place.rsplit("/", 1)[1]
    stranger = Visit(chair.app)
    own = drafted(stranger, resources.text(ESTIMATED))
    assert stranger.send(f"/draft/{own}/poll/{poll}/take", {"version": "1"}).status_code == 404
    assert stranger.get(f"/draft/{name}/poll").status_code == 404


def test_a_poll_goes_with_the_draft_it_was_put_about(chair):
    name = drafted(chair, resources.text(ESTIMATED))
    place = chair.send(f"/draft/{name}/poll", {"incident": "slow-raise", "at": "call 5"}).headers["location"]
    peer = Visit(chair.app)
    assert peer.send(place, {"chosen": "P"}).status_code == 303
    chair.send(f"/draft/{name}/delete", {"sure": "1"})
    assert peer.get(place).status_code == 404
    with chair.app.state.analyser.drafts._store.open() as base:
        asked = "SELECT count(*) FROM voices WHERE survey = ?"
        assert base.execute(asked, (place.rsplit("/", 1)[1],)).fetchone()[0] == 0


def test_digits_outside_our_forms_are_refused_not_stumbled_over(chair, ruled):
    place, _ = ruled
    assert chair.send(f"{place}/weigh", {"ns-o1": "²"}).status_code == 200
    name = drafted(chair, resources.text(ESTIMATED))
    assert chair.send(f"/draft/{name}/event", {"version": "²"}).status_code == 400
    assert chair.send(f"/draft/{name}/review", {"version": "1", "polled": "²"}).status_code == 303
    toml = resources.text(ESTIMATED).replace('at = "call 3"', f'at = "call {"9" * 5000}"')
    assert chair.get(f"/draft/{drafted(chair, toml)}").status_code == 200


def test_members_weigh_before_they_see_and_never_twice(chair, ruled):
    place, document = ruled
    panel = chair.send(f"{place}/panel").headers["location"]
    first, second = Visit(chair.app), Visit(chair.app)
    assert "Members who have weighed" not in second.get(panel).text
    first.send(panel, {"ns-o1": "100"})
    assert "100\u00a0%" not in second.get(panel).text.split("<main")[1]
    assert "100\u00a0%" not in first.get(panel).text.split("<main")[1]
    second.send(panel, {"ns-o1": "50", "ns-o3": "50"})
    assert second.send(panel, {"ns-o3": "100"}).status_code == 409
    assert "50\u00a0%" not in second.get(panel).text.split("<main")[1]
    second.send(f"{panel}/close")
    assert "Lowest" not in second.get(panel).text  # who does not sit in the chair closes nothing
    chair.send(f"{panel}/close")
    page = second.get(panel).text
    least = worth(document, "ns", {"o1": 50, "o3": 50})
    most = worth(document, "ns", {"o1": 100})
    assert "members who weighed: 2" in page
    assert "100\u00a0%" in page
    assert f"{float(min(least, most)):.3g}".replace("-", "−") in page
    assert document["sensitivity"]["band_ns"][0].replace("-", "−") in page


def test_a_check_list_is_kept_in_the_case_and_audited(chair):
    toml = resources.text(ESTIMATED) + '\n[ruling]\nby = "director"  # on the night\nkind = "result-stands"\n'
    name = drafted(chair, toml)
    page = chair.get(f"/draft/{name}/review").text
    fields = {
        "version": hidden(page, "version"),
        "facts": "true",
        "laws_read": "false",
        "polled": "6",
        "audit": "1",
    }
    job = ended(chair, chair.send(f"/draft/{name}/review", fields).headers["location"])
    kept = chair.app.state.analyser.drafts.get(owner_of(chair), name).toml
    assert parse_toml(kept)["ruling"]["process"] == {"facts": True, "laws_read": False, "polled": 6}
    assert "# on the night" in kept
    assert job.state is JobState.DONE, job.answer
    review = json.loads(job.answer["json"])["review"]
    states = {entry["item"]: entry["state"] for entry in review["process"]}
    assert states["facts"] == "met"
    assert states["laws_read"] == "missing"
    assert states["consulted"] == "not recorded"


# A draft as it is while it is filled in: entries that lack their words, and values of another kind.
HALF_FILLED = """schema = 1
[[remark]]
[[remark]]
at = "call 3"
kind = "tempo"
by = "N"
status = "agreed"
[[remark]]
kind = 3
by = ["N"]
at = 1
[[contention]]
[[contention]]
by = "NS"
[[incident]]
[[incident]]
kind = "revoke"
[[poll]]
[[ruling]]
[[error]]
[[judgement]]
[appeal]
[players]
[comparison]
"""


def test_entries_without_words_are_shown_on_every_page(chair):
    """A remark typed as `3S..` has no words: the room, and each step, must still be a page."""
    draft = f"/draft/{drafted(chair, HALF_FILLED)}"
    for step in ("", *SECTIONS, *FURTHER, "versions", "poll", "review", "precedents"):
        assert chair.get(f"{draft}/{step}".rstrip("/")).status_code == 200, step
    typed = chair.send("/new", {"source": "3\n1sp3s..p4s\n="}).headers["location"]
    for case in (draft, typed):
        room = chair.follow(chair.send(f"{case}/room"))
        assert room.status_code == 200
    assert "North" in room.text
