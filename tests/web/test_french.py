"""French at run time: complete, in each person's own language, exact where words are read out."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from colorup.engine.problems import Message
from colorup.wording import SENTENCES as SENTENCES_OF_ENGINE
from colorup.wording.marks import Plural
from tests.web.rooms import announced_table, three_tables
from tests.web.sent_forms import changed, form_of, send, words_of
from tournaments.models import ColorUp
from tournaments.sentences import SENTENCES, in_digits, say

NARROW = "\u202f"
# Between a word and its number; Django separates thousands by it, too.
HARD = "\u00a0"

ANNOUNCED = {
    "en": "The chips of 25 leave play at the start of a level. From now on they may not be bet",
    "fr": (
        "Les jetons de 25 sont retirés du jeu au début d’un niveau. À partir de maintenant, ils ne"
        " peuvent plus être misés"
    ),
}
# Words that are the same in both languages; a value between braces is no word.
SAME_IN_BOTH = {"bad_usage"}


def french(key: str, **values: object) -> str:
    with translation.override("fr"):
        return say(Message(key, values))


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)[a-z]", text))


def texts() -> Iterable[tuple[str, str, str]]:
    """Each sentence as key, English and French; one with a plural once in each number."""
    with translation.override("fr"):
        for key, sentence in (SENTENCES_OF_ENGINE | SENTENCES).items():
            if isinstance(sentence, Plural):
                for count, english in ((1, sentence.one), (2, sentence.many)):
                    said = translation.ngettext(sentence.one, sentence.many, count)
                    yield f"{key} {count}", english, said
            else:
                yield key, str(sentence), translation.gettext(str(sentence))


# --- The catalogue -------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "english", "said"), sorted(texts()), ids=lambda text: text[:40])
def test_every_sentence_has_its_french(key: str, english: str, said: str) -> None:
    assert key in SAME_IN_BOTH or said != english
    assert placeholders(said) == placeholders(english)


@pytest.mark.parametrize(("key", "english", "said"), sorted(texts()), ids=lambda text: text[:40])
def test_french_is_set_as_french_is(key: str, english: str, said: str) -> None:
    assert re.findall(r"(?<=\w) [;:!?»]|« |['“”]", said) == []


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (500, "500"),
        (1000, f"1{HARD}000"),
        (12500, f"12{HARD}500"),
        (1250000, f"1{HARD}250{HARD}000"),
    ],
)
def test_numbers_are_grouped_as_in_french(number: int, written: str) -> None:
    with translation.override("fr"):
        assert in_digits(number) == written


@pytest.mark.parametrize(
    ("count", "sentence"),
    [
        (0, "N’a pas gagné de jeton{}: 0 jeton sort du jeu."),
        (1, "N’a pas gagné de jeton{}: 1 jeton sort du jeu."),
        (2, "N’a pas gagné de jeton{}: 2 jetons sortent du jeu."),
        (12500, "N’a pas gagné de jeton{}: 12\u00a0500 jetons sortent du jeu."),
    ],
)
def test_the_engines_plurals_are_french_ones(count: int, sentence: str) -> None:
    assert french("why.lost", odd=count) == sentence.format(NARROW)


def test_sentences_that_are_read_out() -> None:
    assert french("announce.sets", target=1000) == (
        f"Les lots complets sont échangés contre des 1{HARD}000 à valeur égale."
    )
    assert french("announce.race", target=12500) == (
        "Les jetons qui ne font pas un lot sont joués au chip race"
        f"{NARROW}: une carte pour chacun, face visible{NARROW}; la plus haute carte gagne un"
        f" 12{HARD}500, puis la suivante. À égalité{NARROW}: pique, cœur, carreau, trèfle."
    )
    assert french("refused.stale") == (
        f"Quelqu’un d’autre a modifié cette table{NARROW}; rien de votre saisie n’a été enregistré."
    )
    assert french("refused.tables_confirmed", tables=(3, 12)) == (
        f"Déjà confirmées{NARROW}: tables{HARD}3, 12. Rouvrez-les avant d’annuler le color up."
    )


# --- Whose language ------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("of_event", "of_person"), [("fr", "en"), ("en", "fr")])
def test_an_announcement_speaks_the_events_language(
    client_as: Callable[..., Client], of_event: str, of_person: str
) -> None:
    director = client_as("director", username="Nadia")
    event = three_tables(director.user, language=of_event)
    address = reverse("announce", args=(event.pk,))
    own = {"HTTP_ACCEPT_LANGUAGE": of_person}

    page = director.get(address, {"ruleset": "france"}, **own)
    assert page.headers["Content-Language"] == of_person
    assert ANNOUNCED[of_event] in words_of(page)

    director.post(address, form_of(page, address), **own)
    color_up = ColorUp.objects.get()
    assert color_up.text.startswith(ANNOUNCED[of_event])
    assert color_up.language == of_event

    board = words_of(director.get(reverse("color_up", args=(color_up.pk,)), **own))
    assert ANNOUNCED[of_event] in board
    assert {"en": "What was announced", "fr": "Ce qui a été annoncé"}[of_person] in board
    printed = words_of(director.get(reverse("announcement_print", args=(color_up.pk,)), **own))
    assert ANNOUNCED[of_event] in printed


@pytest.mark.django_db
def test_when_is_read_in_each_persons_language_unless_written_anew(
    client_as: Callable[..., Client],
) -> None:
    director = client_as("director")
    event = three_tables(director.user)
    address = reverse("announce", args=(event.pk,))

    def announce(**changes: str) -> str:
        page = director.get(address, {"ruleset": "france"}, HTTP_ACCEPT_LANGUAGE="fr")
        director.post(address, changed(form_of(page, address), changes), HTTP_ACCEPT_LANGUAGE="fr")
        board = reverse("color_up", args=(ColorUp.objects.latest("pk").pk,))
        return words_of(director.get(board, HTTP_ACCEPT_LANGUAGE="en"))

    assert "at the start of a level ·" in announce()
    assert "après le dîner ·" in announce(due="après le dîner")


@pytest.mark.django_db
def test_pages_answer_in_the_browsers_language_until_another_is_chosen() -> None:
    client = Client()
    quick = reverse("quick")

    def said(browser: str) -> tuple[str, bool]:
        answer = client.get(quick, HTTP_ACCEPT_LANGUAGE=browser)
        return answer.headers["Content-Language"], 'lang="fr"' in answer.content.decode()[:200]

    assert said("fr-FR,fr;q=0.9,en;q=0.5") == ("fr", True)
    assert said("de,en;q=0.5") == ("en", False)
    assert "Chip race rapide" in words_of(client.get(quick, HTTP_ACCEPT_LANGUAGE="fr"))

    switch = client.post(reverse("set_language"), {"language": "fr", "next": quick})
    assert (switch.status_code, switch["Location"]) == (302, quick)
    assert said("en") == ("fr", True)
    client.post(reverse("set_language"), {"language": "en", "next": quick})
    assert said("fr") == ("en", False)


@pytest.mark.django_db
def test_a_race_is_played_in_french(client_as: Callable[..., Client]) -> None:
    director = client_as("director")
    director.defaults["HTTP_ACCEPT_LANGUAGE"] = "fr"
    race = announced_table(director.user)
    wrong = send(director, race, "count", {"odd_1": "3", "called_total": "9", "odd_2": "1"})
    assert "Le croupier a annoncé 9 jetons restants, mais 4 sont saisis." in words_of(wrong)
    counted = send(director, race, "count", {"odd_1": "3", "odd_2": "1", "odd_3": "2"})
    assert counted.status_code == 302
    send(director, race, "deal", {"cards_1": "Kd", "cards_2": "2s", "cards_3": "As"})
    send(director, race, "confirm", {"witness": "dealer"})

    story = director.get(reverse("story", args=(race.pk, 2)))
    assert "2♠, rang 3 sur 3 : 1 jeton sort du jeu." in words_of(story)
    sheet = words_of(director.get(reverse("race_print", args=(race.pk,))))
    assert "Retrait des 25 → 100" in sheet
    assert "vu par croupier" in sheet


def test_the_command_line_stays_english() -> None:
    refused = subprocess.run(
        [sys.executable, "-m", "colorup", "race", "no such file.json"],
        capture_output=True,
        text=True,
        check=False,
        env={"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr", "LC_ALL": "C.UTF-8", "PATH": ""},
    )
    assert refused.returncode != 0
    assert "no such file.json cannot be read" in refused.stdout + refused.stderr
