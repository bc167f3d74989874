"""From a branch to plausible results, each with its path, its legality and its probability."""
