// Describes a page of the documentation for all code that lists, searches or converts pages.

/** The slug of the overview. Its page is at `/docs/`, and its Markdown is the brief of the section. */
export const OVERVIEW = 'index';

/** A parsed file of content/docs. */
export interface DocsPage {
  /** The name of the file without `.md`, which is also the page's name in URLs. */
  slug: string;
  title: string;
  /** One sentence about the page. */
  description: string;
  /** The position of the page in lists; the lowest number comes first. */
  order: number;
  /** Other words that people search for when they mean this page. */
  words?: string;
  /** The page as Markdown for programs: absolute links, no front matter, no HTML. */
  twin: string;
  /** The page cut at its headings, for the search. */
  sections: DocsSection[];
}

/** The text under one heading, up to the next heading. */
export interface DocsSection {
  /** The heading's id on the page; '' for the text before the first heading. */
  anchor: string;
  heading: string;
  /** Plain text on one line. */
  text: string;
}

/** The address that stands for this hub in content/docs. Pages show the hub's real address in its place. */
export const EXAMPLE_BASE = 'https://hub.example';
const EXAMPLE = /(https:\/\/)?hub\.example(?![\w.-])/g;

/** Replaces the example's address, and its bare host, in `text` by the address and the host of this hub. */
export function withOwnAddress(text: string, baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return text.replace(EXAMPLE, (_, scheme?: string) => (scheme ? baseUrl : host));
}

/** Gives the slug and the `#anchor` of a link to another page of content/docs; undefined for any other link. */
export function pageLink(url: string): { slug: string; anchor: string } | undefined {
  const found = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(url);
  return found ? { slug: found[1]!, anchor: found[2] ?? '' } : undefined;
}
