// Laws and mechanical rulings on a phone without a server. The trees of questions were made by the program's own rules
// and the sentences are the reports': here an answer only leads from one place of a tree to the next.
"use strict";
const rulings = JSON.parse(document.getElementById("rulings").textContent);
const lawBook = JSON.parse(document.getElementById("laws").textContent);
const say = JSON.parse(document.getElementById("offline-words").textContent);
const NOT_KNOWN = "-", MOST = 60;

// Which sort of card or cards was meant, as the trees tell them apart.
const sortOfCard = card => card[0] + ("AKQJT".includes(card[1]) ? "h" : "l");
const sortOfCards = cards => cards.length === 1 ? sortOfCard(cards[0])
  : cards.map(card => card[0]).sort((a, b) => "SHDC".indexOf(a) - "SHDC".indexOf(b)).join("");

// From the root of a tree as far as the answers lead: the question that is open, or the end.
function walk(kind, year, answers) {
  let node = rulings.nodes[rulings.roots[kind][year]];
  const path = [];
  while (node.length === 2 && answers[node[0]] in node[1]) {
    path.push(node[0]);
    node = rulings.nodes[node[1][answers[node[0]]]];
  }
  return { path, question: node.length === 2 ? node : null, end: node.length === 3 ? node : null };
}

// The sentences of an end for an offender (0 North … 3 West), the cards meant put in.
function sentencesOf(numbers, offender, cards) {
  return numbers.map(number => {
    const [clauses, ...texts] = rulings.steps[number];
    const text = texts.length === 1 ? texts[0] : texts[offender];
    return [text.replace(/\{(first|second|on_table|instead)\}/g, (mark, name) => cards[name] || mark), clauses];
  });
}

function provisionsAbout(text, year, language) {
  const place = 2 + lawBook.languages.indexOf(language), asked = text.trim();
  const address = asked.replace(/[()\s]/g, "");
  const under = lawBook.editions[year].filter(([path]) => path.toLowerCase() === address.toLowerCase()
    || (/^\d/.test(address) && path.toLowerCase().startsWith(address.toLowerCase())
      && /\d/.test(path[address.length]) !== /\d$/.test(address)));
  if (under.length || !asked) return under;
  const named = asked.toLowerCase().split(/\s+/);
  return lawBook.editions[year].filter(row => {
    const told = [row[2], row[place], row[0], row[1]].join(" ").toLowerCase();
    return named.every(word => told.includes(word));
  });
}

// The page.
const at = name => document.getElementById(name);
const part = (tag, text = "", kind = "") => { const made = document.createElement(tag); made.textContent = text; if (kind) made.className = kind; return made; };

function open(name) {
  for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== "p-" + name;
  for (const button of document.querySelectorAll("#parts button")) button.setAttribute("aria-pressed", String(button.value === name));
}
at("parts").addEventListener("click", event => { if (event.target.value) open(event.target.value); });

function showLaws() {
  const rows = provisionsAbout(at("l-ask").value, at("l-year").value, at("l-language").value);
  const list = part("dl"), place = 2 + lawBook.languages.indexOf(at("l-language").value);
  list.lang = at("l-language").value;
  for (const row of rows.slice(0, MOST)) list.append(part("dt", row[0]), part("dd", row[place]));
  const answer = at("l-answer");
  answer.replaceChildren(list);
  if (at("l-ask").value.trim() && !rows.length) answer.append(part("p", say.none, "warn"));
  if (rows.length > MOST) answer.append(part("p", say.more.replace("{count}", rows.length - MOST), "soft"));
}
for (const name of ["l-ask", "l-year", "l-language"]) at(name).addEventListener("input", showLaws);

let answers = {}, cards = {};
const shownCard = card => say.suits[card[0]] + card.slice(1).replace("T", "10");

function labelOf(name, code) {
  if (code === NOT_KNOWN) return say.unknown;
  if (name === "turn" || (name === "declarer" && at("r-kind").value === "lead-out-of-turn")) return say.seats[(Number(at("r-offender").value) + Number(code)) % 4];
  if (name === "declarer") return say.sides[code];
  if (name === "later") return code === "2" ? "2+" : code;
  const own = (say.answers[name] || {})[code];
  if (own) return own;
  if (name.startsWith("suits")) return [...code].map(suit => say.suits[suit]).join("");
  return say.answers.any[code] || code;
}

function cardChoice(label) {
  const box = part("label", label, "label"), choice = document.createElement("select");
  choice.append(new Option("", ""));
  for (const suit of "SHDC") for (const rank of "AKQJT98765432") choice.append(new Option(shownCard(suit + rank), suit + rank));
  box.append(choice);
  return [box, choice];
}

function take(name, code, meant = {}) { answers[name] = code; Object.assign(cards, meant); showRuling(true); }

function askCards(box, name) {
  const two = name === "cards", [first, one] = cardChoice(say.card), [second, other] = cardChoice(say.second);
  const go = part("button", say.go, "main");
  go.type = "button";
  go.addEventListener("click", () => {
    const meant = [one.value, two ? other.value : ""].filter(Boolean);
    if (!meant.length || meant[0] === meant[1]) return;
    const code = two ? sortOfCards(meant) : name === "instead" ? "card" : meant[0][0];
    const places = name === "card" || two ? ["first", "second"] : [name];
    take(name, code, Object.fromEntries(meant.map((card, place) => [places[place], shownCard(card)])));
  });
  box.append(first);
  if (two) box.append(second);
  box.append(go);
}

function showQuestion(box, [name, branches]) {
  box.append(part("h3", say.questions[name] || name));
  const buttons = part("div", "", "buttons");
  const withCards = ["card", "cards", "on_table", "instead"].includes(name);
  if (withCards) askCards(box, name);
  for (const code of Object.keys(branches)) {
    if (withCards && code !== "0" && code !== NOT_KNOWN) continue;
    const button = part("button", labelOf(name, code));
    button.type = "button";
    button.addEventListener("click", () => take(name, code));
    buttons.append(button);
  }
  box.append(buttons);
}

function listOf(title, sentences) {
  if (!sentences.length) return [];
  const list = part("ul");
  for (const [text, clauses] of sentences) { const entry = part("li", text + " "); entry.append(part("span", clauses, "small soft")); list.append(entry); }
  return [part("h3", title), list];
}

function showRuling(asked) {
  const kind = at("r-kind").value, { path, question, end } = walk(kind, at("r-year").value, answers);
  answers = Object.fromEntries(path.map(name => [name, answers[name]]));
  const box = at("r-answer"), told = part("ul", "", "told");
  box.replaceChildren();
  for (const name of path) {
    const entry = part("li", `${say.questions[name] || name}: ${labelOf(name, answers[name])} `), change = part("button", say.change, "quiet");
    change.type = "button";
    change.addEventListener("click", () => { answers = Object.fromEntries(path.slice(0, path.indexOf(name)).map(one => [one, answers[one]])); showRuling(true); });
    entry.append(change);
    told.append(entry);
  }
  if (path.length) box.append(told);
  if (question) showQuestion(box, question);
  else if (!end) box.append(part("p", say.contradiction, "warn"));
  else {
    const offender = Number(at("r-offender").value), [due, options, missing] = end;
    box.append(...listOf(say.due, sentencesOf(due, offender, cards)), ...listOf(say.options, sentencesOf(options, offender, cards)));
    if (missing.length) box.append(part("p", say.missing + " " + missing.map(name => say.questions[name.split(" ").pop()] || name).join(", "), "warn"));
    if (kind === "revoke") box.append(part("p", say.equity, "soft"));
  }
  if (asked) box.querySelector("h3")?.scrollIntoView({ block: "nearest" });
}
for (const name of ["r-kind", "r-year"]) at(name).addEventListener("change", () => { answers = {}; cards = {}; showRuling(); });
at("r-offender").addEventListener("change", () => showRuling());

function showClaims() {
  const year = at("c-year").value, place = 2 + lawBook.languages.indexOf(document.documentElement.lang), list = part("ul", "", "told");
  for (const row of lawBook.editions[year]) {
    if (!lawBook.claims.includes(row[0].match(/^\d+/)[0])) continue;
    const entry = part("li"), label = part("label"), tick = document.createElement("input");
    tick.type = "checkbox";
    label.append(tick, ` ${row[0]} · ${row[place]}`);
    entry.append(label);
    list.append(entry);
  }
  at("c-answer").replaceChildren(list);
}
at("c-year").addEventListener("change", showClaims);

showLaws();
showRuling();
showClaims();
open("score");
if (document.documentElement.dataset.worker && "serviceWorker" in navigator) navigator.serviceWorker.register("worker.js");
