"""Keep what a person decided."""
