"""Fits the models to the record, measures them on deals they have not seen, and rules past rulings again.

None of it is in the wheel: `./run train` and `./run evaluate` come here. Each model has its own file, opened only when it
is asked for: scikit-learn is slow to load.
"""
