// A page of the website as the hub asks for it, and as it comes back: what the module that the website's build writes can do.
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

/** The website. It is built into a module of this shape. */
export interface Site {
  /** Makes a page out of what `hub` tells. What goes wrong on the way is the page's `fault`. */
  render(page: PageAsk, hub: SiteHub): Promise<Page>;
}
