"""Every language says all that English says, with the same gaps to fill; the folders of words are the languages."""

import re
import tomllib
from collections import Counter

import pytest
from babel import Locale

from analyser import resources
from analyser.errors import UsageError
from analyser.messages import LANGUAGES, Message, Voice, message, missing_keys, places_in, sentences
from analyser.report.page_voice import TextVoice, say

OTHERS = [language for language in LANGUAGES if language != "en"]


def test_english_comes_first_and_every_folder_is_a_language():
    folders = {name.rpartition("/")[2] for name in resources.listing("messages/words")}
    assert LANGUAGES[0] == "en"
    assert set(LANGUAGES) == folders


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_in_two_files(language):
    files = [name for name in resources.listing(f"messages/words/{language}") if "gists" not in name]
    keys = Counter(key for name in files for key in tomllib.loads(resources.text(name)))
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_twice_in_a_row(language):
    twice = {
        key: sentence
        for key, sentence in sentences(language).items()
        if re.search(r"\b([^\W\d_]{2,}) \1\b", sentence)
    }
    assert twice == {}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_keys_as_english(language):
    assert missing_keys(language) == ()


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_leaves_the_same_gaps_as_the_english_one(language):
    translated = sentences(language)
    differing = {
        key: (places_in(sentence), places_in(translated[key]))
        for key, sentence in sentences("en").items()
        if key in translated and places_in(sentence) != places_in(translated[key])
    }
    assert differing == {}


def test_romanian_is_written_with_commas_below_not_cedillas():
    assert not {letter for sentence in sentences("ro").values() for letter in sentence if letter in "şţŞŢ"}


def test_a_message_may_be_an_argument_of_another():
    inner = message("word.yes")
    assert TextVoice("it").render((inner, Message("word.no"))) == "sì, no"


def test_a_message_without_words_shows_its_code_and_arguments():
    assert say(message("nobody.knows", tricks=2)) == "nobody.knows: tricks 2"


def test_a_language_nobody_wrote_is_refused():
    with pytest.raises(UsageError, match="not a language"):
        Voice("tlh")


def test_months_plurals_and_points_are_those_of_the_locale():
    for language in LANGUAGES:
        locale, voice = Locale(language), Voice(language)
        months = [voice.words[f"month.{number}"] for number in range(1, 13)]
        assert months == [locale.months["format"]["wide"][number] for number in range(1, 13)], language
        assert voice.words["format.point"] == locale.number_symbols["latn"]["decimal"], language
    forms = {"one": "page.points-held.one", "few": "page.points-held", "other": "page.points-held.other"}
    for number in range(300):
        form = forms[Locale("ro").plural_form(number)]
        assert Voice("ro").plural_key("page.points-held", {"points": number}) == form, number
