// A page of the website as question and answer, the same for every host.
import type { SiteHub } from './site-hub.ts';

/** The wanted page. */
export interface PageAsk {
  /** A percent-encoded path of the website; undefined for the page that says that there is nothing. */
  path: string | undefined;
  /** The query, undecoded, without its question mark. */
  query: string;
  /** The requested path, decoded; only for display. */
  asked: string;
  /** 200, or a status that the hub has decided, as for a missing model. */
  status: number;
}

/** A finished page. */
export interface Page {
  /** May differ from the wanted status: the website may find a question wrong (400), or fail (500). */
  status: number;
  /** The page in UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** The reason why the page failed; `html` then says so. Undefined for a good page. */
  fault?: unknown;
}

/** The website. The build writes a module of this shape, which every host but Node loads. */
export interface PagePort {
  /** Makes a page out of what `hub` tells; an error on the way is its `fault`. Rejects when there is no website. */
  render(page: PageAsk, hub: SiteHub): Promise<Page>;
}

/** The values of `Astro.locals`. */
export interface PageLocals {
  /** The hub whose answers the page shows. */
  hub: SiteHub;
  /** The requested path, decoded: Astro itself gets `/404` for an unknown one. */
  asked: string;
  /** Called with the error that led to the page for status 500. */
  tellFault(error: unknown): void;
}

/** Astro's path of the page for an unknown address. */
const NOWHERE = '/404';

/** Asks the website for a page: `ask` gets the target, a path of ours with its query, and the values of `Astro.locals`. */
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
