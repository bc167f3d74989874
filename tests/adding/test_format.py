"""A file format: its module and a line in the table; reading, sniffing and converting know it."""

import json

from tests.support.newcomer import ROOT

FORMAT = '''
"""A format of its own: a line `!boards`, then for each board its number and its deal."""

from analyser.formats.cells import text_of
from analyser.formats.pbn_game import read_pbn


def read_boards(data, *, check=True):
    """Read the boards by writing each as the tags of PBN."""
    lines = text_of(data).splitlines()[1:]
    tags = (line.partition(" ")[::2] for line in lines)
    return read_pbn("\\n\\n".join(f'[Board "{number}"]\\n[Deal "{deal}"]' for number, deal in tags), check=check)
'''
BOARDS = "!boards\n7 N:Q9432.9832.A2.AJ 6.Q54.KQ654.8764 KT7.AKT76.93.KT5 AJ85.J.JT87.Q932\n"

READ = """
import json
from analyser.formats import FORMATS, sniff

boards = %s
found = sniff(boards)
reading = found.read(boards)
print(json.dumps([found.name, [str(record.deal) for record in reading.records], [form.name for form in FORMATS][0]]))
"""


def test_a_format_is_a_module_and_a_line(newcomer):
    newcomer.add("formats/boards.py", FORMAT)
    tables = [
        path
        for path in (ROOT / "analyser" / "formats").glob("*.py")
        if "\nFORMATS: " in path.read_text("utf-8")
    ]
    (table,) = (f"formats/{path.name}" for path in tables)
    newcomer.insert(table, "from analyser.errors", "from analyser.formats.boards import read_boards\n")
    newcomer.insert(table, "    Format(", '    Format("boards", (), re.compile("!boards"), read_boards),\n')
    name, deals, first = json.loads(newcomer.python(READ % json.dumps(BOARDS)))
    assert name == first == "boards"
    assert deals == ["N:Q9432.9832.A2.AJ 6.Q54.KQ654.8764 KT7.AKT76.93.KT5 AJ85.J.JT87.Q932"]
    case = newcomer.analyser("deal", newcomer.case("evening.txt", BOARDS))
    assert "number = 7" in case
    assert 'deal = "N:Q9432.9832.A2.AJ' in case
    assert len(newcomer.places) <= 3  # and its corpus
