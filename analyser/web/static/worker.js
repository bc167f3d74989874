// Keeps the pages of the app on the phone: shown from there at once, and without a network.
"use strict";
const STORE = "analyser-{{ version }}", FILES = ["./", "index.html", "app.webmanifest", "icon.svg", "icon-192.png", "icon-512.png"];
self.addEventListener("install", event => event.waitUntil(caches.open(STORE).then(store => store.addAll(FILES.map(name => new Request(name, { cache: "reload" })))).then(() => self.skipWaiting())));
self.addEventListener("activate", event => event.waitUntil(caches.keys()
  .then(names => Promise.all(names.filter(name => name.startsWith("analyser-") && name !== STORE).map(name => caches.delete(name))))
  .then(() => self.clients.claim())));
self.addEventListener("fetch", event => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(kept => kept || fetch(event.request))));
