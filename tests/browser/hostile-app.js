// A hostile app, which tries to read the storage of the hub's pages and to act as the signed-in person.
// `globalThis.outcomes` has the results.
const hub = new URLSearchParams(location.search).get('hub');

/** Returns the result of an attempt as JSON, or the name of its error. */
async function attempt(work) {
  try {
    return JSON.stringify((await work()) ?? null);
  } catch (error) {
    return error.name;
  }
}

/** Opens a page of the hub in a frame and returns the result of `look` in the frame's window. */
function inFrame(look) {
  const frame = document.createElement('iframe');
  frame.src = new URL('/account/', hub).href;
  document.body.append(frame);
  return afterLoading(frame.contentWindow, look);
}

/**
 * Waits until a window has left its first, empty page, which belongs to the app, and returns the result of `look` in
 * it.
 */
async function afterLoading(opened, look) {
  for (let waits = 0; waits < 50; waits++) {
    if (opened.location.href !== 'about:blank') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return look(opened);
}

/** Lists the object stores of the IndexedDB database `name`. */
function database(name) {
  return new Promise((resolve, reject) => {
    const opened = indexedDB.open(name);
    opened.onsuccess = () => resolve([...opened.result.objectStoreNames]);
    opened.onerror = () => reject(opened.error);
  });
}

const text = async (asked) => (await asked).text();
const account = new URL('/api/account/me', hub).href;

const attempts = {
  session: () => ({ ...sessionStorage }),
  local: () => ({ ...localStorage }),
  cookie: () => document.cookie,
  setCookie: () => {
    // biome-ignore lint/suspicious/noDocumentCookie: an attack
    document.cookie = 'app=1; path=/';
    return document.cookie;
  },
  databases: () => indexedDB.databases(),
  database: () => database('planted'),
  caches: () => caches.keys(),
  serviceWorker: async () => (await navigator.serviceWorker.register('./sw.js', { scope: '/' })).scope,
  sharedWorker: () => new SharedWorker('./sw.js').port.toString(),
  openerSession: () => ({ ...opener.sessionStorage }),
  openerDocument: () => opener.document.title,
  openerFetch: async () => text(opener.fetch(account)),
  popup: () => afterLoading(open(new URL('/account/', hub)), (popup) => ({ ...popup.sessionStorage })),
  frameSession: () => inFrame((frame) => ({ ...frame.sessionStorage })),
  frameDocument: () => inFrame((frame) => frame.document.body.textContent),
  accountWithCredentials: () => text(fetch(account, { credentials: 'include' })),
  account: async () => (await fetch(account)).status,
  directories: async () => (await navigator.storage.getDirectory()).name,
  referrer: () => document.referrer,
  windowName: () => window.name,
};

const outcomes = {};
globalThis.outcomes = (async () => {
  for (const [name, work] of Object.entries(attempts)) outcomes[name] = await attempt(work);
  return outcomes;
})();
