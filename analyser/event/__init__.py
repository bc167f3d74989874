"""Analysis of a championship: results, standings before and after rulings, doubtful results, trick counts, slow calls."""
