"""Write what was found."""
