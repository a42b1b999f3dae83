"""The types of the service. Generated from the schemas of the OpenAPI document by `make schema`."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, TypeAlias

from msgspec import UNSET, UnsetType, convert, field

from playledger_client.model import Model, StrEnum


class Account(Model, kw_only=True):
    """An account as it sees itself. `name` is what the others see; it need not be unique."""

    id: str
    name: str | None
    created_at: str


class BracketTable(Model, kw_only=True):
    """A table of a round."""

    round: int
    table: int


class Budget(Model, kw_only=True):
    """A budget that refills evenly: `limit` units in `windowMs`. `resetMs` is how long until it is full again."""

    name: str
    limit: int
    remaining: int
    window_ms: int
    reset_ms: int


class ByeReceived(Model, kw_only=True, tag_field="kind", tag="ByeReceived"):
    """You don't play in a round: nobody was left to meet you, or you were `excused`."""

    cursor: str
    at: str
    tournament_id: str
    round: int
    excused: bool


class C4AnswerClaimAction(Model, kw_only=True, tag_field="type", tag="answer_claim"):
    """The accused admits or denies."""

    admit: bool


class C4CardInPlay(Model, kw_only=True):
    """A Stay In Play card; `used` are the abilities used this turn."""

    iid: str
    card: str
    name: str
    owner: int
    controller: int
    tokens: dict[str, int]
    used: list[int]


class C4ChooseCardsAction(Model, kw_only=True, tag_field="type", tag="choose_cards"):
    """Exactly as many of the offered cards as asked for."""

    cards: list[str]


class C4ChooseOptionAction(Model, kw_only=True, tag_field="type", tag="choose_option"):
    """One of the offered options; `yes` or `no` where a text says may."""

    option: str


class C4ChoosePlayerAction(Model, kw_only=True, tag_field="type", tag="choose_player"):
    """One of the offered players."""

    player: int


class C4ChooseTokensAction(Model, kw_only=True, tag_field="type", tag="choose_tokens"):
    """Tokens of one movement, a number for each kind."""

    tokens: dict[str, int]


class C4EndTurnAction(Model, kw_only=True, tag_field="type", tag="end_turn"):
    """Be done."""


class C4FlippedCard(Model, kw_only=True):
    """A flipped card with its symbol now."""

    iid: str
    card: str
    name: str
    symbol: str


class C4HandCard(Model, kw_only=True):
    """A card of a hand that the viewer may see."""

    iid: str
    card: str
    name: str


class C4MakeClaimAction(Model, kw_only=True, tag_field="type", tag="make_claim"):
    """Say that somebody swore, used a phone or made a pun."""

    kind: str
    accused: int


class C4PassAction(Model, kw_only=True, tag_field="type", tag="pass"):
    """Let a window go by."""


class C4PlayCardAction(Model, kw_only=True, tag_field="type", tag="play_card"):
    """Play a Regular or Stay In Play card; `player` and `target` are what its text declares."""

    card: str
    player: int | None = None
    target: str | None = None
    x: int | None = None
    mode: str | None = None


class C4PlayReactionAction(Model, kw_only=True, tag_field="type", tag="play_reaction"):
    """Play a Reaction in a window that fits it."""

    card: str
    player: int | None = None
    target: str | None = None
    x: int | None = None
    mode: str | None = None


class C4PublicCard(Model, kw_only=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str
    owner: int


class C4UseAbilityAction(Model, kw_only=True, tag_field="type", tag="use_ability"):
    """Use an ability of a card in play; abilities are numbered from 1 as they stand on the card."""

    card: str
    ability: int
    player: int | None = None
    x: int | None = None


class C4VoteCardAction(Model, kw_only=True, tag_field="type", tag="vote_card"):
    """A ballot in a vote that a card asks for."""

    player: int


class C4VoteClaimAction(Model, kw_only=True, tag_field="type", tag="vote_claim"):
    """Confirm or reject a claim; hidden until all ballots are in."""

    confirm: bool


class C4VoteWinnerAction(Model, kw_only=True, tag_field="type", tag="vote_winner"):
    """A losing player's ballot between those who are tied."""

    player: int


class CancelInput(Model, kw_only=True):
    """Why. It is public, and stays for ever."""

    reason: str


class CapcomCrossoversAbsorbAction(Model, kw_only=True, tag_field="type", tag="absorb"):
    """Discard a card to prevent damage."""

    card: str


class CapcomCrossoversAvoidAction(Model, kw_only=True, tag_field="type", tag="avoid"):
    """Answer with an avoid move."""

    move: str
    cards: list[str]
    extra_cards: list[str] = field(default_factory=list)


class CapcomCrossoversCardView(Model, kw_only=True):
    """A playing card that the viewer sees."""

    card: str
    name: str


class CapcomCrossoversCounterAction(Model, kw_only=True, tag_field="type", tag="counter"):
    """Answer with an attack: a counter by higher priority, a negation by equal."""

    move: str
    cards: list[str]
    extra_cards: list[str] = field(default_factory=list)


class CapcomCrossoversCutAction(Model, kw_only=True, tag_field="type", tag="cut"):
    """Put the top k cards of the pile under it; 0: no cut."""

    k: int


class CapcomCrossoversDeclareAttackAction(Model, kw_only=True, tag_field="type", tag="declare_attack"):
    """The initial attack: `move` is `basic`, `throw`, `tag_super` or a move's id."""

    move: str
    cards: list[str]
    extra_cards: list[str] = field(default_factory=list)


class CapcomCrossoversDeclineAction(Model, kw_only=True, tag_field="type", tag="decline"):
    """Decline every offer."""


class CapcomCrossoversDiscardAction(Model, kw_only=True, tag_field="type", tag="discard"):
    """Discard a card of the own hand."""

    card: str


class CapcomCrossoversDodgeAction(Model, kw_only=True, tag_field="type", tag="dodge"):
    """Turn up the top card of the draw pile."""


class CapcomCrossoversDrawCardsAction(Model, kw_only=True, tag_field="type", tag="draw_cards"):
    """Draw n cards."""

    n: int


class CapcomCrossoversEndComboAction(Model, kw_only=True, tag_field="type", tag="end_combo"):
    """Add nothing more."""


class CapcomCrossoversEndTurnAction(Model, kw_only=True, tag_field="type", tag="end_turn"):
    """Be done with the clean-up phase."""


class CapcomCrossoversFollowUpAction(Model, kw_only=True, tag_field="type", tag="follow_up"):
    """Add an attack to the combo."""

    move: str
    cards: list[str]
    extra_cards: list[str] = field(default_factory=list)


class CapcomCrossoversKeepAction(Model, kw_only=True, tag_field="type", tag="keep"):
    """Keep the opening hand."""


class CapcomCrossoversMulliganAction(Model, kw_only=True, tag_field="type", tag="mulligan"):
    """Shuffle the whole opening hand back and draw 7 again."""


class CapcomCrossoversPassCombatAction(Model, kw_only=True, tag_field="type", tag="pass_combat"):
    """Neither attack nor block."""


class CapcomCrossoversPendingDamage(Model, kw_only=True):
    """Damage that is about to be dealt to the active character of a side; `n` is what is left of it so far."""

    target: str
    n: int
    attack: int | None = None


class CapcomCrossoversPendingEffect(Model, kw_only=True):
    """An ability or a move whose effects are being resolved, or that its owner is asked about."""

    character: str
    cause: str


class CapcomCrossoversPlaceInMeterAction(Model, kw_only=True, tag_field="type", tag="place_in_meter"):
    """Put a card of the hand into the super meter."""

    card: str


class CapcomCrossoversRecoverHpAction(Model, kw_only=True, tag_field="type", tag="recover_hp"):
    """Discard a card: the inactive character regains HP."""

    card: str


class CapcomCrossoversRecoverJokerAction(Model, kw_only=True, tag_field="type", tag="recover_joker"):
    """Pay 50 out of the super meter: a Joker of the discard pile goes into the draw pile."""

    meter_cards: list[str]
    joker: str


class CapcomCrossoversReplyAction(Model, kw_only=True, tag_field="type", tag="reply"):
    """A ranged attack after a successful dodge."""

    move: str
    cards: list[str]
    extra_cards: list[str] = field(default_factory=list)


class CapcomCrossoversSetBlockAction(Model, kw_only=True, tag_field="type", tag="set_block"):
    """Put a number card face down to block; which one is for its owner alone."""

    card: str


class CapcomCrossoversStatsView(Model, kw_only=True):
    """CAP-508 Stats with all that changes them now."""

    strength: int
    speed: int
    agility: int
    endurance: int
    combo: int
    bap: int
    defense_bonus: int


class CapcomCrossoversTagAction(Model, kw_only=True, tag_field="type", tag="tag"):
    """Discard two number cards of one value: the inactive character becomes active."""

    card1: str
    card2: str


class CapcomCrossoversTakeHitAction(Model, kw_only=True, tag_field="type", tag="take_hit"):
    """Let the attack hit."""


class CapcomCrossoversTechHitAction(Model, kw_only=True, tag_field="type", tag="tech_hit"):
    """Answer a throw with two number cards of one value."""

    card1: str
    card2: str


class CapcomCrossoversUseAbilityAction(Model, kw_only=True, tag_field="type", tag="use_ability"):
    """Use an any-time ability of the own active character."""

    ability: str
    cards: list[str] = field(default_factory=list)


class CapcomCrossoversUseAction(Model, kw_only=True, tag_field="type", tag="use"):
    """Use an ability that one may use now."""


class CapcomCrossoversUsedMove(Model, kw_only=True):
    """CAP-416 How often the combo has had a move of type C."""

    move: str
    n: int


class CapcomCrossoversVariableCounterAction(Model, kw_only=True, tag_field="type", tag="variable_counter"):
    """Pay a Joker for the [VC] move of the inactive character."""

    joker: str


class CapeAndCowlAttackAction(Model, kw_only=True, tag_field="type", tag="attack"):
    """CNC-R58 Use an Attack, by its number on the card from 1, on an opposing Character or on `city`."""

    attacker: str
    attack: int
    target: str


class CapeAndCowlAttackView(Model, kw_only=True):
    """An Attack with its strength now, against an undamaged target."""

    number: int
    name: str
    type: str
    printed: int
    strength: int
    cost: int


class CapeAndCowlChooseCardsAction(Model, kw_only=True, tag_field="type", tag="choose_cards"):
    """Answer `choose_discards`, `discard_down`, or cards to recover; no cards: none."""

    cards: list[str] = field(default_factory=list)


class CapeAndCowlChoosePositionsAction(Model, kw_only=True, tag_field="type", tag="choose_positions"):
    """Answer `hand_positions`: positions, from 1, of cards that the opponent then shows; none to decline."""

    positions: list[int] = field(default_factory=list)


class CapeAndCowlChooseTargetAction(Model, kw_only=True, tag_field="type", tag="choose_target"):
    """Answer `type_effect_target` or `trigger_target`; without a target: none."""

    target: str | None = None


class CapeAndCowlCityCardView(Model, kw_only=True):
    """A City card in play; `enabled`: whether its text works now."""

    iid: str
    card: str
    name: str
    host: str | None
    guard: str | None
    disabled: bool
    enabled: bool


class CapeAndCowlCombo(Model, kw_only=True):
    """Uninterrupted uses of one Attack, which is named by its number on the card."""

    attack: int
    level: int


class CapeAndCowlCosts(Model, kw_only=True):
    """CNC-327 What the simple actions cost now."""

    draw: int
    discard: int


class CapeAndCowlDeckCards(Model, kw_only=True):
    """How many copies of a card are left in the own deck."""

    card: str
    name: str
    n: int


class CapeAndCowlDiscardFromFieldAction(Model, kw_only=True, tag_field="type", tag="discard_from_field"):
    """Put an own card in play into the discard pile."""

    card: str


class CapeAndCowlDiscardFromHandAction(Model, kw_only=True, tag_field="type", tag="discard_from_hand"):
    """Put a card of the hand into the discard pile."""

    card: str


class CapeAndCowlDrawCardAction(Model, kw_only=True, tag_field="type", tag="draw_card"):
    """Take the top card of the own deck."""


class CapeAndCowlEndTurnAction(Model, kw_only=True, tag_field="type", tag="end_turn"):
    """Be done."""


class CapeAndCowlHandCardView(Model, kw_only=True):
    """A card of a hand at its position; the others see it only while it is revealed."""

    position: int
    revealed: bool
    iid: str | None
    card: str | None
    name: str | None
    withdrawn: bool


class CapeAndCowlLimits(Model, kw_only=True):
    """The limits as they are now."""

    characters: int
    events_per_turn: int
    cities_per_turn: int
    attrition: int


class CapeAndCowlPlayCharacterAction(Model, kw_only=True, tag_field="type", tag="play_character"):
    """Play a Character of the hand."""

    card: str


class CapeAndCowlPlayCityAction(Model, kw_only=True, tag_field="type", tag="play_city"):
    """Play a City card of the hand; a guard is played onto a host."""

    card: str
    host: str | None = None


class CapeAndCowlPlayEventAction(Model, kw_only=True, tag_field="type", tag="play_event"):
    """Play an Event: one target for each `pick` of its text, cards to recover, a Class to become."""

    card: str
    targets: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    class_: str | None = None


class CapeAndCowlPublicCard(Model, kw_only=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class CapeAndCowlTakeCardAction(Model, kw_only=True, tag_field="type", tag="take_card"):
    """Answer `search_card`: the card id to take from the own deck; without one: none."""

    card: str | None = None


class CapeAndCowlUseAbilityAction(Model, kw_only=True, tag_field="type", tag="use_ability"):
    """CNC-R58 Use an active Ability, by its number among all Abilities of the card from 1."""

    character: str
    ability: int
    targets: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    class_: str | None = None


class CapeAndCowlWithdrawCharacterAction(Model, kw_only=True, tag_field="type", tag="withdraw_character"):
    """Take an own Character back to the hand."""

    character: str


class CardFace(Model, kw_only=True):
    """
    What is printed on a card beside its name and its text, by the names that the look of its game uses.

    `lines` are single words or phrases; `tags` are what a card may have several of, and what holds of it or not: such a
    one has no words.
    """

    numbers: dict[str, int] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)
    tags: dict[str, list[str]] = field(default_factory=dict)


class CardInfo(Model, kw_only=True):
    """
    One card as a catalogue of cards shows it. `attributes` are the facts of its `face` as texts (kind, symbol, cost
    ...).
    """

    id: str
    name: str
    set: str
    number: int
    text: str
    attributes: dict[str, str]
    face: CardFace


class CardList(Model, kw_only=True):
    """The cards of a game."""

    game: str
    card_set_hash: str
    cards: list[CardInfo]


class CardSetInfo(Model, kw_only=True):
    """One card set of a game."""

    id: str
    name: str
    cards: int


class CardSetInput(Model, kw_only=True):
    """The text of a card file for that game."""

    game: str
    text: str


class Clock(Model, kw_only=True):
    """The clock policy, ms; null: no limit."""

    decision: int | None
    turn: int | None
    bank: int


class CodeInput(Model, kw_only=True):
    """The code of a role in a tournament."""

    code: str


class Corners(Model, kw_only=True):
    """What stands in the corners of a card: numbers or lines of its face, by their names."""

    top_left: str | None = None
    top_right: str | None = None
    bottom_left: str | None = None
    bottom_right: str | None = None


class Deck(Model, kw_only=True):
    """A deck: the id of a preconstructed one, or its loadout."""

    deck: str | None
    loadout: dict[str, Any] | None


class DeckInfo(Model, kw_only=True):
    """
    A preconstructed deck: how often it has each card, and the `loadout` to bring or to change.

    The loadout is that of the smallest match in the first mode that the deck is for; in larger matches a deck may have
    more cards.
    """

    id: str
    name: str
    cards: dict[str, int]
    loadout: dict[str, Any] | None = None


class DeckList(Model, kw_only=True):
    """The preconstructed decks of a game."""

    game: str
    card_set_hash: str
    decks: list[DeckInfo]


class DeckOrder(Model, kw_only=True):
    """The deck of an entrant, one of the three: a preconstructed deck, the id of a saved one, or a loadout."""

    deck: str | None = None
    deck_id: str | None = None
    loadout: dict[str, Any] | None = None


class DeckStyle(Model, kw_only=True):
    """A ready-made deck by its id: a sentence about what it does, and for whom."""

    id: str
    style: str


class Dispute(Model, kw_only=True):
    """A dispute of a result, and its reason."""

    entrant: str
    reason: str


class ErrorCode(StrEnum):
    """
    An error, for programs. Clients must tolerate codes that they don't know.
    """

    CARD_SET_INVALID = "CARD_SET_INVALID"
    DECK_ILLEGAL = "DECK_ILLEGAL"
    DOCUMENT_NOT_LISTED = "DOCUMENT_NOT_LISTED"
    ENTRY_REFUSED = "ENTRY_REFUSED"
    FORBIDDEN = "FORBIDDEN"
    FORK_REFUSED = "FORK_REFUSED"
    GUARD_REQUIRED = "GUARD_REQUIRED"
    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    INTERNAL = "INTERNAL"
    INVALID_INPUT = "INVALID_INPUT"
    KEY_REUSED = "KEY_REUSED"
    MATCH_OVER = "MATCH_OVER"
    MATCH_STARTED = "MATCH_STARTED"
    METHOD_NOT_ALLOWED = "METHOD_NOT_ALLOWED"
    NOT_FOUND = "NOT_FOUND"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    PERSISTED_QUERY_NOT_FOUND = "PERSISTED_QUERY_NOT_FOUND"
    POLICY_INVALID = "POLICY_INVALID"
    PROMPT_CLOSED = "PROMPT_CLOSED"
    RATE_LIMITED = "RATE_LIMITED"
    REASON_REQUIRED = "REASON_REQUIRED"
    RELEASE_MISMATCH = "RELEASE_MISMATCH"
    ROUND_OPEN = "ROUND_OPEN"
    ROUND_STARTED = "ROUND_STARTED"
    RULING_REFUSED = "RULING_REFUSED"
    SEAT_TAKEN = "SEAT_TAKEN"
    TOO_COMPLEX = "TOO_COMPLEX"
    TOURNAMENT_STATUS = "TOURNAMENT_STATUS"
    UNAUTHENTICATED = "UNAUTHENTICATED"
    UNAVAILABLE = "UNAVAILABLE"
    VERSION_CONFLICT = "VERSION_CONFLICT"


class EventSubjects(Model, kw_only=True):
    """What an event names: seats, cards of the catalogue, and cards on the table, each by their ids."""

    seats: list[int]
    cards: list[str]
    things: list[str]


class Fault(Model, kw_only=True):
    """
    One of several faults of an input: a loadout's violation, a wrong field, a fault of a card file with its place.

    `ruleId` is the rule that forbids it, if one does; `code` names the fault for programs where no rule does.
    `line` and `column` count from 1; `line` is where the card begins, `column` a place in the value of `key`.
    """

    message: str
    rule_id: str | None = None
    path: list[str] = field(default_factory=list)
    code: str | None = None
    line: int | None = None
    card: str | None = None
    key: str | None = None
    column: int | None = None


class FloorPolicy(Model, kw_only=True):
    """The least percentage that counts for an opponent, as a fraction."""

    numerator: int = 1
    denominator: int = 3


class ForkMatch(Model, kw_only=True):
    """From which version of a match to go on, for practice."""

    at_version: int


class Frame(Model, kw_only=True):
    """
    A match after a batch as one perspective sees it: whole in `state`, or as a JSON Patch (RFC 6902) to the frame
    before it. The hashes are those of the state at this version; a brief frame after the first one has none.
    """

    version: int
    at: str
    state_hash: str = ""
    head_hash: str = ""
    state: dict[str, Any] | None = None
    patch: list[dict[str, Any]] | None = None


class GroupLook(Model, kw_only=True):
    """A kind of group: its label, and the numbers that are shown, in their order."""

    label: str
    numbers: list[str] = field(default_factory=list)


class Heartbeat(Model, kw_only=True):
    """Nothing happened, and the stream is alive; `version` is where the reader stands."""

    version: int


class InboxPage(Model, kw_only=True):
    """Items, oldest first; `endCursor` continues. `truncated`: between the cursor and these some may be gone."""

    items: list[dict[str, Any]]
    end_cursor: str | None
    has_next: bool
    truncated: bool


class InboxTruncated(Model, kw_only=True):
    """The item of your cursor is no longer kept, and later ones may be gone too: look at where you have to act."""

    kind: Literal["InboxTruncated"]
    cursor: str


class LadderInfo(Model, kw_only=True):
    """A ladder at one version of its stream, and how many players, games and tournaments are in it."""

    id: str
    season: str
    version: int
    head_hash: str
    players: int
    games: int
    tournaments: int
    rated_at: str


class Largest(Model, kw_only=True):
    """The most bytes that are taken: of a JSON body, a GraphQL request, the text of a card set, a replay file."""

    body_bytes: int
    graphql_bytes: int
    card_set_bytes: int
    replay_bytes: int


class LeaderboardRow(Model, kw_only=True):
    """
    A player on a leaderboard. Players who share a rank have the same rating.

    `player` is the reference in all tournaments of the game, `name` null for a player who has none or was erased.
    `rating` is for people: `ordinal`, which is `mu` less three times `sigma`, with two digits. These three are exact
    decimals. `wins`: games in which nobody stood beside or before the player.
    """

    rank: int
    player: str
    name: str | None
    rating: str
    mu: str
    sigma: str
    ordinal: str
    games: int
    wins: int
    rated_at: str


class LegalAction(Model, kw_only=True):
    """One answer; `action` is the action as JSON data with its type, `token` stands for it and its guard."""

    token: str
    type: str
    label: str
    action: dict[str, Any]
    rule_ids: list[str]


class Links(Model, kw_only=True):
    """Where to go on from the root."""

    about: str = "/v1/about"
    reference: str = "/docs"
    graphql: str = "/graphql"
    openapi: str = "/v1/openapi.json"
    asyncapi: str = "/v1/asyncapi.json"
    schema: str = "/v1/schema.graphql"
    problems: str = "/problems"
    games: str = "/v1/games"
    matches: str = "/v1/matches"
    tournaments: str = "/v1/tournaments"


class LoadoutInput(Model, kw_only=True):
    """
    A loadout to check for a match of that game with these options and so many seats.

    In its place the `deck` that comes with the game and is to be brought, by its id, and the number of the `seat` that
    it is for.
    """

    game: str
    seats: int
    loadout: dict[str, Any] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    deck: str | None = None
    seat: int = 0


class MatchCounts(Model, kw_only=True):
    """The numbers of a game's matches, private ones included."""

    open: int
    running: int
    finished: int
    aborted: int


class MatchStarted(Model, kw_only=True, tag_field="kind", tag="MatchStarted"):
    """A match in which you sit has begun."""

    cursor: str
    at: str
    match_id: str
    seat: int


class NameInput(Model, kw_only=True):
    """The new name of the account: 1 to 40 visible characters, or null for no name."""

    name: str | None


class NewToken(Model, kw_only=True):
    """A token that was just made: its secret is shown this once."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    token: str
    expires_at: str | None = None
    last_used_at: str | None = None


class Origin(Model, kw_only=True):
    """The origin of a fork: the match, the version, and the hex hash of its chain there."""

    match_id: str
    version: int
    head_hash: str


class OwnCardSet(Model, kw_only=True):
    """A card set that a player has written: the hash that names it, its text, and how many cards it has."""

    hash: str
    game: str
    name: str
    cards: int
    text: str


class PairingPosted(Model, kw_only=True, tag_field="kind", tag="PairingPosted"):
    """
    A game of yours has begun in a round of a tournament: the first one at its table, or the next one there.

    `game` and `matchId` are null where nothing is played: who should have sat there with you has left.
    """

    cursor: str
    at: str
    tournament_id: str
    round: int
    table: int
    game: int | None
    match_id: str | None


class Pins(Model, kw_only=True):
    """The versions and hashes that decide the match."""

    rules_version: str
    rules_hash: str
    engine_version: str
    card_set_hash: str
    rng_algorithm: str
    seed_commitment: str


class PlaceNews(Model, kw_only=True):
    """The final place of an entrant; equal ones have one rank."""

    rank: int
    entrant: str


class PodsPolicy(Model, kw_only=True):
    """Tables of three and more: how many sit at one, and the points by place, best first."""

    size: int = 4
    least: int = 3
    most: int = 4
    by_place: list[int] = field(default_factory=lambda: [5, 3, 2, 1])
    bye: int = 3


class PointsPolicy(Model, kw_only=True):
    """Match points in units; `units` of them are one shown point."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    units: int = 1


class Presence(Model, kw_only=True):
    """The seats that have a stream of their own view open, and how many other streams there are."""

    seats: list[int]
    spectators: int


class Problem(Model, kw_only=True):
    """
    An error, application/problem+json. `details` are the code's own facts (see docs/errors.md).

    `traceId` is that of the request's `traceparent`, absent without one.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: ErrorCode
    rule_id: str | None
    legal_actions_url: str | None
    errors: list[Fault]
    details: dict[str, Any] = field(default_factory=dict)
    trace_id: str | UnsetType = UNSET


class PromptLook(Model, kw_only=True):
    """A kind of prompt. `auto`: a client may answer it by itself where there is one answer."""

    auto: bool = True


class Proof(Model, kw_only=True):
    """
    The proof of a round's pairing. An earlier event holds the commitment to `seed` (hex); `playledger verify` takes
    the round's file.

    `inputHash` is the SHA-256, in hex, of the input's canonical JSON.
    """

    algorithm: str
    input_hash: str
    seed: str
    commitment: str


class RatingValue(Model, kw_only=True):
    """A rating as exact decimals, after so many games."""

    mu: str
    sigma: str
    ordinal: str
    games: int


class ReasonInput(Model, kw_only=True):
    """Why. It is public."""

    reason: str = ""


class RegisterEntrant(Model, kw_only=True):
    """An entry. `invite`: the code of a tournament that takes entrants by invitation."""

    deck: DeckOrder = field(
        default_factory=lambda: convert({"deck": None, "deckId": None, "loadout": None}, type=DeckOrder)
    )
    invite: str | None = None


class ReplayWebhook(Model, kw_only=True):
    """
    From where to deliver again. One of both: what followed the delivery `after` (its `webhook-id`), or what has
    happened `since` a time (RFC 3339).
    """

    after: str | None = None
    since: str | None = None


class Result(Model, kw_only=True):
    """
    The end of a match; `placings` are groups of equal seats, best first.

    Seats of one side, such as a team, are in the same group: with kind WIN all seats of the first group win together.
    """

    kind: str
    placings: list[list[int]]
    rule_id: str
    decided_by: str | None
    reason: str


class ResultDisputedNews(Model, kw_only=True, tag_field="kind", tag="ResultDisputedNews"):
    """In a tournament that you run or rule in somebody disputes the result of a table."""

    cursor: str
    at: str
    tournament_id: str
    round: int
    table: int


class RuleInfo(Model, kw_only=True):
    """A rule or ruling of a game's catalogue."""

    id: str
    text: str
    section: str


class RuleList(Model, kw_only=True):
    """The catalogue of rules of a game."""

    game: str
    rules_version: str
    rules_hash: str
    rules: list[RuleInfo]


class RulingNeeded(Model, kw_only=True, tag_field="kind", tag="RulingNeeded"):
    """In a tournament that you run or rule in the game of a table was aborted: without a ruling it goes on no more."""

    cursor: str
    at: str
    tournament_id: str
    round: int
    table: int


class RunningClock(Model, kw_only=True):
    """A running clock of a seat's prompt: `remainingMs` until the deadline, the last `bankMs` of it from the bank."""

    seat: int
    prompt_id: str
    deadline: str
    remaining_ms: int
    bank_ms: int


class SaveDeck(Model, kw_only=True):
    """
    A deck to save. `options` and `seats` say for which matches; seats null: the fewest that its options allow.

    An illegal deck is saved too, and reported. The name has 1 to 40 visible characters, the rest at most 64 KiB.
    """

    game: str
    name: str
    loadout: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
    seats: int | None = None


class Scope(Model, kw_only=True):
    """A scope of a token, and what it opens."""

    name: str
    opens: str


class ScpAcceptAction(Model, kw_only=True, tag_field="type", tag="accept"):
    """Resolve the Success text of the Mission."""


class ScpBidAction(Model, kw_only=True, tag_field="type", tag="bid"):
    """Name a higher bid for the first turn."""

    n: int


class ScpCashFinanceAction(Model, kw_only=True, tag_field="type", tag="cash_finance"):
    """Turn n Finance Tokens into Resources."""

    finance: str
    n: int


class ScpChooseCardAction(Model, kw_only=True, tag_field="type", tag="choose_card"):
    """The card for an effect, a cost, or Attrition."""

    card: str


class ScpChoosePlayerAction(Model, kw_only=True, tag_field="type", tag="choose_player"):
    """The other player that a text is about."""

    player: int


class ScpChooseTriggerAction(Model, kw_only=True, tag_field="type", tag="choose_trigger"):
    """The text that happens next, by its card and its number on the card from 1."""

    card: str
    ability: int


class ScpCompareAction(Model, kw_only=True, tag_field="type", tag="compare"):
    """Play nothing more in this attempt."""


class ScpCycleComplicationAction(Model, kw_only=True, tag_field="type", tag="cycle_complication"):
    """Alone: discard a Complication for a card."""

    card: str


class ScpDeclineAction(Model, kw_only=True, tag_field="type", tag="decline"):
    """Leave it."""


class ScpDestroyedView(Model, kw_only=True):
    """A destroyed SCP, and who is credited."""

    iid: str
    card: str
    name: str
    by: int | None


class ScpDiscardCardAction(Model, kw_only=True, tag_field="type", tag="discard_card"):
    """The card of a hand that is discarded: of the own hand an instance, of another's the id of the card."""

    card: str


class ScpDoResearchAction(Model, kw_only=True, tag_field="type", tag="do_research"):
    """Reveal the top card of the SCP deck."""


class ScpDrawCardsAction(Model, kw_only=True, tag_field="type", tag="draw_cards"):
    """Pay n Resources for n cards."""

    n: int


class ScpEndPhaseAction(Model, kw_only=True, tag_field="type", tag="end_phase"):
    """End the phase."""


class ScpEndTurnAction(Model, kw_only=True, tag_field="type", tag="end_turn"):
    """End the phase, and leave all later ones without an optional action."""


class ScpFundBuildAction(Model, kw_only=True, tag_field="type", tag="fund_build"):
    """Put n Resources of the pool on a face-down card."""

    card: str
    n: int


class ScpMissionView(Model, kw_only=True):
    """The Mission of this turn with its target."""

    iid: str
    card: str
    name: str
    target: str | None
    player: int | None


class ScpOwnCard(Model, kw_only=True):
    """A card of a hand, for its owner. `cost` is what it costs now."""

    iid: str
    card: str
    name: str
    cost: int


class ScpPassAction(Model, kw_only=True, tag_field="type", tag="pass"):
    """Bid no more, use or play nothing."""


class ScpPlaceBuildAction(Model, kw_only=True, tag_field="type", tag="place_build"):
    """Put a card of the hand face down into the Build Queue."""

    card: str


class ScpPlayComplicationAction(Model, kw_only=True, tag_field="type", tag="play_complication"):
    """Play a Complication of the hand on a target."""

    card: str
    target: str


class ScpPlayEventAction(Model, kw_only=True, tag_field="type", tag="play_event"):
    """Play an Event of the hand; it says whether it has a target."""

    card: str
    target: str | None = None
    player: int | None = None


class ScpPlayMissionAction(Model, kw_only=True, tag_field="type", tag="play_mission"):
    """Play a Mission of the hand; it says whether its target is a card or a player."""

    card: str
    target: str | None = None
    player: int | None = None


class ScpProduceAction(Model, kw_only=True, tag_field="type", tag="produce"):
    """Place Finance Tokens for the Production Value."""

    finance: str


class ScpPublicCard(Model, kw_only=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class ScpPutUnderAction(Model, kw_only=True, tag_field="type", tag="put_under"):
    """The SCPs that go to the bottom, by their places from the top, from 1."""

    places: list[int] = field(default_factory=list)


class ScpQueueCard(Model, kw_only=True):
    """A face-down card; what it is, is for its owner alone."""

    iid: str
    card: str | None
    name: str | None
    resources: int


class ScpRemoveEscalationAction(Model, kw_only=True, tag_field="type", tag="remove_escalation"):
    """Remove n counters from an own SCP."""

    scp: str
    n: int


class ScpRevealBuildAction(Model, kw_only=True, tag_field="type", tag="reveal_build"):
    """Reveal a face-down card; attached Gear names its bearer."""

    card: str
    host: str | None = None


class ScpTurnView(Model, kw_only=True):
    """What happened this turn, as far as rules ask."""

    secured: list[str]
    contained: list[str]
    destroyed: list[str]
    mission_played: bool
    reveals_left: int
    researched: bool
    raided: bool
    step: int


class ScpUnassignAction(Model, kw_only=True, tag_field="type", tag="unassign"):
    """Take a Personnel's job."""

    personnel: str


class ScpUseAbilityAction(Model, kw_only=True, tag_field="type", tag="use_ability"):
    """Use an ability of a card in play, by its number on the card from 1."""

    card: str
    ability: int
    target: str | None = None
    player: int | None = None


class SeasonList(Model, kw_only=True):
    """The ladders of a game, the one that was rated last first."""

    game: str
    seasons: list[LadderInfo]


class SeatNews(Model, kw_only=True):
    """A seat. `player` is the reference that stands in the events, of this match alone; null: nobody sat there."""

    number: int
    player: str | None
    bot: bool


class SeatToAct(Model, kw_only=True):
    """A question that a seat of the caller has to answer."""

    match_id: str
    seat: int
    prompt_id: str
    deadline: str | None


class SeatVacated(Model, kw_only=True, tag_field="kind", tag="SeatVacated"):
    """Somebody who sat with you has left before the start: `vacated` is free again, `seat` is yours."""

    cursor: str
    at: str
    match_id: str
    seat: int
    vacated: int


class SeatsToAct(Model, kw_only=True):
    """Everywhere the caller is waited for, what is due first first, at most 1,000."""

    seats: list[SeatToAct]


class SignIn(Model, kw_only=True):
    """
    How people sign in, at an identity provider by authorization code with PKCE.

    `clientId` is that of a page in a browser; null: the operator has registered none. `scopePrefix` stands before
    each scope at the provider.
    """

    issuer: str
    audience: str
    client_id: str | None
    scope_prefix: str


class StartRound(Model, kw_only=True):
    """
    The round to start: the number says which, so that it can't be started twice. Round 1 ends the registration.

    `excused`: entrants who are let off it for the points of a draw.
    """

    round: int
    excused: list[str] = field(default_factory=list)


class Streams(Model, kw_only=True):
    """Streams that may be open at once, and that are; `limit` null: any number."""

    limit: int | None
    open: int


class TableCard(Model, kw_only=True):
    """
    A card or another thing of the generic table view; without `card` and `name` it is face down.

    `id` is nobody else's on this table, `value` what actions say for it where that is something else; `card` is its
    entry in the catalogue. `owner`: the seat it belongs to, where it lies with another or with none. `host`: the id of
    what it is attached to; `group`: the id of the group that it is in. `counters`: its numbers as they are now, `base`:
    what is printed, of those that differ from it. `flags`: what holds of it. `cost`: what its holder would pay for it
    now. `hidden`: not everybody sees it; others see its back, if anything.
    """

    id: str | None = None
    card: str | None = None
    name: str | None = None
    value: str | None = None
    owner: int | None = None
    host: str | None = None
    group: str | None = None
    counters: dict[str, int] = field(default_factory=dict)
    base: dict[str, int] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    cost: int | None = None
    hidden: bool = False


class TableEffect(Model, kw_only=True):
    """
    Something that lasts: what it says, the catalogue's id of the card that makes it, how long it holds, the ids of
    the cards (`seat:1`: the seats) that it is about.
    """

    text: str
    source: str | None = None
    until: str | None = None
    about: list[str] = field(default_factory=list)


class TableGroup(Model, kw_only=True):
    """Things that belong together for a while, as in a fight: what kind of group, whose, which cards by id."""

    id: str
    kind: str
    label: str
    seats: list[int] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)


class TableLink(Model, kw_only=True):
    """What one thing does to another, as to block it: ids of cards or groups, `seat:1` for a seat."""

    from_: str
    to: str
    kind: str


class TablePending(Model, kw_only=True):
    """Something that is still to be resolved: a sentence, and the seat and the thing (by id) whose it is."""

    kind: str
    text: str
    seat: int | None = None
    card: str | None = None


class TableResultIn(Model, kw_only=True):
    """
    A result by the seats of a table, from 0: groups of equal places, best first; empty if all have lost.

    `games`: games won by seat, of a duel; `drawn`: drawn ones; `absent`: seats that did not come.
    """

    places: list[list[int]] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    drawn: int = 0
    absent: list[int] = field(default_factory=list)


class TableSeat(Model, kw_only=True):
    """Somebody at a table, or without one."""

    entrant: str
    name: str | None


class Term(Model, kw_only=True):
    """A word of the game that one meets first, and its meaning."""

    term: str
    meaning: str


class TieBreakValue(Model, kw_only=True):
    """A value as it is computed with, "7/12", and as people read it, "58.3%"."""

    code: str
    exact: str
    display: str


class TokenInfo(Model, kw_only=True):
    """A personal token without its secret. `expiresAt` null: it has no end. `lastUsedAt` is within an hour."""

    id: str
    name: str
    scopes: list[str]
    created_at: str
    expires_at: str | None = None
    last_used_at: str | None = None


class TokenList(Model, kw_only=True):
    """The account's own tokens, newest first, without their secrets."""

    tokens: list[TokenInfo]


class TournamentCodes(Model, kw_only=True):
    """Codes that an organiser hands out. `entry` is null where entry is open to everybody."""

    entry: str | None
    referee: str
    organiser: str


class TournamentEvent(Model, kw_only=True):
    """An event of the tournament's stream as the caller may see it. `hash` is hex; `data` by its type."""

    id: str
    version: int
    type: str
    at: str
    data: dict[str, Any]
    redacted: bool
    hash: str


class TournamentEventPage(Model, kw_only=True):
    """Events in the order of versions; `endVersion` continues."""

    events: list[TournamentEvent]
    end_version: int
    has_next: bool


class TournamentGame(Model, kw_only=True):
    """The place of a match in its tournament; numbers from 1 on, `game` that of a best-of."""

    tournament_id: str
    round: int
    table: int
    game: int


class TournamentOver(Model, kw_only=True, tag_field="kind", tag="TournamentOver"):
    """A tournament that you had entered is over, and where you stand; null: it was cancelled."""

    cursor: str
    at: str
    tournament_id: str
    rank: int | None


class TrfAccountView(Model, kw_only=True):
    """The account in play, with its titles as they are now; `id` names it as a target."""

    id: str
    card: str
    name: str
    titles: list[str]
    blank: bool
    used: bool


class TrfActivateAccountAction(Model, kw_only=True, tag_field="type", tag="activate_account"):
    """Use an ability of the own account, by its number on the card from 1."""

    ability: int
    targets: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    opponent: int | None = None


class TrfActivateCharacterAction(Model, kw_only=True, tag_field="type", tag="activate_character"):
    """Use an ability of a character, by its number on the card from 1."""

    character: str
    ability: int
    targets: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    opponent: int | None = None


class TrfActivatePlanetAction(Model, kw_only=True, tag_field="type", tag="activate_planet"):
    """Use an ability of a planet, by its number on the card from 1; `cards` are discarded as its cost."""

    planet: str
    ability: int
    targets: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    opponent: int | None = None


class TrfAddAttackerAction(Model, kw_only=True, tag_field="type", tag="add_attacker"):
    """Name a unit that attacks; with the first one, where there are several opponents, also the attacked one."""

    unit: str
    defender: int | None = None


class TrfAssignAssaultAction(Model, kw_only=True, tag_field="type", tag="assign_assault"):
    """Send an unblocked unit to a planet."""

    unit: str
    planet: str


class TrfAssignBlockAction(Model, kw_only=True, tag_field="type", tag="assign_block"):
    """Let a unit block an attacking one."""

    blocker: str
    attacker: str


class TrfAttackerView(Model, kw_only=True):
    """A unit of the attack, by its anchor card."""

    anchor: str
    cards: list[str]
    blocked: bool


class TrfChooseCardsAction(Model, kw_only=True, tag_field="type", tag="choose_cards"):
    """Choose cards by instance id; of cards that are looked at, by position from 1."""

    cards: list[str]


class TrfChooseOptionAction(Model, kw_only=True, tag_field="type", tag="choose_option"):
    """Choose one of the options."""

    option: str


class TrfConfirmAssaultAction(Model, kw_only=True, tag_field="type", tag="confirm_assault"):
    """Send no further unit."""


class TrfConfirmAttackAction(Model, kw_only=True, tag_field="type", tag="confirm_attack"):
    """Name no further attacker."""


class TrfConfirmBlocksAction(Model, kw_only=True, tag_field="type", tag="confirm_blocks"):
    """Name no further blocker."""


class TrfDeclineAttackAction(Model, kw_only=True, tag_field="type", tag="decline_attack"):
    """Attack nobody this turn."""


class TrfDiscardedView(Model, kw_only=True):
    """A card of a discard pile. `revival` is what it takes to revive it, None if it can't be."""

    iid: str
    card: str
    name: str
    revivable: bool
    meters_paid: int | None
    revival: int | None


class TrfDrawCardAction(Model, kw_only=True, tag_field="type", tag="draw_card"):
    """Take the top card of the own deck."""


class TrfEndDeploymentAction(Model, kw_only=True, tag_field="type", tag="end_deployment"):
    """Buy nothing more."""


class TrfEndTurnAction(Model, kw_only=True, tag_field="type", tag="end_turn"):
    """Be done."""


class TrfJoinFleetAction(Model, kw_only=True, tag_field="type", tag="join_fleet"):
    """Combine an Individual with a Fleeter."""

    individual: str
    fleeter: str


class TrfLeaveFleetAction(Model, kw_only=True, tag_field="type", tag="leave_fleet"):
    """Take an Individual off its Fleeter."""

    individual: str


class TrfOwnCard(Model, kw_only=True):
    """A card of a hand, for its owner. `cost` is what it would cost to play now, None without access."""

    iid: str
    card: str
    name: str
    cost: int | None


class TrfPairView(Model, kw_only=True):
    """A unit and what it was named for: the unit it blocks, the planet it is sent to."""

    unit: str
    target: str


class TrfPassAction(Model, kw_only=True, tag_field="type", tag="pass"):
    """Play no card in this window, or on this card."""


class TrfPlayCharacterAction(Model, kw_only=True, tag_field="type", tag="play_character"):
    """Buy a character of the hand."""

    card: str


class TrfPlayPlanetAction(Model, kw_only=True, tag_field="type", tag="play_planet"):
    """Put a planet of the hand into play."""

    card: str


class TrfPublicCard(Model, kw_only=True):
    """A card in a public zone."""

    iid: str
    card: str
    name: str


class TrfReviveAction(Model, kw_only=True, tag_field="type", tag="revive"):
    """Buy back a Unique character of the own discard pile."""

    card: str


class TrfSkipDrawAction(Model, kw_only=True, tag_field="type", tag="skip_draw"):
    """Draw no card."""


class TrfSkipPlanetAction(Model, kw_only=True, tag_field="type", tag="skip_planet"):
    """Play no planet."""


class TrfUnitView(Model, kw_only=True):
    """A unit by its anchor card; what it has together, and what it could do."""

    anchor: str
    cards: list[str]
    combat: int
    capture: int
    can_attack: bool
    can_block: bool


class UnplayableCard(Model, kw_only=True):
    """A card in a hand, by what actions say for it, that can't be played now: the rule that stops it, and why."""

    card: str
    rule_id: str | None
    message: str


class UnplayableCards(Model, kw_only=True):
    """The cards in the hand of a seat that none of its prompts offers; none once it plays no more."""

    version: int
    seat: int
    cards: list[UnplayableCard]


class Violation(Model, kw_only=True):
    """One violation with its rule."""

    rule_id: str
    message: str
    path: list[str]


class WinRate(Model, kw_only=True):
    """Wins of all that were played, as a reduced fraction and to be read, in percent with one digit after the point."""

    numerator: int
    denominator: int
    text: str


class YourTurn(Model, kw_only=True, tag_field="kind", tag="YourTurn"):
    """A question waits for a seat of yours. Told once for each; standing ones, that may be left open, are not told."""

    cursor: str
    at: str
    match_id: str
    seat: int
    prompt_id: str
    deadline: str | None


class AboutFeatures(StrEnum):
    ANY_GRAPHQL_DOCUMENT = "ANY_GRAPHQL_DOCUMENT"
    GRAPHIQL = "GRAPHIQL"
    SIGN_IN = "SIGN_IN"


class ActionLookWeight(StrEnum):
    ASIDE = "aside"
    MAIN = "main"
    PASS = "pass"
    UNDO = "undo"


class AuditLevelStatus(StrEnum):
    DIVERGED = "DIVERGED"
    FAILED = "FAILED"
    OK = "OK"
    SKIPPED = "SKIPPED"


class AuditReportVerdict(StrEnum):
    DIVERGED = "DIVERGED"
    FAILED = "FAILED"
    NOT_SIGNED = "NOT_SIGNED"
    NOT_VOUCHED = "NOT_VOUCHED"
    OK = "OK"


class BracketNodeSide(StrEnum):
    FINALS = "FINALS"
    LOSERS = "LOSERS"
    THIRD = "THIRD"
    WINNERS = "WINNERS"


class BracketSourceKind(StrEnum):
    LOSER = "LOSER"
    SEED = "SEED"
    WINNER = "WINNER"


class C4LastingEffectDuration(StrEnum):
    THIS_ATTACK = "this_attack"
    THIS_TURN = "this_turn"
    UNTIL_YOUR_NEXT_TURN = "until_your_next_turn"


class C4PendingWhat(StrEnum):
    ABILITY = "ability"
    ATTACK = "attack"
    CARD = "card"
    TOKEN_EVENT = "token_event"
    VOTE = "vote"


class C4ViewPhase(StrEnum):
    FINISHED = "finished"
    RUNNING = "running"
    SETUP = "setup"
    VOTING = "voting"


class C4ViewDirection(StrEnum):
    LEFT = "left"
    RIGHT = "right"


class CapcomCrossoversAttackViewKind(StrEnum):
    BASIC = "basic"
    SPECIAL = "special"
    SUPER = "super"
    TAG_SUPER = "tag_super"
    THROW = "throw"


class CapcomCrossoversCharacterViewStatus(StrEnum):
    ACTIVE = "active"
    INACTIVE = "inactive"
    KOED = "koed"


class CapcomCrossoversCombatViewStage(StrEnum):
    ANSWERED = "answered"
    COMBO = "combo"
    DECLARED = "declared"
    REPLY = "reply"


class CapcomCrossoversModifierViewDuration(StrEnum):
    THIS_ATTACK = "this_attack"
    UNTIL_END_OF_TURN = "until_end_of_turn"


class CapcomCrossoversRecoverAceActionPile(StrEnum):
    DISCARD = "discard"
    DRAW = "draw"


class CapcomCrossoversViewPhase(StrEnum):
    CLEANUP = "cleanup"
    COMBAT = "combat"
    DRAW = "draw"
    ENDED = "ended"
    MULLIGAN = "mulligan"
    START = "start"


class CapcomCrossoversViewMode(StrEnum):
    BOSS = "boss"
    ONE_ON_ONE = "one_on_one"
    TAG = "tag"
    TEAM = "team"


class CapeAndCowlCharacterViewClass(StrEnum):
    ANTI_HERO = "Anti-Hero"
    ANTI_VILLAIN = "Anti-Villain"
    CIVILIAN = "Civilian"
    GOVERNMENT = "Government"
    HERO = "Hero"
    VILLAIN = "Villain"


class CapeAndCowlCharacterViewStatuses(StrEnum):
    CONFUSED = "confused"
    FROZEN = "frozen"
    POISONED = "poisoned"
    SHIELDED = "shielded"
    SILENCED = "silenced"


class CapeAndCowlModifierDuration(StrEnum):
    MATCH = "match"
    ROUND = "round"
    STAY = "stay"
    TURN = "turn"


class CapeAndCowlPendingWhat(StrEnum):
    ATTACK = "attack"
    EVENT = "event"
    TEXT = "text"
    TYPE_EFFECT = "type_effect"


class CapeAndCowlPlayerEffectKind(StrEnum):
    CP_DAMAGE_MOD = "cp_damage_mod"
    LIMIT_MOD = "limit_mod"
    NO_ATTRITION = "no_attrition"
    STORM = "storm"


class CapeAndCowlViewPhase(StrEnum):
    FINISHED = "finished"
    RUNNING = "running"
    SETUP = "setup"


class CapeAndCowlViewStep(StrEnum):
    END = "end"
    MAIN = "main"
    START = "start"


class ClockHealthStatus(StrEnum):
    DEGRADED = "degraded"
    FAILED = "failed"
    OK = "ok"


class CreateMatchVisibility(StrEnum):
    INVITE = "INVITE"
    OPEN = "OPEN"


class CreateMatchReveal(StrEnum):
    ALL = "ALL"
    PARTICIPANTS = "PARTICIPANTS"


class CreateTournamentDecks(StrEnum):
    AFTER_ROUND = "AFTER_ROUND"
    CLOSED = "CLOSED"
    OPEN = "OPEN"


class CreateTournamentEntry(StrEnum):
    INVITE = "INVITE"
    OPEN = "OPEN"


class CreateWebhookKinds(StrEnum):
    MATCH_ABORTED = "match.aborted"
    MATCH_FINISHED = "match.finished"
    MATCH_STARTED = "match.started"
    RESULT_RECORDED = "result.recorded"
    RESULT_REOPENED = "result.reopened"
    ROUND_FINISHED = "round.finished"
    ROUND_STARTED = "round.started"
    TOURNAMENT_CANCELLED = "tournament.cancelled"
    TOURNAMENT_FINISHED = "tournament.finished"
    TOURNAMENT_STARTED = "tournament.started"


class CreateWebhookMatches(StrEnum):
    OWN = "OWN"
    PUBLIC = "PUBLIC"


class CutPolicyFormat(StrEnum):
    DOUBLE_ELIMINATION = "DOUBLE_ELIMINATION"
    SINGLE_ELIMINATION = "SINGLE_ELIMINATION"


class CutPolicyBestOf(Enum):
    FIELD_1 = 1
    FIELD_3 = 3
    FIELD_5 = 5


class EntrantStatus(StrEnum):
    DISQUALIFIED = "DISQUALIFIED"
    DROPPED = "DROPPED"
    REGISTERED = "REGISTERED"
    WITHDRAWN = "WITHDRAWN"


class EntrantRoundPart(StrEnum):
    BYE = "BYE"
    DISQUALIFIED = "DISQUALIFIED"
    DROPPED = "DROPPED"
    HALF = "HALF"
    LATE = "LATE"
    TABLE = "TABLE"
    UNPAIRED = "UNPAIRED"


class EventWeight(StrEnum):
    DETAIL = "DETAIL"
    KEY = "KEY"
    PLAY = "PLAY"
    TRACE = "TRACE"


class EventLookWeight(StrEnum):
    DETAIL = "detail"
    KEY = "key"
    PLAY = "play"
    TRACE = "trace"


class FaceLookGlyph(StrEnum):
    ANCHOR = "anchor"
    ARROW = "arrow"
    BAG = "bag"
    BAN = "ban"
    BELL = "bell"
    BOLT = "bolt"
    BOOK = "book"
    BRICK = "brick"
    BULB = "bulb"
    CITY = "city"
    CLOCK = "clock"
    CLOUD = "cloud"
    COIN = "coin"
    CROSS = "cross"
    CROWN = "crown"
    CUBE = "cube"
    DICE = "dice"
    DOOR = "door"
    DROP = "drop"
    EYE = "eye"
    FIRE = "fire"
    FIST = "fist"
    FLAG = "flag"
    FLASK = "flask"
    GEAR = "gear"
    HAND = "hand"
    HEART = "heart"
    KEY = "key"
    LEAF = "leaf"
    LINK = "link"
    LOCK = "lock"
    MASK = "mask"
    MOON = "moon"
    PAPER = "paper"
    PEN = "pen"
    PEOPLE = "people"
    PERSON = "person"
    PILE = "pile"
    PLUS = "plus"
    RADIO = "radio"
    RING = "ring"
    ROCKET = "rocket"
    SHIELD = "shield"
    SKULL = "skull"
    SPARK = "spark"
    SPEED = "speed"
    STAR = "star"
    SUN = "sun"
    SWORDS = "swords"
    TARGET = "target"
    TOWER = "tower"
    WAVE = "wave"
    WHEEL = "wheel"


class FaceLookColour(StrEnum):
    BLACK = "black"
    GREY = "grey"
    HUE = "hue"


class FieldReferenceNames(StrEnum):
    CARD = "CARD"
    GROUP = "GROUP"
    NUMBER = "NUMBER"
    PLACE = "PLACE"
    SEAT = "SEAT"
    WORD = "WORD"


class FlagLookDraw(StrEnum):
    DIM = "dim"
    NONE = "none"
    RIBBON = "ribbon"
    RING = "ring"
    TURN = "turn"


class GameBots(StrEnum):
    GREEDY = "greedy"
    RANDOM = "random"
    SEARCHING = "searching"


class HealthStatus(StrEnum):
    OK = "ok"


class JoinMatchBot(StrEnum):
    GREEDY = "greedy"
    RANDOM = "random"
    SEARCHING = "searching"


class LateEntryPolicyMissed(StrEnum):
    DRAW = "DRAW"
    LOSS = "LOSS"


class LimitsCountedBy(StrEnum):
    ACCOUNT = "ACCOUNT"
    ADDRESS = "ADDRESS"
    SEAT = "SEAT"


class LinkLookDraw(StrEnum):
    ARROW = "arrow"
    BADGE = "badge"
    BRACKET = "bracket"


class LookSymbols(StrEnum):
    BLACK = "black"
    GOLD = "gold"
    SILVER = "silver"


class MatchStatus(StrEnum):
    ABORTED = "ABORTED"
    FINISHED = "FINISHED"
    OPEN = "OPEN"
    RUNNING = "RUNNING"


class MatchReveal(StrEnum):
    ALL = "ALL"
    LATER = "LATER"
    PARTICIPANTS = "PARTICIPANTS"


class MetMatchOutcome(StrEnum):
    DRAW = "DRAW"
    LOSS = "LOSS"
    WIN = "WIN"


class NumberLookIcon(StrEnum):
    ANCHOR = "anchor"
    ARROW = "arrow"
    BAG = "bag"
    BAN = "ban"
    BELL = "bell"
    BOLT = "bolt"
    BOOK = "book"
    BRICK = "brick"
    BULB = "bulb"
    CITY = "city"
    CLOCK = "clock"
    CLOUD = "cloud"
    COIN = "coin"
    CROSS = "cross"
    CROWN = "crown"
    CUBE = "cube"
    DICE = "dice"
    DOOR = "door"
    DROP = "drop"
    EYE = "eye"
    FIRE = "fire"
    FIST = "fist"
    FLAG = "flag"
    FLASK = "flask"
    GEAR = "gear"
    HAND = "hand"
    HEART = "heart"
    KEY = "key"
    LEAF = "leaf"
    LINK = "link"
    LOCK = "lock"
    MASK = "mask"
    MOON = "moon"
    PAPER = "paper"
    PEN = "pen"
    PEOPLE = "people"
    PERSON = "person"
    PILE = "pile"
    PLUS = "plus"
    RADIO = "radio"
    RING = "ring"
    ROCKET = "rocket"
    SHIELD = "shield"
    SKULL = "skull"
    SPARK = "spark"
    SPEED = "speed"
    STAR = "star"
    SUN = "sun"
    SWORDS = "swords"
    TARGET = "target"
    TOWER = "tower"
    WAVE = "wave"
    WHEEL = "wheel"


class NumberLookTone(StrEnum):
    BAD = "bad"
    GOOD = "good"
    PLAIN = "plain"


class PairingStatus(StrEnum):
    DECIDED = "DECIDED"
    DISPUTED = "DISPUTED"
    NEEDS_RULING = "NEEDS_RULING"
    OPEN = "OPEN"


class ParameterKind(StrEnum):
    CARD = "card"
    CARDS = "cards"
    COUNTS = "counts"
    EACH = "each"
    FLAG = "flag"
    NUMBER = "number"
    OPTION = "option"
    PAYMENT = "payment"
    SEAT = "seat"
    WORDS = "words"


class PromptMode(StrEnum):
    BLOCKING = "BLOCKING"
    SIMULTANEOUS = "SIMULTANEOUS"
    STANDING = "STANDING"


class RankStage(StrEnum):
    BRACKET = "BRACKET"
    DISQUALIFIED = "DISQUALIFIED"
    ROUNDS = "ROUNDS"


class ReportResultKind(StrEnum):
    CONFIRM = "CONFIRM"
    DISPUTE = "DISPUTE"


class ResultRuledRuling(StrEnum):
    AWARD = "AWARD"
    DISQUALIFICATION = "DISQUALIFICATION"
    GAME_LOSS = "GAME_LOSS"
    MATCH_LOSS = "MATCH_LOSS"
    NO_SHOW = "NO_SHOW"
    OVERRIDE = "OVERRIDE"
    REPLAY = "REPLAY"
    UPHOLD = "UPHOLD"
    WARNING = "WARNING"


class ResyncRequiredReason(StrEnum):
    AHEAD = "AHEAD"
    DIVERGED = "DIVERGED"
    SHUTDOWN = "SHUTDOWN"
    SLOW_READER = "SLOW_READER"


class RoundStatus(StrEnum):
    OVER = "OVER"
    RUNNING = "RUNNING"


class RulePairingKind(StrEnum):
    AWARD = "AWARD"
    DISQUALIFICATION = "DISQUALIFICATION"
    GAME_LOSS = "GAME_LOSS"
    MATCH_LOSS = "MATCH_LOSS"
    NO_SHOW = "NO_SHOW"
    OVERRIDE = "OVERRIDE"
    REPLAY = "REPLAY"
    UPHOLD = "UPHOLD"
    WARNING = "WARNING"


class ScpAnomalyViewStatus(StrEnum):
    CONTAINED = "contained"
    SECURED = "secured"
    UNSECURED = "unsecured"


class ScpAnomalyViewSecureSkills(StrEnum):
    COMBAT = "combat"
    COVERT = "covert"
    MEDICAL = "medical"
    OCCULT = "occult"
    RESEARCH = "research"
    SCIENCE = "science"
    SOLDIER = "soldier"
    TECHNICAL = "technical"
    TERMINATE = "terminate"


class ScpAnomalyViewContainSkills(StrEnum):
    COMBAT = "combat"
    COVERT = "covert"
    MEDICAL = "medical"
    OCCULT = "occult"
    RESEARCH = "research"
    SCIENCE = "science"
    SOLDIER = "soldier"
    TECHNICAL = "technical"
    TERMINATE = "terminate"


class ScpAssignActionJob(StrEnum):
    CONTAIN = "contain"
    DEFEND = "defend"
    DESTROY = "destroy"
    RESEARCH = "research"
    SECURE = "secure"


class ScpAttemptViewKind(StrEnum):
    CONTAIN = "contain"
    DESTROY = "destroy"
    RAID = "raid"
    SECURE = "secure"


class ScpAttemptViewRequiredSkills(StrEnum):
    COMBAT = "combat"
    COVERT = "covert"
    MEDICAL = "medical"
    OCCULT = "occult"
    RESEARCH = "research"
    SCIENCE = "science"
    SOLDIER = "soldier"
    TECHNICAL = "technical"
    TERMINATE = "terminate"


class ScpCardViewIcons(StrEnum):
    COMMAND = "command"
    NON_HUMAN = "non_human"
    RESEARCHER = "researcher"
    SITE_19 = "site_19"
    SITE_23 = "site_23"
    SITE_7 = "site_7"
    SOLDIER = "soldier"


class ScpCopiesSkill(StrEnum):
    COMBAT = "combat"
    COVERT = "covert"
    MEDICAL = "medical"
    OCCULT = "occult"
    RESEARCH = "research"
    SCIENCE = "science"
    SOLDIER = "soldier"
    TECHNICAL = "technical"
    TERMINATE = "terminate"


class ScpLastingViewUntil(StrEnum):
    THIS_ATTEMPT = "this_attempt"
    THIS_TURN = "this_turn"
    UNTIL_NEXT_TURN = "until_next_turn"


class ScpViewPhase(StrEnum):
    BIDDING = "bidding"
    FINISHED = "finished"
    RUNNING = "running"
    SETUP = "setup"


class ScpViewTurnPhase(StrEnum):
    ASSIGNMENT = "assignment"
    DRAW = "draw"
    END = "end"
    ESCALATION = "escalation"
    MAINTENANCE = "maintenance"
    MISSION = "mission"
    OPTIONAL_END = "optional_end"
    OPTIONAL_START = "optional_start"
    OUTCOME = "outcome"
    RESEARCH = "research"
    RESUPPLY = "resupply"
    RETRIEVAL = "retrieval"
    START = "start"


class ScpViewStep(StrEnum):
    AFTER = "after"
    COMPARE = "compare"
    COMPLICATIONS = "complications"
    END = "end"
    EVENTS = "events"
    REPLY = "reply"


class SeatHouseBot(StrEnum):
    GREEDY = "greedy"
    RANDOM = "random"
    SEARCHING = "searching"


class SigningKeyKty(StrEnum):
    OKP = "OKP"


class SigningKeyCrv(StrEnum):
    ED25519 = "Ed25519"


class SigningKeyUse(StrEnum):
    SIG = "sig"


class SigningKeyAlg(StrEnum):
    ED_DSA = "EdDSA"


class StaffRole(StrEnum):
    ORGANISER = "ORGANISER"
    REFEREE = "REFEREE"


class TableGameStatus(StrEnum):
    ABORTED = "ABORTED"
    OVER = "OVER"
    RUNNING = "RUNNING"


class TableLookSeats(StrEnum):
    FACING = "facing"
    RING = "ring"
    SIDES = "sides"


class TableResultSource(StrEnum):
    FORFEIT = "FORFEIT"
    PLAYED = "PLAYED"
    RULING = "RULING"


class TableZoneSeen(StrEnum):
    ALL = "all"
    NOBODY = "nobody"
    OWNER = "owner"
    YOU = "you"


class TokenInputScopes(StrEnum):
    MATCH_READ = "match:read"
    MATCH_CREATE = "match:create"
    MATCH_PLAY = "match:play"
    REPLAY_READ = "replay:read"
    DECK_WRITE = "deck:write"
    TOURNAMENT_READ = "tournament:read"
    TOURNAMENT_ENTER = "tournament:enter"
    TOURNAMENT_MANAGE = "tournament:manage"
    TOURNAMENT_REFEREE = "tournament:referee"
    WEBHOOK_MANAGE = "webhook:manage"
    ACCOUNT_WRITE = "account:write"
    ADMIN = "admin"


class TournamentStatus(StrEnum):
    CANCELLED = "CANCELLED"
    FINISHED = "FINISHED"
    REGISTRATION = "REGISTRATION"
    RUNNING = "RUNNING"


class TournamentYourRole(StrEnum):
    ORGANISER = "ORGANISER"
    REFEREE = "REFEREE"


class TournamentMessageType(StrEnum):
    RESULT_RECORDED = "result.recorded"
    RESULT_REOPENED = "result.reopened"
    ROUND_FINISHED = "round.finished"
    ROUND_STARTED = "round.started"
    TOURNAMENT_CANCELLED = "tournament.cancelled"
    TOURNAMENT_FINISHED = "tournament.finished"
    TOURNAMENT_STARTED = "tournament.started"


class TournamentPolicyFormat(StrEnum):
    DOUBLE_ELIMINATION = "DOUBLE_ELIMINATION"
    PODS = "PODS"
    ROUND_ROBIN = "ROUND_ROBIN"
    SINGLE_ELIMINATION = "SINGLE_ELIMINATION"
    SWISS = "SWISS"


class TournamentPolicyOwnBye(StrEnum):
    EXCLUDED = "EXCLUDED"
    WIN = "WIN"


class TournamentPolicyDrops(StrEnum):
    ANNULLED = "ANNULLED"
    KEPT = "KEPT"


class TournamentPolicySeeding(StrEnum):
    DRAWN = "DRAWN"
    GIVEN = "GIVEN"


class TournamentPolicyRegulations(StrEnum):
    FIDE_2023 = "FIDE_2023"
    FIDE_2026 = "FIDE_2026"


class TrfCharacterViewClass(StrEnum):
    FLEETER = "fleeter"
    INDIVIDUAL = "individual"


class TrfModifierWhat(StrEnum):
    CANNOT = "cannot"
    CAPTURE = "capture"
    CAPTURE_TO_HAND = "capture_to_hand"
    COMBAT = "combat"
    DEFENSE = "defense"
    KEYWORD = "keyword"
    SAVE = "save"


class TrfPendingViewWindow(StrEnum):
    ASSAULT = "assault"
    ATTACK = "attack"
    BICKER = "bicker"
    BLOCK = "block"
    DICE = "dice"
    POST = "post"
    PRE = "pre"
    RESPONSE = "response"


class TrfPersistentViewChosen(StrEnum):
    COALITION = "coalition"
    DRIFT_CLANS = "drift_clans"
    FREEPORT_LEAGUE = "freeport_league"
    IRON_REGENCY = "iron_regency"
    JEDI = "jedi"
    UMBRAL_CIRCLE = "umbral_circle"
    UNIVERSAL = "universal"


class TrfPlayerViewStandingPass(StrEnum):
    ASSAULT = "assault"
    ATTACK = "attack"
    BICKER = "bicker"
    BLOCK = "block"
    DICE = "dice"
    POST = "post"
    PRE = "pre"
    RESPONSE = "response"


class TrfSetStandingPassActionWindows(StrEnum):
    ASSAULT = "assault"
    ATTACK = "attack"
    BICKER = "bicker"
    BLOCK = "block"
    DICE = "dice"
    POST = "post"
    PRE = "pre"
    RESPONSE = "response"


class TrfSideModSide(StrEnum):
    ATTACKER = "attacker"
    DEFENDER = "defender"


class TrfViewTurnPhase(StrEnum):
    DEPLOYMENT = "deployment"
    END = "end"
    ROLEPLAY = "roleplay"
    START = "start"


class TrfViewStep(StrEnum):
    ASSAULT = "assault"
    ASSAULT_WINDOW = "assault_window"
    ATTACK_WINDOW = "attack_window"
    BLOCK_WINDOW = "block_window"
    BLOCKS = "blocks"
    CAPTURE = "capture"
    CLOSE = "close"
    DEPLOYMENT = "deployment"
    DRAW = "draw"
    END = "end"
    FIGHTS = "fights"
    PLANET = "planet"
    POST_COMBAT = "post_combat"
    PRE_COMBAT = "pre_combat"
    REFILL = "refill"
    START = "start"


class WebhookStatus(StrEnum):
    ACTIVE = "ACTIVE"
    DISABLED = "DISABLED"
    FAILING = "FAILING"


class WebhookMessageType(StrEnum):
    MATCH_ABORTED = "match.aborted"
    MATCH_FINISHED = "match.finished"
    MATCH_STARTED = "match.started"


class ZoneLookPlace(StrEnum):
    BACK = "back"
    CENTRE = "centre"
    FRONT = "front"
    HAND = "hand"
    OUT = "out"
    PILE = "pile"
    SIDE = "side"


class ZoneLookArrange(StrEnum):
    FAN = "fan"
    GRID = "grid"
    LIST = "list"
    PILE = "pile"
    ROW = "row"
    STACK = "stack"


class ZoneLookCard(StrEnum):
    COMPACT = "compact"
    FULL = "full"
    TOKEN = "token"


class ZoneLookUnder(StrEnum):
    HOST = "host"


class ZoneLookBy(StrEnum):
    GROUP = "group"


class About(Model, kw_only=True):
    """
    The service. `version` is that of its release; `signIn` is null where it knows no identity provider.

    Tolerate features and scopes that you don't know.
    """

    name: str
    version: str
    sign_in: SignIn | None
    scopes: list[Scope]
    features: list[AboutFeatures]
    largest: Largest


class ActionLook(Model, kw_only=True):
    """
    An action: what a button says, and where it stands. pass: it does nothing, or ends something; undo: it takes back
    what was named; aside: it is set beside the course of play.
    """

    label: str
    weight: ActionLookWeight = ActionLookWeight.MAIN


class AuditLevel(Model, kw_only=True):
    """One level: `store`, or L0 to L4. `line` counts from 1. DIVERGED: other rules than those in force decided it."""

    level: str
    status: AuditLevelStatus
    message: str
    line: int | None
    version: int | None


class AuditReport(Model, kw_only=True):
    """
    Whether a record holds: `ok` if no level failed or diverged. `head` is hex, `signedBy` the id of a key.

    `verdict` tells a fault from another release's decisions: FAILED if a level failed, DIVERGED if none did and other
    rules than those in force decided the match. Where nothing is wrong it is OK only if a key of the service has signed
    the record: NOT_SIGNED says that nobody has, as of a match that goes on, NOT_VOUCHED that another key has.

    `version`, `head`, `status` and `signedBy` are null unless the chain (L0) holds. `pinned`: one of the service's own
    keys has signed it.
    """

    ok: bool
    verdict: AuditReportVerdict
    match: str
    game: str
    perspective: str
    version: int | None
    head: str | None
    status: str | None
    signed_by: str | None
    pinned: bool
    levels: list[AuditLevel]


class BracketSource(Model, kw_only=True):
    """The origin of a player: the seed of a number, or the winner or loser of another node, by its id."""

    kind: BracketSourceKind
    seed: int | None
    node: str | None


C4Action: TypeAlias = (
    C4PlayCardAction
    | C4PlayReactionAction
    | C4PassAction
    | C4UseAbilityAction
    | C4EndTurnAction
    | C4MakeClaimAction
    | C4ChooseTokensAction
    | C4ChooseOptionAction
    | C4ChooseCardsAction
    | C4ChoosePlayerAction
    | C4AnswerClaimAction
    | C4VoteClaimAction
    | C4VoteCardAction
    | C4VoteWinnerAction
)


class C4LastingEffect(Model, kw_only=True):
    """An effect that goes on without its card."""

    id: int
    card: str
    controller: int
    kind: str
    duration: C4LastingEffectDuration
    seats: list[int]
    value: int
    what: str


class C4Pending(Model, kw_only=True):
    """Something that is being resolved."""

    what: C4PendingWhat
    seat: int
    other: int | None = None
    card: str | None = None
    amount: int = 0
    kind: str = ""


class C4PlayerView(Model, kw_only=True):
    """One seat. `hand` is there for its owner, and for all in the full record."""

    seat: int
    in_match: bool
    token_kind: str
    attributes: list[str]
    faction: str
    supply: dict[str, int]
    tokens: int
    deck_size: int
    hand_size: int
    hand: list[C4HandCard] | None
    discard: list[C4PublicCard]
    flipped: C4FlippedCard | None
    skip_turns: int


class C4View(Model, kw_only=True):
    """A C4 match as a viewer sees it."""

    phase: C4ViewPhase
    turn_number: int
    active_player: int | None
    step: str | None
    direction: C4ViewDirection
    turn_overrides: list[int]
    free_actions: int
    actions_taken: int
    paid_actions: int
    pot: dict[str, int]
    players: list[C4PlayerView]
    in_play: list[C4CardInPlay]
    being_played: list[C4PublicCard]
    stack: list[C4Pending]
    reactions_played: int
    end_turn_requested: bool
    effects: list[C4LastingEffect]
    claims_made: list[int]
    leaving: list[int]


class CapcomCrossoversAttackView(Model, kw_only=True):
    """An attack or avoid move of this combat; `priority` as it is now, `type` and `attrs` as printed."""

    number: int
    seat: int
    character: str
    move: str
    name: str
    kind: CapcomCrossoversAttackViewKind
    type: str
    attrs: str
    cards: list[CapcomCrossoversCardView]
    extra_cards: list[CapcomCrossoversCardView]
    cp: int
    priority: int | None
    role: str
    outcome: str
    damage: int | None


class CapcomCrossoversBlockView(Model, kw_only=True):
    """A block card; its owner alone sees it until it is turned up."""

    card: CapcomCrossoversCardView | None
    seen: bool


class CapcomCrossoversCombatView(Model, kw_only=True):
    """The combat phase so far: attacks in order, the answer, the combo."""

    stage: CapcomCrossoversCombatViewStage
    answer: str | None
    attacks: list[CapcomCrossoversAttackView]
    combo_owner: int | None
    combo_damage: int
    last_basic: int | None
    uses: list[CapcomCrossoversUsedMove]


class CapcomCrossoversModifierView(Model, kw_only=True):
    """What lasts for a character: the word, its number (0: a half), the stat if it is about one."""

    what: str
    amount: int
    stat: str
    source: str
    duration: CapcomCrossoversModifierViewDuration


class CapcomCrossoversPlayerView(Model, kw_only=True):
    """What one player holds. `hand` and `drawPileContents` (in no order) are there for their owner."""

    seat: int
    side: int
    out: bool
    hand_size: int
    hand: list[CapcomCrossoversCardView]
    draw_pile_size: int
    draw_pile_contents: list[CapcomCrossoversCardView] | None
    discard_pile: list[CapcomCrossoversCardView]
    super_meter: list[CapcomCrossoversCardView]
    meter_total: int
    block: CapcomCrossoversBlockView | None
    action_zone: list[CapcomCrossoversCardView]
    mulligan_used: bool
    ace_recovered: bool
    meter_placed: bool
    hp_recovered: bool


class CapcomCrossoversRecoverAceAction(Model, kw_only=True, tag_field="type", tag="recover_ace"):
    """Pay 40 out of the super meter for an Ace of a pile."""

    meter_cards: list[str]
    pile: CapcomCrossoversRecoverAceActionPile
    ace: str


CapeAndCowlAction: TypeAlias = (
    CapeAndCowlDrawCardAction
    | CapeAndCowlPlayCharacterAction
    | CapeAndCowlPlayCityAction
    | CapeAndCowlPlayEventAction
    | CapeAndCowlWithdrawCharacterAction
    | CapeAndCowlDiscardFromHandAction
    | CapeAndCowlDiscardFromFieldAction
    | CapeAndCowlAttackAction
    | CapeAndCowlUseAbilityAction
    | CapeAndCowlEndTurnAction
    | CapeAndCowlChooseTargetAction
    | CapeAndCowlChooseCardsAction
    | CapeAndCowlChoosePositionsAction
    | CapeAndCowlTakeCardAction
)


class CapeAndCowlModifier(Model, kw_only=True):
    """An Attack modifier with a duration; `types` and `damaged` say when it counts, nothing means always."""

    value: int
    duration: CapeAndCowlModifierDuration
    made_by: int
    types: list[str] = field(default_factory=list)
    damaged: bool = False


class CapeAndCowlPending(Model, kw_only=True):
    """Something that is being resolved, by the card it comes from."""

    what: CapeAndCowlPendingWhat
    seat: int
    card: str


class CapeAndCowlPlayerEffect(Model, kw_only=True):
    """What lasts for a player: less damage to the City, a changed limit, no Attrition, a Perfect Storm."""

    kind: CapeAndCowlPlayerEffectKind
    duration: CapeAndCowlModifierDuration
    made_by: int
    value: int = 0
    limit: str = ""


class CardStatistics(Model, kw_only=True):
    """
    The record of players who brought a card. `decks`: how many different ones have it; `copies` of all that were
    played.
    """

    card: str
    decks: int
    copies: int
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class CardStatisticsPage(Model, kw_only=True):
    """Cards in the order of their IDs; `endCursor` continues, for the same filter."""

    cards: list[CardStatistics]
    end_cursor: str | None
    has_next: bool


class ClockHealth(Model, kw_only=True):
    """By how many ms the clock of this machine is ahead of the store's, which holds. null: nobody compares them."""

    status: ClockHealthStatus
    ahead_ms: int | None


class ClockTick(Model, kw_only=True):
    """The clocks that run in public, as the server's time was `at`; none: all have stopped."""

    at: str
    clocks: list[RunningClock]


class CreateMatch(Model, kw_only=True):
    """
    A new match. `options` are the game's own, at most 8 KiB as JSON; times in ms, 0: no limit, null: as they say.

    `spectatorDelayMs`, up to an hour: from the start on, strangers learn what happens so much later.
    """

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    decision_ms: int | None = None
    turn_ms: int | None = None
    bank_ms: int = 0
    visibility: CreateMatchVisibility = CreateMatchVisibility.OPEN
    reveal: CreateMatchReveal = CreateMatchReveal.ALL
    spectator_delay_ms: int = 0


class CreateWebhook(Model, kw_only=True):
    """
    Where to, and of what: kinds of events, of one game or of all, of one tournament and its matches or of all.

    `matches`: OWN are those that the account sits in, private ones too, and the tournaments that it has entered or has
    had a role in; PUBLIC are all that everybody may see.
    """

    url: str
    kinds: list[CreateWebhookKinds] = field(
        default_factory=lambda: [
            CreateWebhookKinds.MATCH_STARTED,
            CreateWebhookKinds.MATCH_FINISHED,
            CreateWebhookKinds.MATCH_ABORTED,
        ]
    )
    game: str | None = None
    tournament: str | None = None
    matches: CreateWebhookMatches = CreateWebhookMatches.OWN


class CutPolicy(Model, kw_only=True):
    """The best `size` play on for elimination."""

    size: int
    format: CutPolicyFormat = CutPolicyFormat.SINGLE_ELIMINATION
    best_of: CutPolicyBestOf = CutPolicyBestOf.FIELD_1


class DeckMatchup(Model, kw_only=True):
    """The record of a deck against another one, or itself, in matches of two seats."""

    deck: str
    against: str
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class DeckMatchupPage(Model, kw_only=True):
    """Pairs of decks in the order of their labels; `endCursor` continues, for the same filter."""

    matchups: list[DeckMatchup]
    end_cursor: str | None
    has_next: bool


class DeckStatistics(Model, kw_only=True):
    """
    The record of a deck. `played` counts seats, so it counts a match in which two players bring it twice: wins,
    draws and losses add up.

    `deck` is the ID of a preconstructed deck, or `own:` and 12 hex digits that are the same for equal loadouts.
    """

    deck: str
    matches: int
    played: int
    wins: int
    draws: int
    losses: int
    win_rate: WinRate


class DeckStatisticsPage(Model, kw_only=True):
    """Decks in the order of their labels; `endCursor` continues, for the same filter."""

    decks: list[DeckStatistics]
    end_cursor: str | None
    has_next: bool


class Entrant(Model, kw_only=True):
    """
    A participant. `deck` is null while it is hidden from the caller, `deckCommitment` (hex) stands for it then.

    `entered` is the first round that the entrant could be paired for, `dropped` the last one it took part in.
    """

    id: str
    name: str | None
    status: EntrantStatus
    checked_in: bool
    entered: int
    dropped: int | None
    deck: Deck | None
    deck_commitment: str | None


class EntrantPage(Model, kw_only=True):
    """Entrants at one version of the tournament. `totalCount` counts those who were asked for."""

    entrants: list[Entrant]
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class Event(Model, kw_only=True):
    """
    An event as the perspective sees it; a sealed one has the type `sealed` and no content.

    `text` is a sentence for people, `textKey` and `textArguments` (by the fields of `data`) the same for whoever
    tells it in another language; `ruleIds` are the rules that it follows. `weight`: KEY, the turns of a match; PLAY,
    what somebody does or what comes of it; DETAIL, what explains it; TRACE, how it is carried out. `mark`: its mark on
    a timeline, by a name of the game's look.
    """

    id: str
    version: int
    type: str
    at: str
    actor: str
    caused_by: str | None
    redacted: bool
    hash: str
    batch_end: bool
    text: str
    text_key: str
    text_arguments: dict[str, str]
    rule_ids: list[str]
    weight: EventWeight
    mark: str | None
    subjects: EventSubjects
    data: dict[str, Any]


class EventLook(Model, kw_only=True):
    """A kind of event, and its mark on a timeline if it has one."""

    weight: EventLookWeight = EventLookWeight.PLAY
    mark: str | None = None


class EventPage(Model, kw_only=True):
    """Events in version order. `complete`: nothing after them exists now."""

    events: list[Event]
    complete: bool
    version: int


class EventsAppended(Model, kw_only=True):
    """
    New events, and the hashes that tell a client whether it has folded them rightly.

    `patch`, for who asked for frames: the JSON Patch (RFC 6902) from the frame before `fromVersion` to the one at
    `toVersion`; of a match from its beginning, to nothing.
    """

    from_version: int
    to_version: int
    events: list[Event]
    state_hash: str
    head_hash: str
    patch: list[dict[str, Any]] | UnsetType = UNSET


class FaceLook(Model, kw_only=True):
    """
    How cards of the catalogue look whose attributes are as `when` says; the first that fits counts.

    `hue`: degrees; `colour`: that of the hue, or one that has none. `line`: what of its face stands in the line of its
    kind, `tags`: what is shown as tags; both name lines and tags of the face.
    """

    hue: int
    glyph: FaceLookGlyph
    when: dict[str, str] = field(default_factory=dict)
    corners: Corners = field(default_factory=lambda: convert({}, type=Corners))
    line: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    colour: FaceLookColour = FaceLookColour.HUE


class FieldReference(Model, kw_only=True):
    """
    What the values of a field of an action name on the table: CARD and GROUP, the id of one, or what its `value`
    says; PLACE, a card's `value` that is its place in its zone, from 1; SEAT, the number of one; WORD and NUMBER,
    nothing but what they say.
    """

    action: str
    field_: str
    names: list[FieldReferenceNames]


class FlagLook(Model, kw_only=True):
    """Something that holds of a card or of a group."""

    label: str
    draw: FlagLookDraw = FlagLookDraw.RIBBON


class Game(Model, kw_only=True):
    """A game: what a client needs to offer a match of it. `bots`: those of the house, the weakest first."""

    slug: str
    title: str
    prefix: str
    min_seats: int
    max_seats: int
    rules_version: str
    rules_hash: str
    card_set_hash: str
    card_sets: list[CardSetInfo]
    option_schema: dict[str, Any]
    loadout_schema: dict[str, Any]
    bots: list[GameBots]


class GameList(Model, kw_only=True):
    """All games."""

    games: list[Game]


class GameStatistics(Model, kw_only=True):
    """The matches of one game."""

    game: str
    matches: MatchCounts


class Health(Model, kw_only=True):
    """The process is alive."""

    status: HealthStatus = HealthStatus.OK


class HintsHealth(Model, kw_only=True):
    """Whether hints arrive from other replicas; for how many seconds they have not. Meanwhile watchers poll."""

    status: ClockHealthStatus
    lost_seconds: float | None


class Index(Model, kw_only=True):
    """The root of the API: what this is, and where to go on. Addresses are on this service."""

    name: str
    version: str
    links: Links = field(
        default_factory=lambda: convert(
            {
                "about": "/v1/about",
                "reference": "/docs",
                "graphql": "/graphql",
                "openapi": "/v1/openapi.json",
                "asyncapi": "/v1/asyncapi.json",
                "schema": "/v1/schema.graphql",
                "problems": "/problems",
                "games": "/v1/games",
                "matches": "/v1/matches",
                "tournaments": "/v1/tournaments",
            },
            type=Links,
        )
    )


class Introduction(Model, kw_only=True):
    """A game in one language (BCP 47): what it is, what one wants, how one wins and loses, a turn step by step."""

    language: str
    what: str
    goal: str
    win: list[str]
    lose: list[str]
    turn: list[str]
    terms: list[Term]
    decks: list[DeckStyle]


class JoinMatch(Model, kw_only=True):
    """
    Take a seat (the lowest free one if none is named).

    With one of three: a preconstructed `deck`, a saved deck of the caller's own by its `deckId`, or a `loadout`.
    `bot`: true, where a program of the caller's plays. The name of one of the game's `bots` gives a seat of the
    caller's own match to the house's bot instead, which plays the `deck`, or one that fits if none is named.
    """

    seat: int | None = None
    deck: str | None = None
    deck_id: str | None = None
    loadout: dict[str, Any] | None = None
    seed: str | None = None
    bot: bool | JoinMatchBot = False
    invite: str | None = None


class LateEntryPolicy(Model, kw_only=True):
    """Until which round somebody may enter; what a missed round counts as."""

    until: int = 1
    missed: LateEntryPolicyMissed = LateEntryPolicyMissed.LOSS


class LeaderboardPage(Model, kw_only=True):
    """Players, best first. `ladder` is null where nothing was rated yet."""

    game: str
    model: str
    ladder: LadderInfo | None
    rows: list[LeaderboardRow]
    end_cursor: str | None
    has_next: bool


class Limits(Model, kw_only=True):
    """
    The caller's limits. `countedBy`: an account, a seat, or the address of one without a token.

    A budget that is not listed has no limit. `operationPoints` is what one GraphQL operation may cost.
    """

    counted_by: LimitsCountedBy
    budgets: list[Budget]
    streams: Streams
    operation_points: int


class LinkLook(Model, kw_only=True):
    """A kind of link: a verb, and how it is drawn."""

    label: str
    draw: LinkLookDraw = LinkLookDraw.ARROW


class Live(Model, kw_only=True):
    """The process runs. Nothing else was looked at."""

    status: HealthStatus = HealthStatus.OK


class LoadoutReport(Model, kw_only=True):
    """Whether a loadout is legal, and every violation."""

    legal: bool
    violations: list[Violation]


class MatchClosed(Model, kw_only=True):
    """The match is over and everything was sent."""

    version: int
    result: Result | None


class MatchNews(Model, kw_only=True):
    """
    The public facts of a match, for everybody who may see it. `version` and `headHash` (hex) are those of the
    event.

    `result` is null for a match that has just started.
    """

    match_id: str
    game: str
    version: int
    head_hash: str
    visibility: CreateMatchVisibility
    practice: bool
    result: Result | None
    seats: list[SeatNews]


class MatchOver(Model, kw_only=True, tag_field="kind", tag="MatchOver"):
    """A match in which you sat is over; with the kind ABORTED it was ended without being played out."""

    cursor: str
    at: str
    match_id: str
    seat: int
    result: Result


class MetMatch(Model, kw_only=True):
    """A match of two entrants; `outcome` is that of the first one. The numbers are null outside of tournaments."""

    match_id: str
    game: str
    tournament: str | None
    round: int | None
    table: int | None
    game_number: int | None
    ended_by: str
    finished_at: str
    outcome: MetMatchOutcome


class NumberLook(Model, kw_only=True):
    """A number of a seat, of a card, of a group or of the table. `most`: the name of the one that it is a part of."""

    label: str
    icon: NumberLookIcon | None = None
    most: str | None = None
    tone: NumberLookTone = NumberLookTone.PLAIN


class Parameter(Model, kw_only=True):
    """
    The domain of one parameter of an action.

    card, seat, number, option: one of `options`; flag: 0 for false, 1 for true.
    cards, words: `min` to `max` of `options`, `distinct` and `ordered` as said.
    counts: for each of `options` a number up to its place in `most`, `min` to `max` in all.
    payment: some of `options`, each worth its place in `worth`, none below 0: together at least `price`, and less than
    that without any one of them; no payment has a superfluous card.
    each: one of each of several groups, in their order: `options` holds one group after another, `most` how many are in
    each group, `min` and `max` how many groups there are. An option may be in several groups.
    An answer may name the cards of `cards` that is not `ordered`, and those of a payment, in any order.
    """

    name: str
    kind: ParameterKind
    options: list[str | int]
    min: int = 1
    max: int = 1
    most: list[int] = field(default_factory=list)
    distinct: bool = True
    ordered: bool = False
    worth: list[int] = field(default_factory=list)
    price: int = 0


class Prompt(Model, kw_only=True):
    """
    An open question as far as the viewer may see it. `text` is what is asked, as a sentence without a full stop;
    `about`: what it is about, by its id on the table.
    """

    id: str
    revision: int
    seat: int
    kind: str
    mode: PromptMode
    rule_id: str
    text: str
    about: str | None
    opened_at_version: int
    deadline: str | None


class Rank(Model, kw_only=True):
    """
    The rank of an entrant over the whole event. Those who share one are tied in everything.

    `stage` says what it comes from: the bracket, the rounds before it, or a disqualification, which puts last.
    """

    rank: int
    entrant: str
    name: str | None
    stage: RankStage


class RankPage(Model, kw_only=True):
    """
    Everybody, best first. `final`: the tournament is over; before that these are the ranks if it ended now.

    There are none before the start, nor after a cancellation. `version` is that of the tournament.
    """

    ranks: list[Rank]
    final: bool
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class RatingChange(Model, kw_only=True):
    """
    The change of a rating by one game. `place` of `of`: how many players stood before this one, and one; of how
    many.

    `version` is that of the ladder's event, with which the change is found in the ratings file.
    """

    version: int
    at: str
    tournament_id: str
    round: int
    table: int
    game: int
    match_id: str
    place: int
    of: int
    before: RatingValue
    after: RatingValue


class RatingHistory(Model, kw_only=True):
    """A player's changes, newest first."""

    game: str
    ladder: LadderInfo
    player: LeaderboardRow
    changes: list[RatingChange]
    end_cursor: str | None
    has_next: bool


class ReadModelsHealth(Model, kw_only=True):
    """
    How many events of the log the slowest read model lacks, and since how many seconds it has lacked any.

    `seconds` is a bound: all that was committed before is in all of them.
    """

    status: ClockHealthStatus
    events: int
    seconds: float


class ReadReplicaHealth(Model, kw_only=True):
    """
    Whether standbys answer reads, and how many bytes of the log the last one that was asked lacked then.

    While they don't the primary answers.
    """

    status: ClockHealthStatus
    behind_bytes: int


class ReportResult(Model, kw_only=True):
    """An entrant's word on the result of the own table. A dispute says why."""

    round: int
    table: int
    kind: ReportResultKind
    reason: str = ""


class ResultRuled(Model, kw_only=True, tag_field="kind", tag="ResultRuled"):
    """A referee has made a call at your table; or about you, away from any table: then `round` and `table` are null."""

    cursor: str
    at: str
    tournament_id: str
    round: int | None
    table: int | None
    ruling: ResultRuledRuling


class ResyncRequired(Model, kw_only=True):
    """
    The reader was too slow, is ahead of this server, was told what the store has lost since, or the server stops.

    Read the state, then follow again.
    """

    current_version: int
    reason: ResyncRequiredReason


class Round(Model, kw_only=True):
    """
    A round that has begun. `byes` and `half` (let off for half a win) are entrants.

    `endsAt`: when its time is over, by the `round_ms` of the policy and the pauses so far. In a pause it is null, and
    `leftMs` says how much time is left; both are null where rounds have no length. Nothing ends by itself.
    """

    number: int
    status: RoundStatus
    started_at: str
    ends_at: str | None
    left_ms: int | None
    tables: int
    open_tables: int
    byes: list[str]
    half: list[str]
    bracket: bool
    proof: Proof


class RoundList(Model, kw_only=True):
    """The rounds of a tournament that have begun, in their order."""

    rounds: list[Round]


class RulePairing(Model, kw_only=True):
    """A referee's call. `round` and `table` where it is about one, `entrant` where it is about somebody."""

    kind: RulePairingKind
    reason: str
    round: int | None = None
    table: int | None = None
    entrant: str | None = None
    result: TableResultIn | None = None


class SavedDeck(Model, kw_only=True):
    """
    A loadout under a name, with what it was meant for: the options and seats of a match.

    `report` says by the rules of now whether it may be played so; a violation whose `ruleId` is an error code
    (INVALID_INPUT, CARD_SET_INVALID, NOT_FOUND) says that it can't even be read any more. `revision` rises by 1 with
    every change.
    """

    id: str
    game: str
    name: str
    seats: int
    options: dict[str, Any]
    loadout: dict[str, Any]
    revision: int
    report: LoadoutReport
    created_at: str
    updated_at: str


class SavedDeckPage(Model, kw_only=True):
    """Decks, newest first; `endCursor` continues, `totalCount` counts all pages."""

    decks: list[SavedDeck]
    end_cursor: str | None
    has_next: bool
    total_count: int


class ScpAnomalyView(Model, kw_only=True):
    """An SCP in play; requirements without counters, as printed."""

    iid: str
    card: str
    name: str
    class_: str
    status: ScpAnomalyViewStatus
    controller: int | None
    escalation: int
    most_escalation: int
    skill: int
    secure: int
    secure_skills: list[ScpAnomalyViewSecureSkills]
    contain: int
    contain_skills: list[ScpAnomalyViewContainSkills]
    abilities_used: list[int]


class ScpAssignAction(Model, kw_only=True, tag_field="type", tag="assign"):
    """Give a Personnel a job; research has no SCP."""

    personnel: str
    job: ScpAssignActionJob
    scp: str | None = None


class ScpAttemptView(Model, kw_only=True):
    """The attempt that is on, with the totals as they are now."""

    kind: ScpAttemptViewKind
    scp: str
    card: str
    name: str
    active: int
    defender: int | None
    members: list[str]
    removed: list[str]
    defenders: list[str]
    required_skills: list[ScpAttemptViewRequiredSkills]
    skills_met: bool
    group_total: int
    requirement: int


class ScpBeginAttemptAction(Model, kw_only=True, tag_field="type", tag="begin_attempt"):
    """Begin the attempt of those who are assigned to it."""

    scp: str
    job: ScpAssignActionJob


class ScpCopies(Model, kw_only=True):
    """A Skill and how many copies of it there are."""

    skill: ScpCopiesSkill
    n: int


class ScpLastingView(Model, kw_only=True):
    """An effect that lasts: the card and the player that it is about, where it names one, and the cards it blanks."""

    number: int
    seat: int
    card: str
    name: str
    until: ScpLastingViewUntil
    target: str | None
    player: int | None
    blanked: list[str]
    left_to_prevent: int


class Seat(Model, kw_only=True):
    """
    A seat as the lobby shows it; private matches show no players to strangers.

    `player` is the reference that stands in the events, of this match alone. `name` is what the account behind it
    is called now; null for guests, for accounts without a name and for erased ones. `houseBot`: the service's own bot
    plays it, so well.
    """

    number: int
    taken: bool
    ready: bool
    bot: bool
    player: str | None
    conceded: bool
    name: str | None = None
    house_bot: SeatHouseBot | None = None


class SigningKey(Model, kw_only=True):
    """An Ed25519 public key as a JWK (RFC 8037). `kid` is its thumbprint (RFC 7638); `firstUsedAt` null: not yet."""

    x: str
    kid: str
    first_used_at: str | None
    kty: SigningKeyKty = SigningKeyKty.OKP
    crv: SigningKeyCrv = SigningKeyCrv.ED25519
    use: SigningKeyUse = SigningKeyUse.SIG
    alg: SigningKeyAlg = SigningKeyAlg.ED_DSA


class Staff(Model, kw_only=True):
    """Somebody who runs the tournament or rules in it, by a reference of this tournament alone."""

    id: str
    name: str | None
    role: StaffRole


class Standing(Model, kw_only=True):
    """
    One row. Those who share a rank are tied in everything. `record`: rounds won, drawn, lost.

    `decidedBy` is what put it below the row above it: POINTS, BRACKET, or the code of a tie-break.
    """

    rank: int
    entrant: str
    name: str | None
    points: TieBreakValue
    record: list[int]
    tie_breaks: list[TieBreakValue]
    decided_by: str | None


class StandingPage(Model, kw_only=True):
    """
    Standings after a round. `version` is that of the tournament they were computed from.

    `roundOver`: the round has all its results; without that they are as they are now, and not final.
    `bracket`: they are those of the bracket, whose players stand before everybody else.
    """

    standings: list[Standing]
    after_round: int
    round_over: bool
    bracket: bool
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class StandingsChanged(Model, kw_only=True):
    """The first rows of the standings after the last round that is over. `bracket`: they are those of the bracket."""

    after_round: int
    bracket: bool
    version: int
    standings: list[Standing]


class Statistics(Model, kw_only=True):
    """All games; a moment behind the matches themselves."""

    games: list[GameStatistics]


class StoreHealth(Model, kw_only=True):
    """Whether the store commits, and takes what is appended; `says` is its reason if it doesn't."""

    status: ClockHealthStatus
    says: str


class TableGame(Model, kw_only=True):
    """A game of a table and its match. `seats`: which seat of the table each seat of the match belongs to."""

    number: int
    match_id: str
    seats: list[int]
    status: TableGameStatus
    places: list[list[int]]
    rule_id: str | None


class TableLook(Model, kw_only=True):
    """How the seats stand, and the zones of the middle in their order."""

    seats: TableLookSeats = TableLookSeats.RING
    order: list[str] = field(default_factory=list)


class TableResult(Model, kw_only=True):
    """The result of a table, by its seats from 0. `source` says whether it was played, ruled, or a forfeit."""

    places: list[list[int]]
    games: list[int]
    drawn: int
    absent: list[int]
    source: TableResultSource


class TableZone(Model, kw_only=True):
    """
    A zone of the table view: the cards that the viewer sees, how many there are, and who sees them.

    `seen`: by all, by its owner (the seat that has it), by this viewer alone, or by nobody.
    """

    name: str
    count: int
    cards: list[TableCard] = field(default_factory=list)
    seen: TableZoneSeen = TableZoneSeen.ALL


class Template(Model, kw_only=True):
    """
    All answers of one type: each combination of its parameters' values is legal (complete and sound).

    `fixed` are parameters with one value, `label` is a sentence for people. `shortcut`: it stands for several answers
    one after another, so that random play seldom takes it.
    """

    type: str
    fixed: dict[str, Any] = field(default_factory=dict)
    parameters: list[Parameter] = field(default_factory=list)
    label: str = ""
    rule_ids: list[str] = field(default_factory=list)
    shortcut: bool = False


class TokenInput(Model, kw_only=True):
    """A personal token to create: a name for people, what it may do, and when it ends (null: as late as yours)."""

    name: str
    scopes: list[TokenInputScopes]
    expires_at: str | None = None


class TournamentChanged(Model, kw_only=True):
    """
    New events of a tournament, and where it stands after them: hash of the chain (hex), last round, status.

    `roundEndsAt` and `roundLeftMs` are the clock of that round: when its time is over, or what is left in a pause.
    """

    from_version: int
    to_version: int
    events: list[TournamentEvent]
    head_hash: str
    round: int
    round_ends_at: str | None
    round_left_ms: int | None
    status: TournamentStatus


class TournamentClosed(Model, kw_only=True):
    """The tournament is over and everything was sent."""

    version: int
    status: TournamentStatus


class TournamentNews(Model, kw_only=True):
    """
    The public facts of a tournament, and nothing of decks. `version` and `headHash` (hex) are the event's.

    `round` is that of kinds about rounds and results. `table`, its `entrants` in the order of their seats and the whole
    `result` belong to `result.recorded`, which comes again when a referee changes it; `result.reopened` has all but the
    `result`, which counts no longer. `places`: the end, best first.
    """

    tournament_id: str
    game: str
    version: int
    head_hash: str
    round: int | None
    table: int | None
    entrants: list[str]
    result: TableResult | None
    places: list[PlaceNews]


class TournamentPolicy(Model, kw_only=True):
    """
    All that pairings and standings depend on beside entrants, results and seeds, and the length of a round;
    docs/tournament-policy.md explains it.
    """

    format: TournamentPolicyFormat
    rounds: int | None = None
    best_of: CutPolicyBestOf = CutPolicyBestOf.FIELD_1
    points: PointsPolicy = field(
        default_factory=lambda: convert({"win": 3, "draw": 1, "loss": 0, "bye": 3, "units": 1}, type=PointsPolicy)
    )
    pods: PodsPolicy | None = None
    tie_breaks: list[str] = field(default_factory=lambda: ["OMW", "GW", "OGW"])
    floor: FloorPolicy = field(default_factory=lambda: convert({"numerator": 1, "denominator": 3}, type=FloorPolicy))
    own_bye: TournamentPolicyOwnBye = TournamentPolicyOwnBye.EXCLUDED
    late_entry: LateEntryPolicy = field(
        default_factory=lambda: convert({"until": 1, "missed": "LOSS"}, type=LateEntryPolicy)
    )
    drops: TournamentPolicyDrops = TournamentPolicyDrops.KEPT
    cut: CutPolicy | None = None
    cycles: int = 1
    seeding: TournamentPolicySeeding = TournamentPolicySeeding.DRAWN
    third_place: bool = False
    bracket_reset: bool = True
    replays: int = 2
    round_ms: int | None = None
    regulations: TournamentPolicyRegulations | None = None


class TrfAttackView(Model, kw_only=True):
    """The attack of this turn. `blocks` and `assault` are shown to who names them until they are confirmed."""

    defender: int
    attackers: list[TrfAttackerView]
    confirmed: bool
    blocks_confirmed: bool
    cancelled: bool
    size: int
    blocks: list[TrfPairView]
    assault: list[TrfPairView]


class TrfModifier(Model, kw_only=True):
    """TRF-525 What an effect does to a card for this turn; `name` is the keyword or what is forbidden."""

    what: TrfModifierWhat
    source: str
    n: int = 0
    name: str = ""


class TrfPendingView(Model, kw_only=True):
    """An OOC card on the stack."""

    iid: str
    card: str
    name: str
    seat: int
    window: TrfPendingViewWindow
    targets: list[str]
    rank: int | None


class TrfPersistentView(Model, kw_only=True):
    """A persistent OOC card in play."""

    iid: str
    card: str
    name: str
    host: str | None
    tokens: int | None
    counted: int | None
    rank: int | None
    chosen: TrfPersistentViewChosen | None
    until: str | None


class TrfPlanetView(Model, kw_only=True):
    """A planet in play; `value` is what it takes to capture it now."""

    iid: str
    card: str
    name: str
    home: bool
    value: int
    exhausted: bool
    skipped: bool
    gave_meters: int
    gave_words: int
    modifiers: list[TrfModifier]


class TrfPlayOocAction(Model, kw_only=True, tag_field="type", tag="play_ooc"):
    """
    Play an OOC card in the window that is open: a target for each that its text takes, in written order.

    `opponent`: the player that its text calls an opponent, where there are several.
    """

    card: str
    window: TrfPendingViewWindow
    targets: list[str] = field(default_factory=list)
    opponent: int | None = None


class TrfSetStandingPassAction(Model, kw_only=True, tag_field="type", tag="set_standing_pass"):
    """Pass in these windows until the end of the turn; none: be asked again."""

    windows: list[TrfSetStandingPassActionWindows] = field(default_factory=list)


class TrfSideMod(Model, kw_only=True):
    """What is added to the total of one side of a fight this turn."""

    side: TrfSideModSide
    n: int


class Webhook(Model, kw_only=True):
    """
    A webhook as its account sees it, without its secret.

    ACTIVE: the last delivery arrived, or none was due. FAILING: what is due is tried again at `nextAttemptAt`.
    DISABLED: nothing is sent any more, until it is replayed. `lastError` says what was wrong with the last attempt.
    """

    id: str
    url: str
    kinds: list[CreateWebhookKinds]
    game: str | None
    tournament: str | None
    matches: CreateWebhookMatches
    status: WebhookStatus
    created_at: str
    last_delivered_at: str | None
    failing_since: str | None
    next_attempt_at: str | None
    last_error: str | None


class WebhookList(Model, kw_only=True):
    """All webhooks of an account, newest first."""

    webhooks: list[Webhook]


class WebhookMade(Model, kw_only=True):
    """A new webhook and its secret, `whsec_...`, which is shown this once."""

    webhook: Webhook
    secret: str


class WebhookMessage(Model, kw_only=True):
    """The body of a delivery about a match, as Standard Webhooks has it. `timestamp` is when it happened."""

    type: WebhookMessageType
    timestamp: str
    data: MatchNews


class ZoneLook(Model, kw_only=True):
    """
    A zone: its label, its place, how its cards lie, and how large they are.

    `under`: cards that are attached to others lie under their hosts. `by`: members of a group lie together.
    """

    label: str
    place: ZoneLookPlace = ZoneLookPlace.FRONT
    arrange: ZoneLookArrange = ZoneLookArrange.ROW
    card: ZoneLookCard = ZoneLookCard.COMPACT
    under: ZoneLookUnder | None = None
    by: ZoneLookBy | None = None


InboxItem: TypeAlias = (
    YourTurn
    | MatchStarted
    | MatchOver
    | SeatVacated
    | PairingPosted
    | ByeReceived
    | ResultRuled
    | ResultDisputedNews
    | RulingNeeded
    | TournamentOver
)


class BracketPlayer(Model, kw_only=True):
    """One of the two players of a node. `entrant` is null as long as it isn't known, and where nobody comes (`bye`)."""

    source: BracketSource
    entrant: str | None
    name: str | None
    bye: bool


CapcomCrossoversAction: TypeAlias = (
    CapcomCrossoversKeepAction
    | CapcomCrossoversMulliganAction
    | CapcomCrossoversDrawCardsAction
    | CapcomCrossoversDeclareAttackAction
    | CapcomCrossoversSetBlockAction
    | CapcomCrossoversPassCombatAction
    | CapcomCrossoversFollowUpAction
    | CapcomCrossoversEndComboAction
    | CapcomCrossoversTakeHitAction
    | CapcomCrossoversDodgeAction
    | CapcomCrossoversCounterAction
    | CapcomCrossoversAvoidAction
    | CapcomCrossoversTechHitAction
    | CapcomCrossoversVariableCounterAction
    | CapcomCrossoversReplyAction
    | CapcomCrossoversAbsorbAction
    | CapcomCrossoversUseAction
    | CapcomCrossoversDeclineAction
    | CapcomCrossoversPlaceInMeterAction
    | CapcomCrossoversRecoverAceAction
    | CapcomCrossoversRecoverJokerAction
    | CapcomCrossoversTagAction
    | CapcomCrossoversRecoverHpAction
    | CapcomCrossoversEndTurnAction
    | CapcomCrossoversDiscardAction
    | CapcomCrossoversCutAction
    | CapcomCrossoversUseAbilityAction
)


class CapcomCrossoversCharacterView(Model, kw_only=True):
    """A fighter. `abilityUsedTurn`, `abilityUsedGame`: a limit of its ability is used up."""

    id: str
    card: str
    name: str
    seat: int
    hp: int
    start_hp: int
    status: CapcomCrossoversCharacterViewStatus
    cp_used: int
    cp_left: int
    stats: CapcomCrossoversStatsView
    ability: str
    ability_used_turn: bool
    ability_used_game: bool
    modifiers: list[CapcomCrossoversModifierView]


class CapcomCrossoversSideView(Model, kw_only=True):
    """Who wins and loses together, and their characters by instance id."""

    id: int
    seats: list[int]
    active: str | None
    inactive: str | None
    characters: list[CapcomCrossoversCharacterView]


class CapcomCrossoversView(Model, kw_only=True):
    """A match as a viewer sees it."""

    phase: CapcomCrossoversViewPhase
    mode: CapcomCrossoversViewMode
    turn_number: int
    turn_player: int | None
    first_player: int | None
    order: list[int]
    sides: list[CapcomCrossoversSideView]
    players: list[CapcomCrossoversPlayerView]
    combat: CapcomCrossoversCombatView | None
    pending_damage: CapcomCrossoversPendingDamage | None
    effects: list[CapcomCrossoversPendingEffect]


class CapeAndCowlCharacterView(Model, kw_only=True):
    """A Character in play. `statuses` are in alphabetical order; `actsLeft` this turn."""

    iid: str
    card: str
    name: str
    class_: CapeAndCowlCharacterViewClass
    hp: int
    max_hp: int
    attacks: list[CapeAndCowlAttackView]
    acts_used: int
    acts_left: int
    played_now: bool
    attacked: bool
    replaced: bool
    top_tier: bool
    combo: CapeAndCowlCombo | None
    statuses: list[CapeAndCowlCharacterViewStatuses]
    modifiers: list[CapeAndCowlModifier]


class CapeAndCowlPlayerView(Model, kw_only=True):
    """One City. `deckContents`, by name, and what is not revealed of `hand` are there for their owner."""

    seat: int
    cp: int
    ap: int
    overdrive: bool
    shortage: int
    deck_size: int
    deck_contents: list[CapeAndCowlDeckCards] | None
    hand_size: int
    hand: list[CapeAndCowlHandCardView]
    discard: list[CapeAndCowlPublicCard]
    characters: list[CapeAndCowlCharacterView]
    cities: list[CapeAndCowlCityCardView]
    events_played: int
    cities_played: int
    flooded: bool
    screened: bool
    no_attrition: bool
    effects: list[CapeAndCowlPlayerEffect]
    costs: CapeAndCowlCosts
    limits: CapeAndCowlLimits


class CapeAndCowlView(Model, kw_only=True):
    """A match as a viewer sees it."""

    phase: CapeAndCowlViewPhase
    round: int
    turn_number: int
    first_player: int | None
    active_player: int | None
    step: CapeAndCowlViewStep | None
    time_up: bool
    playing: CapeAndCowlPublicCard | None
    stack: list[CapeAndCowlPending]
    players: list[CapeAndCowlPlayerView]


class CreateTournament(Model, kw_only=True):
    """
    A tournament to make. `options` are those of its matches, at most 8 KiB as JSON; they also choose a mode.

    `decks`: OPEN from the start, CLOSED to the end, or known after the round in which they were played. Clock in ms,
    as for a match. `season` names the leaderboard that it counts for; null: the year. `rated`: it counts for one.
    """

    game: str
    name: str
    policy: TournamentPolicy
    options: dict[str, Any] = field(default_factory=dict)
    decks: CreateTournamentDecks = CreateTournamentDecks.OPEN
    entry: CreateTournamentEntry = CreateTournamentEntry.OPEN
    check_in: bool = False
    most_entrants: int | None = None
    decision_ms: int | None = None
    turn_ms: int | None = None
    bank_ms: int = 0
    spectator_delay_ms: int = 0
    rated: bool = True
    season: str | None = None
    starts_at: str | None = None


class HeadToHead(Model, kw_only=True):
    """
    The record of `one` against `other`: the better place has won. `met` is a page of the matches, newest first.

    `unknown`: those of the two references that nobody has, so far as the lists know yet.
    """

    one: str
    other: str
    matches: int
    wins: int
    draws: int
    losses: int
    unknown: list[str]
    met: list[MetMatch]
    end_cursor: str | None
    has_next: bool


class KeySet(Model, kw_only=True):
    """A JWK Set (RFC 7517): all keys that this service has ever signed with or may sign with, newest first."""

    keys: list[SigningKey]


class Look(Model, kw_only=True):
    """
    How a game looks, by the names that its table, its prompts, its actions and its events use.

    `symbols`: the colour of a symbol beside a line of a face, by the name and the word of the line.
    `words`: what people read for the words of a field, by its name; `phases`, `marks`, `durations`, `kinds` (of things
    that are pending): the same for those of the table; `markLabels`: for the marks of events; `endings`: for the
    reasons of results, each a sentence without its full stop.
    """

    table: TableLook = field(default_factory=lambda: convert({}, type=TableLook))
    zones: dict[str, ZoneLook] = field(default_factory=dict)
    numbers: dict[str, NumberLook] = field(default_factory=dict)
    flags: dict[str, FlagLook] = field(default_factory=dict)
    groups: dict[str, GroupLook] = field(default_factory=dict)
    links: dict[str, LinkLook] = field(default_factory=dict)
    faces: list[FaceLook] = field(default_factory=list)
    symbols: dict[str, dict[str, LookSymbols]] = field(default_factory=dict)
    actions: dict[str, ActionLook] = field(default_factory=dict)
    prompts: dict[str, PromptLook] = field(default_factory=dict)
    events: dict[str, EventLook] = field(default_factory=dict)
    words: dict[str, dict[str, str]] = field(default_factory=dict)
    phases: dict[str, str] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    durations: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    mark_labels: dict[str, str] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)


class Match(Model, kw_only=True):
    """
    A match, the same for everybody who may see it. `headHash` is hex.

    `spectatorDelayMs`: once the match runs, a caller without a seat learns what happens so much later. `endsAt`:
    when its time is up, if its options limit it; null before the start, and in a fork. `practice`: it counts for
    nothing. So do all forks; `origin` says what a fork was forked from. `reveal`: the audience of all secrets when it
    is over; LATER: nobody, until its tournament opens them to all. `closed`: nothing follows any more: the match is
    over, and no secrets are left to open.
    """

    id: str
    game: str
    status: MatchStatus
    version: int
    visibility: CreateMatchVisibility
    reveal: MatchReveal
    closed: bool
    spectator_delay_ms: int
    seats: list[Seat]
    clock: Clock
    ends_at: str | None
    options: dict[str, Any]
    pins: Pins
    result: Result | None
    practice: bool
    origin: Origin | None
    tournament: TournamentGame | None
    head_hash: str
    created_at: str
    updated_at: str


class MatchPage(Model, kw_only=True):
    """Matches in the order that was asked for; `endCursor` continues, for the same filter and order."""

    matches: list[Match]
    end_cursor: str | None
    has_next: bool


class Pairing(Model, kw_only=True):
    """
    A table of a round, with its games and its result. NEEDS_RULING: its last game was aborted.

    `node` is the match of the bracket that is played there, null outside of a bracket.
    """

    round: int
    table: int
    node: str | None
    status: PairingStatus
    seats: list[TableSeat]
    games: list[TableGame]
    result: TableResult | None
    confirmed: list[str]
    disputes: list[Dispute]


class PairingPage(Model, kw_only=True):
    """
    The tables of a round in their order, at one version of the tournament. `round` 0: none has begun.

    `byes` and `half` (let off for half a win) are those who have no table in the round; every page tells all of them.
    """

    round: int
    pairings: list[Pairing]
    byes: list[TableSeat]
    half: list[TableSeat]
    version: int
    end_cursor: str | None
    has_next: bool
    total_count: int


class PairingsChanged(Model, kw_only=True):
    """
    Tables of a round as they stand now: all of them, or those that have changed. `round` 0: none has begun.

    `endsAt`: when its time is over; in a pause null, with what is left as `leftMs`. Where only that changes there are
    no tables.
    `byes` and `half` (let off for half a win) are those without a table, told where all tables begin. `hasNext`: more
    tables of the same change follow, so `version`, from which a reader may go on, is still the one before it.
    """

    round: int
    ends_at: str | None
    left_ms: int | None
    pairings: list[Pairing]
    byes: list[TableSeat]
    half: list[TableSeat]
    version: int
    has_next: bool


class PromptOptions(Model, kw_only=True):
    """
    The legal answers to one prompt: enumerated, and by templates where there are too many to list.

    `references`: what the values in both name, by the actions that are legal and their fields.
    """

    prompt: Prompt
    actions: list[LegalAction]
    templates: list[Template]
    references: list[FieldReference]
    default: dict[str, Any] | None


class Ready(Model, kw_only=True):
    """
    What this process can do now. `parts` says the same in words: "ok", or what is wrong with that part.

    `status` is the worst of those of the parts. No `readReplica` where no standby is named.
    """

    status: ClockHealthStatus
    parts: dict[str, str]
    store: StoreHealth
    clock: ClockHealth
    hints: HintsHealth
    read_models: ReadModelsHealth
    read_replica: ReadReplicaHealth | None


ScpAction: TypeAlias = (
    ScpBidAction
    | ScpPassAction
    | ScpDrawCardsAction
    | ScpCycleComplicationAction
    | ScpCashFinanceAction
    | ScpPlayMissionAction
    | ScpAssignAction
    | ScpUnassignAction
    | ScpPlaceBuildAction
    | ScpFundBuildAction
    | ScpBeginAttemptAction
    | ScpCompareAction
    | ScpDoResearchAction
    | ScpRemoveEscalationAction
    | ScpProduceAction
    | ScpRevealBuildAction
    | ScpPlayEventAction
    | ScpPlayComplicationAction
    | ScpUseAbilityAction
    | ScpChooseTriggerAction
    | ScpChooseCardAction
    | ScpChoosePlayerAction
    | ScpDiscardCardAction
    | ScpPutUnderAction
    | ScpAcceptAction
    | ScpDeclineAction
    | ScpEndPhaseAction
    | ScpEndTurnAction
)


class ScpCardView(Model, kw_only=True):
    """A Personnel, Gear, Finance or Resource in play, with its values as they are now; `works`: its text does."""

    iid: str
    card: str
    name: str
    types: list[str]
    tapped: bool
    works: bool
    skill_value: int
    skills: list[ScpCopies]
    icons: list[ScpCardViewIcons]
    wounds: int
    dying: bool
    finance_tokens: int
    production: int
    host: str | None
    job: ScpAssignActionJob | None
    scp: str | None
    abilities_used: list[int]
    sites: list[int]


class ScpPlayerView(Model, kw_only=True):
    """One player. `hand` and `looking` are there for their owner, an empty hand for all."""

    seat: int
    in_match: bool
    pool: int
    refill: int
    deck_size: int
    hand_size: int
    hand: list[ScpOwnCard] | None
    looking: list[ScpPublicCard] | None
    build_queue: list[ScpQueueCard]
    play: list[ScpCardView]
    mission: ScpMissionView | None
    discard: list[ScpPublicCard]
    removed: list[ScpPublicCard]
    contained: int
    bonus: int


class ScpView(Model, kw_only=True):
    """A match as a viewer sees it."""

    phase: ScpViewPhase
    round: int
    turn_number: int
    active_player: int | None
    player_one: int | None
    turn_phase: ScpViewTurnPhase | None
    step: ScpViewStep | None
    highest_bid: int
    bidder: int | None
    passed: list[int]
    scp_deck_size: int
    unsecured_total: int
    scps: list[ScpAnomalyView]
    scp_discard: list[ScpDestroyedView]
    attempt: ScpAttemptView | None
    resolving: list[ScpPublicCard]
    effects: list[ScpLastingView]
    turn: ScpTurnView
    players: list[ScpPlayerView]


class TablePlayer(Model, kw_only=True):
    """A seat of the table view: its numbers, its marks, its zones. `side`: those of one side win and lose together."""

    seat: int
    in_match: bool
    stats: dict[str, int] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)
    zones: list[TableZone] = field(default_factory=list)
    side: int | None = None


class Tournament(Model, kw_only=True):
    """
    A tournament as everybody sees it. `headHash` is hex, `seedCommitment` is to the seed behind all its draws.

    `round` is the one that began last, 0 before the first; `roundsDue` how many come before any bracket, null as long
    as that isn't known. `roundOver`: every table of it has a result that nobody disputes. `entrants` counts those who
    take part. `you`: the caller's own entrant, `yourRole` the caller's role; null for everybody else. `roundEndsAt`
    and `roundLeftMs`: the clock of the last round, as the round itself tells it.
    """

    id: str
    game: str
    name: str
    status: TournamentStatus
    paused: bool
    version: int
    policy: TournamentPolicy
    options: dict[str, Any]
    decks: CreateTournamentDecks
    entry: CreateTournamentEntry
    check_in: bool
    most_entrants: int | None
    clock: Clock
    spectator_delay_ms: int
    rated: bool
    season: str
    starts_at: str | None
    staff: list[Staff]
    entrants: int
    round: int
    rounds_due: int | None
    round_over: bool
    seed_commitment: str
    head_hash: str
    created_at: str
    updated_at: str
    you: str | None
    your_role: TournamentYourRole | None
    round_ends_at: str | None = None
    round_left_ms: int | None = None


class TournamentMade(Model, kw_only=True):
    """The tournament after a change, at the version that the change brought it to. `replayed`: it was made before."""

    tournament: Tournament
    version: int
    replayed: bool


class TournamentMessage(Model, kw_only=True):
    """The body of a delivery about a tournament. `timestamp` is when it happened."""

    type: TournamentMessageType
    timestamp: str
    data: TournamentNews


class TournamentPage(Model, kw_only=True):
    """Tournaments, newest first; `endCursor` continues."""

    tournaments: list[Tournament]
    end_cursor: str | None
    has_next: bool


TrfAction: TypeAlias = (
    TrfDrawCardAction
    | TrfSkipDrawAction
    | TrfPlayPlanetAction
    | TrfSkipPlanetAction
    | TrfPlayCharacterAction
    | TrfReviveAction
    | TrfActivatePlanetAction
    | TrfEndDeploymentAction
    | TrfJoinFleetAction
    | TrfLeaveFleetAction
    | TrfActivateAccountAction
    | TrfActivateCharacterAction
    | TrfPlayOocAction
    | TrfDeclineAttackAction
    | TrfAddAttackerAction
    | TrfConfirmAttackAction
    | TrfAssignBlockAction
    | TrfConfirmBlocksAction
    | TrfAssignAssaultAction
    | TrfConfirmAssaultAction
    | TrfPassAction
    | TrfSetStandingPassAction
    | TrfEndTurnAction
    | TrfChooseCardsAction
    | TrfChooseOptionAction
)


class TrfCharacterView(Model, kw_only=True):
    """A character in play, with its combat value where it is now. `partner` is the other card of its unit."""

    iid: str
    card: str
    name: str
    class_: TrfCharacterViewClass
    combat: int
    damage: int
    partner: str | None
    fight: str | None
    attacking: bool
    spent: bool
    battle_turn: int
    bought_turn: int
    ability_turn: int
    moved_turn: int
    meters_paid: int
    modifiers: list[TrfModifier]


class TrfFightView(Model, kw_only=True):
    """A fight; totals without the dice that are still to be rolled."""

    id: str
    attacker: int
    defender: int
    attackers: list[str]
    defenders: list[str]
    started_turn: int
    stuck: bool
    threshold: int
    bicker: int | None
    attacker_die: int | None
    defender_die: int | None
    attacker_total: int
    defender_total: int
    mods: list[TrfSideMod]


class TrfPlayerView(Model, kw_only=True):
    """One player. `hand`, `looking`, `reserve` and `standingPass` are there for their owner, an empty hand for all."""

    seat: int
    lost: bool
    account: TrfAccountView | None
    reserve: TrfPublicCard | None
    meters: int
    words: int
    max_meters: int
    max_words: int
    pending_meters: int
    pending_words: int
    deck_size: int
    hand_size: int
    hand: list[TrfOwnCard] | None
    looking: list[TrfPublicCard] | None
    standing_pass: list[TrfPlayerViewStandingPass] | None
    planets: list[TrfPlanetView]
    characters: list[TrfCharacterView]
    units: list[TrfUnitView]
    persistents: list[TrfPersistentView]
    discard: list[TrfDiscardedView]
    captured_this_turn: int
    defeated_this_turn: int


class TrfView(Model, kw_only=True):
    """A match as a viewer sees it."""

    phase: CapeAndCowlViewPhase
    turn_number: int
    active_player: int | None
    defender: int | None
    turn_phase: TrfViewTurnPhase | None
    step: TrfViewStep | None
    window: TrfPendingViewWindow | None
    idle_turns: int
    attack_declined: bool
    attack: TrfAttackView | None
    fights: list[TrfFightView]
    stack: list[TrfPendingView]
    players: list[TrfPlayerView]


class Act(Model, kw_only=True):
    """The answer to an accepted action: the new version, its events as the caller sees them, the head hash."""

    match: Match
    version: int
    head_hash: str
    replayed: bool
    events: list[Event]


class BracketNode(Model, kw_only=True):
    """
    A match of a bracket. `round` and `number` count from 1, `round` inside of its side.

    `pairing` is the table where it is played, the last one if it is played again; null before that, and for a bye. The
    second final of a double elimination is a bye of the champion if it isn't needed.
    """

    id: str
    side: BracketNodeSide
    round: int
    number: int
    players: list[BracketPlayer]
    pairing: BracketTable | None
    winner: str | None


class Create(Model, kw_only=True):
    """A match created. `invite` is the code for joining a match by invitation, shown to its creator."""

    match: Match
    invite: str | None
    replayed: bool


class EntrantRound(Model, kw_only=True):
    """
    A round that has begun, as one entrant has it. `points` are what the round brought, 0 while its table is open;
    `total` are those of the standings after it. In a `bracket` both count the matches won there.

    `part`: TABLE, which is `pairing`, null otherwise; BYE; HALF: let off for half a win; LATE: it entered later;
    DROPPED or DISQUALIFIED: it had left; UNPAIRED: in a bracket it waits for its next match, is out, or never was in.
    """

    number: int
    bracket: bool
    part: EntrantRoundPart
    pairing: Pairing | None
    points: TieBreakValue
    total: TieBreakValue


class Fork(Model, kw_only=True):
    """A practice match that goes on from a version of another one."""

    match: Match
    replayed: bool


class Join(Model, kw_only=True):
    """A seat taken. `seatToken` is shown again on a retry with the same key; empty: a bot of the house took it."""

    match: Match
    seat: int
    seat_token: str
    replayed: bool


class LegalActionSet(Model, kw_only=True):
    """Everything that a seat may do now, besides conceding."""

    version: int
    seat: int
    may_concede: bool
    prompts: list[PromptOptions]


class Table(Model, kw_only=True):
    """The form in which a client that knows no game can show every game."""

    phase: str
    active: int | None
    stats: dict[str, int]
    players: list[TablePlayer]
    zones: list[TableZone] = field(default_factory=list)
    groups: list[TableGroup] = field(default_factory=list)
    links: list[TableLink] = field(default_factory=list)
    effects: list[TableEffect] = field(default_factory=list)
    pending: list[TablePending] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)


class Bracket(Model, kw_only=True):
    """
    A whole bracket at one version of the tournament: each node stands behind those that its players come from.

    It has no nodes before its first round has begun. `seeds` are the entrants in the order of their seeds.
    """

    nodes: list[BracketNode]
    seeds: list[str]
    version: int


class EntrantRecord(Model, kw_only=True):
    """
    What an entrant did in each round that has begun, and what that brought, at one version of the tournament.

    Who withdrew has no rounds.
    """

    entrant: Entrant
    rounds: list[EntrantRound]
    version: int


class State(Model, kw_only=True):
    """
    A state as one perspective sees it. `view` is the game's typed view, `hash` the hex SHA-256 of its canonical JSON
    under the stored names (docs/replay/format.md).
    """

    match_id: str
    version: int
    resolving: bool
    perspective: str
    status: str
    phase: str
    prompts: list[Prompt]
    hash: str
    head_hash: str
    view: dict[str, Any] | None
    table: Table | None
    result: Result | None
