"""The pages of the manual that are drawn from the program itself, so that they cannot say anything else.

MkDocs calls `on_files` and `on_page_markdown` while it builds.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from analyser import laws
from analyser.casefile.explain import every_key
from analyser.messages import sentences

ROOT = Path(__file__).resolve().parent.parent
IN_THE_LAB = {"train", "evaluate"}  # what `run` sends there
REPORTS = (
    "agreement.html",
    "alternatives.html",
    "judgement.html",
    "casebook.html",
    *(
        f"models/{name}.html"
        for name in ("calls", "leads", "meanings", "tricks", "tricks-net", "tempo", "tree")
    ),
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is drawn from the program, and the reports as they lie in the tree."""
    for name, text in {
        "reference/case-file.md": case_file(),
        "reference/commands.md": commands(),
        "reference/laws.md": law_coverage(),
        "reference/glossary.md": (ROOT / "analyser/GLOSSARY.md").read_text(encoding="utf-8"),
        "adding.md": adding(),
        "changes.md": (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    }.items():
        files.append(File.generated(config, name, content=text))
    for name in REPORTS:
        report = ROOT / "reports" / name
        if report.exists():
            files.append(File.generated(config, f"reports/{name}", abs_src_path=str(report)))
    return files


def case_file() -> str:
    """Every key of the case file with its meaning, a table of keys for each table of the file."""
    groups: dict[str, list[str]] = {}
    for key in every_key():
        table, _, name = key.path.rpartition(" ")
        takes = " ".join(f"`{value}`" for value in key.takes).replace("|", "\\|")
        needed = "yes" if key.required else ""
        meaning = _cell(key.meaning or "a table of keys")
        groups.setdefault(table, []).append(f"| `{name}` | {meaning} | {takes} | {needed} |")
    parts = [
        "# The case file\n",
        "A case is one TOML file. `./run new KIND` prints a commented template, `./run check FILE` lists everything",
        "wrong with a file and what its ruling will lack, `./run explain KEY` prints what follows here for one key.",
        "For editors that know JSON Schema it is `cases/schema.json`.\n",
    ]
    for table, rows in groups.items():
        parts += [
            f"## {table or 'At the top'}\n",
            "| Key | Means | Takes | Needed |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    return "\n".join(parts)


def commands() -> str:
    """Every command with its own help, as a terminal prints it."""
    names = re.findall(r"^  ([a-z]+) {2,}", _help(), re.MULTILINE)
    parts = [
        "# The commands\n",
        "`./run WORDS…` in the project's folder is `analyser WORDS…` where the package is installed.\n",
        f"```text\n{_help()}\n```\n",
    ]
    for name in names:
        parts += [f"## {name}\n", f"```text\n{_help(name)}\n```\n"]
    return "\n".join(parts)


def _help(*words: str) -> str:
    program = "tests.bench.lab" if {*words} & IN_THE_LAB else "analyser"
    command = [sys.executable, "-m", program, *words, "--help"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603
    return printed.stdout.strip().replace("python -m analyser", "analyser")


def law_coverage() -> str:
    """What every clause of every edition is here: computed, judged by persons, or not formalised."""
    parts = [
        "# The Laws, by edition\n",
        "*Computed*: the program works it out from the facts. *Judged*: a person's finding decides, and the program",
        "puts the figures before him. *Not formalised*: known by number and gist, for look-up and citing only.\n",
    ]
    for edition in laws.coverage():
        computed, judged, other = edition.counts
        parts += [
            f"## {edition.edition}\n",
            f"{computed} computed, {judged} judged, {other} not formalised.\n",
            "| Clause | What it says | Here | A case that shows it |",
            "|---|---|---|---|",
            *_clauses(edition),
            "",
        ]
    return "\n".join(parts)


def _clauses(edition: laws.Coverage) -> Iterator[str]:
    words = sentences("en")
    for provisions in (edition.computed, edition.judgement, edition.not_formalised):
        for provision in provisions:
            standing = words[f"clause.{provision.standing.replace(' ', '-')}"]
            gist = _cell(laws.gist_in(provision, "en"))
            cases = laws.cases_showing(provision.clause)
            shown = f"`{cases[0]}`" if cases else ""
            yield f"| {provision.clause.path} | {gist} | {standing} | {shown} |"


def adding() -> str:
    """The house for whoever wants to add to it, as CONTRIBUTING tells it."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.replace("# Contributing", "# Adding things", 1)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
