// Opens a server for the tests of a file, and browser windows on it, which close after each test.
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { SiteHub } from '../../src/site/site-hub.ts';
import { keptChromium } from './chromium.ts';
import { fakeHub } from './fake-hub.ts';
import { type Site, startSite } from './site.ts';
import { type Visit, type Visitor, visit } from './visit.ts';

interface Closable {
  close(): Promise<void>;
}

/** A browser whose windows close after each test. */
interface WithBrowser {
  browser: Browser;
}

/** A server whose pages tests can visit. */
interface Visited extends WithBrowser {
  /** Opens a window with an empty page. Its complaints include requests to any other server. */
  visit(visitor: Visitor): Promise<Visit>;
}

/**
 * Calls `start` before the tests of this file or `describe`, and closes the server after them. The result is empty
 * until `start` is done, so only hooks and tests may read it.
 */
export function useBrowser<S extends Closable>(start: () => Promise<S>): Omit<S, 'close'> & WithBrowser {
  const ready = {} as S & WithBrowser;
  beforeAll(async () => {
    const [served, browser] = await Promise.all([start(), keptChromium()]);
    Object.assign(ready, served, { browser });
  });
  afterEach(() => Promise.all(ready.browser.contexts().map((context) => context.close())));
  afterAll(() => ready.close?.());
  return ready;
}

/** Like `useBrowser`, for a server that visitors open at the address that `addressOf` gives. */
export function useVisits<S extends Closable>(
  start: () => Promise<S>,
  addressOf: (served: Omit<S, 'close'>) => string,
): Omit<S, 'close'> & Visited {
  const ready = useBrowser(start);
  return Object.assign(ready, { visit: (visitor: Visitor) => visit(ready.browser, addressOf(ready), visitor) });
}

/** Like `useVisits`, for the built website, whose pages show `hub` until a test replaces it. */
export function useSite(hub: SiteHub = fakeHub()): Omit<Site, 'close'> & Visited {
  return useVisits(
    () => startSite(hub),
    ({ baseUrl }) => baseUrl,
  );
}
