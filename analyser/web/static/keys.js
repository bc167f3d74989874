// The keyboard without the tab key: arrows move among what can be tapped, letters bid and deal.
(() => {
  "use strict";
  const MOVES = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};
  const AMONG = ".pad button, .grid input:not(:disabled), .taps button, nav.steps a, ul.doors a, ul.rows a, .boards button";
  const middle = one => {
    const box = (one.matches("input") ? one.closest("label") : one).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const moved = event => {
    const here = event.target, by = MOVES[event.key];
    if (!by || !here.matches?.(AMONG)) return;
    const group = here.closest(".pad, .grid, .taps, nav, ul, .boards");
    const [x, y] = middle(here);
    let next = null, least = Infinity;
    for (const one of group.querySelectorAll(AMONG)) {
      const [a, b] = middle(one), along = (a - x) * by[0] + (b - y) * by[1], aside = by[0] ? Math.abs(b - y) : Math.abs(a - x);
      if (one === here || along < 4) continue;
      const far = along + 3 * aside;
      if (far < least) [next, least] = [one, far];
    }
    if (next) { event.preventDefault(); next.focus(); }
  };
  const typing = one => one.matches?.("textarea, select, input:not([type=checkbox]):not([type=radio])");
  let begun = "";
  const lettered = event => {  // on a pad: 1 then S bids one spade, P passes; on a grid: S then A taps the ace of spades
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 && event.key !== "Backspace" || typing(event.target)) return;
    const key = event.key.toUpperCase(), pad = document.querySelector(".pad"), grid = document.querySelector(".grid");
    const press = (holder, value) => holder?.querySelector(`[value="${CSS.escape(value)}"]`);
    const card = /^[SHDC]$/.test(begun) && press(grid, begun + (key === "1" ? "T" : key));
    let one = null;
    if (card) { one = card; begun = ""; }
    else if (pad && /^[1-7]$/.test(key)) { begun = key; return event.preventDefault(); }
    if (pad && /^[1-7]$/.test(begun)) { one = press(pad, begun + (key === "N" ? "NT" : key)); begun = ""; }
    else if (pad && key === "BACKSPACE") one = document.querySelector("button[name=undo]");
    else if (pad && !grid && "PXR".includes(key)) { const call = key === "R" ? "XX" : key; one = press(pad, call); if (!one) document.dispatchEvent(new CustomEvent("typed-call", {detail: call})); }
    else if (grid && "SHDC".includes(key)) { begun = key; return event.preventDefault(); }
    if (one && !one.disabled) { event.preventDefault(); one.focus(); one.click(); }
  };
  document.addEventListener("keydown", event => { for (const answer of [moved, lettered]) event.defaultPrevented || answer(event); });
})();
