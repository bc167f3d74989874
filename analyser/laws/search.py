"""Provisions found by words: what a law says in a language, and the names of the subjects it treats."""

from analyser.laws.law_book import Provision, addresses, editions, gist_in, provisions, topics


def provisions_about(text: str, language: str = "en", edition: str | None = None) -> tuple[Provision, ...]:
    """The provisions of an edition, or of all, whose gist or subject holds every one of these words, in book order.

    >>> [str(provision.clause) for provision in provisions_about("comparable call", edition="2017")][:2]
    ['2017:23', '2017:23A']
    """
    words = text.casefold().split()
    return tuple(
        provision
        for year in ([edition] if edition is not None else editions())
        for provision in provisions(year).values()
        if all(word in _told(provision, language) for word in words)
    )


def _told(provision: Provision, language: str) -> str:
    """Everything a provision may be found by: its gist there and in English, its address, its subjects."""
    subjects = (
        name.replace("-", " ")
        for name in topics()
        if provision.clause in addresses(name, provision.clause.edition)
    )
    return " ".join(
        (provision.gist, gist_in(provision, language), provision.clause.path, *subjects)
    ).casefold()
