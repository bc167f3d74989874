"""Tests: what the law, the golden figures and the references say."""
