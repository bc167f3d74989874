"""Every page in every language: no word of another, and what people wrote stands apart from what the page says."""

import re
import tomllib
from html.parser import HTMLParser

import pytest

from analyser import resources
from analyser.messages import LANGUAGES, sentences
from analyser.web.jobs import JobState
from analyser.web.members import ServerRole
from tests.report import rich
from tests.web.test_members import joined, server
from tests.web.test_rulings import drafted, ended
from tests.web.visits import Visit, app_in, hidden

OWN = "qwyx"  # begins every word somebody wrote, and none of any language
# What somebody wrote in the case that has something to show in every part of a report.
WRITTEN = re.compile(
    r'\b(id|title|name|text|grounds|asks|dissent|penalty|incident) = "[^"]*"|\b(by) = "director"|\b(question) = "[^"]*\?"'
)
CASE = WRITTEN.sub(lambda found: f'{found[1] or found[2] or found[3]} = "{OWN}"', rich.CASE).replace(
    'class = "national" }', f'class = "national", system = "{OWN}" }}'
)
CASE += f"""\
deposit = "50 EUR"
[[remark]]
at = "call 5"
kind = "remark"
by = "S"
status = "disputed"
text = "{OWN}"
[[contention]]
by = "EW"
text = "{OWN}"
[[ruling]]
body = "director"
kind = "result-stands"
clauses = ["2017:16B1a"]
grounds = "{OWN}"
"""
FAULTY = """\
schema = 1
id = "qwyx"
title = "Qwyx"
event = { date = "yesterday", form = "qwyx", boards = "sixteen", screen = true }
board = { number = "x", hands = { N = "AKQ...", E = "AKQJ.." } }
table = { auction = "1S 1C", contract = "9S", tricks = 15 }
[[remark]]
at = "call 33"
kind = "qwyx"
[[incident]]
kind = "revoke"
[[incident]]
kind = "unauthorised-information"
source = "Q"
at = "trick 3 X"
"""
PARTS = ("", "/event", "/board", "/auction", "/remarks", "/incident", "/comparison", "/text", "/versions", "/precedents",
         "/players", "/contentions", "/errors", "/findings", "/rulings", "/appeal", "/polls", "/poll", "/review")  # fmt: skip
PAPERS = (
    "",
    "/what-if",
    "/beside",
    "/mine",
    "/adopt",
    "/weigh",
    "/report",
    "/appeal-form",
    "/decision",
    "/scorer.txt",
    "/no",
)
PLACES = (
    "/", "/new", "/cases", "/cases?q=revoke", "/cases?q=zzzz", "/share", "/join/none", "/nowhere", "/draft/none", "/panel/none",
    "/score?form=vp&other=%2B500&boards=16&split=1&nw=100&nr=%2B480&ew=100&er=%2B480", "/score/answer?form=imps&w=65&r=4S%3D by N",
    "/score?form=vp&other=5o&boards=x&w=zz&r=%2B480", "/score?form=imps", "/score?form=matchpoints&tables=x&w=100&r=4S= by Q",
    "/peers?auction=P P&typed=AK9.AQ72.K76.A92", "/peers?auction=1NT P 3NT P P P&typed=QJT93.K7.984.652", "/peers?auction=1NT 1C&typed=AAAA",
    "/law?q=16B1", "/law?q=pass", "/law?q=99Z", "/law?q=zzzz", "/ruling/none",
    "/rules?ask=alert&authority=EBL&answer=1&call=2D&auction=1NT+P&shows=H5%2B",
)  # fmt: skip
FEDERATION = ("/", "/members", "/trail", "/stored")  # of a server whose members have roles
VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
APART = frozenset(("bdi", "code", "pre", "textarea", "script", "style"))
UNMARKED = frozenset(("title", "option"))  # no mark can stand in them: they hold the one text alone
READ_OUT = ("aria-label", "title", "placeholder", "alt")
NAMES = {"markdown", "toml", "sha", "usbf", "bbf"}  # of formats, and of what a case is called by
LITERAL = "\u2068.*?\u2069|TOML: .*|(ammessi|cunoscute): .*|http://.*|[0-9a-f]{12,}"  # the parser's words, what a file may hold
WORD = re.compile(r"[^\W\d_]{3,}")


class Words(HTMLParser):
    """What a page says: the language each text is marked with, the element, the text; what somebody wrote left out."""

    def __init__(self, language):
        super().__init__()
        self.stack, self.texts = [("", language, False)], []

    def handle_starttag(self, tag, attributes):
        _, language, is_apart = self.stack[-1]
        given = dict(attributes)
        entry = (tag, given.get("lang", language), is_apart or tag in APART)
        if not is_apart:
            self.texts += [
                (entry[1], f"{tag} {name}", value or "")
                for name, value in attributes
                if name in READ_OUT or name.startswith("data-")
            ]
        if tag not in VOID:
            self.stack.append(entry)

    def handle_endtag(self, tag):
        while len(self.stack) > 1 and self.stack.pop()[0] != tag:
            pass

    def handle_data(self, text):
        tag, language, is_apart = self.stack[-1]
        if not is_apart:
            self.texts.append((language, tag, text))


def words_of(language):
    """Every word the pages have in a language."""
    gists = tomllib.loads(resources.text(f"messages/words/{language}/gists.toml"))
    texts = [*sentences(language).values(), str(gists)]
    return {word.lower() for text in texts for word in WORD.findall(text)} | NAMES


def strange(answer, language, known):
    """Texts with a word this language does not have, or with words of somebody that stand in a line of ours."""
    words = Words(language)
    words.feed(answer.text)
    for marked, place, text in words.texts:
        wording = re.sub(LITERAL, "", text)
        foreign = [
            word for word in WORD.findall(wording)
            if word.lower() not in known and not word.isupper() and not (word.lower() == OWN and place in UNMARKED)
        ]  # fmt: skip
        if "<bdi>" in text or (foreign and marked == language):
            yield f"{place}: {' '.join(text.split())[:200]}"


@pytest.fixture(scope="module")
def visit(tmp_path_factory):
    app = app_in(tmp_path_factory.mktemp("languages"), host="0.0.0.0")
    yield Visit(app)
    app.state.analyser.jobs.stop()


@pytest.fixture(scope="module")
def places(visit):
    """The address of every page, of a case ruled, polled and weighed, of one full of faults, an empty one, and a text that is no file."""
    drafts = [f"/draft/{drafted(visit, text)}" for text in (CASE, FAULTY, "schema = 1\n", "no = [")]
    case = drafts[0]
    ruling = visit.send(f"{case}/rule").headers["location"]
    version = hidden(visit.get(f"{case}/review").text, "version")
    audit = visit.send(f"{case}/review", {"version": version, "audit": "1", "facts": "true"}).headers[
        "location"
    ]
    assert [ended(visit, job).state for job in (ruling, audit)] == [JobState.DONE, JobState.DONE]
    room = visit.send(f"{case}/room").headers["location"]
    sheet = visit.get(f"{case}/poll").text
    poll = visit.send(f"{case}/poll", {name: hidden(sheet, name) for name in ("incident", "at")}).headers[
        "location"
    ]
    also = visit.send(poll, {"chosen": "P"}).headers["location"]
    panel = visit.send(f"{ruling}/panel").headers["location"]
    asked = re.findall(r"/rules\?ask=[a-z-]+", visit.get("/rules").text)
    return [
        *PLACES, *asked, room, poll, f"{poll}/slip", f"{poll}?thanks=1", also, panel, f"{audit}/report", audit,
        *(f"{ruling}{paper}" for paper in PAPERS), *(f"{draft}{part}" for draft in drafts for part in PARTS),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def chair(tmp_path_factory):
    """Whoever leads a federation's server, after something was done there."""
    made = server(tmp_path_factory.mktemp("federation"))
    opened = joined(made, ServerRole.CHAIR, "Qwyx")
    opened.send("/new", {"source": CASE})
    yield opened
    made.state.analyser.jobs.stop()


def refused(visit, places):
    """What a form is answered with that cannot be taken, or asks again."""
    draft = next(
        place
        for place in places
        if place.startswith("/draft/") and place.count("/") == 2 and "none" not in place
    )
    yield from (
        visit.send("/new", {"source": text})
        for text in ("nonsense", "[Deal", "1S p 3S p 9S", "Board 3\nK832")
    )
    yield visit.send(f"{draft}/delete")
    yield visit.send(f"{draft}/event", {"version": "x"})
    yield visit.send(next(place for place in places if place.startswith("/panel/")), {})
    yield visit.ask("PUT", "/")
    yield visit.ask("POST", "/new", content=b"x" * 3_000_000)
    yield visit.ask("GET", "/", headers={"host": "evil.example"})
    yield visit.ask("POST", "/new", headers={"origin": "http://evil.example"})
    yield Visit(visit.app, client="10.0.0.9", cookies=visit.cookies).get("/cases")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_page_has_one_language_apart_from_what_people_wrote(visit, chair, places, language):
    known = words_of(language)
    answers = [
        (place, visit.get(f"{place}{'&' if '?' in place else '?'}lang={language}")) for place in places
    ]
    answers += [(place, chair.get(f"{place}?lang={language}")) for place in FEDERATION]
    answers += [(f"form {number}", answer) for number, answer in enumerate(refused(visit, places))]
    assert [place for place, answer in answers if answer.status_code >= 500] == []
    found = {}
    for place, answer in answers:
        if answer.headers.get("content-type", "").startswith("text/"):
            for text in strange(answer, language, known):
                found.setdefault(text, place)
    assert not found, "\n".join(f"{place}: {text}" for text, place in found.items())


@pytest.mark.slow
def test_no_page_is_left_out(visit, places):
    """A page that is added is looked at in every language; a file to keep is none."""
    routers = [getattr(part, "original_router", None) for part in visit.app.routes]
    routes = [route for router in routers if router for route in router.routes if "GET" in route.methods]
    looked_at = [place.partition("?")[0] for place in (*places, *FEDERATION)]
    unseen = [route.path for route in routes if not any(map(route.path_regex.match, looked_at))]
    assert len(routes) > 40
    assert unseen == ["/draft/{name}/case.toml"]
