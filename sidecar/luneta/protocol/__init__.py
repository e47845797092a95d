"""Everything that goes over the wire, defined once: `frames` has what all of it shares, `requests` and `replies` the
messages. `codegen` writes the plugin's types from them.

JSON text frames over one WebSocket. The first frame of a connection is `Hello`, answered by `Welcome`. After that the
client sends requests, each with an `id` of its own choosing, which its reply carries back; the server sends events
(`Progress`, `Indexed`, `StateChanged`) at any time. What cannot be read is answered by `Failed`, and the connection
lives.

Paths are relative to the vault, with `/`. Lines count from 1. Snippets travel as segments, never as offsets: Python
counts code points and JavaScript UTF-16 units.
"""
