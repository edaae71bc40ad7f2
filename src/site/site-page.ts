// A page of the website as the hub asks for it, and as it comes back, whichever way the website is asked.
import type { SiteHub } from './site-hub.ts';

/** Which page is wanted. */
export interface PageAsk {
  /** A path of the website, percent-encoded; undefined: nothing stands there, and the page is the one that says so. */
  path: string | undefined;
  /** The query, undecoded, without its question mark. */
  query: string;
  /** The path that was asked for, decoded; only ever shown. */
  asked: string;
  /** 200, or the status that the hub has found already, as for a model that is not there. */
  status: number;
}

/** A page that was made. */
export interface Page {
  /** Not always the one that was asked for: the website may find a question wrong (400), or fail (500). */
  status: number;
  /** In UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** Why the page could not be made, and `html` says so instead; undefined when all is well. */
  fault?: unknown;
}

/** The website. The build writes a module of this shape, which every host but Node loads. */
export interface PagePort {
  /** Makes a page out of what `hub` tells; an error on the way is its `fault`. Rejects when there is no website. */
  render(page: PageAsk, hub: SiteHub): Promise<Page>;
}

/** The values that a page finds in `Astro.locals`. */
export interface PageLocals {
  /** The hub whose answers the page shows. */
  hub: SiteHub;
  /** The path that was asked for, decoded: Astro itself gets `/404` where nothing stands. */
  asked: string;
  /** Takes the error for which the page that says "500" is shown instead. */
  tellFault(error: unknown): void;
}

/** Astro's path of the page for an unknown address. */
const NOWHERE = '/404';

/** Asks the website for a page: `ask` gets the target, a path of ours with its query, and what the page finds in `Astro.locals`. */
export async function askForPage(
  { path = NOWHERE, query, asked }: PageAsk,
  hub: SiteHub,
  ask: (target: string, locals: PageLocals) => Promise<Page>,
): Promise<Page> {
  let fault: unknown;
  const tellFault = (error: unknown) => {
    fault = error;
  };
  const page = await ask(query === '' ? path : `${path}?${query}`, { hub, asked, tellFault });
  if (page.status < 500) return page;
  return { ...page, fault: fault ?? new Error(`the website answered ${page.status} and did not say why`) };
}
