"""Exact text and nothing else: units, boundary maps, grapheme clusters, display text."""
