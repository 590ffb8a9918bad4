"""Who watches a campaign or waits for a seat of it, and who runs it."""

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people import seats, settings
from adjudicator.operations.operation import Argument, Call, Kind, Reply, acknowledge, operation
from adjudicator.operations.values import TEXT


def _read_address(text: str, call: Call) -> str:
    check_address(text)
    return text


ADDRESS = Argument("address", Kind("ADDRESS", _read_address))
NAME = Argument("name", TEXT, "that person's name")


@operation("master", changes=False)
def guest(call: Call) -> Reply:
    """List who watches, and who waits for a seat."""
    return _describe_guests(call)


@operation("master", ADDRESS, NAME, examples=("dan@example.org",), option="guest --invite")
def invite(call: Call, address: str, name: str = "") -> Reply:
    """Offer a person a free seat; who answers has it."""
    call.change(lambda state: seats.invite(state, address, name))
    return acknowledge(call, "invited", {"address": address})


@operation("master", ADDRESS, NAME, examples=("wu@example.org",), option="guest --observer")
def observer(call: Call, address: str, name: str = "") -> Reply:
    """Send a person the public reports."""
    call.change(lambda state: seats.enter_guest(state, address, name, "observer"))
    return _describe_guests(call)


@operation("master", ADDRESS, NAME, examples=("cleo@example.org",), option="guest --substitute")
def substitute(call: Call, address: str, name: str = "") -> Reply:
    """Offer a person the seats that become free."""
    call.change(lambda state: seats.enter_guest(state, address, name, "substitute"))
    return _describe_guests(call)


@operation("master", ADDRESS, option="guest --remove")
def remove(call: Call, address: str) -> Reply:
    """Take a person off the lists of those who watch and who wait for a seat."""
    if not call.change(lambda state: seats.leave(state, address)):
        raise CampaignError(f"{address} neither watches nor waits for a seat.")
    return _describe_guests(call)


@operation("host", changes=False)
def master(call: Call) -> Reply:
    """List the game masters of a game, each of whom has a token of his own and gets the letters to
    the game master; he may play, too: what is hidden stays hidden from him.
    """
    return _describe_masters(call)


@operation(
    "host", ADDRESS, name="add master", examples=("second@example.org",), option="master --add"
)
def add(call: Call, address: str) -> Reply:
    """Let a person run it too; a new token is made."""
    settings.add_master(call.store, call.campaign, call.now, address)
    return _describe_masters(call)


@operation("host", ADDRESS, name="dismiss master", option="master --remove")
def dismiss(call: Call, address: str) -> Reply:
    """Let a person run it no longer."""
    settings.remove_master(call.store, call.campaign, call.now, address)
    return _describe_masters(call)


@operation("host", name="tokens", changes=False, option="master --tokens")
def tokens(call: Call) -> Reply:
    """Show the tokens of the game masters, which let whoever has them rule."""
    facts = [{"address": each.address, "token": token(each)} for each in call.state.masters]
    return acknowledge(call, "masters", {"masters": facts})


def _describe_guests(call: Call) -> Reply:
    guests = [
        {"role": each.role, "address": each.address, "name": each.player}
        for each in call.again().state.guests
    ]
    return acknowledge(call, "guests", {"guests": guests})


def _describe_masters(call: Call) -> Reply:
    known = [{"address": each.address} for each in call.again().state.masters]
    return acknowledge(call, "masters", {"masters": known})
