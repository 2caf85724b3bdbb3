"""One break, played through: 20 tables, two floor people, nine minutes.

    python -m tests.bench.simulated_break [--order stay|rounds] [--evidence best|winners] [--seed N]

A scratch server is started as ``manage.py up`` starts it, with a database file of its own, and two
people work on it in two browsers.  Exit status 1 where a table is not confirmed in time, or where
anything is recorded otherwise than it happened.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.bench.simulated_break.assumptions import Assumptions
from tests.bench.simulated_break.clock import SECOND, Person
from tests.bench.simulated_break.floor import Evidence, Floor, Order
from tests.bench.simulated_break.paper import PaperHands
from tests.bench.simulated_break.report import (
    all_confirmed_at,
    minutes,
    told,
    told_of_assumptions,
    told_of_entering,
)
from tests.bench.simulated_break.truth import Incidents, seats_of_a_big_room, true_room
from tests.web.running import environment, manage, up

TABLES = 20
SECTIONS = {"dana": range(1, 11), "robin": range(11, 21)}
"""The director, who walks the floor too, and a floor person."""
DIRECTOR = "dana"
INCIDENTS = Incidents(cut=13, miscounted=16, misread=4)
ORDERS = {
    Order.STAY: "each counts a table, stays while it is dealt, pays, confirms and goes on",
    Order.ROUNDS: "each counts all their tables while dealers deal, then goes round again",
}
LOOPBACK = "127.0.0.1"
LANDSCAPE = {"width": 1024, "height": 768}


def main() -> int:
    parser = argparse.ArgumentParser(prog="make break", description="Play one break through.")
    parser.add_argument("--order", type=Order, choices=list(Order), default=Order.STAY)
    parser.add_argument("--evidence", type=Evidence, choices=list(Evidence), default=Evidence.BEST)
    parser.add_argument("--seed", type=int, default=2026)
    given = parser.parse_args()
    assumed = Assumptions()
    seats = seats_of_a_big_room(TABLES, given.seed)

    def floor() -> Floor:
        people = [Person(name, mine, name == DIRECTOR) for name, mine in SECTIONS.items()]
        room = true_room(seats, given.seed)
        return Floor(room, INCIDENTS, assumed, given.order, given.evidence, people)

    paper, tablet = floor(), floor()
    paper.run({one.name: PaperHands(one, paper) for one in paper.people})
    with tempfile.TemporaryDirectory(prefix="colorup-break-") as folder:
        data = Path(folder, "var")
        with up(data, "--host", LOOPBACK, "--no-demo") as server:
            wrong = on_tablets(tablet, seats, data, f"http://{LOOPBACK}:{server.port}")
            server.stop()
        checked = manage(data, "check_ledger")
    print(f"{TABLES} tables, 2 people, seed {given.seed}; {ORDERS[given.order]}.\n")
    print("On tablets", *told(tablet, "taps"), "", sep="\n")
    print("On paper", *told(paper, "entries"), told_of_entering(paper), "", sep="\n")
    print(*told_of_assumptions(assumed), "", sep="\n")
    print(checked.stdout + checked.stderr, end="")
    in_time = all_confirmed_at(tablet) <= assumed.target * SECOND
    if not in_time:
        wrong.append(f"Not every table was confirmed by {minutes(assumed.target * SECOND)}.")
    print(*(wrong or ["What is recorded is what happened, at every table."]), sep="\n")
    return 1 if wrong or checked.returncode else 0


def on_tablets(floor: Floor, seats: dict[int, list[int]], data: Path, address: str) -> list[str]:
    """Play the break in two browsers; every fact that is recorded otherwise than it happened."""
    # The room's own database, whatever this shell is set to.
    os.environ.clear()
    os.environ.update(environment(data, DJANGO_SETTINGS_MODULE="colorup.settings"))
    # Playwright keeps an event loop on this thread, which Django takes for asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    import django

    django.setup()
    from playwright.sync_api import sync_playwright

    from tests.bench.simulated_break.facts import falsified
    from tests.bench.simulated_break.staging import stage
    from tests.bench.simulated_break.tablet import TabletHands
    from tournaments.models import ColorUp

    color_up_id = stage(seats, SECTIONS)
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        sys.exit("There is no Chromium here.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        hands = {}
        for person in floor.people:
            page = browser.new_context(viewport=LANDSCAPE, locale="en-GB").new_page()
            page.goto(f"{address}/login/?next=/colour-ups/{color_up_id}/")
            page.fill("#id_username", person.name)
            page.fill("#id_password", person.name)
            page.locator(".primary").click()
            page.wait_for_selector(".tile-link")
            hands[person.name] = TabletHands(person, page, floor.assumed)
        floor.run(hands)
        browser.close()
    color_up = ColorUp.objects.get(pk=color_up_id)
    return falsified(color_up, floor.room, floor.incidents, floor.evidence, DIRECTOR)


if __name__ == "__main__":
    raise SystemExit(main())
