"""Run the four checks on a citation and derive one headline."""
