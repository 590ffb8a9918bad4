// The map: an SVG document of the program, in which provinces can be pointed at.

const LARGEST = 6;
const STEP = 1.5;
const SLACK = 6; // pixels that a finger or a mouse may slip while it points
const SVG = "http://www.w3.org/2000/svg";

export class BoardMap {
  /** `onPoint` is told of a province that was pointed at, `""` for the sea; `onHover` of one below the mouse. */
  constructor(element, onPoint, onHover) {
    this.element = element;
    this.clear();
    this.keepMiddle();
    element.addEventListener("click", (event) => {
      if (this.dragged > SLACK) return;
      onPoint(this.placeOf(event.target));
    });
    element.addEventListener("pointerover", (event) => onHover(this.placeOf(event.target)));
    element.addEventListener("pointerleave", () => onHover(""));
    this.letDrag();
  }

  /** Have none, and no finger on it. */
  clear() {
    this.svg = null;
    this.zoom = 1;
    this.middles = {};
    this.marked = { chosen: "", targets: [] };
    this.fingers = new Map();
    this.dragged = 0;
    this.late = ""; // a map that waits for fingers to be lifted
  }

  placeOf(target) {
    return target.closest("[data-province]")?.dataset.province ?? "";
  }

  /** What is in the middle stays there when the window becomes another: a phone is turned. */
  keepMiddle() {
    const box = this.element;
    let middle = [0.5, 0.5];
    box.addEventListener("scroll", () => (middle = [(box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, (box.scrollTop + box.clientHeight / 2) / box.scrollHeight]));
    new ResizeObserver(() => box.scrollTo(middle[0] * box.scrollWidth - box.clientWidth / 2, middle[1] * box.scrollHeight - box.clientHeight / 2)).observe(box);
  }

  /** A mouse or a finger drags the map, two fingers pinch it; one that is wholly seen scrolls the page. */
  letDrag() {
    const box = this.element;
    const spread = () => {
      const [one, other] = [...this.fingers.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    box.addEventListener("pointerdown", (event) => {
      this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      this.dragged = 0;
      if (this.fingers.size === 2) this.pinch = { spread: spread(), zoom: this.zoom };
    });
    box.addEventListener("pointermove", (event) => {
      const before = this.fingers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      this.dragged += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
      this.fingers.set(event.pointerId, now);
      if (this.fingers.size === 2) this.setZoom((this.pinch.zoom * spread()) / this.pinch.spread, now);
      else if (event.pointerType === "mouse" || this.zoom > 1) box.scrollBy(before.x - now.x, before.y - now.y);
    });
    const lift = (event) => {
      this.fingers.delete(event.pointerId);
      setTimeout(() => this.late && this.show(this.late)); // behind the click
    };
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) box.addEventListener(end, lift);
    box.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.setZoom(this.zoom * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
      },
      { passive: false },
    );
  }

  /** Show a map, when no finger is on it: the click of what is exchanged below it is lost. Its place in the window stays. */
  show(svg) {
    this.late = this.fingers.size ? svg : "";
    if (this.late) return;
    const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    drawn.removeAttribute("width");
    drawn.removeAttribute("height");
    this.svg = document.importNode(drawn, true);
    this.ghosts = document.createElementNS(SVG, "g");
    this.ghosts.setAttribute("class", "ghosts");
    this.svg.append(this.ghosts);
    const { scrollLeft, scrollTop } = this.element;
    this.element.replaceChildren(this.svg);
    this.svg.style.width = `${100 * this.zoom}%`;
    this.element.scrollTo(scrollLeft, scrollTop);
    this.mark(this.marked.chosen, this.marked.targets);
  }

  /** Mark a chosen province, and those to which an order may lead from it, with ghosts of arrows. */
  mark(chosen, targets) {
    this.marked = { chosen, targets };
    if (!this.svg) return;
    for (const group of this.svg.querySelectorAll("[data-province]")) {
      const name = group.dataset.province;
      group.classList.toggle("chosen", name === chosen);
      group.classList.toggle("target", targets.includes(name));
    }
    this.ghosts.replaceChildren();
    for (const target of new Set(targets)) this.drawGhost(chosen, target, "ghost");
  }

  /** Show where an order that is looked at would go; none: nothing more. */
  preview(places, target) {
    if (!this.svg) return;
    for (const each of this.ghosts.querySelectorAll(".previewed")) each.remove();
    if (target && places[0] !== target) this.drawGhost(places[0], target, "previewed");
    else for (const each of places) this.drawRing(each);
  }

  drawGhost(source, target, kind) {
    const [from, to] = [this.middles[source], this.middles[target]];
    if (!from || !to || source === target) return;
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const [x, y] = [(to[0] - from[0]) / far, (to[1] - from[1]) / far];
    const end = [to[0] - 14 * x, to[1] - 14 * y];
    const head = [-1, 1].map((side) => `L${end[0] - 16 * x + side * 8 * y} ${end[1] - 16 * y - side * 8 * x}M${end[0]} ${end[1]}`);
    this.draw("path", { class: kind, d: `M${from[0] + 10 * x} ${from[1] + 10 * y}L${end[0]} ${end[1]}${head.join("")}` });
  }

  drawRing(place) {
    const [x, y] = this.middles[place] ?? [];
    if (x !== undefined) this.draw("circle", { class: "previewed", cx: x, cy: y, r: 34 });
  }

  draw(tag, attributes) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    this.ghosts.append(element);
  }

  /** Bring a province into sight; none: the middle of the board. */
  reveal(name) {
    if (!this.svg) return;
    const box = this.element;
    const { width, height } = this.svg.viewBox.baseVal;
    const [x, y] = this.middles[name] ?? [width / 2, height / 2];
    const scale = this.svg.getBoundingClientRect().width / width;
    box.scrollTo(x * scale - box.clientWidth / 2, y * scale - box.clientHeight / 2);
  }

  /** Show the map a step larger (1) or smaller (-1); its middle stays. */
  magnify(step) {
    const box = this.element.getBoundingClientRect();
    this.setZoom(this.zoom * STEP ** step, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }

  /** Show it so many times as wide as its window; what is at a point of the page stays there. */
  setZoom(zoom, at) {
    const box = this.element;
    const before = this.zoom;
    this.zoom = Math.min(Math.max(zoom, 1), LARGEST);
    box.classList.toggle("zoomed", this.zoom > 1);
    if (!this.svg) return;
    const [x, y] = [at.x - box.getBoundingClientRect().x, at.y - box.getBoundingClientRect().y];
    const [left, top] = [box.scrollLeft + x, box.scrollTop + y];
    this.svg.style.width = `${100 * this.zoom}%`;
    box.scrollTo((left * this.zoom) / before - x, (top * this.zoom) / before - y);
  }
}
