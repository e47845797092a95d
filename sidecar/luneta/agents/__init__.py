"""The vault for AI agents: Claude Code's hooks, and what they hand over."""
