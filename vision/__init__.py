"""Pixels become what lies on the table and what changed. Knows no game and no dashboard."""
