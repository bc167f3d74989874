// The play card by card, with buttons and arrow keys: the diagram shows what each hand still holds, its middle the trick.
(() => {
  "use strict";
  const part = document.querySelector(".replay"), plate = part?.closest(".plate");
  if (!part) return;
  const cards = [...part.querySelectorAll("[data-card]")], tricks = [...part.querySelectorAll("li")];
  const now = part.querySelector(".now");
  let at = 0;  // how many cards are played
  const won = () => {
    let ns = 0, ew = 0;
    for (const trick of tricks) {
      if (!trick.dataset.winner || cards.indexOf(trick.lastElementChild) >= at) break;
      "NS".includes(trick.dataset.winner) ? ns += 1 : ew += 1;
    }
    return now.dataset.won.replace("#", ns).replace("#", ew);
  };
  const tell = last => {
    if (!last) return now.replaceChildren("\u2013");
    const card = document.createElement("strong");
    card.innerHTML = last.innerHTML;  // as the program wrote it in this very page
    now.replaceChildren(`${last.closest("li").dataset.trick} \u00b7 ${last.dataset.name} `, card, ` \u00b7 ${won()}`);
  };
  const show = () => {
    const last = cards[at - 1], trick = last?.closest("li");
    cards.forEach((card, place) => {
      card.classList.toggle("gone", place < at);
      card.classList.toggle("here", card === last);
      plate.querySelector(`[data-held="${card.dataset.card}"]`)?.classList.toggle("gone", place < at);
    });
    for (const slot of plate.querySelectorAll("[data-of]")) {
      const card = trick?.querySelector(`[data-seat="${slot.dataset.of}"]`);
      slot.innerHTML = card && cards.indexOf(card) < at ? card.innerHTML : "";
      slot.classList.toggle("here", card === last && Boolean(last));
    }
    tell(last);
    for (const button of part.querySelectorAll("button")) {
      const off = ["first", "back"].includes(button.dataset.to) ? at === 0 : at === cards.length;
      button.setAttribute("aria-disabled", String(off));  // not taken away: the keyboard keeps its place
    }
  };
  const go = place => { at = Math.max(0, Math.min(cards.length, place)); show(); };
  const starts = () => tricks.map(trick => cards.indexOf(trick.firstElementChild)).concat(cards.length);
  const MOVES = {
    ArrowRight: () => at + 1, ArrowLeft: () => at - 1, Home: () => 0, End: () => cards.length,
    ArrowDown: () => starts().find(place => place > at) ?? cards.length, ArrowUp: () => starts().findLast(place => place < at) ?? 0,
  };
  const BUTTONS = {first: "Home", back: "ArrowLeft", next: "ArrowRight", last: "End"};
  part.addEventListener("click", event => {
    const button = event.target.closest("button"), card = event.target.closest("[data-card]");
    if (button) go(MOVES[BUTTONS[button.dataset.to]]());
    else if (card) {
      go(cards.indexOf(card) + 1);
      part.querySelector("[data-to=next]").focus({preventScroll: true});  // and on with the keys
    }
  });
  document.addEventListener("keydown", event => {
    const inside = part.contains(event.target), across = ["ArrowLeft", "ArrowRight"].includes(event.key);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !MOVES[event.key]) return;
    if (!inside && !(across && event.target === document.body)) return;
    event.preventDefault();
    go(MOVES[event.key]());
  });
  for (const hidden of part.querySelectorAll("[hidden]")) hidden.hidden = false;
  part.classList.add("alive");
  show();
})();
