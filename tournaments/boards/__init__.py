"""What pages show: frozen values that a template only prints; a file a page."""
