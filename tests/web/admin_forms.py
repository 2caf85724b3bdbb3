"""What the tests of the admin send, and how they read the answer."""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpResponse
from django.urls import reverse


def address(model: str, page: str = "changelist", *args: Any) -> str:
    return reverse(f"admin:tournaments_{model}_{page}", args=args)


def body(response: HttpResponse) -> str:
    return response.content.decode()


def sentences(response: HttpResponse) -> list[str]:
    """What the page says is wrong, in its order."""
    return re.findall(r'<ul class="errorlist[^>]*>\s*<li>(.*?)</li>', body(response))


def errors_at(response: HttpResponse, field: str) -> list[str]:
    return list(response.context["adminform"].form.errors.get(field, []))


def lines(prefix: str, *rows: dict[str, Any], stored: int = 0) -> dict[str, Any]:
    """The lines of a part of a form, as a browser sends them."""
    sent = {f"{prefix}-TOTAL_FORMS": len(rows), f"{prefix}-INITIAL_FORMS": stored}
    for number, row in enumerate(rows):
        sent |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return sent
