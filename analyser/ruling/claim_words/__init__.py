"""What is said with a claim: its words, its grammar, and what they fix in the position. Loads nothing that rules."""
