"""Every read has a test of what it answers: of the use case itself, on a real store.

`test_reads.py` holds both skins against use cases that have nothing to say; a test of the table holds what is true.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from api_schema.operations.operation import Read
from api_schema.operations.table import READS
from tests.kit.process import ROOT

BY_ID = {read.id: read for read in READS}
SERVICE = "tests/service/test_"
ANSWERS = {
    "listGames": f"{SERVICE}catalogue.py::test_games_are_listed_and_found_by_their_slug",
    "getGame": f"{SERVICE}catalogue.py::test_games_are_listed_and_found_by_their_slug",
    "getLook": f"{SERVICE}catalogue.py::test_games_are_listed_and_found_by_their_slug",
    "getCards": f"{SERVICE}catalogue.py::test_cards_are_those_of_the_sets_that_come_with_the_game",
    "getDecks": f"{SERVICE}catalogue.py::test_decks_say_what_they_bring",
    "getCardSet": f"{SERVICE}card_sets.py::test_an_erased_account_leaves_its_sets_without_a_name",
    "validateLoadout": f"{SERVICE}catalogue.py::test_a_loadout_or_a_deck_is_told_what_is_wrong_with_it",
    "findDecks": f"{SERVICE}decks.py::test_decks_are_private_to_their_account",
    "getSavedDeck": f"{SERVICE}decks.py::test_a_deck_is_saved_shown_changed_and_forgotten",
    "findMatches": f"{SERVICE}delay.py::test_pages_of_the_list_hold_withheld_rows_in_their_places",
    "getMatch": f"{SERVICE}archive.py::test_a_match_answers_as_before_when_its_rows_are_gone",
    "getPresence": f"{SERVICE}live.py::test_who_looks_at_a_match_elsewhere_sees_who_watches_it",
    "getStatistics": f"{SERVICE}delay.py::test_the_list_shows_the_start_until_the_end_may_be_known",
    "getDeckStatistics": f"{SERVICE}house_seats.py::test_a_match_with_a_bot_counts_for_no_statistics",
    "getCardStatistics": f"{SERVICE}results.py::test_cards",
    "getDeckMatchups": f"{SERVICE}results.py::test_decks_against_each_other",
    "getHeadToHead": f"{SERVICE}head_to_head.py::test_two_players_over_all_rated_tournaments",
    "getLeaderboard": "tests/ratings/test_reading.py::test_pages_hold_everybody_once_with_the_same_ranks_as_one_page",
    "listSeasons": "tests/ratings/test_rater.py::test_seasons_are_ladders_of_their_own",
    "getRatedPlayer": "tests/ratings/test_reading.py::test_a_history_holds_every_change_of_a_player_newest_first",
    "findTournaments": f"{SERVICE}tournament_lists.py::test_the_list_shows_each_tournament_as_it_is",
    "getTournament": f"{SERVICE}tournament_lists.py::test_the_list_shows_each_tournament_as_it_is",
    "getTournamentCodes": f"{SERVICE}tournament_abuse.py::test_a_code_dies_with_the_role_that_it_gave",
    "getEntrants": f"{SERVICE}tournament_races.py::test_who_brings_other_decks_does_not_keep_a_round_from_starting",
    "getRounds": f"{SERVICE}tournament_live.py::test_the_clock_of_a_round_is_told_and_whoever_comes_late_sees_it",
    "getPairings": f"{SERVICE}tournaments.py::test_the_tables_of_a_round_are_listed_in_pages",
    "getEntrantRecord": f"{SERVICE}tournament_entrant_record.py::test_a_whole_tournament_as_each_entrant_has_it",
    "getBracket": f"{SERVICE}tournament_brackets.py::test_the_bracket_at_every_round",
    "getStandings": f"{SERVICE}tournament_lists.py::test_standings_of_rounds_that_are_over_are_those_of_the_tournament",
    "getRanks": f"{SERVICE}tournament_ranks.py::test_pages_of_ranks_go_on_from_their_cursor",
    "getTournamentEvents": f"{SERVICE}tournament_ranks.py::test_the_ranks_after_a_cut_are_the_same_everywhere",
    "listWebhooks": f"{SERVICE}webhooks.py::test_webhooks_are_their_accounts_own",
    "getWebhook": f"{SERVICE}webhooks.py::test_a_match_is_told_with_public_facts_signed_and_once",
    "getAccount": f"{SERVICE}erasure.py::test_a_name_is_normalised",
    "listTokens": f"{SERVICE}tokens.py::test_own_tokens_are_listed_without_what_opens",
    "getInbox": f"{SERVICE}inbox.py::test_no_more_is_kept_than_was_said_and_a_gap_is_told",
    "getSeatsToAct": f"{SERVICE}inbox.py::test_guests_have_no_inbox_but_are_told_where_their_seat_is_waited_for",
    "getAbout": f"{SERVICE}catalogue.py::test_a_service_says_what_it_is",
    "getSigningKeys": f"{SERVICE}signatures.py::test_a_new_signing_key_leaves_the_old_signatures_and_their_key",
}
"""The test of the answer of each read."""
SHARED = {"validateLoadout": "loadout_report", "getAbout": "about"}
"""What is asked where the use case is no method of a port."""


@cache
def functions(path: Path) -> dict[str, ast.AST]:
    """The functions of a module by name."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return {one.name: one for one in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(one, kinds)}


def names(module: dict[str, ast.AST], test: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """What a test names, itself or in functions of its module that it calls."""
    nodes = list(ast.walk(module[test]))
    found = {one.attr for one in nodes if isinstance(one, ast.Attribute)}
    called = {one.id for one in nodes if isinstance(one, ast.Name)}
    helpers = (called & module.keys()) - seen - {test}
    return found.union(called, *(names(module, helper, seen | helpers | {test}) for helper in helpers))


def test_every_read_names_the_test_of_its_answer() -> None:
    assert {*BY_ID} == {*ANSWERS}, "add the test of the answer of a read, on a real store, and name it here"


@pytest.mark.parametrize("read", READS, ids=BY_ID)
def test_the_test_of_an_answer_asks_the_use_case_and_asserts(read: Read) -> None:
    file, _, test = ANSWERS[read.id].partition("::")
    module = functions(ROOT / file)
    assert test in module, f"{file} has no {test}"
    asked = SHARED.get(read.id, read.handler.__name__)
    assert asked in names(module, test), f"{ANSWERS[read.id]} asks no {asked}"
    assert any(isinstance(one, ast.Assert) for one in ast.walk(module[test])), f"{ANSWERS[read.id]} asserts nothing"
