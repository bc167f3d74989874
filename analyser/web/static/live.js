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
  const same = one => document.querySelector(`button[name="${CSS.escape(one.name || "")}"][value="${CSS.escape(one.value || "")}"]`);
  const again = () => {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    const next = same(last) || document.querySelector(".pad button");
    if (next) next.focus({preventScroll: true});
  };
  const told = event => {  // where it is told what became of a form that is kept while it is filled in
    const place = event.target.getAttribute?.("hx-target");
    return place === "#live" || place === "#live-hand" ? document.querySelector(place) : null;
  };
  const lost = event => {
    const place = told(event);
    if (place) place.textContent = place.dataset.lost;
  };
  const shown = event => {  // a weight as it is dragged, the cards as they are tapped
    const field = event.target, beside = field.nextElementSibling, told = document.querySelector("[data-cards]");
    if (field.type === "range" && beside?.matches("output")) beside.textContent = field.value;
    if (field.name === "c" && told) told.textContent = told.dataset.cards.replace("#", document.querySelectorAll("[name=c]:checked").length);
  };
  let waiting = 0;
  const wait = by => { waiting += by; document.body.dataset.sending = waiting || ""; };
  const busy = () => waiting || Number(document.body.dataset.tapping);  // taps on a pad wait in a line of their own
  const patient = event => {  // the button after what is still on its way: else the earlier could come later
    if (event.target.matches("[data-taps]") && !event.submitter ? !waiting : !busy()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const form = event.target, by = event.submitter;
    const go = () => {
      if (busy()) setTimeout(go, 20);
      else if (form.isConnected) form.requestSubmit(by);
      else if (by) same(by)?.click();  // redrawn meanwhile
    };
    setTimeout(go, 20);
  };
  const patientLink = event => {
    const link = event.target.closest?.("a[href]");
    if (!busy() || !link || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    const go = () => busy() ? setTimeout(go, 20) : link.click();
    setTimeout(go, 20);
  };
  const unsent = new Set();  // forms with something in them that no request holds yet
  const now = form => String(new URLSearchParams(new FormData(form)));
  const touched = event => {
    const form = event.target.form;
    if (form && told({target: form})) unsent.add(form);
  };
  const begun = event => {
    if (!told(event)) return;
    wait(1);
    const request = event.detail.ctx.request;
    request.keepalive = String(request.body).length < 60000;  // it arrives also when the page is closed meanwhile
    if (String(request.body) === now(event.target)) unsent.delete(event.target);
  };
  const left = () => {  // the page goes: what waits in a line, or in a field not left yet, is sent as it is
    for (const form of unsent) {
      const headers = {"content-type": "application/x-www-form-urlencoded"};
      if (form.isConnected) fetch(form.getAttribute("hx-post"), {method: "POST", body: now(form), headers, keepalive: true}).catch(() => {});
    }
    unsent.clear();
  };
  const sheet = () => [...document.querySelectorAll("main form[method=get][hx-get]")].find(form => new URL(form.action).pathname === location.pathname);
  const typed = form => new URLSearchParams(new FormData(form));
  const addressed = () => {  // a sheet half filled stands in the address: a reload brings it back
    const form = sheet();
    if (form) history.replaceState(null, "", `?${typed(form)}${location.hash}`);
  };
  let drawn = sheet();
  const redrawn = () => {  // by a button of its own: a call tapped
    if (sheet() === drawn) return;
    drawn = sheet();
    addressed();
  };
  const translated = event => {  // in another language too
    const link = event.target.closest?.("footer a[lang]"), form = sheet();
    if (!link || !form) return;
    const kept = typed(form);
    kept.set("lang", link.lang);
    link.search = kept;
  };
  document.addEventListener("submit", patient, true);
  document.addEventListener("click", translated, true);
  document.addEventListener("change", addressed);
  document.addEventListener("click", patientLink);
  document.addEventListener("click", event => { if (event.target.closest?.("[data-print]")) print(); });
  document.addEventListener("htmx:before:request", begun);
  document.addEventListener("htmx:finally:request", event => { if (told(event)) wait(-1); });
  const whichever = event => {  // a place is one call or one card: the other list lets go of its own
    const one = event.target;
    if (one.matches?.(".where input")) for (const list of one.closest("fieldset").querySelectorAll(".at-card")) list.value = "";
    else if (one.matches?.(".at-card") && one.value) for (const other of one.closest("fieldset").querySelectorAll(".where input")) other.checked = false;
  };
  document.addEventListener("input", event => { whichever(event); shown(event); touched(event); });
  document.addEventListener("submit", event => { if (!event.defaultPrevented) unsent.delete(event.target); });
  addEventListener("beforeunload", left);
  addEventListener("pagehide", left);
  document.addEventListener("focusin", event => { last = event.target; });
  document.addEventListener("htmx:after:swap", () => { mark(); again(); redrawn(); });
  document.addEventListener("htmx:after:settle", () => { mark(); again(); });
  document.addEventListener("htmx:response:error", lost);
  document.addEventListener("htmx:error", lost);
})();
