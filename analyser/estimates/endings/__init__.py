"""Double-dummy solutions of endings in plain Python (partition search), and recorded play with one act changed."""
