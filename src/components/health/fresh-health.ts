// Updates the health page while somebody looks at it, every half minute.

const EVERY = 30_000;

/** True while a visitor reads the changes of a source or has the focus on a link: then the page must not change. */
function isInUse(main: HTMLElement): boolean {
  const at = document.activeElement;
  return document.hidden || main.querySelector('details[open]') !== null || (at !== main && main.contains(at));
}

async function refresh(main: HTMLElement): Promise<void> {
  if (isInUse(main)) return;
  const response = await fetch(location.pathname, { headers: { Accept: 'text/html' } }).catch(() => undefined);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('main');
  if (fresh && !isInUse(main)) main.replaceChildren(...fresh.childNodes);
}

const main = document.querySelector('main');
if (main?.querySelector('[data-measured]')) setInterval(() => void refresh(main), EVERY);
