// A pad of bids: a call stands in the auction as soon as it is tapped, and taps are sent one after another, none is lost.
(() => {
  "use strict";
  const AGAIN = 2000;  // milliseconds between two tries
  const STRAINS = ["C", "D", "H", "S", "NT"];
  const line = [];  // taps the program has not answered yet, in order; the first `sent` of them are on their way
  const touched = new Map();  // fields changed while an answer was on its way, which redraws them
  let sent = 0, flying = null;
  const form = () => document.querySelector("form[data-taps]");
  const table = of => (of.closest("#calls") || of).querySelector("table.auction");
  const drawn = of => of.elements.drawn || of.elements.auction;
  const waiting = () => { document.body.dataset.tapping = line.length || ""; };

  const rank = call => Number(call[0]) * 5 + STRAINS.indexOf(call.slice(1));
  const isBid = call => /^[1-7]/.test(call);
  const isOver = calls => calls.length > 3 && calls.slice(-3).every(call => call === "P");
  const legal = (calls, call) => {
    if (isOver(calls)) return false;
    if (isBid(call)) { const last = calls.findLast(isBid); return !last || rank(call) > rank(last); }
    if (call === "P") return true;
    const place = calls.findLastIndex(one => one !== "P"), byOpponents = (calls.length - place) % 2 === 1;
    return place >= 0 && byOpponents && (call === "X" ? isBid(calls[place]) : calls[place] === "X");
  };
  const calls = () => {  // as drawn now: those of the program, then those that were tapped
    let all = drawn(form()).value.split(" ").filter(Boolean);
    for (const [name, value] of line) all = name === "undo" ? all.slice(0, -1) : [...all, value];
    return all;
  };

  const draw = (name, look) => {
    const of = form(), rows = table(of)?.tBodies[0], cells = rows ? [...rows.querySelectorAll("td")] : [];
    const numbered = cells.filter(cell => cell.querySelector(".n")), next = cells.find(cell => cell.querySelector(".turn"));
    const turn = next?.querySelector(".turn") || Object.assign(document.createElement("span"), {className: "turn", textContent: "?"});
    if (name === "undo") {
      const last = numbered.at(-1);
      if (!last) return;
      last.replaceChildren(turn);
    } else if (next) {
      next.replaceChildren(Object.assign(document.createElement("span"), {className: "n", textContent: numbered.length + 1}), ...look.map(node => node.cloneNode(true)));
      let after = cells[cells.indexOf(next) + 1];
      if (!after) {
        const row = rows.insertRow();
        for (let column = 0; column < 4; column += 1) row.insertCell();
        after = row.cells[0];
      }
      if (!isOver(calls())) after.replaceChildren(turn);
    }
  };
  const limit = () => {  // what may no longer be called is gone from the pad at once
    const all = calls();
    for (const button of form().querySelectorAll(".pad button")) button.hidden = !legal(all, button.value);
  };
  const looks = new Map();  // how a call looks on its button, once it is gone from the pad

  const tapped = event => {
    const button = event.target.closest?.("form[data-taps] .pad button, form[data-taps] button[name=undo]");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (button.name !== "undo" && !legal(calls(), button.value)) return;
    looks.set(button.value, [...button.childNodes].map(node => node.cloneNode(true)));
    line.push([button.name, button.value]);
    waiting();
    draw(button.name, looks.get(button.value));
    limit();
    pump();
  };
  const typed = event => {  // a double typed before the bid is answered: no button of the pad says it yet
    const pad = form()?.querySelector(".pad"), first = pad?.querySelector("button");
    if (!first) return;
    const button = Object.assign(first.cloneNode(), {value: event.detail, textContent: event.detail, hidden: true});
    pad.append(button);
    button.click();
    button.remove();
  };
  const pump = () => {
    const of = form();
    if (sent || !line.length || !of) return;
    if (Number(document.body.dataset.sending)) return void setTimeout(pump, 20);  // a field left just now is kept first
    for (const [name, value] of line) {
      of.append(Object.assign(document.createElement("input"), {type: "hidden", className: "tap", name, value}));
    }
    sent = line.length;
    flying = of;
    touched.clear();
    of.requestSubmit();
  };
  const redrawn = () => {  // the answer stands on the page: what was tapped since is drawn on it again
    if (!flying || flying.isConnected) return;
    line.splice(0, sent);
    [sent, flying] = [0, null];
    const of = form();
    if (!of) return;
    for (const [one, value] of touched) {
      const [name, of_value] = JSON.parse(one), fields = [...of.elements].filter(field => field.name === name);
      const field = of_value === null ? fields[0] : fields.find(box => box.value === of_value);
      if (!field) continue;
      if (of_value === null) field.value = value; else field.checked = value;
      field.dispatchEvent(new Event("change", {bubbles: true}));
    }
    touched.clear();
    const again = line.splice(0);
    for (const [name, value] of again) { line.push([name, value]); draw(name, looks.get(value)); }
    waiting();
    limit();
    pump();
  };
  const failed = event => {  // tried again until there is an answer; the taps stay drawn
    if (!flying || event.target !== flying) return;
    const status = event.detail.ctx?.response?.status || 500;
    for (const one of flying.querySelectorAll(".tap")) one.remove();
    const note = flying.querySelector(".typed-note") || Object.assign(document.createElement("p"), {className: "typed-note warn"});
    note.setAttribute("role", "status");
    note.textContent = document.body.dataset.typedWaiting || "";
    flying.prepend(note);
    [sent, flying] = [0, null];
    if (status >= 500 || status === 429) setTimeout(pump, AGAIN);
    else location.reload();
  };
  const left = () => {  // the page goes: what waits in the line is sent as it is; twice comes to the same auction
    const of = form();
    if (!line.length || !of || of.method !== "post") return;
    const body = new URLSearchParams(new FormData(of));
    for (const name of ["call", "undo"]) body.delete(name);
    for (const [name, value] of line) body.append(name, value);
    sessionStorage.setItem("taps", JSON.stringify({at: location.pathname, calls: calls().join(" "), tries: 0}));
    fetch(of.action, {method: "POST", body, redirect: "manual", keepalive: true}).catch(() => {});
  };
  const changed = event => {
    const field = event.target;
    if (!flying || field.form !== flying || !field.name || field.type === "hidden") return;
    if (["checkbox", "radio"].includes(field.type)) touched.set(JSON.stringify([field.name, field.value]), field.checked);
    else touched.set(JSON.stringify([field.name, null]), field.value);
  };
  const arrived = () => {  // a page asked for again at once may be older than the taps sent as it was left
    const left = JSON.parse(sessionStorage.getItem("taps") || "null"), of = form();
    sessionStorage.removeItem("taps");
    if (!left || !of || left.at !== location.pathname || drawn(of).value === left.calls || left.tries > 4) return;
    sessionStorage.setItem("taps", JSON.stringify({...left, tries: left.tries + 1}));
    setTimeout(() => { if (line.length) sessionStorage.removeItem("taps"); else location.reload(); }, 200);
  };
  arrived();
  document.addEventListener("click", tapped, true);
  document.addEventListener("typed-call", typed);
  document.addEventListener("input", changed);
  document.addEventListener("htmx:after:swap", redrawn);
  document.addEventListener("htmx:after:settle", redrawn);
  document.addEventListener("htmx:finally:request", () => setTimeout(redrawn, 0));
  document.addEventListener("htmx:error", failed);
  document.addEventListener("htmx:response:error", failed);
  addEventListener("beforeunload", left);
  addEventListener("pagehide", left);
})();
