"""What a page shows, drawn up from the ruling as plain values: no words, no markup."""

__all__: list[str] = []
