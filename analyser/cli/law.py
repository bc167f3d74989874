"""`law`: a clause's gist, its sources, what came before and after, and what the program does with it."""

from typing import Any

from analyser import laws
from analyser.cli.options import check_edition, check_language
from analyser.cli.terminal import print_json, say
from analyser.errors import UsageError
from analyser.messages import LANGUAGES, Voice


def run(clause: str, edition: str | None, *, coverage: bool, as_json: bool, language: str = "en") -> int:
    """Print one clause, or the honest list of what is covered."""
    check_language(language, LANGUAGES, "the Laws are not told in this language")
    check_edition(edition)
    if coverage:
        return _coverage(clause, edition, as_json=as_json, language=language)
    if not clause.strip():
        raise UsageError(
            "a clause is wanted",
            where="CLAUSE",
            remedy="write `law 16B1`, or `law --coverage` for the whole list",
        )
    provision = laws.lookup(clause, edition)
    if as_json:
        print_json(_document(provision, language))
    else:
        _print(provision, Voice(language))
    return 0


def _document(provision: laws.Provision, language: str) -> dict[str, Any]:
    clause, source = provision.clause, provision.source
    return {
        "clause": clause.path,
        "edition": clause.edition,
        "gist": laws.gist_in(provision, language),
        "language": language,
        "standing": str(provision.standing),
        "use": str(provision.use),
        "sources": [{"seed": source.seed, "lines": source.lines, "document": str(source)}],
        "predecessors": [str(one) for one in laws.predecessors(clause)],
        "successors": [str(one) for one in laws.successors(clause)],
        "aliases": list(laws.aliases(clause)),
        "readings": [trap.operative for trap in laws.readings(clause)],
    }


def _print(provision: laws.Provision, voice: Voice) -> None:
    clause = provision.clause
    say(f"{clause}  {voice('clause.title', clause=clause, edition=clause.edition)}")
    say(f"  {laws.gist_in(provision, voice.language)}")
    say(f"  {voice('clause.source')}: {provision.source}")
    for word, found in (("before", laws.predecessors(clause)), ("after", laws.successors(clause))):
        if found:
            say(f"  {voice(f'clause.{word}')}: {', '.join(map(str, found))}")
    if others := laws.aliases(clause):
        say(f"  {voice('clause.aliases')}: {', '.join(others)}")
    for trap in laws.readings(clause):  # both are about English words and stay as they are
        printed = voice("clause.printed", text=trap.printed)
        say(f"  {voice('clause.reading')}: {trap.operative} ({printed})")
    say(f"  {voice('clause.here')}: {_standing(provision.standing, voice)}; {voice.told(provision.use)}")


def _standing(standing: laws.Formalisation, voice: Voice) -> str:
    return voice(f"clause.{standing.replace(' ', '-')}")


def _coverage(clause: str, edition: str | None, *, as_json: bool, language: str) -> int:
    if clause.strip():
        raise UsageError(
            "`--coverage` lists every clause",
            where="CLAUSE",
            found=clause,
            remedy="leave the clause or the option away",
        )
    wanted = [entry for entry in laws.coverage() if edition in (None, entry.edition)]
    if as_json:
        print_json(
            {entry.edition: {str(name): _paths(found) for name, found in _parts(entry)} for entry in wanted}
        )
        return 0
    voice = Voice(language)
    for entry in wanted:
        computed, judged, other = entry.counts
        counts = {"computed": computed, "judgement": judged, "other": other}
        say(voice("clause.counts", edition=entry.edition, **counts))
        for standing, found in _parts(entry):
            say(f"  {_standing(standing, voice)}")
            for provision in found:
                say(f"    {provision.clause.path:<9} {laws.gist_in(provision, language)}")
    return 0


def _parts(entry: laws.Coverage) -> list[tuple[laws.Formalisation, tuple[laws.Provision, ...]]]:
    return [
        (laws.Formalisation.COMPUTED, entry.computed),
        (laws.Formalisation.JUDGEMENT, entry.judgement),
        (laws.Formalisation.NOT_FORMALISED, entry.not_formalised),
    ]


def _paths(found: tuple[laws.Provision, ...]) -> list[str]:
    return [provision.clause.path for provision in found]
