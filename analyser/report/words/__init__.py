"""The words readers see: one table of sentences a language, one file a room."""
