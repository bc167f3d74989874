"""Is a given ruling inside the band of reason, was the process followed, were the clocks kept."""

from analyser.audit.appeal import formal_of, process_of
from analyser.audit.verdict import Finder, ReviewedResults, Verdict, verdict_of
