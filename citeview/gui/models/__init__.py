"""What the window's lists show, apart from any widget."""
