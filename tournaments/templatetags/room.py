"""Template tags of the room's pages."""

from collections.abc import Mapping, Sequence

from django import template

register = template.Library()


@register.filter
def chips_typed(typed: Mapping[str, str], value: int) -> str:
    """What stood in the field for chips of this value."""
    return typed.get(f"chips_{value}", "")


@register.filter
def said_at_chips(wrong: Mapping[str, Sequence[str]], value: int) -> Sequence[str]:
    """What is wrong with the field for chips of this value."""
    return wrong.get(f"chips_{value}", ())
