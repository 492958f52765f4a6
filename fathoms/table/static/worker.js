// The service worker. It keeps unchanging files and the page for when there is no network, and never a page of a table:
// what a seat sees is asked of the server each time. `FACTS` is written before this by the server.
const CACHE = `fathoms-${FACTS.stamp}`;
const READER = "fathoms-reader"; // the reader's language
const STAMPED = /^\/static\/v-[0-9a-f]{10}\//;

self.addEventListener("install", (event) => {
  const keep = async () => {
    await (await caches.open(CACHE)).addAll(FACTS.kept);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("fathoms-") && ![CACHE, READER].includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

const offlinePage = async () => {
  const told = await caches.match("/reader", { cacheName: READER });
  const lang = told ? await told.text() : self.navigator.language.slice(0, 2);
  return caches.match(FACTS.offline[lang] || FACTS.offline.en, { cacheName: CACHE });
};

const visit = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    return (await offlinePage()) || Response.error();
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

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(event));
  else if (STAMPED.test(pathname)) event.respondWith(unchanging(request));
});

self.addEventListener("message", (event) => {
  const note = async () => (await caches.open(READER)).put("/reader", new Response(event.data.lang));
  if (event.data?.lang) event.waitUntil(note());
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
