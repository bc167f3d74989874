"""What players do: the calls, leads, tricks and tempo of the record, as models learned once and read as data."""

from analyser.estimates.calls import CallModel, form_code
from analyser.estimates.deal_sampler import WeightedDeals, deal_hidden
from analyser.estimates.hand_arrays import Shown
from analyser.estimates.leads import LeadModel
from analyser.estimates.record_models import TrickModel
