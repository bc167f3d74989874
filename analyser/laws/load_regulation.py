"""The regulations as values: each laid over what it is based on and, at the root, over the edition's own text."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import PurePosixPath
from types import MappingProxyType

from analyser import resources
from analyser.errors import LawError
from analyser.laws import regulation as of_regulation
from analyser.laws.load import NOT_GROUPS, edition_file
from analyser.laws.regulation import Adoption, Penalty, Regulation
from analyser.laws.source import Source
from analyser.laws.tables import Layer, Problems, Toml, convert, nearest, parse, settle

__all__ = ["RegulationFile", "read_regulation", "regulation_file", "regulation_of", "regulations"]

_REGULATIONS = "laws/regulations"
_REGULATION_GROUPS: Mapping[str, type] = MappingProxyType(
    {
        "weighting": of_regulation.Weighting,
        "two_standards": of_regulation.TwoStandards,
        "alternatives": of_regulation.Alternatives,
        "rounding": of_regulation.RoundingUnits,
        "claims": of_regulation.ClaimRules,
        "revokes": of_regulation.RevokeRules,
        "information": of_regulation.Information,
        "tempo": of_regulation.Tempo,
        "awards": of_regulation.Awards,
        "fouled": of_regulation.FouledBoards,
        "appeals": of_regulation.Appeals,
    }
)
_HEAD = ("title", "authority", "edition", "based_on", "overlay", "editions")


@dataclass(frozen=True, slots=True)
class RegulationFile:
    """A regulation as written: whose it is, for which edition, what it is based on."""

    toml: Toml
    name: str
    title: str
    authority: str
    edition: str
    based_on: tuple[str, ...]  # the regulations under it, the lowest first; none: the edition's own text
    overlay: bool  # laid over an authority's own regulation
    editions: tuple[str, ...]  # where an overlay applies; empty: everywhere
    adoption: Adoption | None


@cache
def regulations() -> tuple[str, ...]:
    """The names of all regulations kept, such as `ebu-2017`."""
    names = (PurePosixPath(name) for name in resources.listing(_REGULATIONS))
    return tuple(name.stem for name in names if name.suffix == ".toml")


@cache
def regulation_file(name: str) -> RegulationFile:
    """One regulation as written."""
    if name not in regulations():
        near = nearest(name, regulations())
        raise LawError(
            "there is no such regulation",
            where="event regulations",
            found=name,
            remedy=f"did you mean '{near}'" if near else f"known: {', '.join(regulations())}",
        )
    path = f"{_REGULATIONS}/{name}.toml"
    return read_regulation(parse(path, resources.text(path)))


def read_regulation(toml: Toml) -> RegulationFile:
    """The head of a regulation file; the switches are settled when the day is known."""
    about, name = toml.table("about"), PurePosixPath(toml.name).stem
    problems = Problems()
    overlay = bool(about.get("overlay", False))
    wanted = ("title", "overlay") if overlay else ("title", "authority", "edition")
    for key in wanted:
        if key not in about:
            problems.add(f"{toml.name} [about]", key, "the value is missing", "state it")
    for key in about:
        if key not in _HEAD:
            problems.unknown(f"{toml.name} [about]", key, _HEAD, "key")
    problems.settle()
    authority, year = str(about.get("authority", "")), str(about.get("edition", ""))
    adopted = toml.table("adopted")
    adoption = None
    if adopted:
        adoption = Adoption(
            authority,
            year,
            adopted["earliest"],
            adopted["latest"],
            Source(
                str(adopted.get("document", "")),
                str(adopted.get("article", "")),
                address=str(adopted.get("address", "")),
            ),
            unsettled=bool(adopted.get("unsettled", False)),
        )
    base, where = tuple(about.get("based_on", [])), tuple(about.get("editions", []))
    return RegulationFile(toml, name, str(about["title"]), authority, year, base, overlay, where, adoption)


def _stack(name: str) -> tuple[RegulationFile, ...]:
    """The files a regulation is built of, the lowest first, itself last."""
    file = regulation_file(name)
    under = [one for base in file.based_on for one in _stack(base)]
    return (*under, file)


@cache
def regulation_of(name: str, day: date | None, overlays: tuple[str, ...] = ()) -> Regulation:
    """What a regulation says on a day, laid over what it is based on, with overlays on top."""
    file = regulation_file(name)
    stack = (*_stack(name), *(regulation_file(one) for one in overlays))
    problems = Problems()
    layers = [_root_layer(file.edition), *(_layer(one, file.edition) for one in stack)]
    built, stated = settle(_REGULATION_GROUPS, layers, day, problems)
    penalties = tuple(penalty for one in stack for penalty in _penalties(one.toml, day, problems))
    problems.settle()
    return Regulation(
        name=name,
        title=file.title,
        authority=file.authority,
        edition=file.edition,
        based_on=tuple(one.name for one in stack if one.name != name),
        penalties=penalties,
        stated=MappingProxyType(stated),
        **built,
    )


def _root_layer(year: str) -> Layer:
    toml = edition_file(year)
    about = toml.table("about")
    return Layer(
        f"{toml.name} switches",
        year,
        toml.table("switches"),
        Source(str(about.get("title", "")), seed=str(about.get("seed", ""))),
        toml.table("documents"),
    )


def _layer(file: RegulationFile, year: str) -> Layer:
    tables = {key: table for key, table in file.toml.data.items() if key not in NOT_GROUPS}
    laws = str(edition_file(year).table("about").get("title", ""))
    return Layer(file.toml.name, year, tables, Source(laws), file.toml.table("documents"))


def _penalties(toml: Toml, day: date | None, problems: Problems) -> list[Penalty]:
    found = []
    documents = toml.table("documents")
    for place, entry in enumerate(toml.data.get("penalty", []), start=1):
        if day is not None and not entry.get("from", date.min) <= day <= entry.get("until", date.max):
            continue
        try:
            named = documents[entry["by"]]
            source = Source(
                named["document"],
                entry["article"],
                named.get("seed", ""),
                entry.get("lines", ""),
                named.get("address", ""),
            )
            found.append(
                Penalty(
                    entry["code"],
                    entry["offence"],
                    convert(Fraction, entry["amount"]),
                    entry["unit"],
                    entry["per"],
                    bool(entry.get("shared", False)),
                    bool(entry.get("discretionary", False)),
                    source,
                )
            )
        except (KeyError, ValueError) as fault:
            problems.add(
                f"{toml.name} penalty {place}",
                "",
                f"{fault}",
                "give code, offence, amount, unit, per, by, article",
            )
    return found
