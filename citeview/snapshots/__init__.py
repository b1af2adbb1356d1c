"""Read stored snapshots and verify their digests."""
