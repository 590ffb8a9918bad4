"""What tests of the order desk's page do with it."""

LOADING = 60_000


def open_link(page, link):
    """Open a link where another was open; nothing that was written there is left."""
    page.evaluate("localStorage.clear(); sessionStorage.clear()")
    go_to(page, link)


def go_to(page, link):
    """Open a link where another was open, as a player does who follows one letter after the other."""
    page.evaluate(
        "document.getElementById('map').replaceChildren();"
        "for (const id of ['verdict', 'options'])"
        " document.getElementById(id).setAttribute('aria-busy', 'true')"
    )
    page.goto(link)
    page.wait_for_selector("#map svg", timeout=LOADING)
    wait_for_check(page)
    wait_for_options(page)


def offer_games(page):
    """Leave what is open for the choice of a game to practise."""
    page.evaluate(
        "sessionStorage.removeItem('desk practice');"
        "document.getElementById('practice').hidden = true;"
        "history.replaceState(null, '', location.pathname); location.hash = '#practice'"
    )
    page.wait_for_selector("#practice:visible", timeout=LOADING)


def go_away(page):
    """Leave what is open; the address is that of the choice of a game to practise."""
    offer_games(page)
    page.evaluate("document.getElementById('practice').hidden = true")


def wait_for_options(page):
    page.wait_for_selector('#options[aria-busy="false"]', state="attached")


def wait_for_check(page):
    page.wait_for_selector('#verdict[aria-busy="false"]')
    page.wait_for_selector('#map[aria-busy="false"]')
