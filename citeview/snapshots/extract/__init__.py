"""Turn stored bytes into text, each kind of file by its own named and versioned extractor."""
