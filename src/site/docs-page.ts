// A page of the documentation, for all code that lists, searches or converts pages.

/** The overview has a page of its own at `/docs/`, and its Markdown is the brief of the section. */
export const OVERVIEW = 'index';

/** A parsed file of content/docs. */
export interface DocsPage {
  /** The file's name without `.md`, and the page's name in URLs. */
  slug: string;
  title: string;
  /** One sentence. */
  description: string;
  /** Pages are listed in this order. */
  order: number;
  /** The heading of its group in the list; absent for the overview. */
  group?: string;
  /** Other words that people look for when they mean this page. */
  words?: string;
  /** The page as Markdown for programs: absolute links, no front matter, no HTML. */
  twin: string;
  /** The page cut at its headings, for search. */
  sections: DocsSection[];
}

/** The text under one heading, up to the next one. */
export interface DocsSection {
  /** The heading's id on the page; '' for the text before the first heading. */
  anchor: string;
  heading: string;
  /** Plain text on one line. */
  text: string;
}

/** The address that content/docs uses for this hub: pages show the real one. */
export const EXAMPLE_BASE = 'https://hub.example';
const EXAMPLE = /(https:\/\/)?hub\.example(?![\w.-])/g;

/** Replaces the example's address, or its bare host, in `text` by this hub's. */
export function withOwnAddress(text: string, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return text.replace(EXAMPLE, (_, scheme?: string) => (scheme ? baseUrl : host));
}

/** Gives the slug and the `#anchor` of a link from content/docs to another page; undefined for any other link. */
export function pageLink(url: string): { slug: string; anchor: string } | undefined {
  const found = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(url);
  return found ? { slug: found[1]!, anchor: found[2] ?? '' } : undefined;
}
