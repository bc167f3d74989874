"""Exact scoring: points of a contract and its tricks, and their value in every form of scoring.

Scores are whole numbers; weights and everything computed with them are `Fraction`s. Every score has one value for each
side, from its own view. Values that an authority chooses are parameters; this package knows no regulation and rounds
nothing before the end.
"""

from analyser.scoring.awards import (
    AwardBasis,
    Credit,
    DegreeOfFault,
    FaultValues,
    SessionClamp,
    Substitute,
    TeamBoard,
    artificial_score,
    boards_not_played,
    charge_started_units,
    fault_values,
    imps_credited,
    imps_winning,
    percent_of_top,
    split,
    substitute,
    team_board,
    withdrawn_pair,
)
from analyser.scoring.comparison import (
    BoardComparison,
    Field,
    FieldMethod,
    Need,
    ScoringForm,
    SideScores,
    Tie,
    Unit,
    WeightedScore,
    check_whole,
    parse_number,
    parse_weight,
    round_to_unit,
)
from analyser.scoring.contract_score import contract_score, is_contract_score, score_ns
from analyser.scoring.forms import (
    FORMS,
    RescoredTable,
    convert_result,
    final_scores,
    form_named,
    nearest_form,
    rescore_tables,
    weighted_worth,
)
from analyser.scoring.imps import imps, merge_scores, to_teams_imps
from analyser.scoring.matchpoints import (
    ChartRow,
    GroupAward,
    GroupRules,
    artificial_room,
    award_in_group,
    awards_in_group,
    inserted_by_hand,
    matchpoints_in,
    neuberg,
    room_percent,
    shift_inwards,
)
from analyser.scoring.two_standards import (
    Chance,
    Reading,
    Settlement,
    SettlementCase,
    Standards,
    settle,
    two_standards,
)
from analyser.scoring.victory_points import (
    SCALES,
    VictoryPointScale,
    bam_margin,
    match_after,
    match_points,
    scale_named,
    simple_margin,
    simple_points,
)
