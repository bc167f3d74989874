"""A kind of incident: its keys, its template, its rule, its words and two cases; every room asks the incident itself."""

from tests.support.newcomer import ROOT

KEYS = '''class SeatsChanged(Offence):
    """A player sat in another seat than the one he was given (Law 5)."""

    kind: Literal[Kind.SEATS_CHANGED]
    offender: Annotated[f.SeatText, Field(description="who changed his seat")]
    allowed: Annotated[bool | None, Field(description="the director had allowed it")] = None


'''

RULE = '''
"""Seats changed without leave (5B)."""

from analyser.ruling.kinds.rectification import NOTHING, answer, cite


def find(context, incident):
    """Whether the director had allowed it; the Laws prescribe nothing for it."""
    infraction = None if incident.allowed is None else not incident.allowed
    return answer(context.case, incident, NOTHING, infraction=infraction, clauses=cite(context.jurisdiction, "5"))
'''

WORDS = {
    "values.toml": '"value.seats-changed" = "seats changed"\n',
    "web-values.toml": '"web.value.seats-changed" = "Seats changed"\n',
    "page.toml": '"question.seats-changed" = "Was the change of seats allowed?"\n'
    '"question.seats-changed.by" = "{offender} changed his seat: was it allowed?"\n',
}


def test_a_kind_is_known_in_every_room(newcomer):
    newcomer.insert(
        "casefile/sets.py", '    SCORE_ERROR = "score-error"', '    SEATS_CHANGED = "seats-changed"\n'
    )
    newcomer.insert("casefile/incidents.py", "class NoPlay(", KEYS)
    newcomer.insert(
        "casefile/incidents.py", "    Kind.SCORE_ERROR:", "    Kind.SEATS_CHANGED: SeatsChanged,\n"
    )
    newcomer.insert("casefile/incidents.py", "    | ScoreError", "    | SeatsChanged\n")
    newcomer.insert(
        "casefile/templates.toml",
        "score-error = ",
        "seats-changed = '''\noffender = \"S\"\nallowed = false\n'''\n\n",
    )
    newcomer.add("ruling/kinds/seats_changed.py", RULE)
    newcomer.insert("ruling/kinds/__init__.py", "    score_error,", "    seats_changed,\n")
    newcomer.insert(
        "ruling/kinds/__init__.py",
        "    IncidentKind.SCORE_ERROR:",
        "    IncidentKind.SEATS_CHANGED: seats_changed.find,\n",
    )
    for language in ("en", "it", "ro"):
        for table, words in WORDS.items():
            newcomer.insert(f"messages/words/{language}/{table}", '"', words)
    base = (ROOT / "cases" / "kinds" / "revoke.toml").read_text(encoding="utf-8").split("[[incident]]")[0]
    incident = '[[incident]]\nid = "seats"\nkind = "seats-changed"\noffender = "E"\nallowed = false\n'
    good = newcomer.case("good.toml", base + incident)
    bad = newcomer.case("bad.toml", base + incident.replace("allowed = false", "alowed = false"))
    newcomer.analyser("check", good)
    assert "allowed" in newcomer.refused("check", bad)
    (ruled,) = newcomer.as_json("rule", good)["incidents"]
    assert ruled["infraction"] == {"answer": True, "clauses": ["2017:5"]} | ruled["infraction"]
    assert 'kind = "seats-changed"' in newcomer.analyser("new", "seats-changed")
    assert newcomer.analyser("rule", good, "--lang", "it")
    # the words count once, as the one thing they are; with a good and a bad case the places are eight
    places = {"words" if name.startswith("messages/words/") else name for name in newcomer.places}
    assert len(places) + 2 <= 8
