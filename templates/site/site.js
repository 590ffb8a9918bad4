// The map that moves: a slider through all phases, pieces on their way, another map beside it, the
// dice of battles, charts, a closer look. Without it every page can be read all the same.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const { episodes, hindsight, seats, places, ids, texts } = data;
  const map = $("map"), slider = $("slider"), last = episodes.length - 1;
  const WIDE = 1400, HIGH = 1000, SVG = "http://www.w3.org/2000/svg";
  const LAYERS = ["grounds", "arrows", "provinces", "boxes"];
  let now = last, seat = -1, place = -1, timer = 0, eyes = -1;

  const make = (tag, text = "", facts = {}) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return Object.assign(made, facts);
  };
  const fill = (group, numbers) => {
    while (group.children.length > numbers.length) group.lastChild.remove();
    while (group.children.length < numbers.length) group.append(document.createElementNS(SVG, "use"));
    numbers.forEach((number, at) => {
      const use = group.children[at], href = "#" + ids[number];
      if (use.getAttribute("href") !== href) use.setAttribute("href", href);
    });
  };

  // ---- What a map shows: as everybody saw it, as a seat did, or what was ordered
  const drawing = (tag, facts) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(facts)) made.setAttribute(name, value);
    return made;
  };
  const patched = (of, patch) => patch ? {
    ...patch,
    grounds: of.grounds.map((id, at) => patch.grounds[at] ?? id),
    provinces: of.provinces.map((id, at) => patch.provinces[at] ?? id),
  } : of;
  const told = (at, who) => hindsight[at]?.eyes?.find((each) => each.seat === who);
  const seen = (at) => patched(episodes[at], told(at, eyes)?.sight);
  const ordered = (at) => {
    const known = hindsight[at];
    if (!known) return null;
    const board = patched(episodes[at], known.board);
    const whole = { ...board, provinces: [...board.provinces] };
    for (const { seat: who, plan } of known.eyes) {
      if (!plan || (eyes >= 0 && who !== eyes)) continue;
      whole.arrows = [...new Set([...whole.arrows, ...plan.arrows])];
      for (const [at, id] of Object.entries(plan.provinces)) whole.provinces[at] = id;
    }
    return whole;
  };

  // ---- Pieces on their way from one phase to the next
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), LONG = 700;
  let land = () => {};
  const middle = (at) => {
    const box = $("hits").children[at].getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const go = (episode, ends) => {
    const { moves, from } = episode, uses = [...$("arrows").children].slice(-from.length);
    const group = drawing("g", { id: "going" }), begun = performance.now();
    const pieces = moves.map(([side, source, target]) => {
      const disc = drawing("circle", { r: 13, class: `piece k${data.colours[seats[side]] ?? -1}` });
      group.append(disc);
      return [disc, middle(source), middle(target)];
    });
    const clips = from.map((source, at) => {
      if (source < 0 || !uses[at]) return null;
      const [cx, cy] = middle(source), clip = drawing("clipPath", { id: `grow${at}` });
      const circle = drawing("circle", { cx, cy, r: 0 }), box = uses[at].getBBox();
      clip.append(circle);
      group.append(clip);
      uses[at].setAttribute("clip-path", `url(#grow${at})`);
      const far = Math.hypot(Math.max(cx - box.x, box.x + box.width - cx), Math.max(cy - box.y, box.y + box.height - cy));
      return [circle, far + 12];
    });
    map.append(group);
    let frame = 0;
    land = () => {
      land = () => {};
      cancelAnimationFrame(frame);
      uses.forEach((use) => use.removeAttribute("clip-path"));
      group.remove();
      ends();
    };
    const draw = (time) => {
      const part = Math.min(1, Math.max(0, (time - begun) / LONG)), eased = part * part * (3 - 2 * part);
      for (const [disc, a, b] of pieces) {
        disc.setAttribute("cx", a[0] + (b[0] - a[0]) * eased);
        disc.setAttribute("cy", a[1] + (b[1] - a[1]) * eased);
      }
      for (const clip of clips) clip?.[0].setAttribute("r", clip[1] * eased);
      if (part < 1) frame = requestAnimationFrame(draw);
      else land();
    };
    draw(begun);
  };

  // ---- Another map beside it
  const other = { box: $("other"), mode: "none", layers: null, map: null };
  const besides = () => {
    if (other.mode === "plan") return [ordered(now), `Ordered for it: ${episodes[now].title}`];
    const at = other.mode === "before" ? now - 1 : Number(other.mode);
    return [at >= 0 ? seen(at) : null, at >= 0 ? episodes[at].title : ""];
  };
  const showOther = () => {
    const [layers, words] = other.mode === "none" ? [null, ""] : besides();
    document.querySelector(".board").classList.toggle("two", Boolean(layers));
    other.box.hidden = !layers;
    if (!layers) return;
    if (!other.map) {
      other.map = map.cloneNode(false);
      other.map.removeAttribute("id");
      other.map.removeAttribute("aria-labelledby");
      other.layers = {};
      for (const group of map.children) {
        if (group.tagName === "defs" || ["shades", "hits", "going"].includes(group.id)) continue;
        const copy = group.cloneNode(!LAYERS.includes(group.id));
        copy.removeAttribute("id");
        other.layers[group.id] = copy;
        other.map.append(copy);
      }
      other.box.querySelector(".sheet").append(other.map);
    }
    for (const layer of LAYERS) fill(other.layers[layer], layers[layer]);
    other.map.setAttribute("aria-label", words);
    other.box.querySelector(".which").textContent = `${words}.`;
  };

  // ---- Phases
  const show = (at, { quiet = false } = {}) => {
    const before = now;
    land();
    now = Math.max(0, Math.min(last, at));
    const episode = episodes[now], layers = seen(now);
    const draw = () => {
      for (const layer of LAYERS) fill($(layer), layers[layer]);
      shade();
    };
    if (now === before + 1 && !calm.matches && !document.hidden && episode.moves.length) {
      fill($("arrows"), layers.arrows);
      go(episode, draw);
    } else draw();
    showOther();
    slider.value = now;
    slider.setAttribute("aria-valuetext", episode.title);
    $("when").textContent = episode.title + ".";
    $("lead").textContent = episode.lead;
    $("read").href = `phases/${episode.slug}.html`;
    $("back").disabled = now === 0;
    $("next").disabled = now === last;
    const rows = $("standings").tBodies[0].rows;
    episode.rows.forEach((row, r) => row.forEach((cell, c) => {
      if (!rows[r]?.cells[c]) return;
      if (c) rows[r].cells[c].textContent = cell;
      else if (rows[r].cells[0].textContent !== cell) {
        rows[r].cells[0].lastChild.textContent = cell;
        rows[r].cells[0].firstChild.className = `dot k${data.colours[cell] ?? -1}`;
      }
    }));
    document.querySelectorAll(".chart").forEach(moveCursor);
    document.querySelectorAll(".phases li").forEach((item, i) => {
      if (i === now) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    if (!quiet) history.replaceState(null, "", now === last ? location.pathname + location.search : "#" + episode.slug);
    tell();
  };
  const step = (by) => show(now + by);
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    $("play").textContent = "Play";
    $("caption").setAttribute("aria-live", "polite");
  };
  const play = () => {
    if (timer) return stop();
    if (now === last) show(0);
    $("play").textContent = "Stop";
    $("caption").setAttribute("aria-live", "off");
    timer = setInterval(() => (now === last ? stop() : step(1)), 1000);
  };

  // ---- Charts
  const ends = (chart) => [Number(chart.dataset.left), Number(chart.dataset.right)];
  const moveCursor = (chart) => {
    const [left, right] = ends(chart), cursor = chart.querySelector(".cursor");
    cursor.setAttribute("transform", `translate(${left + ((right - left) * now) / Math.max(1, last)} 0)`);
    cursor.classList.add("on");
  };
  const point = (event) => {
    const chart = event.currentTarget, [left, right] = ends(chart);
    if (event.type === "pointermove" && !event.buttons) return;
    const box = chart.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * chart.viewBox.baseVal.width;
    stop();
    show(Math.round(((x - left) / (right - left)) * last));
  };

  // ---- A seat, a province, and what happened to them
  const shade = () => {
    const { owners } = episodes[now];
    places.forEach((_, at) => {
      const off = seat >= 0 && owners[at] !== seat;
      const colour = $("owned")?.checked ? ` own k${data.colours[seats[owners[at]]] ?? -1}` : "";
      $("shades").children[at].setAttribute("class", `shade${colour}${off ? " off" : ""}`);
      $("provinces").children[at]?.classList.toggle("off", off);
      $("hits").children[at].classList.toggle("here", at === place);
    });
    const marks = [...document.querySelectorAll(".chart [data-seat]")];
    const known = marks.some((mark) => mark.dataset.seat === seats[seat]);
    marks.forEach((mark) => mark.classList.toggle("pale", known && mark.dataset.seat !== seats[seat]));
  };
  const link = (at, text) => {
    const button = make("button", text, { type: "button" });
    button.addEventListener("click", () => { stop(); show(at); });
    return button;
  };
  const item = (...parts) => {
    const made = make("li");
    made.append(...parts);
    return made;
  };
  const framed = (rolls) => {
    const told = rolls.content.cloneNode(true), table = told.querySelector("table.rolls");
    if (!table || table.tHead) return told;
    const frame = $("dice").content.cloneNode(true), body = frame.querySelector("tbody");
    body.append(...table.rows);
    table.replaceWith(frame);
    return told;
  };
  const tellPlace = (about) => {
    const episode = episodes[now], list = make("ul");
    about.append(make("h2", places[place]), make("p", `Held by ${texts[episode.words[place]]}`));
    for (const [text, where, anchor] of episode.deeds) {
      if (!where.includes(place)) continue;
      const rolls = $(`t${now}-${anchor}`);
      const told = item(make("a", text, { href: `phases/${episode.slug}.html#${anchor}` }));
      if (rolls) told.append(framed(rolls));
      list.append(told);
    }
    about.append(list.children.length ? list : make("p", "Nothing happened here in this phase."));
    const held = make("ul");
    episodes.forEach((each, at) => {
      const holder = each.owners[place];
      if (at && holder === episodes[at - 1].owners[place]) return;
      held.append(item(link(at, each.title), `: ${holder < 0 ? "nobody" : seats[holder]}`));
    });
    about.append(make("p", "Who held it, since when:"), held);
  };
  const tellSeat = (about) => {
    const body = make("tbody");
    episodes.forEach((episode, at) => {
      const moves = episode.moves.filter((move) => move[0] === seat);
      const fights = episode.fights.filter(([where, won]) => won === seat || moves.some((move) => move[2] === where));
      const held = episode.owners.filter((owner) => owner === seat).length;
      if (at && !moves.length && !fights.length && at !== now) return;
      const head = make("th", "", { scope: "row" }), row = make("tr"), won = fights.filter((f) => f[1] === seat).length;
      head.append(link(at, episode.title));
      row.append(head, make("td", held, { className: "n" }));
      row.append(make("td", moves.map((m) => `${places[m[1]]} → ${places[m[2]]}${m[3] ? " (attack)" : ""}`).join(", ")));
      row.append(make("td", fights.length ? `${fights.map((f) => places[f[0]]).join(", ")} (${won} won)` : ""));
      body.append(row);
    });
    const table = make("table"), top = make("tr"), wide = make("div", "", { className: "wide", tabIndex: 0 });
    for (const name of ["Phase", "Provinces", "Moves", "Battles"]) top.append(make("th", name, { scope: "col" }));
    const head = make("thead");
    head.append(top);
    table.append(head, body);
    wide.append(table);
    about.append(make("h2", `${seats[seat]} through time`), wide);
  };
  const tellEyes = (about) => {
    const episode = episodes[now], name = $("eyes").selectedOptions[0].text;
    const known = $(`e${now}-${eyes}`);
    about.append(make("h2", `${name}: ${episode.title}`));
    about.append(known ? known.content.cloneNode(true) : make("p", "It ordered nothing, and saw what everybody saw."));
  };
  const tell = () => {
    const about = $("about");
    about.replaceChildren();
    if (eyes >= 0) tellEyes(about);
    if (place >= 0) tellPlace(about);
    if (seat >= 0) tellSeat(about);
    about.hidden = !about.children.length;
  };
  const choose = (at) => {
    place = at === place ? -1 : at;
    $("place").value = place;
    shade();
    tell();
  };

  // ---- From battle to battle
  // a place that was fought for twice in a phase is shown once, with both battles
  const battles = episodes.flatMap(({ fights }, at) => [...new Set(fights.map(([where]) => where))].map((where) => [at, where]));
  const nextBattle = () => {
    const here = battles.findIndex(([at, where]) => at === now && where === place);
    const next = here >= 0 ? here + 1 : battles.findIndex(([at]) => at >= now);
    const [at, where] = battles[next >= 0 && next < battles.length ? next : 0];
    stop();
    place = where;
    $("place").value = where;
    show(at);
    const [x, y] = middle(where), wide = Math.min(view[2], WIDE / 2);
    look(x - wide / 2, y - (wide * HIGH) / WIDE / 2, wide);
    $("about").scrollTop = 0;
  };

  // ---- Zoom and pan
  let view = [0, 0, WIDE, HIGH];
  const look = (x, y, wide) => {
    wide = Math.min(WIDE, Math.max(WIDE / 8, wide));
    const high = (wide * HIGH) / WIDE;
    view = [Math.max(0, Math.min(WIDE - wide, x)), Math.max(0, Math.min(HIGH - high, y)), wide, high];
    for (const each of [map, other.map]) each?.setAttribute("viewBox", view.map((value) => value.toFixed(1)).join(" "));
    map.classList.toggle("near", wide < WIDE);
    $("farther").disabled = $("whole").disabled = wide >= WIDE;
  };
  const zoom = (by, fx = 0.5, fy = 0.5) => {
    const wide = Math.min(WIDE, Math.max(WIDE / 8, view[2] / by));
    look(view[0] + (view[2] - wide) * fx, view[1] + (view[3] - (wide * HIGH) / WIDE) * fy, wide);
  };
  const at = (event) => {
    const box = map.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
  };
  const fingers = new Map();
  let far = 0, moved = 0, start = null;
  map.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, at(event));
    start = at(event);
    moved = far = 0;
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const here = at(event);
    moved = Math.max(moved, Math.hypot(here[0] - start[0], here[1] - start[1]));
    fingers.set(event.pointerId, here);
    if (fingers.size === 2) {
      const [a, b] = [...fingers.values()], apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (far) zoom(apart / far, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      far = apart;
    } else if (view[2] < WIDE) {
      look(view[0] - (here[0] - before[0]) * view[2], view[1] - (here[1] - before[1]) * view[3], view[2]);
    }
  });
  const lift = (event) => {
    const here = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    const across = here && start ? here[0] - start[0] : 0;
    if (event.type === "pointerup" && event.pointerType === "touch" && view[2] >= WIDE && Math.abs(across) > 0.15 && !far) {
      stop();
      step(across < 0 ? 1 : -1);
    }
  };
  for (const type of ["pointerup", "pointercancel", "pointerleave"]) map.addEventListener(type, lift);
  map.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && view[2] >= WIDE) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...at(event));
  }, { passive: false });
  map.addEventListener("dblclick", (event) => zoom(2, ...at(event)));

  // ---- What listens
  places.forEach((name, number) => {
    $("place").append(make("option", name, { value: number }));
    const hit = $("hits").children[number], title = document.createElementNS(SVG, "title");
    hit.append(title);
    hit.addEventListener("click", () => moved < 0.02 && choose(number));
    hit.addEventListener("pointerenter", () => { title.textContent = `${name}: ${texts[episodes[now].words[number]]}`; });
  });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  $("back").addEventListener("click", () => { stop(); step(-1); });
  $("next").addEventListener("click", () => { stop(); step(1); });
  $("play").addEventListener("click", play);
  $("seat").addEventListener("change", (event) => { seat = Number(event.target.value); shade(); tell(); });
  $("eyes")?.addEventListener("change", (event) => { eyes = Number(event.target.value); show(now); });
  $("beside").addEventListener("change", (event) => { other.mode = event.target.value; showOther(); });
  $("battle").hidden = !battles.length;
  $("battle").addEventListener("click", nextBattle);
  $("owned")?.addEventListener("change", shade);
  $("place").addEventListener("change", (event) => { place = -1; choose(Number(event.target.value)); });
  $("closer").addEventListener("click", () => zoom(1.6));
  $("farther").addEventListener("click", () => zoom(1 / 1.6));
  $("whole").addEventListener("click", () => look(0, 0, WIDE));
  document.querySelectorAll(".chart").forEach((chart) => {
    chart.addEventListener("pointerdown", point);
    chart.addEventListener("pointermove", point);
  });
  document.addEventListener("keydown", (event) => {
    const inside = event.target.closest?.("input, select, textarea, button, a, summary, .wide");
    if (inside || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") { stop(); step(-1); }
    if (event.key === "ArrowRight") { stop(); step(1); }
  });
  const fromAddress = () => {
    const found = episodes.findIndex((episode) => "#" + episode.slug === location.hash);
    show(found < 0 ? last : found, { quiet: true });
  };
  addEventListener("hashchange", fromAddress);
  document.querySelectorAll(".controls").forEach((row) => { row.hidden = false; });
  look(0, 0, WIDE);
  fromAddress();
})();
