"""Measuring: golden sets, measures, trials, reports. Imports the engine; only `cli` and the tests import it."""
