"""The admin in French: every field of every model is named, and in French."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Field, Model
from django.test import Client
from django.utils.functional import Promise
from django.utils.translation import override

from tests.web.admin_forms import address, body
from tournaments.admin import site
from tournaments.management.example import make_example
from tournaments.models import ColorUp

# French words that are spelled as the English ones, and the English ones that French rooms use.
THE_SAME = {"version", "table", "section", "minutes", "note", "ante", "color up"}


def named_fields() -> Iterator[Any]:
    """The fields that the product names: not those that Django adds by itself or inherits."""
    models = {*site._registry, *apps.get_app_config("tournaments").get_models()}
    for model in sorted(models, key=lambda one: one.__name__):
        for field in model._meta.get_fields():
            if isinstance(field, Field) and not field.auto_created:
                yield pytest.param(model, field, id=f"{model.__name__}.{field.name}")


@pytest.mark.parametrize(("model", "field"), list(named_fields()))
def test_a_field_has_a_french_name_of_its_own(model: type[Model], field: Any) -> None:
    automatic = field.name.replace("_", " ")
    assert isinstance(field.verbose_name, Promise), "no verbose name that is translated"
    with override("fr"):
        french = str(field.verbose_name)
    with override("en"):
        english = str(field.verbose_name)
    assert french not in {automatic, english} - THE_SAME


@pytest.mark.parametrize("model", [one.__name__ for one in site._registry])
def test_a_model_has_a_french_name(model: str) -> None:
    found = next(one for one in site._registry if one.__name__ == model)._meta
    for name in (found.verbose_name, found.verbose_name_plural):
        with override("fr"):
            french = str(name)
        with override("en"):
            assert french not in {str(name)} - THE_SAME - {"tables", "sections"}


@pytest.mark.django_db
def test_a_page_of_the_record_names_its_fields_in_french(
    client_as: Callable[..., Client],
) -> None:
    make_example()
    client = client_as("admin", username="keeper")
    client.cookies["django_language"] = "fr"
    page = body(client.get(address("colorup", "change", ColorUp.objects.latest("pk").pk)))
    assert "Jetons retirés" in page
    assert "Annoncé par" in page
    assert "Announced by" not in page
