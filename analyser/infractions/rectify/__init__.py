"""What the Laws prescribe mechanically: rectifications read from the law data, with the options of the innocent side."""
