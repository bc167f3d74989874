// Where a part of a page is asked for again and again, or follows a sheet: a program that does not answer, or refuses, is told there.
(() => {
  "use strict";
  const silent = document.currentScript.dataset.silent;
  const AGAIN = 2000;  // milliseconds until a sheet that got no answer is asked again
  const asks = place => place.getAttribute?.("hx-trigger")?.startsWith("every");
  const refusal = text => new DOMParser().parseFromString(text || "", "text/html").querySelector("main .warn")?.textContent;
  const unanswered = event => {  // a part that is asked for again and again, or follows a sheet: what stands there is old
    const asker = event.target, status = event.detail.ctx?.response?.status ?? 0, refused = status >= 400 && status < 500 && status !== 429;
    const address = asker.getAttribute?.("hx-get") || asker.getAttribute?.("hx-post");
    if (!address || !asker.isConnected) return;
    if (asks(asker) && refused && new URL(address, location.href).pathname === location.pathname) return location.reload();  // no page any more
    const place = asks(asker) ? asker : document.querySelector(asker.getAttribute("hx-target"));
    if (!place) return;
    const note = place.querySelector(".unanswered") || Object.assign(document.createElement("p"), {className: "unanswered warn"});
    note.textContent = refusal(event.detail.ctx?.text) || silent;
    if (asks(asker)) { if (!note.isConnected) place.append(note); return; }
    place.replaceChildren(note);
    const again = asker.getAttribute("hx-trigger").split(/\W/)[0];
    if (!refused) setTimeout(() => { if (note.isConnected) asker.dispatchEvent(new Event(again, {bubbles: true})); }, AGAIN);
  };
  document.addEventListener("htmx:response:error", unanswered);
  document.addEventListener("htmx:error", unanswered);
})();
