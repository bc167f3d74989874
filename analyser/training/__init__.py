"""Fits the models to the record, measures them on deals they have not seen, and writes what came of it."""
