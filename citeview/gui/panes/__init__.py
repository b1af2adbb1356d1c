"""The two texts: the answer and the source."""
