"""The schema of the case file as JSON Schema, for editors and other programs."""

import json

from analyser.casefile.case import Case

__all__ = ["json_schema_text"]


def json_schema_text() -> str:
    """The published form of the schema: `cases/schema.json` holds exactly this."""
    schema = Case.model_json_schema(by_alias=True)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "analyser/case-1", **schema}
    return json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
