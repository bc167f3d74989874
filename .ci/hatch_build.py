"""Puts models and bundled cases into a wheel, beside the code that reads them.

In a checkout they stand at the top, and an editable install leaves them there.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SHIPPED = {"models": "analyser/_shipped/models", "cases": "analyser/_shipped/cases"}


class ShippedFiles(BuildHookInterface):  # type: ignore[type-arg]
    """The hook hatchling asks before it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the folders a real wheel carries along."""
        if version == "standard":
            build_data["force_include"].update(SHIPPED)
