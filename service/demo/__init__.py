"""What a newcomer finds after `playledger serve --demo`."""
