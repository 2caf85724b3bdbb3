"""The people who run an event, and what each of them may do."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What a person is in the room; each role may do all that the one before it may."""

    VIEWER = "viewer", _("viewer")
    FLOOR = "floor", _("floor")
    DIRECTOR = "director", _("director")
    ADMIN = "admin", _("admin")


class PeopleManager(UserManager["User"]):
    """Makes users; who is made on the command line is an admin of the room too."""

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **extra_fields: Any,
    ) -> User:
        extra_fields.setdefault("role", Role.ADMIN)
        return super().create_superuser(username, email, password, **extra_fields)


class User(AbstractUser):
    """A person who logs in.  Without a role the person is a stranger to every event."""

    role = models.CharField(
        _("role"),
        max_length=10,
        choices=Role,
        blank=True,
        default="",
        help_text=_("Without a role a person sees nothing."),
    )

    objects: ClassVar[PeopleManager] = PeopleManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(role__in=["", *Role.values]), name="user_role_known"
            ),
        )

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        """The name on boards and sheets: the full name, or the login where there is none."""
        return self.get_full_name() or self.get_username()
