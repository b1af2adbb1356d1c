"""The parts that the window joins: each owns some widgets and what can be done with them."""
