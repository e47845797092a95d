"""The only SQL. One file for each vault; each module owns the tables that it is named after."""
