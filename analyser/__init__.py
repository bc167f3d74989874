"""An analyser of appeals and adjusted scores at duplicate bridge."""

__version__ = "0.1.0"
