// Laws and mechanical rulings on a phone without a server. The trees of questions were made by the program's own rules
// and the sentences are the reports': here an answer only leads from one place of a tree to the next.
"use strict";
const rulings = JSON.parse(document.getElementById("rulings").textContent);
// The trees come short: here each question has its answers again, and each end its lists.
rulings.nodes = rulings.nodes.map(([first, ...rest], place) => {
  if (!(first >= 0)) return first === undefined ? [] : [first, ...rest].map(number => rulings.lists[~number]);
  const [name, ...codes] = rulings.questions[first];
  return [name, Object.fromEntries(codes.map((code, branch) => [code, place - rest[branch]]))];
});
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

// The sentences of an end for an offender (0 North … 3 West), the players and the cards meant put in.
function sentencesOf(numbers, offender, cards) {
  return numbers.map(number => {
    const [clauses, ...texts] = rulings.steps[number];
    const text = texts[offender % texts.length].replace(/\{(\d)\}/g, (_, place) => say.seats[(offender + Number(place)) % 4]);
    return [text.replace(/\{(first|second|on_table|instead)\}/g, (mark, name) => cards[name] || mark), clauses];
  });
}

// Which provisions a question means, by their places in the book: those at an address and under it, else those that
// hold its words, the nearest first. An address is looked for in the latest edition that has it, as printed anywhere.
function provisionsAbout(text, language) {
  const place = lawBook.languages.indexOf(language), asked = text.trim().toLowerCase();
  const [, own, printed] = /^(?:(\d{4}):)?(?:(?:law|art\.?|articolo|legea)\s*)?(.*)$/.exec(asked), address = printed.replace(/[()\s.-]/g, "");
  for (const year of own ? [own] : [...lawBook.editions].reverse()) {
    const meant = Object.entries(lawBook.misprints).find(([wrong]) => wrong.toLowerCase() === `${year}:${address}`);
    const path = numbered(year, address).length ? address : meant ? meant[1].toLowerCase() : "";
    if (path) return numbered(year, path);
  }
  const stems = askedStems(text);
  const numbers = stems.filter(word => /\d/.test(word));
  const rows = stems.length ? lawBook.provisions.map((row, at) => {
    const own = stems.filter(word => among(word, stemsOf(at, place)));
    const there = stems.filter(word => own.includes(word) || headingsOf(at).some(above => among(word, stemsOf(above, place))));
    return [there.length, own.length, at, numbers.every(word => there.includes(word))];
  }).filter(row => row[3]) : [];
  const most = Math.max(0, ...rows.map(row => row[0]));
  if (2 * most < stems.length) return [];
  return rows.filter(([there, own]) => there === most && own).sort((one, other) => other[1] - one[1]).map(row => row[2]);
}
// Words as the server compares them (`laws/word_search.py`): without accents, endings and small words.
const plainWords = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().match(/[a-z0-9]+/g) || [];
const stem = word => {
  if (!/^[a-z]+$/.test(word)) return word;
  for (const ending of lawBook.endings) {
    const kept = word.slice(0, word.length - ending.length);
    if (!word.endsWith(ending) || kept.length < 3 || (ending === "s" && kept.endsWith("s")) || (ending === "y" && /[aeiou]$/.test(kept))) continue;
    word = kept;
    break;
  }
  return word.length > 3 && /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
};
const askedStems = text => {
  const words = plainWords(text), telling = words.filter(word => !lawBook.small.includes(word));
  return [...new Set((telling.length ? telling : words).map(stem))];
};
const among = (asked, stems) => [...stems].some(one => one === asked || (asked.length > 3 && one.startsWith(asked)));
const stemsKnown = new Map();
const stemsOf = (at, place) => {
  const key = `${at} ${place}`, [, path, names, text] = lawBook.provisions[at];
  if (!stemsKnown.has(key)) stemsKnown.set(key, new Set(plainWords([lawBook.texts[text][0], lawBook.texts[text][place], path, names].join(" ")).map(stem)));
  return stemsKnown.get(key);
};
const headingsKnown = new Map();
const headingsOf = at => {
  const [edition, path] = lawBook.provisions[at];
  const isUnder = head => path !== head && path.startsWith(head) && /\d/.test(path[head.length]) !== /\d$/.test(head);
  if (!headingsKnown.has(at)) headingsKnown.set(at, placesWhere(([year, head]) => year === edition && isUnder(head)));
  return headingsKnown.get(at);
};
const placesWhere = holds => lawBook.provisions.flatMap((row, place) => holds(row) ? [place] : []);
const numbered = (year, address) => {
  const under = ([edition, path]) => edition === year && (path.toLowerCase() === address
    || (path.toLowerCase().startsWith(address) && /\d/.test(path[address.length]) !== /\d$/.test(address)));
  return address && lawBook.provisions.some(([edition, path]) => edition === year && path.toLowerCase() === address) ? placesWhere(under) : [];
};

// The subjects those provisions stand in, each once, in the order they come.
const subjectsOf = places => [...new Set(places.flatMap(place => lawBook.provisions[place][4]))].map(number => lawBook.subjects[number]);

// The page.
const at = name => document.getElementById(name);
const part = (tag, text = "", kind = "") => { const made = document.createElement(tag); made.textContent = text; if (kind) made.className = kind; return made; };

function open(name) {
  for (const section of document.querySelectorAll("main > section")) section.hidden = section.id !== "p-" + name;
  for (const button of document.querySelectorAll("#parts button")) button.setAttribute("aria-pressed", String(button.value === name));
}
at("parts").addEventListener("click", event => { if (event.target.value) open(event.target.value); });

function sideBySide(subject, years, language) {
  const place = lawBook.languages.indexOf(language), rows = subject.map(number => lawBook.provisions[number]);
  const last = rows.find(row => row[0] === rows.at(-1)[0]), section = part("section", "", "law"), editions = part("div", "", "editions");
  section.lang = language;
  for (const year of years) {
    const there = rows.filter(row => row[0] === year), column = part("div");
    if (there.length && there.map(row => row[3]).join() !== String(last[3])) column.className = "differs";
    column.append(part("h3", year));
    for (const [, path, , text] of there) {
      const gist = part("p");
      if (path !== last[1]) gist.append(part("strong", path), " ");
      gist.append(lawBook.texts[text][place]);
      column.append(gist);
    }
    if (!there.length) column.append(part("p", say["not-there"], "soft"));
    editions.append(column);
  }
  section.append(part("h2", last[1]), editions);
  return section;
}

function showLaws() {
  const ticked = [...document.querySelectorAll("[name=l-year]:checked")].map(box => box.value), years = ticked.length ? ticked : lawBook.editions;
  const language = at("l-language").value, asked = at("l-ask").value.trim();
  const subjects = subjectsOf(provisionsAbout(asked, language)).filter(subject => subject.some(place => years.includes(lawBook.provisions[place][0])));
  const answer = at("l-answer");
  answer.replaceChildren(...subjects.slice(0, MOST).map(subject => sideBySide(subject, years, language)));
  if (asked && !subjects.length) answer.append(part("p", say.none, "warn"));
  if (subjects.length > MOST) answer.append(part("p", say.more.replace("{count}", subjects.length - MOST), "soft"));
}
at("l-form").addEventListener("input", showLaws);
at("l-form").addEventListener("submit", event => event.preventDefault());

const shownCard = card => say.suits[card[0]] + card.slice(1).replace("T", "10");

function cardChoice(label) {
  const box = part("label", label, "label"), choice = document.createElement("select");
  choice.append(new Option("", ""));
  for (const suit of "SHDC") for (const rank of "AKQJT98765432") choice.append(new Option(shownCard(suit + rank), suit + rank));
  box.append(choice);
  return [box, choice];
}

function listOf(title, sentences) {
  if (!sentences.length) return [];
  const list = part("ul");
  for (const [text, clauses] of sentences) { const entry = part("li", text + " "); entry.append(part("span", clauses, "small soft")); list.append(entry); }
  return [part("h2", title), list];
}

// Questions asked one by one into a box, and what follows from the answers at the end.
class Questions {
  constructor(box, asked) { this.box = box; this.asked = asked; this.answers = {}; this.cards = {}; this.show(); }
  begin() { this.answers = {}; this.cards = {}; this.show(); }

  label(name, code) {
    const { kind, offender } = this.asked();
    if (code === NOT_KNOWN) return say.unknown;
    if (name === "turn" || (name === "declarer" && kind === "lead-out-of-turn")) return say.seats[(offender + Number(code)) % 4];
    if (name === "declarer") return say.sides[code];
    if (name === "later") return code === "2" ? "2+" : code;
    const own = (say.answers[name] || {})[code];
    if (own) return own;
    if (name.startsWith("suits")) return [...code].map(suit => say.suits[suit]).join("");
    return say.answers.any[code] || code;
  }

  button(text, action, kind = "") {
    const button = part("button", text, kind);
    button.type = "button";
    button.addEventListener("click", action);
    return button;
  }

  take(name, code, meant = {}) {
    this.answers[name] = code;
    Object.assign(this.cards, meant);
    this.show();
    this.settle();
  }

  // The keyboard, and whoever listens, go on from what is asked next.
  settle() {
    const title = this.box.querySelector("h2");
    title.tabIndex = -1;
    title.focus();
    title.scrollIntoView({ block: "nearest" });
  }

  askCards(name) {
    const two = name === "cards", [first, one] = cardChoice(say.card), [second, other] = cardChoice(say.second);
    const go = this.button(say.go, () => {
      const meant = [one.value, two ? other.value : ""].filter(Boolean);
      if (!meant.length || meant[0] === meant[1]) return;
      const code = two ? sortOfCards(meant) : name === "instead" ? "card" : meant[0][0];
      const places = name === "card" || two ? ["first", "second"] : [name];
      this.take(name, code, Object.fromEntries(meant.map((card, place) => [places[place], shownCard(card)])));
    }, "main");
    this.box.append(first, ...(two ? [second] : []), go);
  }

  ask([name, branches]) {
    this.box.append(part("h2", say.questions[name] || name));
    const buttons = part("div", "", "buttons"), withCards = ["card", "cards", "on_table", "instead"].includes(name);
    if (withCards) this.askCards(name);
    for (const code of Object.keys(branches)) {
      if (withCards && code !== "0" && code !== NOT_KNOWN) continue;
      buttons.append(this.button(this.label(name, code), () => this.take(name, code)));
    }
    this.box.append(buttons);
  }

  answered(path) {
    const list = part("ul", "", "told");
    for (const name of path) {
      const question = say.questions[name] || name, entry = part("li", `${question}: ${this.label(name, this.answers[name])} `);
      const change = this.button(say.change, () => {
        this.answers = Object.fromEntries(path.slice(0, path.indexOf(name)).map(one => [one, this.answers[one]]));
        this.show();
        this.settle();
      }, "quiet");
      change.setAttribute("aria-label", `${say.change}: ${question}`);
      entry.append(change);
      list.append(entry);
    }
    return list;
  }

  conclude([due, options, missing]) {
    const { kind, offender } = this.asked();
    this.box.append(...listOf(say.due, sentencesOf(due, offender, this.cards)), ...listOf(say.options, sentencesOf(options, offender, this.cards)));
    if (missing.length) this.box.append(part("h2", say.missing), part("p", missing.map(name => say.questions[name.split(" ").pop()] || name).join("; "), "warn"));
    if (say.after[kind]) this.box.append(part("p", say.after[kind], "soft"));
  }

  show() {
    const { kind, year } = this.asked(), { path, question, end } = walk(kind, year, this.answers);
    this.answers = Object.fromEntries(path.map(name => [name, this.answers[name]]));
    this.box.replaceChildren();
    if (path.length) this.box.append(this.answered(path));
    if (question) this.ask(question);
    else if (end) this.conclude(end);
    else this.box.append(part("h2", say.contradiction));
  }
}

const ruling = new Questions(at("r-answer"), () => ({ kind: at("r-kind").value, year: at("r-year").value, offender: Number(at("r-offender").value) }));
for (const name of ["r-kind", "r-year"]) at(name).addEventListener("change", () => ruling.begin());
at("r-offender").addEventListener("change", () => ruling.show());

const claim = new Questions(at("c-answer"), () => ({ kind: "claim", year: at("c-year").value, offender: Number(at("c-offender").value) }));
at("c-year").addEventListener("change", () => claim.show());
at("c-offender").addEventListener("change", () => claim.show());
const ofClaims = lawBook.subjects.filter(subject => lawBook.claims.includes(lawBook.provisions[subject.at(-1)][1].match(/^\d+/)[0]))
  .sort((one, other) => lawBook.provisions[one.at(-1)][1] < lawBook.provisions[other.at(-1)][1] ? -1 : 1);
at("c-laws").append(...ofClaims.map(subject => sideBySide(subject, lawBook.editions, document.documentElement.lang)));

showLaws();
open("score");
// An app only where it was fetched from a site: a file on a stick has no worker, and a browser lets it have none.
function install() {
  for (const [kind, file] of [["manifest", "app.webmanifest"], ["icon", "icon.svg"], ["apple-touch-icon", "icon-192.png"]]) {
    const link = document.createElement("link");
    link.rel = kind;
    link.href = file;
    document.head.append(link);
  }
  if (!("serviceWorker" in navigator)) return;
  // The worker of a newer export has put this one's files away: perhaps before this line was read.
  const told = () => caches.keys().then(names => { at("newer").hidden = !names.length || names.includes("analyser-" + document.documentElement.dataset.version); });
  navigator.serviceWorker.addEventListener("controllerchange", () => { navigator.serviceWorker.controller.addEventListener("statechange", told); told(); });
  told();
  navigator.serviceWorker.register("worker.js");
  at("newer").querySelector("button").addEventListener("click", () => location.reload());
}
if (document.documentElement.dataset.version && location.protocol.startsWith("http")) install();
