"""What an incident states that the record of the board, or another fact of the same incident, shows to be impossible."""

from analyser.casefile.contradictions.table import CHECKS, find_contradictions

__all__ = ["CHECKS", "find_contradictions"]
