"""Fits the models to the record, measures them on deals they have not seen, and writes what came of it.

Each model has its own file, opened only when it is asked for: scikit-learn is slow to load.
"""
