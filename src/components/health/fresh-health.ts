// Updates the health page every half minute while somebody looks at it.

const EVERY = 30_000;

/**
 * True if the page must not change now: the tab is in the background, a `details` element is open, or an element has
 * the focus.
 */
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
