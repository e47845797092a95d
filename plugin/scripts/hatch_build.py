"""Hatchling's build hook: the wheel carries the plugin that `npm run build` made, for `luneta plugin install`."""

import json
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FILES = ("main.js", "manifest.json", "styles.css")
BUILT = "plugin/dist"
#: Where luneta/cli/plugin.py looks, inside the wheel.
INSTALLED = "luneta/obsidian_plugin"


class CarryPlugin(BuildHookInterface[Any]):
    """Adds the built plugin to wheel and sdist. Without one it says so and goes on: the search needs no plugin."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before each build; `version` is "editable" for an editable install, which finds plugin/dist itself."""
        if version == "editable":
            return
        folder = Path(self.root) / BUILT
        if not all((folder / name).is_file() for name in FILES):
            self.app.display_warning("Without the Obsidian plugin: `npm run build` has not made one.")
            return
        built = json.loads((folder / "manifest.json").read_bytes())["version"]
        if built != self.metadata.version:
            raise ValueError(f"{folder} is of version {built}, and this is {self.metadata.version}: npm run build.")
        place = INSTALLED if self.target_name == "wheel" else BUILT
        for name in FILES:
            build_data["force_include"][str(folder / name)] = f"{place}/{name}"
