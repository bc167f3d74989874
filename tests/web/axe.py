"""Where axe-core is: fetched once from the npm registry into `.cache`, held against its known hash."""

import hashlib
import io
import tarfile
import urllib.request
from functools import cache

from tests.support import ROOT

VERSION = "4.14.0"
SHA256 = "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af"
ADDRESS = f"https://registry.npmjs.org/axe-core/-/axe-core-{VERSION}.tgz"
FOLDER = ROOT / ".cache" / "axe"
CHECK = """
async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.map(
  found => `${found.id}: ${found.nodes.map(node => node.target.join(" ")).slice(0, 4).join(", ")}`)
"""


@cache
def axe() -> tuple[str, str]:
    """The script, or an empty text and the reason why there is none."""
    place = FOLDER / f"axe-{VERSION}.min.js"
    if not place.is_file():
        reason = _fetched(place)
        if reason:
            return "", reason
    return place.read_text("utf-8"), ""


def _fetched(place) -> str:
    try:
        with urllib.request.urlopen(ADDRESS, timeout=60) as answer:
            packed = answer.read(5_000_000)
    except OSError:
        return "axe-core is not in .cache/axe and could not be fetched from the npm registry"
    if hashlib.sha256(packed).hexdigest() != SHA256:
        return "what the npm registry gave for axe-core is not what it gave before"
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        FOLDER.mkdir(parents=True, exist_ok=True)
        place.write_bytes(script.read())
    return ""
