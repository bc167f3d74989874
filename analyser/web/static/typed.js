// What was typed stays in this browser until the program has confirmed it: a page left, a program stopped, a restart lose nothing.
(() => {
  "use strict";
  const UNTYPED = ["token", "version", "leaf", "seen", "seat", "voice", "changes", "since", "order"];
  const OLD = 14 * 86400e3;  // after two weeks nobody comes back for it
  const AGAIN = 2000;  // milliseconds between two tries
  const say = name => document.body.dataset[name] || "";
  const forms = () => [...document.querySelectorAll("main form")].filter(form => form.method === "post" && !form.matches("[hx-trigger^=input]"));
  const key = form => {
    const place = new URL(form.getAttribute("hx-post") || form.action, location.href).pathname;
    return `typed:${location.pathname}${location.search}:${place}:${forms().filter(other => other.action === form.action).indexOf(form)}`;
  };
  const held = form => {
    const fields = {};
    for (const one of form.elements) {
      if (!one.name || UNTYPED.includes(one.name) || ["file", "submit", "button"].includes(one.type) || one.hidden) continue;
      fields[one.name] ??= [];
      if (!["checkbox", "radio"].includes(one.type) || one.checked) fields[one.name].push(one.value);
    }
    return fields;
  };
  const same = (first, second) => JSON.stringify(first ?? []) === JSON.stringify(second ?? []);
  const read = name => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const write = (name, value) => { try { localStorage.setItem(name, JSON.stringify(value)); } catch { /* full or forbidden: the server still has it */ } };
  const shown = new WeakMap();  // what the page held when it came
  const store = form => {
    const now = held(form), base = shown.get(form);
    if (!base || same(now, base)) localStorage.removeItem(key(form));
    else write(key(form), {when: Date.now(), base, now});
  };
  const settled = form => { shown.set(form, held(form)); localStorage.removeItem(key(form)); };

  const note = (form, text, alert = false) => {
    let place = form.querySelector(".typed-note");
    if (!place) {
      place = document.createElement("p");
      place.className = "typed-note warn";
      place.setAttribute("role", alert ? "alert" : "status");
      form.prepend(place);
    }
    place.textContent = text;
    return place;
  };
  const set = (form, name, values) => {
    const fields = [...form.elements].filter(one => one.name === name);
    fields.forEach((one, number) => {
      if (["checkbox", "radio"].includes(one.type)) one.checked = values.includes(one.value);
      else if (fields.length === 1 || number < values.length) one.value = values[fields.length === 1 ? 0 : number] ?? "";
      if (one.type === "range" && one.nextElementSibling?.matches("output")) one.nextElementSibling.textContent = one.value;
    });
  };
  const called = (form, name) => {  // a field by its label
    const one = [...form.elements].find(field => field.name === name);
    const label = ["checkbox", "radio"].includes(one?.type) ? one.closest("fieldset")?.querySelector("legend") : one?.labels?.[0];
    return label?.textContent.trim() || name;
  };
  const restore = form => {
    const name = key(form), kept = read(name), page = held(form);
    shown.set(form, page);
    if (!kept) return;
    if (Date.now() - kept.when > OLD) return localStorage.removeItem(name);
    let back = 0;
    const apart = [];
    for (const [field, values] of Object.entries(kept.now)) {
      if (!(field in page) || same(values, kept.base[field]) || same(values, page[field])) continue;
      if (same(page[field], kept.base[field])) { set(form, field, values); back += 1; }
      else apart.push(`${called(form, field)}: ${values.join(", ")}`);  // changed elsewhere meanwhile: a person decides
    }
    if (apart.length) note(form, `${say("typedApart")} ${apart.join(" · ")}`);
    else if (back) note(form, say("typedAgain"));
    else localStorage.removeItem(name);
    const again = () => {  // not before htmx listens; and should the page be left at once, it is sent as it is
      const one = [...form.elements].find(field => Object.hasOwn(kept.now, field.name));
      for (const name of ["input", "change"]) one?.dispatchEvent(new Event(name, {bubbles: true}));
    };
    if (back && form.hasAttribute("hx-post")) addEventListener("load", () => setTimeout(again, 0), {once: true});
  };

  const kept = event => ["#live", "#live-hand"].includes(event.target.getAttribute?.("hx-target")) ? event.target : null;
  const answered = event => {  // a form that is kept while it is filled in
    const form = kept(event), ctx = event.detail.ctx;
    if (!form || !form.isConnected || !ctx.response || ctx.response.status >= 400) return;
    const live = document.querySelector(form.getAttribute("hx-target"));
    if (live?.querySelector(".warn")) return;
    if (String(ctx.request.body) === String(new URLSearchParams(new FormData(form)))) {
      settled(form);
      form.querySelector(".typed-note")?.remove();
    }
  };
  const failed = event => {  // no answer, a fault, or too much asked: tried again until there is one
    const form = kept(event), status = event.detail.ctx?.response?.status || 500;
    if (!form || (status < 500 && status !== 429)) return;
    const live = document.querySelector(form.getAttribute("hx-target"));
    if (live) live.textContent = say("typedWaiting");
    setTimeout(() => { if (form.isConnected) form.dispatchEvent(new Event("change", {bubbles: true})); }, AGAIN);
  };

  const sure = new WeakSet();
  const reach = (act, beside) => {  // only when the program answers is the page given up for another
    const go = () => fetch(document.querySelector("link[href*='/static/app.css']").href, {cache: "no-store"}).then(answer => {
      if (answer.status >= 500) throw new Error(String(answer.status));
      act();
    }).catch(() => {
      note(beside, say("typedWaiting"), true);
      setTimeout(go, AGAIN);
    });
    go();
  };
  let wanted = null;
  const followed = event => {  // a link, as a button
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || link.download || link.target) return;
    const there = new URL(link.href);
    if (there.origin !== location.origin || (there.hash && there.pathname === location.pathname) || sure.delete(link)) return;
    event.preventDefault();
    wanted = link;
    reach(() => {
      if (wanted !== link) return;  // another was chosen meanwhile
      if (!link.isConnected) return location.assign(link.href);
      sure.add(link);
      link.click();
    }, document.querySelector("main"));
  };
  const sent = event => {
    const form = event.target, by = event.submitter;
    if (event.defaultPrevented || form.method !== "post") return;
    if (sure.delete(form)) return;
    event.preventDefault();
    reach(() => {
      if (!form.isConnected) {  // redrawn meanwhile: the same button of the new one
        const again = [...document.forms].find(other => other.action === form.action && other.method === form.method);
        return (by?.name && again?.querySelector(`button[name="${CSS.escape(by.name)}"]`) || again?.querySelector("button"))?.click();
      }
      const name = key(form);
      sessionStorage.setItem("typed-sent", JSON.stringify([...(JSON.parse(sessionStorage.getItem("typed-sent") || "[]")), name]));
      sure.add(form);
      form.requestSubmit(by?.isConnected ? by : undefined);
    }, form);
  };
  const arrived = () => {  // this page came from the program: what was sent before it has arrived
    for (const name of JSON.parse(sessionStorage.getItem("typed-sent") || "[]")) localStorage.removeItem(name);
    sessionStorage.removeItem("typed-sent");
  };
  arrived();
  forms().forEach(restore);
  document.addEventListener("input", event => { if (event.target.form && shown.has(event.target.form)) store(event.target.form); });
  document.addEventListener("change", event => { if (event.target.form && shown.has(event.target.form)) store(event.target.form); });
  document.addEventListener("submit", sent);
  document.addEventListener("click", followed);
  document.addEventListener("htmx:finally:request", answered);
  document.addEventListener("htmx:error", failed);
  document.addEventListener("htmx:response:error", failed);
  addEventListener("pageshow", event => { if (event.persisted) sessionStorage.removeItem("typed-sent"); });
})();
