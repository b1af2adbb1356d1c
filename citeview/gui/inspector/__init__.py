"""What is said about the chosen citation."""
