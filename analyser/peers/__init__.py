"""What players do: the calls, leads, tricks and tempo of the record, as models learned once and read as data."""

from analyser.peers.calls import CallModel, Turn, form_code, rounded
from analyser.peers.calls_support import Support
from analyser.peers.dealing import Layouts, Shown, deal_hidden
from analyser.peers.leads import LeadModel
from analyser.peers.tricks import TrickModel

__all__ = [
    "CallModel",
    "Layouts",
    "LeadModel",
    "Shown",
    "Support",
    "TrickModel",
    "Turn",
    "deal_hidden",
    "form_code",
    "rounded",
]
