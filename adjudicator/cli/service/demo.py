"""``adjudicator demo``: a campaign from real order mails, in a folder of its own."""

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from adjudicator.by_files.folder import folder_name, report_files
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.turns import turn_name
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.letters.proofs import KEY
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases import commit
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.chance import Stream
from adjudicator.cli.files.games import Board, read_options
from adjudicator.cli.shared.asking import PATH, RULES, command, line, read_toml, say
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import write_all
from adjudicator.games.contract import Game, GameError, Phase, Value
from adjudicator.games.registry import find, names, package_of
from adjudicator.post.passes.exchange import take_all
from adjudicator.post.passes.sending import send_all
from adjudicator.post.transport.maildir import make_maildir
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.site.keep import make_pages
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Secret
from adjudicator.store.queries import find_campaign, head
from adjudicator.store.records import Campaign, Settings
from adjudicator.wording import FOLDER, in_words


class Folders:
    """Two Maildirs in the demo's own folder."""

    def __init__(self, out: Path):
        self._new = out / "in" / "new"
        make_maildir(out / "in")
        self.mailbox = open_mailbox(str(out / "in"))
        self.outbox = open_outbox(str(out / "letters"))

    def arrive(self, mail: Path, now: datetime) -> None:
        """Lay the mail into the Maildir, with the time as its own."""
        shutil.copyfile(mail, self._new / mail.name)
        os.utime(self._new / mail.name, (now.timestamp(), now.timestamp()))


MARK = ".adjudicator-demo"
DAY = timedelta(days=1)


@command("demo")
@click.argument("game", type=RULES, default="samurai-swords")
@click.option(
    "--mails",
    type=PATH,
    help="The folder with demo.toml and the mails.  [default: that which comes with the game]",
)
@click.option(
    "--out",
    type=PATH,
    default="adjudicator-demo",
    show_default=True,
    help="The demo's own folder; it is made anew.",
)
@click.option("--regent", default="steady", show_default=True, help="Who plays after the mails.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the game. With one, regents play from the beginning.",
)
def demo(
    game: str,
    mails: Path | None,
    out: Path,
    regent: str,
    options: tuple[str, ...],
    board: Board,
) -> None:
    """Play a campaign: players' mails come in, phases are adjudicated, letters with maps go out.

    The mails are real ones (RFC 5322); they arrive in a Maildir phase by phase. When they end,
    regents take the seats and play on. The clock and the secret of the dice are fixed in
    demo.toml, so the demo is the same each time. The folder is emptied first, if it is a demo's.

    The mails are orders for one game with its options. With others, or on another board, regents
    play it for two rounds instead, so that you see its letters and maps.

    \b
    Examples:
      adjudicator demo
      adjudicator demo shogun --option tenno=yes --out demo
      adjudicator demo samurai-swords --mails orders_examples/samurai-swords-quick --out demo
    """
    play(mails or _find_mails(game), out, regent, options, board)


def play(
    mails: Path,
    out: Path,
    regent: str,
    given: tuple[str, ...],
    board: str | None,
) -> None:
    """Play the mails of a folder.

    With options of the game, as KEY=VALUE, or a board file, regents play it without the mails, for
    two rounds.
    """
    plan = read_toml(mails / "demo.toml")
    game = find(plan["game"])
    game.regent(regent)  # there is such a regent
    if options := read_options(plan["game"], given, board):
        seats = [
            {"name": name, "address": f"{folder_name(name)}@players.example", "regent": regent}
            for name in seats_for(game, options, [seat["name"] for seat in plan["seats"]])
        ]
        title = line("demo.by-regents", title=game.meta.title)
        plan |= {"title": str(title), "options": options, "rounds": 0, "seats": seats}
    _clear(out)
    with open_store(out / "campaign.db", create=True) as store:
        demo = _Demo(store, plan, mails, out, Folders(out), regent)
        about = {"title": plan["title"], "seats": len(plan["seats"]), "name": plan["name"]}
        say(line("demo.title", **about))
        for each in demo.play():
            say(each)
        index, report = demo.make_pages(), demo.newest_report()
    say(f"\n{line('demo.places', out=out)}")
    for place, code in _PLACES.items():
        say(f"  {place:<13}  {line(code)}")
    say(f"\n{line('demo.pages', index=index)}")
    if report:
        program = sys.argv[0] if Path(sys.argv[0]).stem.endswith("adjudicator") else "adjudicator"
        say(line("demo.desk", program=program, report=report))


def seats_for(game: Game, options: Mapping[str, Value], named: Sequence[str]) -> Sequence[str]:
    """Return the seats of a demo, or fewer or more if its options are for another number."""
    if game.meta.own_seats:
        return game.meta.own_seats(options)
    fewest, most = game.meta.players
    for seats in (named, *(game.meta.seats[:number] for number in range(fewest, most + 1))):
        with suppress(GameError):
            game.new(seats, options, Stream(b"demo"))
            return seats
    return named


_PLACES = {
    "campaign.db": "demo.database",
    "in/": "demo.in",
    "letters/": "demo.letters",
    "reports/": "demo.reports",
    "pages/": "demo.site",
}
"""What the folder of a demo holds, and the words for it."""


def _find_mails(game: str) -> Path:
    """Return the folder of the demo that comes with a game. Raises CommandError."""
    find(game)  # there is such a game
    if folder := _find_shipped(game):
        return folder
    raise CommandError("no-demo", game=game, games=[x for x in names() if _find_shipped(x)])


def _find_shipped(game: str) -> Path | None:
    package = package_of(game)
    shipped = (FOLDER.parent / "orders_examples").glob(f"{game}*")
    folders = [Path(str(files(package) / "demo"))] if package else sorted(shipped)
    return next(filter(Path.is_dir, folders), None)


def _clear(out: Path) -> None:
    """Empty the demo's own folder; refuse any other that holds something."""
    if out.exists():
        if any(out.iterdir()) and not (out / MARK).exists():
            raise CommandError("no-demo-folder", out=out)
        shutil.rmtree(out)
    out.mkdir(parents=True)
    (out / MARK).write_text(f"{line('demo.emptied')}\n", "utf-8")


@dataclass
class _Demo:
    """One run: the clock moves a day a phase."""

    store: Store
    plan: dict[str, Any]
    mails: Path
    out: Path
    post: Folders
    regent: str
    newest: int = 0
    """The number of the last letter that was laid out."""

    def __post_init__(self) -> None:
        languages = find(self.plan["game"]).languages(self.plan.get("options", {}))
        self.phases = [language.phase for language, _ in languages]
        self.now: datetime = self.plan["begins"]

    def play(self) -> Iterator[str]:
        """Play the campaign; a line for the setup, for each phase, and for the handing over."""
        campaign = self._create()
        sent = self._send(campaign)
        yield f"  {line('demo.set-up', sent=sent, commitment=campaign.commitment[:16])}"
        handed_over = False
        last = self.plan["rounds"] or head(self.store, campaign).opens.round + 1
        while not (phase := head(self.store, campaign).opens).over and phase.round <= last:
            mails = self._mails(phase)
            if not mails and not handed_over and State(self.store, campaign, self.now).unready:
                handed_over = True
                for seat in self.plan["seats"]:
                    heir = Player(seat["name"], regent=self.regent)
                    commit(self.store, campaign, self.now, hand_over, heir)
                yield f"  {line('demo.handed-over')}"
            yield self._phase(campaign, phase, mails)
        yield f"  {line('demo.stands-at', title=phase.title)}"

    def make_pages(self) -> Path:
        """Make the campaign's pages; return that to begin with."""
        folder = self.out / "pages"
        campaign = find_campaign(self.store, self.plan["name"])
        make_pages(self.store, campaign, self.now, folder, folder.resolve().as_uri())
        return folder / "index.html"

    def newest_report(self) -> Path | None:
        """Return the folder of the last report to a seat that is asked for orders now."""
        phase = head(self.store, find_campaign(self.store, self.plan["name"])).opens
        for seat in phase.must or phase.may:
            file = f"position-*-{phase.round}-{phase.name}.json"
            if found := sorted(self.out.glob(f"reports/*-{folder_name(seat)}/{file}")):
                return found[-1].parent
        return None

    def _create(self) -> Campaign:
        plan = self.plan
        keys = ("name", "address", "player", "zone", "regent")
        players = tuple(Player(*(seat.get(key, "") for key in keys)) for seat in plan["seats"])
        settings = Settings(**plan["settings"])
        made = NewCampaign(plan["name"], plan["game"], players, plan.get("options", {}), settings)
        secret = hashlib.sha256(plan["secret"].encode()).digest()
        key = hashlib.sha256(f"receipts {plan['secret']}".encode()).digest()
        self.store.add(Secret(KEY.format(plan["name"]), key))
        return create(self.store, made, self.now, secret=secret)

    def _mails(self, phase: Phase) -> list[Path]:
        """Return the mails for a phase, in the order in which they are named."""
        longer = [other for other in self.phases if other.startswith(f"{phase.name}-")]
        turn = turn_name(phase) or (phase.must[0].casefold() if len(phase.must) == 1 else "")
        if not self.plan["rounds"]:
            return []
        return [
            path
            for path in sorted(self.mails.glob(f"*-r{phase.round}-{phase.name}-*.eml"))
            # Of “spring”, none of “spring-retreats”.
            if not any(f"-r{phase.round}-{other}-" in path.stem for other in longer)
            and f"-{phase.name}-{turn}" in path.stem
        ]

    def _phase(self, campaign: Campaign, phase: Phase, mails: list[Path]) -> str:
        """Let the mails arrive, adjudicate, send the letters; say it in a line."""
        for mail in mails:
            self.now += timedelta(hours=2)
            self.post.arrive(mail, self.now)
            for each in take_all(self.store, self.post.mailbox, self.now):
                if each.what == "failed":
                    raise CommandError("demo-failed", mail=mail, text=each.text)
        self.now += DAY
        unready = State(self.store, campaign, self.now).unready
        if mails and unready:
            raise CommandError("demo-waits", title=phase.title, seats=unready)
        adjudicate(self.store, campaign.name, self.now, expected=phase.key)
        sent = self._send(campaign)
        return f"  {line('demo.phase', title=phase.title, mails=len(mails), sent=sent)}"

    def _send(self, campaign: Campaign) -> int:
        """Lay what waits out as files to look at, while pictures are there, and deliver it."""
        for letter in letters(self.store, campaign, after=self.newest):
            self.newest = letter.id
            folder = f"reports/{letter.id:03}-{letter.kind}-{folder_name(letter.seat)}"
            write_all(self.out / folder, report_files(letter.content), force=True)
        sent = 0
        for each in send_all(self.store, self.post.outbox, self.now):
            if each.what in ("delayed", "failed"):
                raise CommandError(in_words("not-sent", each.text))
            sent += 1
        return sent
