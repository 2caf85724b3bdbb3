"""What all pages of the admin have in common: who may, and how a deletion is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.admin.utils import unquote
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import PROTECT, Model, ProtectedError
from django.forms import BaseInlineFormSet, ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.permissions import Right, may


class Administered:
    """Everything is open to whoever may administer, without a stored permission for each model."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Right.ADMINISTER)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Right.ADMINISTER)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Right.ADMINISTER)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return may(request.user, Right.ADMINISTER)


class Kept:
    """Nothing may be changed, only read."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class OnceFormSet(BaseInlineFormSet):
    """Lines in which no two have the same value of the field `once`.

    The sentence that says so is the form's own; it stands at a line whatever else is wrong.
    """

    once: str

    def staying(self) -> Iterator[tuple[ModelForm, Any]]:
        """The lines that are not to be deleted, and their value of `once` where it has one."""
        for form in self.forms:
            entered = getattr(form, "cleaned_data", {})
            if not entered.get("DELETE"):
                yield form, entered.get(self.once)

    def validate_unique(self) -> None:
        seen = set()
        for form, value in self.staying():
            twice = NON_FIELD_ERRORS, "unique_together"
            if value in seen and not form.has_error(*twice):
                form.add_error(self.once, form.Meta.error_messages[twice[0]][twice[1]])
            if value is not None:
                seen.add(value)


class OfEventForm(ModelForm):
    """A part of an event; what is unique in the event is so also where the event is only read."""

    def _get_validation_exclusions(self) -> set[str]:
        excluded: set[str] = super()._get_validation_exclusions()
        return excluded if "event" in self.fields else excluded - {"event"}


def said_once(sentence: str | Promise) -> dict[str, dict[str, str | Promise]]:
    """The `error_messages` of a form whose rows are unique together with what they belong to."""
    return {NON_FIELD_ERRORS: {"unique_together": sentence}}


class RoomAdmin(Administered, ModelAdmin):
    """A page of the admin.  Rows are deleted one by one, and never when the record needs them."""

    actions = None
    view_on_site = False
    list_per_page = 50
    kept: str | Promise = _("The record needs it, so it stays.")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may(request.user, Right.ADMINISTER)

    def kept_because(self, obj: Any) -> str:
        """Why a row cannot be deleted, as a sentence; empty where it can."""
        return str(self.kept) if _is_protected(obj) else ""

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        obj = self.get_object(request, unquote(object_id))
        allowed = obj is not None and self.has_delete_permission(request, obj)
        reason = self.kept_because(obj) if allowed else ""
        if not reason:
            try:
                return super().delete_view(request, object_id, extra_context)
            except ProtectedError:  # something was recorded between the look and the deletion
                reason = str(self.kept)
        self.message_user(request, reason, messages.ERROR)
        return redirect(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", object_id)


def _is_protected(obj: Model) -> bool:
    """Whether rows point at `obj` that must not lose it."""
    return any(
        getattr(obj, relation.get_accessor_name()).exists()
        for relation in obj._meta.related_objects
        if relation.on_delete is PROTECT
    )
