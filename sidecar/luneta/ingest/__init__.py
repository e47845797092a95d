"""What deserves to enter the vault: signals are read, scored, routed, and filed when the user says so.

Scoring knows nothing of embeddings and the retriever nothing of routing; whether a note like a signal exists already is
asked of the search, as any client would ask.
"""
