// Reads content/docs: every page with its Markdown twin and its sections, in reading order.
import { readFileSync } from 'node:fs';
import GithubSlugger from 'github-slugger';
import matter from 'gray-matter';
import { toString as plainText } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { withTables } from '../../src/docs/docs-tables.ts';
import { type DocsPage, type DocsSection, pageLink, withOwnAddress } from '../../src/site/docs-page.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { Failure } from '../process/failure.ts';
import { docsFolder } from '../process/package-paths.ts';
import { docsFiles } from './kept-docs.ts';

/** Prints tables without padding, because language models that read the Markdown twins pay by the token. */
const markdown = remark()
  .use(remarkGfm, { tablePipeAlign: false })
  .data('settings', { bullet: '-', emphasis: '_', rule: '-', resourceLink: true });

type Root = ReturnType<typeof markdown.parse>;
type Block = Root['children'][number];
type Heading = Extract<Block, { type: 'heading' }>;

/**
 * Reads every page of `folder` for the hub at `baseUrl`, in reading order. The same files give the same pages. Throws a
 * Failure that names the file when a page lacks a title, description or order, or holds HTML.
 */
export function readDocsPages(baseUrl: string, folder: string = docsFolder): DocsPage[] {
  const pages = docsFiles(folder).map(({ path, slug }) => readDocsPage(path, slug, baseUrl));
  return pages.sort((a, b) => a.order - b.order || (a.slug < b.slug ? -1 : 1));
}

/** Reads the page at `path`. Throws as `readDocsPages` does. */
function readDocsPage(path: string, slug: string, baseUrl: string): DocsPage {
  const { content, data } = matter(readFileSync(path, 'utf8'));
  const { title, description, order, words } = data as Record<string, unknown>;
  if (typeof title !== 'string' || typeof description !== 'string' || typeof order !== 'number')
    throw new Failure(`${path}: the front matter must hold a title, a description and an order.`);
  const tree = markdown.parse(withTables(content));
  const [first] = tree.children;
  if (first?.type !== 'heading' || first.depth !== 1 || plainText(first) !== title)
    throw new Failure(`${path}: the page must start with its title as the one first-level heading.`);
  visit(tree, 'html', ({ value }) => {
    throw new Failure(`${path}: holds HTML (${value.slice(0, 40)}), which its twin may not.`);
  });
  addressAll(tree, baseUrl);
  const sections = sectionsOf(tree);
  return {
    ...{ slug, title, description, order },
    ...(typeof words === 'string' ? { words } : {}),
    twin: twinOf(tree, baseUrl),
    sections,
  };
}

/** Replaces the example address of the docs with this hub's own, in text, code and links. */
function addressAll(tree: Root, baseUrl: string): void {
  visit(tree, (node) => {
    if ('value' in node) node.value = withOwnAddress(node.value, baseUrl);
    if ('url' in node) node.url = withOwnAddress(node.url, baseUrl);
  });
}

/** Formats the tree as Markdown, with absolute links; links to pages lead to their twins. */
function twinOf(tree: Root, baseUrl: string): string {
  visit(tree, (node) => {
    if (node.type === 'link' || node.type === 'definition') node.url = absolute(node.url, baseUrl);
    // A picture is the words that describe it.
    if (node.type === 'image') Object.assign(node, { type: 'text', value: node.alt });
    // Drops the words after a code block's language, which are for our tests.
    if (node.type === 'code') node.meta = null;
  });
  return markdown.stringify(tree);
}

function absolute(url: string, baseUrl: string): string {
  const page = pageLink(url);
  if (page) return baseUrl + href(routes.docsTwin, { page: page.slug }) + page.anchor;
  return url.startsWith('/') ? baseUrl + url : url;
}

/** Cuts the text of a page at its headings. Each section has the id of its heading on the website. */
function sectionsOf({ children }: Root): DocsSection[] {
  const slugger = new GithubSlugger();
  const sections: DocsSection[] = [];
  for (const node of children) {
    if (node.type === 'heading') sections.push(startOf(node, slugger));
    else sections.at(-1)!.text += ` ${textOf(node)}`;
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, ' ').trim();
  return sections;
}

function startOf(heading: Heading, slugger: GithubSlugger): DocsSection {
  const text = plainText(heading);
  const anchor = slugger.slug(text);
  return { anchor: heading.depth === 1 ? '' : anchor, heading: text, text: '' };
}

/** Gives the text of a node. Puts a space between cells and between lines, where `plainText` puts none. */
function textOf(node: Block): string {
  if (!('children' in node) || node.type === 'paragraph' || node.type === 'tableCell') return plainText(node);
  return (node.children as Block[]).map(textOf).join(' ');
}
