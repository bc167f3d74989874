"""Outcome distributions after a branch: results with their paths, their legality and their probabilities."""
