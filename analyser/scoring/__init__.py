"""From a contract and its tricks to points, and from points to every form of scoring, exactly.

Scores are whole numbers, weights and everything made of them `Fraction`s. A score is always two, one a side, each in
its own view. Numbers that an authority chooses are handed in; nothing here knows a regulation, and nothing is rounded
before the end.
"""

from analyser.scoring.artificial import (
    ArtificialValues,
    Fault,
    SessionClamp,
    artificial_score,
    percent_of_top,
)
from analyser.scoring.board import RescoredTable, converted, final_scores, rescored, weighed
from analyser.scoring.board_a_match import artificial_room, room_percent
from analyser.scoring.comparison import Comparison, Form, Need, Unit
from analyser.scoring.contract_score import contract_score, is_contract_score, score_ns
from analyser.scoring.cross_imps import as_teams_imps
from analyser.scoring.field import Field
from analyser.scoring.forms import FORMS, form_named, nearest_form
from analyser.scoring.fouled_board import GroupAward, GroupRules, award_in_group, awards_in_group
from analyser.scoring.imps import imps
from analyser.scoring.knockout import merged
from analyser.scoring.matchpoints import ChartRow, inserted_by_hand, matchpoints_in
from analyser.scoring.neuberg import neuberg, shifted
from analyser.scoring.penalties import for_started_units, split
from analyser.scoring.rounding import Tie, rounded
from analyser.scoring.self_inflicted import Settlement, SettlementCase, settle
from analyser.scoring.side_scores import SideScores
from analyser.scoring.substitute_awards import (
    Basis,
    Credit,
    Substitute,
    imps_credited,
    imps_winning,
    substitute,
    withdrawn_pair,
)
from analyser.scoring.team_boards import TeamBoard, boards_not_played, team_board
from analyser.scoring.two_standards import Chance, Reading, Standards, two_standards
from analyser.scoring.vp_scales import SCALES, Scale, match_after, match_points, scale_named
from analyser.scoring.weights import Share, WeightedScore, check_whole, parse_weight, percent_text
from analyser.scoring.winning_margin import bam_margin, simple_margin, simple_points

__all__ = [
    "FORMS",
    "SCALES",
    "ArtificialValues",
    "Basis",
    "Chance",
    "ChartRow",
    "Comparison",
    "Credit",
    "Fault",
    "Field",
    "Form",
    "GroupAward",
    "GroupRules",
    "Need",
    "Reading",
    "RescoredTable",
    "Scale",
    "SessionClamp",
    "Settlement",
    "SettlementCase",
    "Share",
    "SideScores",
    "Standards",
    "Substitute",
    "TeamBoard",
    "Tie",
    "Unit",
    "WeightedScore",
    "artificial_room",
    "artificial_score",
    "as_teams_imps",
    "award_in_group",
    "awards_in_group",
    "bam_margin",
    "boards_not_played",
    "check_whole",
    "contract_score",
    "converted",
    "final_scores",
    "for_started_units",
    "form_named",
    "imps",
    "imps_credited",
    "imps_winning",
    "inserted_by_hand",
    "is_contract_score",
    "match_after",
    "match_points",
    "matchpoints_in",
    "merged",
    "nearest_form",
    "neuberg",
    "parse_weight",
    "percent_of_top",
    "percent_text",
    "rescored",
    "room_percent",
    "rounded",
    "scale_named",
    "score_ns",
    "settle",
    "shifted",
    "simple_margin",
    "simple_points",
    "split",
    "substitute",
    "team_board",
    "two_standards",
    "weighed",
    "withdrawn_pair",
]
