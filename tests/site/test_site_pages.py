"""What stands on the pages of a campaign."""

import json
import re
from html.parser import HTMLParser
from pathlib import PurePosixPath

import pytest
from site_campaigns import CAMPAIGNS, Played

from adjudicator.maps.drawing import palette
from adjudicator.reports.files.pages import FEW_PLACES, _deeds
from adjudicator.reports.story import Chapter, Passage

VOID = {"meta", "link", "br", "img", "input", "hr"}


ENDS = {"td": ("td", "th"), "th": ("td", "th"), "tr": ("td", "th", "tr")}
"""What a cell or a row ends that begins, so that its own end may be left out."""


class Reader(HTMLParser):
    """Reads a page, and fails where it is not well formed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.links, self.ids, self.found = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.leave(ENDS.get(tag, ()))
        facts = dict(attrs)
        self.found.append((tag, facts))
        self.links += [facts[name] for name in ("href", "src") if facts.get(name)]
        self.ids += [facts["id"]] if "id" in facts else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in ("thead", "tbody", "table"):
            self.leave(ENDS["tr"])
        assert self.open.pop() == tag

    def leave(self, tags):
        while self.open and self.open[-1] in tags:
            self.open.pop()


def html(folder):
    return {str(p.relative_to(folder)): p.read_text("utf-8") for p in folder.rglob("*.html")}


@pytest.mark.parametrize("kind", CAMPAIGNS)
def test_pages_are_well_formed_links_lead_somewhere_and_the_strictest_policy_allows_all(
    pages, kind
):
    folder = pages(kind)
    there = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    read = {name: Reader(text) for name, text in html(folder).items()}
    for name, page in read.items():
        assert not re.search(r"(?:src|href)=\"?(?:https?:)?//", (folder / name).read_text("utf-8"))
        for tag, facts in page.found:
            assert not any(attribute.startswith("on") for attribute in facts), name
            assert tag != "style", name
            assert "style" not in facts, (name, tag)
            if tag == "script":
                assert facts.get("src") or facts.get("type") == "application/json"
        assert len(page.ids) == len(set(page.ids))
        for link in page.links:
            target, _, anchor = link.partition("#")
            where = PurePosixPath(name).parent / target
            path = str(where) if target else name
            parts = []
            for part in PurePosixPath(path).parts:
                parts = parts[:-1] if part == ".." else [*parts, part]
            assert "/".join(parts) in there, link
            if anchor and path.endswith(".html") and not path.endswith("index.html"):
                assert anchor in read["/".join(parts)].ids


def test_a_page_a_phase_tells_what_the_public_letter_does(pages):
    text = next(pages().glob("phases/*-1-war-*.html")).read_text("utf-8")
    for words in ("wages war", "declares", "The battle of", "Standings", "The dice", "The map"):
        assert words in text
    assert "Let the herons hear it" in "".join(html(pages()).values())
    assert "Unsigned rumour" in "".join(html(pages()).values())


def test_the_index_says_what_waits_and_leads_to_every_phase(pages):
    text = (pages() / "index.html").read_text("utf-8")
    assert "Round 3: plans for the koku" in text
    assert "Waits for" in text
    phases = sorted(path.name for path in (pages() / "phases").iterdir())
    assert all(f'href="phases/{name}"' in text for name in phases)
    assert len(phases) == 14
    table = text.split("The charts as a table")[1].split("</table>")[0]
    assert (
        len(re.findall(r'<tr><th scope="row">[^<]+</th>(?:<td class="n">-?\d+</td>)+</tr>', table))
        == 14
    )


def test_a_deed_points_to_a_few_places_and_to_none_of_many():
    places = [f"{n}" for n in range(FEW_PLACES + 1)]
    about = places[1:], [*places, *places], [*places[1:], "Oda", *places[1:]]
    chapters = [
        Chapter("", []),
        Chapter("", [Passage("<b>!</b>", "", "", (), (x,)) for x in about]),
    ]
    told = [(each.text, each.anchor, each.places) for each in _deeds(chapters, places)]
    few = tuple(places[1:])
    assert told == [("!", "d2-1", few), ("!", "d2-2", ()), ("!", "d2-3", few)]


def test_maps_share_their_ground(pages):
    text = (pages() / "map.svg").read_text("utf-8")
    views = re.findall(r'<view id="(p\d+)"', text)
    assert len(views) == len(list((pages() / "phases").iterdir()))
    assert len(text) / len(views) < 60_000
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    last = text.split("</defs>")[-1]
    assert last.index(palette.SEA) < last.index('href="#e')  # the provinces lie on the sea
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)


def test_provinces_of_a_seat_with_two_colours_are_told_by_colour(tmp_path):
    Played(tmp_path, kind="two").play(phases=1).pages(tmp_path / "pages")
    text = (tmp_path / "pages/index.html").read_text("utf-8")
    block = text.split('<script type="application/json" id="data">')[1].split("</script>")[0]
    facts = json.loads(block)
    assert facts["seats"] == ["Oda", "Uesugi", "Takeda", "Mori"]
    assert set(facts["episodes"][-1]["owners"]) >= {0, 1, 2, 3}
    assert all(f">{side}</option>" in text for side in facts["seats"])


def test_phases_are_called_the_same_on_the_page_of_the_dice(pages):
    index, dice = ((pages() / name).read_text("utf-8") for name in ("index.html", "dice.html"))
    titles = [each.strip() for each in re.findall(r"<summary>([^<]*)", dice)]
    assert len(titles) == 14
    assert all(f">{title}</a>" in index for title in titles)


def test_where_regions_colour_the_ground_a_switch_shows_owners(pages):
    assert 'id="owned"' in (pages("shogun") / "index.html").read_text("utf-8")
    assert 'id="owned"' not in (pages() / "index.html").read_text("utf-8")
