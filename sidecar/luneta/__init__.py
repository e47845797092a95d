"""Luneta: hybrid search for a vault of Markdown notes."""

__version__ = "0.1.0"
