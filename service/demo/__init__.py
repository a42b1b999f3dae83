"""The data that a newcomer finds after `playledger serve --demo`."""
