"""Show AI answers beside the stored snapshots that they cite, and say what was proved."""
