"""People: their login and their role."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm, UserCreationForm
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.admin.base import RoomAdmin
from tournaments.models import Role, User


def other_admins(person: User) -> bool:
    """Whether somebody else can administer the room."""
    admins = User.objects.filter(role=Role.ADMIN, is_active=True)
    return admins.exclude(pk=person.pk).exists()


class NewPersonForm(UserCreationForm):
    class Meta:
        model = User
        fields = ("username", "role", "first_name", "last_name")


class PersonForm(UserChangeForm):
    """A person as they are; the room is never left without an admin."""

    class Meta:
        model = User
        fields = ("username", "role", "first_name", "last_name", "is_active")

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        was_admin, stays_admin = _administers(self.initial), _administers(self.cleaned_data)
        if was_admin and not stays_admin and not other_admins(self.instance):
            at = "is_active" if self.cleaned_data.get("role") == Role.ADMIN else "role"
            self.add_error(at, _only_admin())
        return cleaned


def _administers(fields: Mapping[str, Any]) -> bool:
    return fields.get("role") == Role.ADMIN and bool(fields.get("is_active"))


def _only_admin() -> forms.ValidationError:
    return forms.ValidationError(
        gettext("This is the only admin. Make somebody else an admin first.")
    )


class PersonAdmin(RoomAdmin, UserAdmin):
    """The people who log in.  Whoever acted in a race stays, and may be made inactive."""

    form = PersonForm
    add_form = NewPersonForm
    fieldsets = (
        (None, {"fields": ("username", "password", "role", "is_active")}),
        (_("Name on boards and sheets"), {"fields": ("first_name", "last_name")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": (
                    "username",
                    "role",
                    "first_name",
                    "last_name",
                    "password1",
                    "password2",
                )
            },
        ),
    )
    readonly_fields = ("last_login", "date_joined")
    list_display = ("username", "first_name", "last_name", "role", "is_active", "last_login")
    list_filter = ("role", "is_active")
    search_fields = ("username", "first_name", "last_name")
    filter_horizontal = ()
    kept = _(
        "This person acted in races, and the record says so. Take the role away, or make the person"
        " inactive."
    )

    def kept_because(self, obj: User) -> str:
        if obj.role == Role.ADMIN and not other_admins(obj):
            return str(_only_admin().message)
        return super().kept_because(obj)
