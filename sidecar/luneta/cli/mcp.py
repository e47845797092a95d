"""`luneta mcp`: the vault for MCP clients."""

import asyncio
import socket
from argparse import Namespace

from luneta.cli import exits, face, stream
from luneta.cli.vaults import chosen_vault
from luneta.errors import LunetaError, VaultError


def run(arguments: Namespace) -> int:
    """Serve until the client ends it."""
    vault = chosen_vault(arguments.vault)
    if not vault.is_dir():
        raise VaultError(f"There is no folder {vault}. Check the path, and that its drive is connected.")
    from luneta.agents import mcp

    if not arguments.http:
        asyncio.run(mcp.serve_stdio(vault))
        return exits.FINE
    token = mcp.http_token()
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", arguments.port or 0))
        except OSError as error:
            raise LunetaError(f"Port {arguments.port} cannot be used: {error.strerror}.") from error
        listening.listen()
        port = int(listening.getsockname()[1])
        ready = face.mcp_ready(vault, f"http://127.0.0.1:{port}/mcp", token)
        asyncio.run(mcp.serve_http(vault, listening, token, lambda: stream.write_bytes(face.encode(ready))))
    return exits.FINE
