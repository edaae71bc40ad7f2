// A page of the documentation, as everything that lists, searches or twins the pages sees it.

/** The overview: a page of its own at `/docs/`, and its twin the brief of the section. */
export const OVERVIEW = 'index';

/** One file of content/docs, read. */
export interface DocsPage {
  /** The file's name without `.md`, and the page's in URLs. */
  slug: string;
  title: string;
  /** One sentence. */
  description: string;
  /** Pages are listed in this order. */
  order: number;
  /** The heading the page is listed under; absent on the overview. */
  group?: string;
  /** The page as Markdown for programs: absolute links, no front matter, no HTML. */
  twin: string;
  /** The page cut at its headings, for search. */
  sections: DocsSection[];
}

/** The text under one heading, up to the next one. */
export interface DocsSection {
  /** The heading's id on the page; '' for what comes first. */
  anchor: string;
  heading: string;
  /** Plain text on one line. */
  text: string;
}

/** The address that stands for this hub's own in content/docs: pages and twins show the real one. */
export const EXAMPLE_BASE = 'https://hub.example';
const EXAMPLE = /(https:\/\/)?hub\.example(?![\w.-])/g;

/** `text` with this hub's address, or its host where only that stands, in place of the example's. */
export function withOwnAddress(text: string, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return text.replace(EXAMPLE, (_, scheme?: string) => (scheme ? baseUrl : host));
}

/** The slug and the `#anchor` that a link of content/docs to another page means; undefined for any other link. */
export function pageLink(url: string): { slug: string; anchor: string } | undefined {
  const found = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(url);
  return found ? { slug: found[1]!, anchor: found[2] ?? '' } : undefined;
}
