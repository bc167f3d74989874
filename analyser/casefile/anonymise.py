"""A copy of a case fit for publication: no names, no free remarks on persons.

Cards, calls, figures and closed words stay. A free text stays only where the ruling needs it (what was explained, the
line stated with a claim), and there every name the file gives is replaced by the seat. Comments are dropped.
"""

import re
from typing import Any

from analyser.bridge import HandConstraint
from analyser.casefile.partial_case import tables
from analyser.casefile.read import case_of, problems_of
from analyser.casefile.sets import Body, SourceKind
from analyser.casefile.toml_reader import Tree, read_tree
from analyser.casefile.tree import migrate_tree, toml_text
from analyser.errors import CaseError

# Free texts that facts and findings need; names in them are replaced.
_NEEDED = {"title", "given", "correct", "statement", "system", "question"}
# Meanings: free texts where they are stated in words.
_MEANINGS = {"shows", "given_shows", "correct_shows"}
# Free texts that speak of persons, or may: dropped.
_DROPPED = {"name", "notes", "where", "grounds", "dissent", "penalty", "asks", "deposit"}
_TEXT_KINDS = {"alert", "explanation", "no-alert"}
_SEATS = {"N": "North", "E": "East", "S": "South", "W": "West", "NS": "North-South", "EW": "East-West"}


def anonymise_tree(tree: Tree) -> Tree:
    """The same case without names, and without free remarks on persons."""
    names = _names(tree)
    cleaned = {key: _clean_value(key, value, names, ()) for key, value in tree.items()}
    cleaned["id"] = _plain(str(tree.get("id", "case")), names, "player")
    source = cleaned.get("source")
    if isinstance(source, dict):
        # A published source is cited by its own name; a table's is a person's.
        published = (SourceKind.SEED, SourceKind.CASEBOOK, SourceKind.FORUM, SourceKind.RECORD)
        if source.get("kind") in published:
            source |= {key: tree["source"][key] for key in ("name", "where") if key in tree["source"]}
    for table in ("remark", "incident"):
        for old, new in zip(tables(tree, table), tables(cleaned, table), strict=True):
            if table == "remark" and "text" in old and old.get("kind") in _TEXT_KINDS:
                new["text"] = _plain(str(old["text"]), names)
            else:
                new.pop("text", None)
            if isinstance(
                new.get("otherwise"), dict
            ):  # what the other side says of it is a remark on persons too
                new["otherwise"].pop("text", None)
    cleaned.pop("contention", None)  # what people say of each other is theirs
    return {key: value for key, value in cleaned.items() if value not in ({}, [])}


def anonymised_text(data: bytes) -> str:
    """A case file's copy without names and remarks on persons; refused with its problems, since a name might stay in it."""
    case_of(data)
    tree, _ = read_tree(data)
    text = toml_text(anonymise_tree(migrate_tree(tree)))
    if problems := problems_of(text.encode("utf-8")):  # so is one in which a name would remain
        raise CaseError.from_problems(problems)
    return text


def drop_names(toml: str) -> str:
    r"""A case file's text without the names of players; unchanged, comments and all, where it gives none.

    >>> drop_names('id = "x"\n[players]\nN = { name = "Ada", class = "club" }\n').splitlines()[-1]
    'N = { class = "club" }'
    """
    tree, _ = read_tree(toml.encode("utf-8"))
    if not _names(tree):
        return toml
    players = {
        seat: {key: value for key, value in player.items() if key != "name"}
        if isinstance(player, dict)
        else player
        for seat, player in tree["players"].items()
    }
    return toml_text({**tree, "players": players})


def _names(tree: Tree) -> dict[str, str]:
    """Every name the file gives, with the seat it belongs to; the longest first."""
    players = tree.get("players")
    names = {}
    for seat, player in players.items() if isinstance(players, dict) else ():
        name = player.get("name") if isinstance(player, dict) else None
        if isinstance(name, str) and name.strip():
            names[name.strip()] = _SEATS.get(seat, "a player")
            for part in re.split(r"[\s,/&-]+", name):
                if len(part) > 2:
                    names.setdefault(part, _SEATS.get(seat, "a player"))
    return dict(sorted(names.items(), key=lambda entry: -len(entry[0])))


def _clean_value(key: str, value: Any, names: dict[str, str], above: tuple[str, ...]) -> Any:  # noqa: ANN401
    if isinstance(value, dict):
        inner = {k: _clean_value(k, v, names, (*above, key)) for k, v in value.items() if not _drops(k, v)}
        return {k: v for k, v in inner.items() if v is not None and v != {}}
    if isinstance(value, list):
        return [_clean_value(key, entry, names, above) for entry in value]
    if isinstance(value, str):
        in_words = key in _MEANINGS and bool(HandConstraint.problems(value))
        return _plain(value, names) if in_words or key in _NEEDED or key == "text" else value
    return value


def _drops(key: str, value: object) -> bool:
    if key == "by" and isinstance(value, str):
        return value not in _SEATS and value not in {str(body) for body in Body}
    return key in _DROPPED and not isinstance(value, (dict, list))


def _plain(text: str, names: dict[str, str], instead: str | None = None) -> str:
    for name, seat in names.items():
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", instead or seat, text, flags=re.IGNORECASE)
    return text
