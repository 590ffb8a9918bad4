// The map: an SVG document of the program, in which provinces can be pointed at.

const ZOOMS = [1, 1.4, 2, 2.8, 4];

export class BoardMap {
  constructor(element, onPoint) {
    this.element = element;
    this.zoom = 0;
    this.marked = { chosen: "", targets: [] };
    element.addEventListener("click", (event) => {
      const group = event.target.closest("[data-province]");
      if (group) onPoint(group.dataset.province);
    });
  }

  /** Show a map; its place in the window stays. */
  show(svg) {
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    this.element.replaceChildren(document.importNode(drawn, true));
    this.mark(this.marked.chosen, this.marked.targets);
    this.magnify(0);
  }

  /** Mark a chosen province, and those to which an order may lead from it. */
  mark(chosen, targets) {
    this.marked = { chosen, targets };
    for (const group of this.element.querySelectorAll("[data-province]")) {
      const name = group.dataset.province;
      group.classList.toggle("chosen", name === chosen);
      group.classList.toggle("target", targets.includes(name));
    }
  }

  /** Bring a province into sight. */
  reveal(name) {
    const group = [...this.element.querySelectorAll("[data-province]")].find((each) => each.dataset.province === name);
    if (!group || !this.zoom) return;
    const [box, place] = [this.element.getBoundingClientRect(), group.getBoundingClientRect()];
    this.element.scrollBy(place.x + place.width / 2 - box.x - box.width / 2, place.y + place.height / 2 - box.y - box.height / 2);
  }

  /** Show the map larger (1), smaller (-1), or as large as before (0); its middle stays. */
  magnify(step) {
    const box = this.element;
    const middle = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight];
    this.zoom = Math.min(Math.max(this.zoom + step, 0), ZOOMS.length - 1);
    box.className = `zoom-${this.zoom}`;
    if (step) {
      box.scrollLeft = middle[0] * box.scrollWidth - box.clientWidth / 2;
      box.scrollTop = middle[1] * box.scrollHeight - box.clientHeight / 2;
    }
  }
}
