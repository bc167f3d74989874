"""Every provision the digests name is here, with lines that exist in the seed, and the count is told honestly."""

import json
import re
from functools import cache
from itertools import chain

import pytest

from analyser import laws, resources
from analyser.laws import Clause, Formalisation
from analyser.laws.law_book import data_files, provisions
from analyser.laws.regulation import is_overlay
from analyser.laws.search import SHOWN
from tests.support import SHARED, needs_shared
from tests.support.coverage import FOLDERS, shown

YEARS = ("1997", "2007", "2017")
ADDRESS = re.compile(r"\b(\d{1,2})([A-L]\d?(?:\([a-l]\)|[a-l]\b)?(?:\([ivx]+\))?)?")


@cache
def digest(name):
    return (SHARED / "law" / name).read_text(encoding="utf-8").splitlines()


@cache
def seed(mark):
    (file,) = (SHARED / "seeds").glob(f"{mark}_*.txt")
    return file.read_text(encoding="utf-8", errors="replace").splitlines()


def section(lines, heading):
    """The table rows under a heading of a digest."""
    start = next(place for place, line in enumerate(lines) if line.startswith(heading))
    level = heading.split()[0]
    for line in lines[start + 1 :]:
        if line.startswith("#") and len(line.split()[0]) <= len(level):
            return
        if line.startswith("|") and not line.startswith("|--"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def addresses(cell):
    """The laws named in a cell of a digest: '64A/B', '50-60', '12C2 / 12C1', '16B1(a)'."""
    text = cell.replace("*", "")
    for low, high in re.findall(r"\b(\d{1,2})[\u2013-](\d{1,2})\b", text):
        yield from (str(law) for law in range(int(low), int(high) + 1))
    text = re.sub(r"\b\d{1,2}[\u2013-]\d{1,2}\b", "", text)
    for law, rest in ADDRESS.findall(text):
        if 1 <= int(law) <= 93:
            yield law + rest.replace("(", "").replace(")", "")


def known(path, years):
    return any(Clause(year, path).path in provisions(year) for year in years)


@needs_shared
def test_every_law_of_the_2017_capability_table_is_here():
    missing = []
    for row in section(digest("laws-2017.md"), "## 8."):
        missing += [path for path in addresses(row[0]) if not known(path, ["2017"])]
    assert missing == []


@needs_shared
def test_every_law_of_the_2017_trigger_matrix_is_here():
    rows = [row for row in section(digest("laws-2017.md"), "## 5.") if row[0].isdigit()]
    assert len(rows) == 44
    missing = [path for row in rows for path in addresses(row[1]) if not known(path, ["2017"])]
    assert missing == []


@needs_shared
def test_every_law_of_the_1997_and_2007_table_is_here():
    found = list(section(digest("laws-1997-2007.md"), "## 10."))
    missing = []
    for row in found[1:]:
        named = [year for year in YEARS if year in row[1]] or list(YEARS)
        missing += [(path, row[1]) for path in addresses(row[0]) if not known(path, named)]
    assert missing == []


@needs_shared
def test_every_crosswalk_address_is_here_in_its_own_edition():
    missing = []
    for row in list(section(digest("laws-1997-2007.md"), "## 3."))[1:]:
        for year, cell in zip(YEARS, row[1:], strict=False):
            if "note" in cell:
                continue
            missing += [f"{year}:{path}" for path in addresses(cell) if not known(path, [year])]
    for row in list(section(digest("regulations-italy-and-examples.md"), "## 2."))[1:]:
        for year, cell in zip(("2007", "2017"), row[1:], strict=False):
            missing += [f"{year}:{path}" for path in addresses(cell.split("(")[0]) if not known(path, [year])]
    assert missing == []


@needs_shared
def test_every_law_digested_for_2017_is_here():
    missing = []
    for number in range(1, 18):
        for row in section(digest("laws-2017.md"), f"### 4.{number} "):
            if (
                row[0] in ("Law", "#", "Situation", "`w`")
                or not row[0][:1].isdigit()
                or (row[0].isdigit() and len(row) > 6)
            ):
                continue
            missing += [path for path in addresses(row[0]) if not known(path, ["2017"])]
    assert missing == []


def spans(text):
    for part in text.split(","):
        low, _, high = part.strip().partition("-")
        yield int(low), int(high or low)


@cache
def headings(mark, word):
    """Where each law begins in a seed; the Italian one prints two columns, so each law begins twice."""
    found = {}
    for place, line in enumerate(seed(mark), start=1):
        hit = re.match(rf"[*# ]*{word} (\d+) [\u2013-]", line)
        if hit and 650 < place < 5370 and not (mark == "002" and place > 2611):
            found.setdefault(int(hit[1]), []).append(place)
    return found


@needs_shared
@pytest.mark.parametrize("year", YEARS)
def test_the_lines_of_every_provision_lie_in_its_seed_law(year):
    mark, word = ("002", "LEGEA") if year == "2017" else ("000", "ARTICOLO")
    begins = headings(mark, word)
    astray = []
    for provision in provisions(year).values():
        law = provision.clause.law
        # In two columns a law runs on until the next one has begun in both of them.
        last = begins[law + 1][-1] if law < 93 else {"002": 2612, "000": 5366}[mark]
        for low, high in spans(provision.source.lines):
            text = seed(mark)[low - 1 : high]
            if not (begins[law][0] <= low <= high <= last + 60 and any(line.strip() for line in text)):
                astray.append((str(provision.clause), low, high))
    assert astray == []


@needs_shared
def test_the_lines_of_every_value_exist_in_the_seed():
    values = chain.from_iterable(laws.edition_of(year).stated.values() for year in YEARS)
    switches = chain.from_iterable(
        laws.regulation_of(name, None).stated.values() for name in laws.regulations() if not is_overlay(name)
    )
    astray = []
    for stated in chain(values, switches):
        if not stated.source.lines:
            continue
        text = seed(stated.source.seed)
        for low, high in spans(stated.source.lines):
            if not (1 <= low <= high <= len(text) and any(line.strip() for line in text[low - 1 : high])):
                astray.append((stated.key, stated.source))
    assert astray == []


def test_all_ninety_three_laws_are_in_every_edition():
    for year in YEARS:
        assert {one.law for one in (Clause(year, path) for path in provisions(year))} == set(range(1, 94))


def test_every_provision_has_the_one_above_it():
    for year in YEARS:
        held = provisions(year)
        parents = [one.clause.parent for one in held.values()]
        assert [str(parent) for parent in parents if parent is not None and parent.path not in held] == []


def test_coverage_counts_every_provision_once():
    for part in laws.coverage():
        assert sum(part.counts) == len(provisions(part.edition))
        for standing, group in zip(
            Formalisation, (part.computed, part.judgement, part.not_formalised), strict=True
        ):
            assert {one.standing for one in group} == {standing}


def test_judgement_is_never_called_computed():
    judged = [
        "2017:16B1b",
        "2017:16B1a",
        "2017:12C1b",
        "2017:12C1e",
        "2017:23A",
        "2017:72C",
        "2017:73E2",
        "2017:70D1",
        "2007:12C1b",
    ]
    assert {laws.lookup(one).standing for one in judged} == {Formalisation.JUDGEMENT}


def test_what_is_not_reckoned_is_said():
    for clause in ("2017:74", "2017:90A", "2017:91A", "2017:16D1", "2007:40B2"):
        assert laws.lookup(clause).standing is Formalisation.NOT_FORMALISED


def test_every_gist_is_one_short_sentence_in_english(every_clause):
    for clause in every_clause:
        gist = laws.lookup(str(clause)).gist
        assert gist[0].isupper(), clause
        assert gist.endswith("."), clause
        assert len(gist) <= 220, clause


def test_every_provision_says_what_the_program_does_and_where(every_clause):
    for clause in every_clause:
        provision = laws.lookup(str(clause))
        assert str(provision.use).endswith(".")
        assert provision.source.seed in ("000", "002")
        assert str(provision.source).startswith("Laws of Duplicate")


def test_the_hash_covers_every_law_file_and_is_stable():
    files = data_files()
    assert {"laws/editions/2017.toml", "laws/regulations/figb-norme.toml", "laws/readings.toml"} <= set(files)
    assert len(files) == 3 + 27 + 3
    assert re.fullmatch(r"[0-9a-f]{64}", laws.laws_hash())
    before = laws.laws_hash()
    laws.laws_hash.cache_clear()
    assert laws.laws_hash() == before


def test_what_is_called_computed_is_shown_by_a_case():
    """A case in `cases/` whose ruling cites the provision, or whose figures rest on it; until then it is not computed."""
    bare = [
        str(provision.clause)
        for part in laws.coverage()
        for provision in part.computed
        if not laws.cases_showing(provision.clause)
    ]
    assert bare == []


def test_the_cases_that_show_a_provision_exist():
    written = json.loads(resources.data(SHOWN))
    assert {name for names in written.values() for name in names} <= {
        name for folder in FOLDERS for name in resources.listing(f"cases/{folder}")
    }
    for word in written:
        laws.lookup(word)


@pytest.mark.slow
def test_the_list_of_cases_shown_is_what_the_cases_show():
    """`python -m tests.support.coverage` writes it; it links to no case that does not rule so today."""
    assert json.loads(resources.data(SHOWN)) == shown()
