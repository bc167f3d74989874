"""Names as the storage of a run holds them: plain, or only a digest if nobody asked for names."""

import hmac


def name_as_kept(text: str, key: bytes = b"") -> str:
    """The normalised name; with a key only its digest, the same for the same name.

    >>> name_as_kept(" The  Reds"), name_as_kept("REDS", b"1") == name_as_kept("Reds", b"1")
    ('the reds', True)
    """
    name = " ".join(text.split()).casefold()
    return hmac.new(key, name.encode("utf-8", "surrogatepass"), "sha256").hexdigest() if key else name
