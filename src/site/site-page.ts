// Describes a request for a page of the website, and the finished page. Both are the same on every host.
import type { SiteHub } from './site-hub.ts';

/** A request for a page, as the hub passes it to the website. */
export interface PageAsk {
  /** The percent-encoded path of the page; undefined for the page at an unknown address. */
  path: string | undefined;
  /** The query, undecoded, without its question mark. */
  query: string;
  /** The requested path, decoded, only to be shown. */
  asked: string;
  /** 200, or the status that the hub chose before it asked for the page, such as 404 for a missing model. */
  status: number;
}

/** A page as the website made it, complete or as a page about a failure. */
export interface Page {
  /** The status: the one in the request, unless the website rejects the request (400) or fails (500). */
  status: number;
  /** The page in UTF-8. */
  html: Uint8Array<ArrayBuffer>;
  /** The reason why the page failed; `html` is then a page about the failure. Undefined for a good page. */
  fault?: unknown;
}

/** The website. The build writes a module of this type, which every host except Node loads. */
export interface PagePort {
  /**
   * Makes a page from the answers of `hub`; an error on the way becomes the `fault` of the page. Rejects when there is
   * no website.
   */
  render(page: PageAsk, hub: SiteHub): Promise<Page>;
}

/** The values of `Astro.locals`. */
export interface PageLocals {
  /** The hub that the page asks. */
  hub: SiteHub;
  /** The requested path, decoded. Astro itself gets `/404` for an unknown path. */
  asked: string;
  /** The website calls this with the error when it shows its page for status 500. */
  tellFault(error: unknown): void;
}

/** Astro's path for the page at an unknown address. */
const NOWHERE = '/404';

/**
 * Makes a page. `ask` requests the page from the website; it gets the path with the query, and the values of
 * `Astro.locals`.
 */
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
