"""The board of a slow raise: 1S, a slow 3S by North, 4S by South. A test adds what was said of it and who complains."""

SLOW_RAISE = """schema = 1
id = "slow-raise"
[event]
form = "imps"
[board]
dealer = "S"
vulnerable = "none"
deal = "N:K832.A7.QT62.Q84 75.J865.J75.A962 AQT94.K3.K84.J75 J6.QT942.A93.KT3"
[table]
auction = "1S P 3S P 4S P P P"
"""
