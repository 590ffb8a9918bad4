"""The practice table: a whole game in the browser, against regents or with all seats in one hand.

It is played as a game from files is, so its positions and reports are those of the command line.
It knows no game.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.by_files.order_files import read_position
from adjudicator.by_files.phase import FileResult, adjudicate_files, begin, regent_orders
from adjudicator.campaign.orders.sections import sort
from adjudicator.campaign.orders.standing import viewpoint
from adjudicator.chance import commitment
from adjudicator.chance.ingredients import Ingredients
from adjudicator.desk.board import fingerprint
from adjudicator.games import registry
from adjudicator.games.contract import Game, GameError, events_for
from adjudicator.games.meta import Value
from adjudicator.maps import draw_svg
from adjudicator.orders import Section, scan

NAME = "practice"
"""What its games are called in reports."""
MOST_PHASES = 60
"""So many phases in which none of the player's seats is asked follow one another at the most."""
MOST_UNDONE = 200


class TableStart(msgspec.Struct, frozen=True):
    """What a game is begun with."""

    game: str
    seats: int
    options: dict[str, Value] = {}
    alone: bool = False
    """Whether all seats are the player's; else the first is, and regents play the others."""
    secret: str = ""
    """In hex; ``""``: a new one."""


class Kept(msgspec.Struct, frozen=True):
    """A table as a browser keeps it."""

    position: msgspec.Raw
    own: tuple[str, ...]
    secret: str
    number: int
    before: str
    words: dict[str, str] = {}
    ahead: dict[str, str] = {}


class Moment(msgspec.Struct, frozen=True):
    """A point of a game to which it can be taken back."""

    position: Any
    ingredients: Ingredients
    ahead: dict[str, str] = {}
    """By seat what it has written for phases to come, each below its heading."""


class DeskTable:
    """A game at the table, and how it came there."""

    def __init__(self, game: Game, own: tuple[str, ...], now: Moment):
        self.game = game
        self.own = own
        self.now = now
        self.earlier: list[Moment] = []
        self.reports: list[dict[str, str]] = []
        """What the player's seats were told last, the earliest first."""

    @property
    def position(self) -> Any:
        """The whole position, as it waits now."""
        return self.now.position

    @property
    def before(self) -> Any:
        """The position that the player ordered for last; None: it is the first."""
        return self.earlier[-1].position if self.earlier else None

    def describe(self) -> dict[str, Any]:
        """Return what the page shows of the table."""
        phase = self.game.phase(self.position)
        asked = [
            {
                "seat": seat,
                "fingerprint": fingerprint(self.game, self.game.view(self.position, seat)),
                "written": self._find_ahead(seat),
            }
            for seat in self.own
            if seat in phase.must and not phase.over
        ]
        return {
            "title": self.game.meta.title,
            "phase": phase,
            "own": self.own,
            "asked": asked,
            "secret": self.now.ingredients.secret.hex(),
            "reports": self.reports,
            "undo": len(self.earlier),
            "about": self._about(phase.name),
        }

    def _find_ahead(self, seat: str) -> str:
        """Return what a seat wrote in earlier phases for this one, and for those behind it."""
        ahead = scan(self.now.ahead.get(seat, "").encode()).sections
        table = viewpoint(self.game, self.position, seat)
        if table is None or not any(each.lines for each in ahead):
            return ""
        placed = sort(ahead, table)
        now = "".join(f"{each.text}\n" for each in placed.now or ())
        return now + _write_sections(placed.later)

    def _about(self, phase: str) -> str:
        """Return the sentence of the order reference on what a phase is about."""
        known = self.game.languages(self.position.options)
        return next((about for language, about in known if language.phase == phase), "")

    def tell(self, result: FileResult) -> None:
        """Keep what the player's seats are told of a phase, with the map of what happened."""
        for seat in self.own[:1] if len(self.own) > 1 else self.own:
            report = result.reports.get(seat)
            if report:
                seen = events_for(result.solved.events, seat)
                view = self.game.view(result.solved.position, seat)
                drawn = draw_svg(self.game.picture(view, seen))
                self.reports.append({"title": report.subject, "html": report.html, "map": drawn})

    def go_on(self, orders: Mapping[str, str]) -> None:
        """Carry the phase out with orders of the player's seats, and those in which none is asked.

        Raises GameError if the game is over. Whatever is raised, the table stays as it was.
        """
        if self.game.phase(self.position).over:
            raise GameError("desk.over")
        played = DeskTable(self.game, self.own, self.now)
        for _ in range(MOST_PHASES):
            played._carry_out({**played.now.ahead, **orders})
            orders = {}
            phase = self.game.phase(played.position)
            if phase.over or set(self.own) & set(phase.must):
                break
        self.earlier = [*self.earlier, self.now][-MOST_UNDONE:]
        self.now, self.reports = played.now, played.reports

    def _carry_out(self, orders: Mapping[str, str]) -> None:
        given = self.now.ingredients
        phase = self.game.phase(self.position)
        others = [seat for seat in phase.may if seat not in self.own]
        done = adjudicate_files(
            self.game,
            self.position,
            {f"{seat}.txt": text.encode() for seat, text in orders.items()},
            given,
            campaign=NAME,
            promised=commitment(given.secret),
            regents=regent_orders(self.game, self.position, others, given.secret),
            draw=no_pictures,
        )
        self.tell(done)
        later = {each.name.removesuffix(".txt"): each.later for each in done.files if each.later}
        ahead = {seat: f"seat {seat}\n{_write_sections(each)}" for seat, each in later.items()}
        self.now = Moment(done.solved.position, _next(given, done), ahead)

    def undo(self) -> None:
        """Take the last phase back that the player ordered for. Raises GameError without one."""
        if not self.earlier:
            raise GameError("desk.first")
        self.now = self.earlier.pop()
        self.reports = []

    def keep(self) -> bytes:
        """Return the table for a browser to keep."""
        given = self.now.ingredients
        position = msgspec.Raw(self.game.encode(self.position))
        words = dict(given.words)
        secret = given.secret.hex()
        kept = Kept(position, self.own, secret, given.number, given.before, words, self.now.ahead)
        return msgspec.json.encode(kept)


def no_pictures(picture: Any, seat: str) -> tuple[()]:
    """Draw none into reports: the page shows the map itself."""
    return ()


def _write_sections(sections: Sequence[Section]) -> str:
    """Return sections of an order file as they can be written again."""
    heads = [" ".join(filter(None, ("phase", str(x.round or ""), x.name))) for x in sections]
    lines = ["".join(f"{raw.text}\n" for raw in each.lines) for each in sections]
    return "".join(f"\n{head}\n{text}" for head, text in zip(heads, lines, strict=True))


def _next(given: Ingredients, done: FileResult) -> Ingredients:
    return replace(
        given, number=given.number + 1, before=done.dice.seal, words=dict(done.words), script=None
    )


def list_games() -> list[dict[str, Any]]:
    """Return the games that can be played, with their options."""
    return [
        {
            "name": meta.name,
            "title": meta.title,
            "players": meta.players,
            "options": [
                {
                    "name": each.name,
                    "values": each.values,
                    "default": each.default,
                    "about": each.about,
                }
                for each in meta.options
                if each.values
            ],
        }
        for meta in (registry.find(name).meta for name in registry.names())
    ]


def begin_table(text: str) -> DeskTable:
    """Set a game up as a page asks for it (``TableStart`` as JSON). Raises GameError."""
    try:
        start = msgspec.json.decode(text, type=TableStart)
        secret = bytes.fromhex(start.secret) or secrets.token_bytes(32)
    except (msgspec.DecodeError, ValueError) as error:
        raise GameError("desk.start", why=str(error)) from error
    game = registry.find(start.game)
    usual = game.meta.own_seats(start.options) if game.meta.own_seats else game.meta.seats
    seats = tuple(usual)[: start.seats]
    given = Ingredients(secret, 0)
    result = begin(game, seats, start.options, given, campaign=NAME, draw=no_pictures)
    own = seats if start.alone else seats[:1]
    table = DeskTable(game, own, Moment(result.solved.position, _next(given, result)))
    table.tell(result)
    phase = game.phase(table.position)
    if not set(own) & set(phase.must) and not phase.over:
        first = table.reports
        table.go_on({})
        table.reports, table.earlier = first + table.reports, []
    return table


def open_table(text: str) -> DeskTable:
    """Open a table that was kept, or one at which any whole position lies. Raises GameError."""
    try:
        kept = msgspec.json.decode(text, type=Kept)
        given = Ingredients(bytes.fromhex(kept.secret), kept.number, kept.before, kept.words)
        game, position = read_position(bytes(kept.position))
        own, ahead = kept.own, kept.ahead
    except (msgspec.DecodeError, ValueError):
        game, position = read_position(text.encode())
        given, own = Ingredients(secrets.token_bytes(32)), tuple(position.seats)
        ahead = {}
    if position.viewer is not None:
        raise GameError("desk.view")
    return DeskTable(
        game, tuple(seat for seat in position.seats if seat in own), Moment(position, given, ahead)
    )
