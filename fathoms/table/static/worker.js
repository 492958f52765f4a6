// The service worker. It keeps unchanging files, the rule books in the reader's language, the reader's own list as last
// seen, and the page for when there is no network. It never keeps a page of a table: what a seat sees is asked of the
// server each time. `FACTS` is written before this by the server.
const CACHE = `fathoms-${FACTS.stamp}`;
const READER = "fathoms-reader"; // the reader's language
const MINE = "fathoms-mine"; // the reader's list of games: one page
const BOOKS = `fathoms-books-${FACTS.edition}-`; // and a language
const STAMPED = /^\/static\/v-[0-9a-f]{10}\//;
const ONE_RULE = /^(\/rules\/[a-z]+)\/(?!quick$|reference$|aid$)([^/]+)$/;
const PARTS = /(?:href|src)="(\/art\/[^"#]+|\/static\/v-[^"#]+)/g; // of a page of a book

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FACTS.kept);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

const isPresent = (name) => [CACHE, READER, MINE].includes(name) || name.startsWith(BOOKS);
const forget = async (unwanted) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("fathoms-") && unwanted(name));
  await Promise.all(names.map((name) => caches.delete(name)));
};

self.addEventListener("activate", (event) => {
  const clear = async () => {
    await forget((name) => !isPresent(name));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

const language = async () => {
  const told = await caches.match("/reader", { cacheName: READER });
  const lang = told ? await told.text() : self.navigator.language.slice(0, 2);
  return FACTS.offline[lang] ? lang : "en";
};

// Rule books. They are fetched once for each edition and language, one page after the other, and stored under an
// address that names the language.
const keepParts = async (cache, html) => {
  const wanted = [...html.matchAll(PARTS)].map(([, path]) => path.replaceAll("&amp;", "&"));
  for (const path of new Set(wanted)) {
    if (await caches.match(path)) continue;
    const answer = await fetch(path);
    if (answer.ok) await cache.put(path, answer);
  }
};

const keepBooks = async (lang) => {
  if (self.navigator.connection?.saveData) return;
  const cache = await caches.open(BOOKS + lang);
  await forget((name) => name.startsWith("fathoms-books-") && name !== BOOKS + lang);
  for (const path of FACTS.books) {
    const address = `/kept/${lang}${path}`;
    if (await cache.match(address)) continue;
    const answer = await fetch(path);
    if (!answer.ok) continue;
    const html = await answer.clone().text();
    if (!html.includes(`<html lang="${lang}">`)) return; // the reader has just changed the language
    await keepParts(cache, html);
    await cache.put(address, answer);
  }
};

// The reader's list. When it was kept is written into it, for the page to say.
const keepMine = async (answer) => {
  if (!answer.ok || answer.redirected) return;
  const html = (await answer.text()).replace("<body ", `<body data-kept="${Date.now()}" `);
  await (await caches.open(MINE)).put("/kept/mine", new Response(html, { headers: answer.headers }));
};

// What is shown where the server cannot be reached.
const keptPage = async (pathname) => {
  const lang = await language();
  const one = pathname.match(ONE_RULE);
  if (one && await caches.match(`/kept/${lang}${one[1]}/reference`)) return Response.redirect(`${one[1]}/reference#${one[2]}`);
  const kept = pathname === "/mine" ? "/kept/mine" : `/kept/${lang}${pathname}`;
  return await caches.match(kept) || caches.match(FACTS.offline[lang], { cacheName: CACHE });
};

const visit = async (event, pathname) => {
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    if (pathname === "/mine") event.waitUntil(keepMine(answer.clone()));
    return answer;
  } catch {
    return (await keptPage(pathname)) || Response.error();
  }
};

// An address that names its content never changes; what the server says not to keep is not kept.
const unchanging = async (request) => {
  const known = await caches.match(request, { cacheName: CACHE });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get("cache-control")?.includes("immutable")) {
    (await caches.open(CACHE)).put(request, answer.clone());
  }
  return answer;
};

// Pictures of the games: those that a book has brought along.
const picture = async (request) => (await caches.match(request)) || fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event, pathname));
  else if (STAMPED.test(pathname)) event.respondWith(unchanging(request));
  else if (pathname.startsWith("/art/")) event.respondWith(picture(request));
});

self.addEventListener("message", (event) => {
  const { lang } = event.data || {};
  const note = async () => {
    await (await caches.open(READER)).put("/reader", new Response(lang));
    await keepBooks(lang).catch(() => {}); // the next page goes on with it
  };
  if (FACTS.offline[lang]) event.waitUntil(note());
});

// Called: a notification for each table, and how many wait on the app's icon.
self.addEventListener("push", (event) => {
  const { title, body, url, tag, waiting } = event.data.json();
  const { icon, badge } = FACTS;
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { body, tag, icon, badge, renotify: true, data: { url } }),
    self.navigator.setAppBadge?.(waiting),
  ]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  const open = async () => {
    const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
    return there ? there.focus() : self.clients.openWindow(url.pathname);
  };
  event.waitUntil(open());
});
