"""How many tables will not be ready at the pace so far."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tournaments.boards.pace import Outlook, pace_of


class TestPace:
    NOW = datetime(2026, 11, 30, 21, 0, tzinfo=UTC)

    def pace(self, left: int, begun: int, done: int, waiting: int) -> tuple[int, str, str]:
        told = pace_of(
            now=self.NOW,
            restart_at=self.NOW + timedelta(seconds=left),
            first_count_at=self.NOW - timedelta(seconds=begun),
            confirmed=done,
            waiting=waiting,
        )
        return told.late, told.outlook.value, told.clock

    def test_tables_that_will_not_be_ready(self) -> None:
        # 6 tables in 3 minutes; 5 minutes are left: 10 more.
        assert self.pace(300, 180, 6, 13) == (3, "bad", "5:00")
        assert self.pace(300, 180, 6, 10) == (0, "win", "5:00")

    def test_before_the_first_table_is_done(self) -> None:
        assert self.pace(90, 30, 0, 4) == (0, "live", "1:30")

    def test_after_the_restart_whatever_is_left_is_late(self) -> None:
        assert self.pace(-5, 600, 6, 2) == (2, "bad", "0:00")

    def test_the_first_minute_counts_as_one(self) -> None:
        assert self.pace(60, 2, 1, 5)[0] == 4

    def test_all_done_or_no_clock_says_nothing(self) -> None:
        assert self.pace(60, 60, 5, 0)[:2] == (0, "")
        told = pace_of(now=self.NOW, restart_at=None, first_count_at=None, confirmed=1, waiting=4)
        assert (told.seconds_left, told.outlook, told.sentence) == (None, Outlook.NONE, "")
