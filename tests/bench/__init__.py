"""The promised speeds: one module a promise, named in the table of `tests.bench.__main__`."""
