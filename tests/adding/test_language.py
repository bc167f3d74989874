"""A language: one folder of words, and every list of languages reads it."""

import json
import re

from tests.support.newcomer import ROOT

ENGLISH = ROOT / "analyser" / "messages" / "words" / "en"

WORD = re.compile(r"(?<![\w{.-])revoke(?![\w}.-])")

READ = """
import json
from analyser import laws, messages
from analyser.report import LANGUAGES as OF_REPORTS

print(json.dumps([messages.LANGUAGES, OF_REPORTS, messages.missing_keys("xx"), laws.gist_in(laws.lookup("16B1", "2017"), "xx")]))
"""


def test_a_language_is_one_folder_of_words(newcomer, tmp_path):
    for table in sorted(ENGLISH.glob("*.toml")):
        lines = (
            line.partition(" = ") for line in table.read_text(encoding="utf-8").splitlines(keepends=True)
        )
        text = "".join(key + equals + WORD.sub("rvk", words) for key, equals, words in lines)
        newcomer.add(f"messages/words/xx/{table.name}", text)
    newcomer.add("messages/words/xx/gists.toml", '"2017:16B1 2007:16B1" = "Xx."\n')
    assert json.loads(newcomer.python(READ)) == [
        ["en", "it", "ro", "xx"],
        ["en", "it", "ro", "xx"],
        [],
        "Xx.",
    ]
    assert "Xx." in newcomer.analyser("law", "16B1", "--edition", "2017", "--lang", "xx")
    sheet = tmp_path / "sheet.html"
    newcomer.analyser("rule", "cases/kinds/revoke.toml", "--lang", "xx", "--html", str(sheet))
    page = sheet.read_text(encoding="utf-8")
    assert 'lang="xx"' in page
    assert "rvk" in page
    assert {name.rpartition("/")[0] for name in newcomer.places} == {"messages/words/xx"}
