"""Turn files into records, one importer a module."""
