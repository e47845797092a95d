"""What is in force for a vault: its settings, the folder rules that they make, and the model that they name."""

from pathlib import Path
from typing import TYPE_CHECKING

from luneta.config import Config
from luneta.core.rules import FolderRules
from luneta.errors import EncoderError
from luneta.notepath import case_insensitive

if TYPE_CHECKING:
    from luneta.encoder import Encoder


class InForce:
    """The settings of one vault, and what follows from them.

    `rules_key`: the folder rules in words: an index left by a whole run under the same ones holds nothing they deny.
    `no_encoder`: why there is no encoder, once it was asked for; `encoder_failed`: that is not by the user's will.
    """

    def __init__(self, vault: Path, settings: Config) -> None:
        self.vault = vault
        self._set(settings)
        self.no_encoder = ""
        self.encoder_failed = False
        self._encoder: Encoder | None = None
        self._asked = False

    def obey(self, settings: Config) -> None:
        """Go by these settings from now on."""
        if settings.model != self.config.model:
            self._asked = self.encoder_failed = False
            self._encoder = None
        self._set(settings)

    def _set(self, settings: Config) -> None:
        self.config = settings
        self.rules = self._rules_of(settings)
        self.rules_key = repr(self.rules)

    @property
    def loaded(self) -> "Encoder | None":
        """The encoder, if it was asked for already."""
        return self._encoder

    def encoder(self) -> "Encoder | None":
        """The encoder of the settings, loaded once; None, with the reason kept, if there is none."""
        if not self._asked:
            from luneta.encoder import load_encoder

            self._asked = True
            try:
                self._encoder = load_encoder(self.config.model)
                self.no_encoder = "" if self._encoder else "no model is set (`luneta config set model VALUE`)"
            except EncoderError as error:
                self.no_encoder = str(error)
                self.encoder_failed = True
        return self._encoder

    def _rules_of(self, settings: Config) -> FolderRules:
        return settings.rules(casefold=case_insensitive(self.vault))
