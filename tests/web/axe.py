"""Where axe-core is: fetched once from the npm registry into `.cache`, held against its known hash."""

import hashlib
import shutil
import subprocess
import tarfile
from functools import cache

from tests.support import ROOT

VERSION = "4.14.0"
SHA256 = "2277b0a3ef47af9b52497faa3e71598e86e0a0e5e6eb295207a5657ede4709af"
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
    npm = shutil.which("npm")
    if npm is None:
        return "axe-core is not in .cache/axe, and npm is not here to fetch it"
    FOLDER.mkdir(parents=True, exist_ok=True)
    words = [npm, "pack", f"axe-core@{VERSION}", "--pack-destination", str(FOLDER), "--ignore-scripts"]
    try:
        subprocess.run(words, check=True, capture_output=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return "axe-core could not be fetched from the npm registry"
    packed = FOLDER / f"axe-core-{VERSION}.tgz"
    if hashlib.sha256(packed.read_bytes()).hexdigest() != SHA256:
        return "what the npm registry gave for axe-core is not what it gave before"
    with tarfile.open(packed) as archive:
        script = archive.extractfile("package/axe.min.js")
        assert script is not None
        place.write_bytes(script.read())
    return ""
