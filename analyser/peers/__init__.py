"""What players do: the calls, leads, tricks and tempo of the record, as models learned once and read as data."""
