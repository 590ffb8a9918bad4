"""A round: its phases, and what is done in each, step by step (§3.1).

Each step stands in the file that is named before it, which is called as the rulebook's chapter.
Modules put their own phases and steps after these.
"""

from collections.abc import Callable, Mapping

from adjudicator.games.contract import Value
from adjudicator.games.engine import PhaseRule
from adjudicator.games.gekokujo.chapters import campaign, reinforcement, setup, victory, year
from adjudicator.games.gekokujo.orders import policies
from adjudicator.games.gekokujo.table.play import GekokujoPlay

Options = Mapping[str, Value]


def everybody(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that are in the game."""
    return tuple(play.survivors())


def active_or_all(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seat whose turn it is, or all if none has a phase of its own."""
    return (play.position.active,) if play.position.active else everybody(play)


def who_stands_in_contests(play: GekokujoPlay) -> tuple[str, ...]:
    """Return the seats that stand where an enemy stands."""
    return tuple(seat for seat in play.survivors() if play.contests_of(seat))


def is_first_round(play: GekokujoPlay) -> bool:
    """Whether the game begins."""
    return play.position.round == 1


def asks_at_first(options: Options) -> bool:
    """Whether anything is asked before the first round: clans, or the first unit."""
    return options["clans"] == "draft" or bool(options["warfare"])


def moves_first(options: Options) -> bool:
    """Whether all move before the first battle."""
    return options["timing"] != "turns"


def battles_with_moves(options: Options) -> bool:
    """Whether orders for battles come along with the moves."""
    return moves_first(options) and options["battle mail"] == "with moves"


def title(what: str) -> Callable[[GekokujoPlay], str]:
    """Return the title of a phase, which may be one seat's."""

    def make(play: GekokujoPlay) -> str:
        active = play.position.active
        return f"Round {play.position.round}: {what}" + (f" of {active}" if active else "")

    return make


def open_reinforcement(play: GekokujoPlay) -> None:
    """Begin the phase; modules put what comes before recruiting here."""


PHASES = (
    PhaseRule(
        name="draft",
        title=lambda play: "The draft of the clans",
        about="Ranking clans, and with specialized warfare the first unit.",
        played=asks_at_first,
        when=is_first_round,
        asks=everybody,
        steps=(setup.choose_clans,),
    ),
    PhaseRule(
        name="set up",
        played=lambda options: not asks_at_first(options),
        when=is_first_round,
        steps=(setup.choose_clans,),
    ),
    PhaseRule(
        name="administration", steps=(year.begin_round, year.collect_income, victory.check_victory)
    ),
    PhaseRule(
        name="reinforce",
        title=title("reinforcement"),
        about="Recruiting, the ninja, castles, and whatever else koku buy.",
        asks=everybody,
        may=everybody,
        steps=(
            policies.note_policies,
            open_reinforcement,
            reinforcement.reinforce,
            victory.check_victory,
        ),
    ),
    PhaseRule(name="muster", steps=(campaign.begin_campaign,)),
    PhaseRule(
        name="campaign",
        title=title("campaign"),
        about="Moving and fighting.",
        played=lambda options: not moves_first(options),
        asks=active_or_all,
        may=everybody,
        turn=lambda play: play.position.active,
        steps=(policies.note_policies, campaign.take_turns, campaign.pass_turn),
        then=lambda play: "campaign" if play.position.active else "",
    ),
    PhaseRule(
        name="move",
        title=title("moves"),
        about="Moving; battles come when all have moved.",
        played=moves_first,
        asks=active_or_all,
        may=everybody,
        turn=lambda play: play.position.active,
        steps=(policies.note_policies, campaign.move_all, campaign.pass_turn),
        then=lambda play: "move" if play.position.active else "",
    ),
    PhaseRule(name="settle", played=moves_first, steps=(campaign.settle_moves,)),
    PhaseRule(
        name="battle",
        title=title("battles"),
        about="The order of battles, and what is done in them.",
        played=lambda options: moves_first(options) and not battles_with_moves(options),
        asks=who_stands_in_contests,
        may=everybody,
        steps=(policies.note_policies, campaign.fight_all),
    ),
    PhaseRule(name="fight", played=battles_with_moves, steps=(campaign.fight_all,)),
    PhaseRule(name="winter", steps=(year.begin_winter, year.end_year, victory.check_victory)),
)
