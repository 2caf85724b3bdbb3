"""Whole numbers as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colorup.formats.numbers import GROUP_MARKS, HIGHEST, whole_number


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("0", 0),
        ("25", 25),
        (" 12500 ", 12500),
        ("1,000", 1000),
        ("31'000", 31000),
        ("31’000", 31000),
        ("12 500", 12500),
        ("12\u00a0500", 12500),
        ("12\u202f500", 12500),
        ("9.875", 9875),
        ("1.234.567", 1234567),
        ("1k", 1000),
        ("2.5k", 2500),
        ("2,5 K", 2500),
        ("0.5k", 500),
        ("1.5M", 1500000),
        ("007", 7),
        ("1000000000000", HIGHEST),
    ],
)
def test_a_whole_number(written, number):
    assert whole_number(written) == number


@pytest.mark.parametrize(
    "written",
    [
        "", "eleven", "-50", "+5", "9.87", "25.0", "0.500", "1.2345k", "12,50",
        "1,00,000", "1,000.000", "1 00", "1000000000001", "9" * 5000,
        "k", "1kk", "٣", "1e3", "=1+1", "1,000,", "0x10",
    ],
)  # fmt: skip
def test_not_a_whole_number(written):
    assert whole_number(written) is None


@given(st.integers(0, HIGHEST), st.sampled_from(GROUP_MARKS))
def test_groups_of_three_digits_read_back(number, mark):
    assert whole_number(f"{number:,}".replace(",", mark)) == number
