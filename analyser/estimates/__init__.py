"""Models of the players, learned from the record and read as data: calls, opening leads, tricks, tempo, beliefs."""

from analyser.estimates.calls import CallModel, form_code
from analyser.estimates.deal_sampler import WeightedDeals, deal_hidden
from analyser.estimates.hand_arrays import Shown
from analyser.estimates.leads import LeadModel
from analyser.estimates.record_models import TrickModel
