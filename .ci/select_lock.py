"""Prints the part of the lock that some extras need, each version with its hashes: `python .ci/select_lock.py web pdf`.

The lock says of each package who asked for it (`# via`), so what a package needs is found without asking anybody. `build`
stands for what builds the package itself.
"""

import re
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"(?m)^(?=[A-Za-z0-9])")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def selected_lock(lock: str, project: str, extras: Iterable[str]) -> str:
    """The blocks of the lock that the package with these extras needs, or what builds it for `build`, unchanged."""
    tables = tomllib.loads(project)
    blocks: dict[str, str] = {}  # a package of two versions, one for each Python, has two blocks
    needs: dict[str, set[str]] = {}
    for block in _BLOCK.split(lock)[1:]:
        name = _name(block)
        blocks[name] = blocks.get(name, "") + block
        via = re.sub(r"^# via", "", block.partition("    # via")[2].replace("    #", ""), flags=re.MULTILINE)
        for asker in re.findall(r"(?m)^ *([A-Za-z0-9][A-Za-z0-9._-]*)", via):
            needs.setdefault(_plain(asker), set()).add(name)
    todo = [_name(line) for extra in extras for line in _asked(tables, extra)]
    wanted: set[str] = set()
    while todo:
        name = todo.pop()
        if name not in wanted:
            wanted.add(name)
            todo += needs.get(name, ())
    if missing := sorted(wanted - set(blocks)):
        raise SystemExit(f"not in the lock: {', '.join(missing)}")
    return "".join(blocks[name] for name in sorted(wanted))


def _asked(tables: dict, extra: str) -> list[str]:
    if extra == "build":
        return tables["build-system"]["requires"]
    project = tables["project"]
    return [*project["dependencies"], *project["optional-dependencies"][extra]]


def _name(line: str) -> str:
    return _plain(_NAME.match(line)[0])


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    texts = ((_ROOT / name).read_text("utf-8") for name in ("requirements.txt", "pyproject.toml"))
    sys.stdout.write(selected_lock(*texts, sys.argv[1:]))
