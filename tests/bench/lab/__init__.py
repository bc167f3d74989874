"""The lab: fits the models to the record, evaluates them on held-out deals, and rules past rulings again.

None of it is in the wheel: `./run train` and `./run evaluate` call it. Each model has its own file, imported only when
it is asked for: scikit-learn is slow to import.
"""
