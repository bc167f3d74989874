// The pocket calculator on a phone without a server. Figures are exact fractions until the last step, as on paper:
// each result is converted first and weighed after. The tables are the program's own, written into this page.
"use strict";
const tables = JSON.parse(document.getElementById("tables").textContent);
const words = JSON.parse(document.getElementById("words").textContent);

// Fractions: [numerator, denominator], the denominator above zero, in lowest terms.
const gcd = (a, b) => { a = a < 0n ? -a : a; while (b) [a, b] = [b, a % b]; return a; };
const frac = (n, d = 1n) => { n = BigInt(n); d = BigInt(d); if (d < 0n) { n = -n; d = -d; } const g = gcd(n, d) || 1n; return [n / g, d / g]; };
const add = (a, b) => frac(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const neg = a => [-a[0], a[1]];
const sub = (a, b) => add(a, neg(b));
const mul = (a, b) => frac(a[0] * b[0], a[1] * b[1]);
const div = (a, b) => frac(a[0] * b[1], a[1] * b[0]);
const less = (a, b) => a[0] * b[1] < b[0] * a[1];
const same = (a, b) => a[0] === b[0] && a[1] === b[1];
const sum = list => list.reduce(add, frac(0));
const abs = a => a[0] < 0n ? neg(a) : a;
const floor = a => a[0] >= 0n || a[0] % a[1] === 0n ? a[0] / a[1] : a[0] / a[1] - 1n;
const textOf = a => a[1] === 1n ? `${a[0]}` : `${a[0]}/${a[1]}`;
const ZERO = frac(0), ONE = frac(1);

// The nearest multiple of the unit; an exact half goes away from average.
function rounded(value, unit, average = ZERO) {
  const units = div(value, unit), below = floor(units), left = sub(units, [below, 1n]), half = frac(1, 2);
  const up = same(left, half) ? !less(value, average) : less(half, left);
  return mul(frac(below + (up ? 1n : 0n)), unit);
}

class Refused extends Error { constructor(field, key, found = "") { super(key); this.field = field; this.found = found; } }

function decimal(text, field) {
  const found = /^([+\-−]?)(\d{1,6})(?:[.,](\d{1,6}))?$/.exec(text);
  if (!found) throw new Refused(field, "number", text);
  const digits = found[3] || "", value = frac(BigInt(found[2] + digits), 10n ** BigInt(digits.length));
  return found[1] && found[1] !== "+" ? neg(value) : value;
}

function weight(text) {
  const part = /^(\d{1,6})\s*\/\s*(\d{1,6})$/.exec(text);
  if (part && part[2] !== "0") return frac(part[1], part[2]);
  const found = /^(\d{0,3}(?:[.,]\d{1,6})?)\s*(%?)$/.exec(text);
  if (!found || !found[1]) throw new Refused("rows", "weight", text);
  const value = decimal(found[1].replace(/^[.,]/, "0."), "rows");
  const share = !found[2] && (/^0?[.,]/.test(found[1]) || found[1] === "1" || found[1] === "0");
  return share ? value : div(value, frac(100));
}

// Points to North-South of a result as typed: `4S+1 by N`, a scoreslip in any order and letters, `passed out`, `+480`.
const CLASS = { C: 0, D: 0, H: 1, S: 1, NT: 2 }, SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const LOCAL = { P: "S", Q: "D", K: "D", F: "C", T: "C", SA: "NT", FA: "NT", N: "NT" };
const SLIP = /^(?:([NESW])\s+)?([1-7])\s*(SA|FA|NT|[SHDCNPQFTK])\s*(XX|X|\*{1,2})?\s*(=|[+-]\s*\d{1,2})?\s*(?:BY\s+)?([NESW])?\s*(=|[+-]\s*\d{1,2})?$/;
const plainly = text => text.trim().replace(/−/g, "-").replace(/[♠♥♦♣]/g, sign => SIGNS[sign]).toUpperCase();

// A result as it was read, so that nobody's letter passes for another suit: `4♣+1 N`.
function asRead(text) {
  const [slip, before, number, letters, doubled, early, after, late] = SLIP.exec(plainly(text)) || [];
  if (!slip) return text;
  const strain = LOCAL[letters] || letters, sign = Object.keys(SIGNS).find(sign => SIGNS[sign] === strain) || strain;
  return `${number}${sign}${(doubled || "").replace(/\*/g, "X")}${(early || late || "").replace(/\s/g, "")} ${before || after || ""}`;
}

function points(text, vulnerable, field) {
  const plain = plainly(text);
  if (/^[+-]?\d{1,5}$/.test(plain)) return Number(plain);
  if (/^(PASSED[\s-]*OUT|PASS(ED)?|ALL\s+PASS|P)$/.test(plain)) return 0;
  const [slip, before, number, letters, doubled, early, after, late] = SLIP.exec(plain) || [], seat = before || after, over = early || late;
  if (!slip || !seat || !over) throw new Refused(field, "result", text);
  const level = Number(number), side = "NS".includes(seat) ? "NS" : "EW";
  const tricks = 6 + level + (over === "=" ? 0 : Number(over.replace(/\s/g, "")));
  if (tricks < 0 || tricks > 13) throw new Refused(field, "tricks", text);
  const vul = vulnerable === "all" || vulnerable === side ? 1 : 0;
  const row = ((level - 1) * 3 + CLASS[LOCAL[letters] || letters]) * 6 + (doubled || "").length * 2 + vul;
  const score = tables.scores[row][tricks];
  return side === "NS" ? score : -score;
}

function field(text) {
  const counts = new Map();
  for (const word of text.replace(/,/g, " ").replace(/\s*[x×*]\s*/gi, "x").split(/\s+/).filter(Boolean)) {
    const found = /^([+\-−]?\d{1,5})(?:x(\d{1,4}))?$/.exec(word);
    if (!found || found[2] === "0") throw new Refused("field", "field", word);
    const score = Number(found[1].replace("−", "-"));
    counts.set(score, add(counts.get(score) || ZERO, frac(found[2] || 1)));
  }
  return [...counts].sort((a, b) => b[0] - a[0]);
}

function imps(difference) {
  if (difference % 10) throw new Refused("other", "tens", String(difference));
  const won = tables.imps.filter(least => Math.abs(difference) >= least).length;
  return frac(difference >= 0 ? won : -won);
}

const whole = (text, name, least = 0) => {
  if (!/^\d{1,4}$/.test(text) || Number(text) < least) throw new Refused(name, "number", text);
  return Number(text);
};
const total = counts => sum(counts.map(entry => entry[1]));

function datum(counts, trim) {
  if (trim && 2 * trim >= Number(total(counts)[0]) / Number(total(counts)[1])) throw new Refused("trim", "number", String(trim));
  const cut = list => {
    let left = frac(trim);
    return list.flatMap(([score, times]) => {
      const dropped = less(left, times) ? left : times;
      left = sub(left, dropped);
      return less(dropped, times) ? [[score, sub(times, dropped)]] : [];
    });
  };
  const kept = trim ? cut(cut(counts).reverse()).reverse() : counts;
  const mean = div(sum(kept.map(([score, times]) => mul(frac(score), times))), total(kept));
  return Number(rounded(mean, frac(10))[0]);
}

// What a score to North-South is worth to each side; `ours` are the results it is weighed with.
function worth(sheet, score, ours) {
  const balanced = value => [value, neg(value)];
  switch (sheet.form) {
    case "imps": case "knockout": case "vp": return balanced(imps(score - sheet.other));
    case "bam": { const ns = frac(score > sheet.other ? 2 : score === sheet.other ? 1 : 0); return [ns, sub(frac(2), ns)]; }
    case "points": return balanced(frac(score));
    case "cross-imps": return balanced(div(sum(sheet.field.map(([one, times]) => mul(imps(score - one), times))), total(sheet.field)));
    case "butler": {
      const all = new Map(sheet.field);
      for (const one of ours) if (one.weight[0]) all.set(one.score, add(all.get(one.score) || ZERO, one.weight));
      return balanced(imps(score - datum([...all].sort((a, b) => b[0] - a[0]), sheet.trim)));
    }
    default: {
      const others = total(sheet.field), tables_ = add(others, ONE), top = mul(frac(2), others);
      const beaten = sum(sheet.field.filter(one => one[0] < score).map(one => one[1]));
      const tied = sum(sheet.field.filter(one => one[0] === score).map(one => one[1]));
      const ns = add(mul(frac(2), beaten), tied), results = sheet.tables ? frac(sheet.tables) : tables_;
      if (less(results, tables_)) throw new Refused("tables", "number", String(sheet.tables));
      const scaled = value => sub(mul(div(results, tables_), add(value, ONE)), ONE);
      return [scaled(ns), scaled(sub(top, ns))];
    }
  }
}

// Hundredths of victory points of the winner by a margin in IMPs.
function winner(margin, boards, scale) {
  if (scale === "simple") return boards > 64 ? (less(margin, frac(13)) ? 100 : 200) : less(frac(boards, 5), margin) ? 200 : 100;
  const listed = tables.vp[scale];
  if (listed) {
    const row = listed[boards];
    if (!row) throw new Refused("boards", "length", String(boards));
    return row[Math.min(Number(margin[0]), row.length - 1)];
  }
  if (!less(mul(margin, margin), frac(225 * boards))) return 2000;
  const tau = (Math.sqrt(5) - 1) / 2, imp = Number(margin[0]) / Number(margin[1]);
  const share = (1 - Math.pow(tau, 3 * imp / (15 * Math.sqrt(boards)))) / (1 - Math.pow(tau, 3));
  return Math.floor(1000 + 1000 * share + 0.5);
}

function victoryPoints(won, sheet) {
  const rule = tables.rounding["vp:" + sheet.scale], margin = rule ? rounded(won, frac(...rule)) : won;
  const most = sheet.scale === "simple" ? 200 : 2000, points_ = winner(abs(margin), sheet.boards, sheet.scale);
  const own = margin[0] >= 0n ? points_ : most - points_;
  return `${Math.floor(own / 100)}.${String(own % 100).padStart(2, "0")}`;
}

function list(rows, vulnerable, name) {
  const read = rows.filter(row => row[0] || row[1]).map(([share, result], _, all) => {
    if (!share && all.length > 1) throw new Refused(name, "weight", result);
    return { weight: share ? weight(share) : ONE, score: points(result, vulnerable, name), text: result };
  });
  const filled = sum(read.map(row => row.weight));
  if (read.some(row => less(ONE, row.weight))) throw new Refused(name, "weight");
  if (!same(filled, ONE)) throw new Refused(name, "whole", textOf(mul(filled, frac(100))) + "%");
  return read;
}

// Everything that can be asked, from plain texts to both sides' scores.
function compute(typed) {
  const form = tables.forms[typed.form], sheet = { form: typed.form, scale: typed.scale || "wbf-continuous", trim: 0 };
  if (form.needs.includes("other")) sheet.other = points(typed.other || "", typed.vul, "other");
  if (form.needs.includes("field")) { sheet.field = field(typed.field || ""); if (!sheet.field.length) throw new Refused("field", "field"); }
  if (form.needs.includes("boards")) sheet.boards = whole(typed.boards || "", "boards", 1);
  if (typed.form === "matchpoints" && typed.tables) sheet.tables = whole(typed.tables, "tables", 1);
  if (typed.form === "butler" && typed.trim) sheet.trim = whole(typed.trim, "trim");
  const lists = typed.split ? [list(typed.ns, typed.vul, "n"), list(typed.ew, typed.vul, "e")] : Array(2).fill(list(typed.both, typed.vul, "rows"));
  const steps = lists.map((rows, side) => rows.map(row => ({ ...row, worth: worth(sheet, row.score, rows)[side] })));
  const own = steps.map(rows => sum(rows.map(row => mul(row.weight, row.worth))));
  let scores = own;
  if (form.merges) { const mean = div(sub(own[0], own[1]), frac(2)); scores = [mean, neg(mean)]; }
  const average = typed.form === "matchpoints" ? (sheet.tables ? frac(sheet.tables - 1) : total(sheet.field)) : frac(form.average);
  const rule = typed.form === "vp" ? tables.rounding["vp:" + sheet.scale] : tables.rounding[typed.form];
  const shown = scores.map(score => rule ? rounded(score, frac(...rule), average) : score);
  let match = null;
  if (typed.form === "vp") {
    const before = decimal(typed["match-imps"] || "0", "match-imps");
    match = [victoryPoints(add(before, scores[0]), sheet), victoryPoints(sub(scores[1], before), sheet)];
  }
  return { scores, shown, match, steps, unit: form.unit };
}

// The page.
const byId = name => document.getElementById(name);
const shownDecimal = (value, signed) => {
  const thousandths = rounded(value, frac(1, 1000)), whole_ = abs(thousandths), digits = floor(mul(whole_, frac(1000)));
  const rest = String(digits % 1000n).padStart(3, "0").replace(/0+$/, "");
  const sign = thousandths[0] < 0n ? "−" : signed && thousandths[0] > 0n ? "+" : "";
  return `${sign}${digits / 1000n}${rest ? words.point + rest : ""}`;
};
const typedRows = prefix => [...document.querySelectorAll(`[name="${prefix}w"]`)].map((share, place) =>
  [share.value.trim(), document.querySelectorAll(`[name="${prefix}r"]`)[place].value.trim()]);

function read() {
  const typed = { form: byId("f-form").value, vul: byId("f-vul").value, split: document.querySelector("[name=split]").checked };
  for (const name of ["other", "field", "boards", "match-imps", "scale", "tables", "trim"]) typed[name] = byId("f-" + name).value.trim();
  return { ...typed, both: typedRows(""), ns: typedRows("n"), ew: typedRows("e") };
}

function element(tag, text, kind) { const made = document.createElement(tag); made.textContent = text; if (kind) made.className = kind; return made; }

function show() {
  document.querySelectorAll(".slot").forEach(slot => slot.replaceChildren());
  const answer = byId("answer"), typed = read();
  answer.replaceChildren();
  const rows = typed.split ? [...typed.ns, ...typed.ew] : typed.both;
  if (!rows.some(row => row[0] && row[1])) { answer.append(element("p", words.empty, "soft")); return; }
  try {
    const made = compute(typed), boxes = element("div", "", "proposal"), signed = made.unit !== "mp";
    made.shown.forEach((score, side) => {
      const box = element("div", "", "box"), figure = element("div", shownDecimal(score, signed) + " ", "figure");
      figure.append(element("span", words.units[made.unit], "unit"));
      box.append(element("div", words.sides[side], "who"), figure);
      if (made.match) box.append(element("div", `${made.match[side].replace(".", words.point)} ${words.units.vp}`, "detail"));
      boxes.append(box);
    });
    answer.append(boxes);
    (typed.split ? [0, 1] : [0]).forEach(side => {
      const table = element("table", "", "data stacked quarters"), body = document.createElement("tbody");
      const head = document.createElement("thead"), names = document.createElement("tr");
      words.columns.forEach((name, place) => names.append(element("th", name, place ? "num" : "")));
      head.append(names);
      for (const step of made.steps[side]) {
        const row = document.createElement("tr"), cells = [asRead(step.text), shownDecimal(frac(step.score), true), shownDecimal(step.worth, signed), textOf(mul(step.weight, frac(100))) + "%", shownDecimal(mul(step.weight, step.worth), signed)];
        cells.forEach((text, place) => {
          const cell = element(place ? "td" : "th", text, place ? "num" : "");
          if (place) cell.dataset.head = words.columns[place];
          row.append(cell);
        });
        body.append(row);
      }
      table.append(element("caption", words.sides[side]), head, body);
      answer.append(table);
    });
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    const slot = byId("at-" + fault.field) || byId("at-rows");
    slot.append(element("p", `${words.faults[fault.message]} ${fault.found ? `(${fault.found})` : ""}`, "problem"));
  }
}

byId("sheet").addEventListener("input", show);
byId("sheet").addEventListener("submit", event => { event.preventDefault(); show(); });
byId("more").addEventListener("click", () => document.querySelectorAll(".sheet-rows").forEach(rows => {
  const pair = rows.lastElementChild.cloneNode(true);
  pair.querySelectorAll("input").forEach(one => { one.value = ""; });
  rows.append(pair);
}));
show();
