"""The values that travel: answers, citations, selectors, snapshot descriptions."""
