// Beside htmx: a field is marked while a problem stands beside it, and the keyboard keeps its place when a part is redrawn.
(() => {
  "use strict";
  let last = null;
  const described = "input[aria-describedby], select[aria-describedby], textarea[aria-describedby]";
  const mark = () => {
    for (const field of document.querySelectorAll(described)) {
      const told = document.getElementById(field.getAttribute("aria-describedby"));
      if (told && told.querySelector(".problem")) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  };
  const again = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const name = CSS.escape(last.name || ""), value = CSS.escape(last.value || "");
    const next = document.querySelector(`button[name="${name}"][value="${value}"]`) || document.querySelector(`.pad button[name="${name}"]`) || document.querySelector(".pad button");
    if (next) next.focus({preventScroll: true});
  };
  const ofKept = event => event.target.getAttribute?.("hx-target") === "#live";
  const lost = event => {
    const told = document.getElementById("live");
    if (told && ofKept(event)) told.textContent = told.dataset.lost;
  };
  document.addEventListener("focusin", event => { last = event.target; });
  document.addEventListener("htmx:after:swap", () => { mark(); again(); });
  document.addEventListener("htmx:after:settle", () => { mark(); again(); });
  document.addEventListener("htmx:response:error", lost);
  document.addEventListener("htmx:error", lost);
})();
