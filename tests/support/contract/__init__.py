"""The contract every case file keeps: it is sound, can be ruled on, holds what it expects, and has its pages.

`files` says which files there are and which of them a short run takes, `ruled_case` makes each ruling once, and
`steps` lists what is checked; `find_failures` names every step that fails.
"""

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{module}" for module in ("case_steps", "ruling_steps", "page_steps", "estimate_steps"))
)
