"""Faults that people reported of systems like this one, each held by a test over the whole engine.

A test's name begins with the case that it stands for (`test_q1_...`); its docstring says what went wrong elsewhere.
"""
