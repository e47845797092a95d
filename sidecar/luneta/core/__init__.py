"""The pure part: no I/O, no clock, no globals. Everything that decides what is right."""
