// Draws every die of a campaign again from its keys, in the reader's browser. Browsers have no
// SHAKE-256, and over http and from files no other hash either, so all three are here.
"use strict";
const dice = (() => {
  const utf8 = (text) => new TextEncoder().encode(text);
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => {
    if (!/^([0-9a-f]{2})*$/i.test(text)) throw new Error("a key is not hexadecimal");
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  };
  const join = (...parts) => {
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
    return whole;
  };

  // ---- SHA-256 (FIPS 180-4) and HMAC (RFC 2104)
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  const rounds = primes.map((prime) => fraction(Math.cbrt(prime)));
  const begin = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  const sha256 = (data) => {
    const padded = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64);
    padded.set(data);
    padded[data.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
    view.setUint32(padded.length - 4, data.length * 8);
    const state = Uint32Array.from(begin), w = new Uint32Array(64);
    for (let at = 0; at < padded.length; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const x = w[i - 15], y = w[i - 2];
        w[i] = w[i - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[i - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10));
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) >>> 0;
        const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] += word; });
    }
    const out = new DataView(new ArrayBuffer(32));
    state.forEach((word, i) => out.setUint32(4 * i, word));
    return new Uint8Array(out.buffer);
  };
  const hmac = (key, message) => {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(join(block.map((byte) => byte ^ 0x36), message));
    return sha256(join(block.map((byte) => byte ^ 0x5c), inner));
  };

  // ---- SHAKE-256 (FIPS 202), as much of it as is asked for
  const RATE = 136, MASK = (1n << 64n) - 1n;
  const roll = (lane, by) => (by ? ((lane << by) | (lane >> (64n - by))) & MASK : lane);
  const constants = [], turns = [0n];
  let register = 1;
  for (let round = 0; round < 24; round++) {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if (register & 1) constant |= 1n << BigInt(2 ** j - 1);
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
    constants.push(constant);
  }
  const walk = []; // the lanes in the order in which rho and pi go over them
  for (let t = 0, x = 1, y = 0; t < 24; t++) {
    walk.push([x + 5 * y, BigInt((((t + 1) * (t + 2)) / 2) % 64)]);
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  const permute = (lanes) => {
    for (const constant of constants) {
      const sums = [0, 1, 2, 3, 4].map((x) => lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20]);
      for (let i = 0; i < 25; i++) lanes[i] ^= sums[(i + 4) % 5] ^ roll(sums[(i + 1) % 5], 1n);
      let held = lanes[1];
      for (let t = 0; t < 24; t++) {
        const to = walk[(t + 1) % 24][0];
        [lanes[to], held] = [roll(held, walk[t][1]), lanes[to]];
      }
      for (let row = 0; row < 25; row += 5) {
        const old = lanes.slice(row, row + 5);
        for (let x = 0; x < 5; x++) lanes[row + x] = old[x] ^ (~old[(x + 1) % 5] & MASK & old[(x + 2) % 5]);
      }
      lanes[0] ^= constant;
    }
  };
  function* shake256(data) {
    const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE), lanes = Array(25).fill(0n);
    padded.set(data);
    padded[data.length] ^= 0x1f;
    padded[padded.length - 1] ^= 0x80;
    padded.forEach((byte, i) => {
      lanes[(i % RATE) >> 3] ^= BigInt(byte) << BigInt(8 * (i % 8));
      if (i % RATE === RATE - 1) permute(lanes);
    });
    for (;; permute(lanes)) {
      for (let i = 0; i < RATE; i++) yield Number((lanes[i >> 3] >> BigInt(8 * (i % 8))) & 255n);
    }
  }

  // ---- What docs/dice.md says: digests, keys, seals, draws
  const digest = (texts) => hex(sha256(join(...texts.flatMap((text) => {
    const data = utf8(text), length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, Math.floor(data.length / 2 ** 32));
    length.setUint32(4, data.length);
    return [new Uint8Array(length.buffer), data];
  }))));
  const byPoint = (a, b) => {
    const [x, y] = [[...a], [...b]].map((text) => text.map((letter) => letter.codePointAt(0)));
    const at = x.findIndex((point, i) => point !== y[i]);
    return at < 0 ? x.length - y.length : x[at] - (y[at] ?? -1);
  };
  const inOrder = (texts) => Object.keys(texts).sort(byPoint).flatMap((name) => [name, texts[name]]);
  const sealOf = (campaign, phase) => digest([
    ...[campaign, phase.number, phase.phase, phase.before, phase.key, phase.beacon ?? "", phase.closed ?? ""].map(String),
    ...[phase.program ?? "", phase.rules ?? 1, Object.keys(phase.words ?? {}).length].map(String),
    ...inOrder(phase.words ?? {}),
    String(phase.draws.length),
    ...phase.draws.flatMap(([label, of, came]) => [label, String(of), came.join(" ")]),
  ]);
  const drawer = (key) => {
    const stream = shake256(key);
    const below = (bound) => {
      let size = 1;
      while (256 ** size < bound) size++;
      for (const limit = 256 ** size - (256 ** size % bound); ;) {
        let value = 0;
        for (let i = 0; i < size; i++) value = value * 256 + stream.next().value;
        if (value < limit) return value % bound;
      }
    };
    return (of, came) => {
      const isShuffle = came.length === of && [...came].sort((a, b) => a - b).every((thing, i) => thing === i);
      if (!isShuffle) return came.map(() => below(of) + 1);
      const order = came.map((_, i) => i);
      for (let last = of - 1; last > 0; last--) {
        const other = below(last + 1);
        [order[last], order[other]] = [order[other], order[last]];
      }
      return order;
    };
  };
  const drawFaults = (phase) => {
    const draw = drawer(bytesOf(phase.key)), wrong = [];
    phase.draws.forEach(([label, of, came], i) => {
      if (came.length && !(of >= 1 && of <= 2 ** 32)) return wrong.push(`draw ${i + 1}, ${label}: nothing can be drawn out of ${of}`);
      const again = draw(of, came).join(" ");
      if (again !== came.join(" ")) wrong.push(`draw ${i + 1}, ${label}: the key gives ${again}, not ${came.join(" ")}`);
    });
    return wrong;
  };
  const keyFaults = (record, phase) => {
    const wrong = [];
    let closed = phase.closed ?? "";
    if (record.secret) {
      const words = phase.words && Object.keys(phase.words).length ? "\0" + digest(inOrder(phase.words)) : "";
      if (hex(sha256(bytesOf(record.secret))) !== record.commitment) wrong.push("the secret is not the one that was committed to");
      const key = hex(hmac(bytesOf(record.secret), utf8(`${phase.phase}\0${phase.fingerprint ?? ""}${words}`)));
      if (key !== (phase.beacon ? closed : phase.key)) wrong.push("the key does not follow from the secret and the orders");
    }
    if (Boolean(closed) !== Boolean(phase.beacon) || (closed && hex(hmac(bytesOf(closed), utf8(phase.beacon))) !== phase.key)) {
      wrong.push("the key does not follow from the public number");
    }
    return wrong;
  };
  const faults = (record, phase, before) => {
    const wrong = [];
    if (sealOf(record.campaign, phase) !== phase.seal) wrong.push("the seal is not that of what is recorded here: something was changed");
    if (!before && !phase.number && phase.before !== record.commitment) wrong.push("the chain does not begin with the commitment");
    if (before && phase.number !== before.number + 1) wrong.push("phases were left out, doubled or exchanged");
    else if (before && phase.before !== before.seal) wrong.push("the chain breaks here: the seal before is another");
    return phase.key ? [...wrong, ...drawFaults(phase), ...keyFaults(record, phase)] : wrong;
  };
  return { sha256, hmac, shake256, digest, sealOf, faults, hex, utf8 };
})();

if (document.getElementById("checker")) (() => {
  const $ = (id) => document.getElementById(id);
  const record = JSON.parse($("data").textContent);
  const say = (text, kind = "") => {
    const line = document.createElement("p");
    line.textContent = text;
    line.className = kind;
    $("verdict").append(line);
  };
  const count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const pause = () => new Promise((go) => setTimeout(go));
  const check = async () => {
    $("check").disabled = true;
    $("verdict").replaceChildren();
    let before = null, draws = 0, bad = 0, real = 0;
    for (const phase of record.phases) {
      const wrong = dice.faults(record, phase, before), mark = document.querySelector(`.mark[data-number="${phase.number}"]`);
      mark.textContent = wrong.length ? `✗ ${wrong[0]}` : phase.key ? "✓ right" : "✓ sealed";
      mark.className = `mark ${wrong.length ? "wrong" : "right"}`;
      wrong.forEach((text) => say(`${phase.phase}: ${text}.`, "wrong"));
      bad += wrong.length ? 1 : 0;
      real += phase.key ? 0 : 1;
      draws += phase.key ? phase.draws.length : 0;
      before = phase;
      await pause();
    }
    const all = `${count(record.phases.length, "phase")}, ${count(draws, "draw")} drawn again`;
    if (bad) say(`${count(bad, "phase")} of ${record.phases.length} ${bad === 1 ? "is" : "are"} not as published.`, "wrong");
    else say(`All is right: ${all}${record.secret ? ", every key from the secret" : ""}.`, "right");
    if (real) say(`${count(real, "phase")} had real dice, which no key gives.`);
    $("check").disabled = false;
  };
  const compare = async (file) => {
    if (file.size > 2 ** 24) return say(`${file.name}: this is too large for a dice file.`, "wrong");
    try {
      const other = JSON.parse(await file.text());
      if (other.campaign !== record.campaign || other.commitment !== record.commitment) {
        return say(`${file.name} is of another game.`, "wrong");
      }
      let before = null;
      for (const phase of other.phases) {
        const here = record.phases.find((each) => each.number === phase.number), wrong = dice.faults(other, phase, before);
        if (!here) wrong.push("this page has no such phase");
        else if (here.seal !== phase.seal) wrong.push("this page has another record of it");
        say(`${file.name}, ${phase.phase}: ${wrong.join("; ") || "all is right"}.`, wrong.length ? "wrong" : "right");
        before = phase;
      }
      if (!other.phases.length) say(`${file.name} holds no phase.`, "wrong");
    } catch {
      say(`${file.name} is not a dice file.`, "wrong");
    }
  };
  $("check").addEventListener("click", check);
  $("files").addEventListener("change", async (event) => {
    $("verdict").replaceChildren();
    for (const file of event.target.files) await compare(file);
  });
  $("promise").addEventListener("change", (event) => {
    const given = event.target.value.trim().toLowerCase();
    $("verdict").replaceChildren();
    if (given) say(given === record.commitment ? "It is the commitment of these dice." : "These dice have another commitment.", given === record.commitment ? "right" : "wrong");
  });
  const open = () => {
    const found = location.hash && $(location.hash.slice(1));
    if (found) found.open = true;
  };
  addEventListener("hashchange", open);
  open();
  $("checker").hidden = false;
})();
