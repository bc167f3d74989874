"""Review of a given ruling: whether it is inside our band, whether the process was followed and time limits were met."""

from analyser.audit.appeal import formal_of, process_of
from analyser.audit.verdict import Finder, ReviewedResults, Verdict, verdict_of
