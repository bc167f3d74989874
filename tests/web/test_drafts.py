"""Drafts: each its owner's own, never written over unseen, comments and order kept, nothing lost when killed."""

import subprocess
import sys
import textwrap
import time

import pytest

from analyser import resources
from analyser.casefile import IncidentKind, problems_of
from analyser.casefile.templates import template
from analyser.web import RefusedRequest
from analyser.web.drafts import DEAL, Drafts, EditConflict, Unfinished
from analyser.web.edit import ClashingChanges, apply_changes, commit, parse_toml, value_at
from analyser.web.pages.cases import copy_event, event_of_today
from analyser.web.store import WebStore
from tests.support.every import each_row

MINE = """\
# my own remark
title = "A case"   # for the book
schema = 1

[board]            # as played
number = 7
deal = "N:AK9.AQ72.K76.A92 T87.K8.AT98.K653 J6543.J654.Q4.QT Q2.T93.J532.J874"

[[remark]]
at = "call 7"      # the slow one
kind = "tempo"
seconds = 20
"""


@pytest.fixture
def drafts(tmp_path):
    return Drafts(WebStore(tmp_path / "drafts.sqlite"))


def test_a_change_leaves_comments_order_and_everything_else_alone():
    changes = apply_changes(MINE, {"remark 1 seconds": 25, "board number": 8})
    assert changes == MINE.replace("seconds = 20", "seconds = 25").replace("number = 7", "number = 8")


def test_a_changed_value_keeps_the_comment_behind_it():
    assert 'at = "call 9"      # the slow one' in apply_changes(MINE, {"remark 1 at": "call 9"})


def test_what_is_not_changed_gives_the_same_bytes():
    assert apply_changes(MINE, {"board number": 7}) == MINE


@each_row("kind", IncidentKind)
def test_a_template_of_every_kind_survives_being_changed(kind):
    text = template(kind)
    changes = apply_changes(text, {"title": "Another", "event name": "Pairs"})
    assert problems_of(changes.encode()) == ()
    assert [line for line in changes.splitlines() if line.startswith("#")] == [
        line for line in text.splitlines() if line.startswith("#")
    ]


@each_row("name", resources.listing("cases/kinds"))
def test_a_bundled_case_gains_a_remark_and_loses_it_again(name):
    text = resources.text(name)
    count = len(parse_toml(text).get("remark", []))
    more = apply_changes(
        text, {f"remark {count + 1} at": "before play", f"remark {count + 1} kind": "remark"}
    )
    assert value_at(parse_toml(more), f"remark {count + 1}") == {"at": "before play", "kind": "remark"}
    less = apply_changes(more, {f"remark {count + 1}": None})
    assert parse_toml(less) == parse_toml(text)


def test_tables_in_one_line_are_changed_in_their_line():
    text = 'players = { N = { class = "expert" } }\n'
    assert apply_changes(text, {"players S class": "club"}).count("\n") == 1
    assert parse_toml(apply_changes(text, {"players S class": "club"}))["players"]["S"] == {"class": "club"}


def test_a_draft_is_its_owner_s_own(drafts):
    mine = drafts.new("me", MINE)
    for forbidden in (drafts.get, drafts.drop, drafts.versions):
        with pytest.raises(RefusedRequest):
            forbidden("you", mine.id)
    assert drafts.listed("you") == ()
    assert drafts.listed("me")[0].title == "A case"


def test_a_second_tab_does_not_write_over_the_first_unseen(drafts):
    draft = drafts.new("me", MINE)
    commit(drafts, "me", draft.id, 1, {"board number": 8})
    with pytest.raises(EditConflict):
        drafts.save("me", draft.id, 1, MINE + "\n")
    with pytest.raises(ClashingChanges) as conflict:
        commit(drafts, "me", draft.id, 1, {"board number": 9})
    clash = conflict.value.clashes[0]
    assert (clash.place, clash.was, clash.stands, clash.wanted) == ("board number", 7, 8, 9)
    assert parse_toml(drafts.get("me", draft.id).toml)["board"]["number"] == 8


def test_changes_of_different_places_are_joined(drafts):
    draft = drafts.new("me", MINE)
    commit(drafts, "me", draft.id, 1, {"board number": 8})
    joined = commit(drafts, "me", draft.id, 1, {"remark 1 seconds": 30})
    assert value_at(parse_toml(joined.toml), "board number") == 8
    assert value_at(parse_toml(joined.toml), "remark 1 seconds") == 30


def test_a_list_that_shrank_is_a_conflict_not_another_entry(drafts):
    draft = drafts.new("me", MINE + '\n[[remark]]\nat = "call 9"\nkind = "alert"\n')
    commit(drafts, "me", draft.id, 1, {"remark 1": None})
    with pytest.raises(ClashingChanges):
        commit(drafts, "me", draft.id, 1, {"remark 1 seconds": 30})


TWO = MINE + '\n[[remark]]\nat = "call 9"\nkind = "alert"\n'


def test_an_entry_just_changed_here_is_removed_without_a_question(drafts):
    """A page is loaded again while its last change is still being stored; there the entry is taken away."""
    draft = drafts.new("me", TWO)
    commit(drafts, "me", draft.id, 1, {"remark 1 seconds": 25, "remark 2 seconds": 5}, "before")
    left = commit(drafts, "me", draft.id, 1, {"remark 1": None}, "after")
    assert parse_toml(left.toml)["remark"] == [{"at": "call 9", "kind": "alert", "seconds": 5}]
    assert (
        value_at(parse_toml(drafts.version_text("me", draft.id, 2)), "remark 1 seconds") == 25
    )  # nothing is lost


@pytest.mark.parametrize(
    "meanwhile", [{"remark 1": None}, {"remark 1 at": "call 5", "remark 1 kind": "question"}]
)
def test_only_the_entry_that_was_shown_is_removed(drafts, meanwhile):
    draft = drafts.new("me", TWO)
    commit(drafts, "me", draft.id, 1, meanwhile, "there")
    with pytest.raises(ClashingChanges):
        commit(drafts, "me", draft.id, 1, {"remark 1": None}, "here")


def test_a_late_change_to_a_removed_entry_touches_no_other(drafts):
    draft = drafts.new("me", TWO)
    left = commit(drafts, "me", draft.id, 1, {"remark 1": None}, "here")
    assert drafts.last_own_version("me", draft.id, 1, "here") == 1
    with pytest.raises(ClashingChanges):
        commit(drafts, "me", draft.id, 1, {"remark 1 seconds": 30}, "here")
    assert drafts.get("me", draft.id) == left


def test_every_version_is_kept(drafts):
    draft = drafts.new("me", MINE)
    for number in range(8, 12):
        draft = commit(drafts, "me", draft.id, draft.version, {"board number": number})
    assert [version.number for version in drafts.versions("me", draft.id)] == [5, 4, 3, 2, 1]
    assert drafts.version_text("me", draft.id, 1) == MINE


def test_what_was_acknowledged_is_there_after_a_kill(tmp_path):
    """A program that saves without end is killed; every draft it had named is read back whole."""
    place = tmp_path / "drafts.sqlite"
    program = textwrap.dedent(f"""
        from pathlib import Path
        from analyser.web.drafts import Drafts
        from analyser.web.store import WebStore
        drafts = Drafts(WebStore(Path({str(place)!r})))
        while True:
            print(drafts.new("me", 'title = "kept"').id, flush=True)
    """)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        told = [running.stdout.readline().strip() for _ in range(30)]
        running.kill()
    drafts = Drafts(WebStore(place))
    assert all(drafts.get("me", name).title == "kept" for name in told)


def test_a_draft_is_bounded_and_its_oldest_versions_make_room(drafts):
    draft = drafts.new("me", "")
    with pytest.raises(RefusedRequest, match="too-much"):
        drafts.save("me", draft.id, draft.version, "#" * 1_200_001)
    for number in range(33):
        draft = drafts.save("me", draft.id, draft.version, f"# {number} " + "#" * 1_000_000)
    kept = drafts.versions("me", draft.id)
    assert kept[0].number == draft.version
    assert 25 < len(kept) < 31
    assert drafts.get("me", draft.id).toml.startswith("# 32 ")


def test_work_begun_at_a_place_has_its_own_bound(tmp_path):
    store = WebStore(tmp_path / "drafts.sqlite")
    draft, unfinished = Drafts(store).new("me", ""), Unfinished(store)
    assert unfinished.keep("me", draft.id, DEAL, "A" * 10_000, "leaf", "")
    with pytest.raises(RefusedRequest, match="too-much"):
        unfinished.keep("me", draft.id, DEAL, "A" * 10_001, "leaf", "")


def test_a_page_knows_what_it_saved_and_nothing_saved_elsewhere(drafts):
    draft = drafts.new("me", MINE)
    commit(drafts, "me", draft.id, 1, {"board number": 8}, "here")
    commit(drafts, "me", draft.id, 2, {"board number": 9}, "here")
    commit(drafts, "me", draft.id, 3, {"board number": 10}, "there")
    commit(drafts, "me", draft.id, 4, {"title": "Joined"}, "here")
    assert drafts.last_own_version("me", draft.id, 1, "here") == 3
    assert drafts.last_own_version("me", draft.id, 1, "there") == 1
    assert drafts.last_own_version("me", draft.id, 1, "") == 1
    with pytest.raises(RefusedRequest):
        drafts.last_own_version("you", draft.id, 1, "here")


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("schema = 1\n", {"name": "Open Teams", "form": "imps"}),
        ('[event]\nform = "vp"\n', {"name": "Open Teams", "form": "vp"}),
        ('[event]\nname = "Open Teams"\n', {"name": "Open Teams", "form": "imps"}),
        ('[event]\nname = "Mixed Pairs"\n', {"name": "Mixed Pairs"}),
    ],
)
def test_the_next_case_joins_the_event_unless_it_names_one(drafts, text, event):
    drafts.new("me", '[event]\nname = "Open Teams"\nform = "imps"\n')
    drafts.new("me", "[board]\nnumber = 3\n")  # tells no event
    assert parse_toml(copy_event(text, event_of_today(drafts.last("me", 0.0))))["event"] == event


def test_the_event_of_another_day_is_not_gone_on_with(drafts, monkeypatch):
    drafts.new("me", '[event]\nname = "Open Teams"\n')
    later = time.time() + 25 * 3600
    monkeypatch.setattr("analyser.web.pages.cases.time.time", lambda: later)
    assert event_of_today(drafts.last("me", 0.0)) == {}
