"""Explain why a range does not select its quote. Nothing here changes a verdict or repairs a range."""
