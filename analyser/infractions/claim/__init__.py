"""Claims and concessions."""
