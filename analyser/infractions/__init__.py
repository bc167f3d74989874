"""What was infringed."""
