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
        "document.getElementById('verdict').setAttribute('aria-busy', 'true')"
    )
    page.goto(link)
    page.wait_for_selector("#map svg", timeout=LOADING)
    wait_for_check(page)


def wait_for_check(page):
    page.wait_for_selector('#verdict[aria-busy="false"]')
    page.wait_for_selector('#map[aria-busy="false"]')
