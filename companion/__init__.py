"""Cards become games, games become evenings, evenings become a dashboard."""
