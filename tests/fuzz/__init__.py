"""Fuzz targets, one a reader; they need the `[fuzz]` extra and are run by hand."""
