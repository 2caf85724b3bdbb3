"""HTTP in, HTTP out: views load, ask the boards what to show, and call commands."""
