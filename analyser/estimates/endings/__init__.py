"""The play of the cards once more: endings solved in plain Python, and the recorded line with one act changed."""
