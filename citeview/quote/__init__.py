"""Answer whether a quote stands in a text, and show the closest passage when it does not."""
