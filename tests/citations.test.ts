// Tests the references in comments: they cite our own decisions and pages or public standards, but no document that
// a reader of this repository lacks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import GithubSlugger from 'github-slugger';
import matter from 'gray-matter';
import { toString as wordsOf } from 'mdast-util-to-string';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const FOLDERS = [
  'src',
  'generator',
  'functions',
  'content/spaces',
  'content/docs',
  'content/briefs',
  'public',
  'tests',
  'deploy',
  '.github',
];
const FILES = ['astro.config.mjs', 'content/service.yaml', 'content/spaces.yaml', '.ci/run'];

const texts = [
  ...FILES,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) =>
        /\.(ts|mjs|js|astro|css|http|yaml|yml|md|hbs|sh|service|timer)$|Dockerfile$|cron\.d\/./.test(file),
      )
      .map((file) => join(folder, file)),
  ),
]
  // The test leaves out this file, because it contains the patterns that the test looks for.
  .filter((path) => path !== 'tests/citations.test.ts')
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const decisions = readdirSync(join(root, 'content/decisions')).filter((file) => /^\d{4}-/.test(file));
const numbers = decisions.map((file) => file.slice(0, 4));

/** Gives the comments in the text of the file at `path`, joined by line ends; empty for Markdown. */
function commentsIn(path: string, text: string): string {
  if (/\.(md)$/.test(path)) return '';
  const marked = /\.(http|ya?ml|sh|service|timer)$|\.ci\/run$|Dockerfile$|cron\.d\//.test(path)
    ? /^\s*#.*$/gm
    : /^\s*(\/\/|\*|\/\*).*$|\s\/\/ .*$|<!--[\s\S]*?-->/gm;
  return (text.match(marked) ?? []).join('\n');
}

/** Lists the decisions that a text cites, as "decision 0010" or "decisions 0010 and 0011". */
function decisionsIn(text: string): string[] {
  return [...text.matchAll(/\bdecisions? (\d{4})(?: and (\d{4}))?/g)].flatMap(([, one, other]) =>
    [one, other].filter((number) => number !== undefined),
  );
}

/**
 * True if `name`, in a comment of the file at `path`, is one of our files, a web address, or a pattern for names of
 * files.
 */
function isKnown(name: string, path: string): boolean {
  if (/^\/|[{}*]/.test(name)) return true;
  const folders = ['', dirname(path), 'content/docs', 'content/decisions', 'content/briefs', 'content/catalog'];
  return folders.some((folder) => existsSync(join(root, folder, name)));
}

test('documents that comments name are in the repository', () => {
  const unknown = texts.flatMap(({ path, text }) =>
    (commentsIn(path, text).match(/[\w./{}*-]+\.md\b/g) ?? [])
      .filter((name) => !isKnown(name, path))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** A link in one of our Markdown files to a file of this repository. */
interface Link {
  /** The path of the Markdown file. */
  path: string;
  words: string;
  url: string;
}

const markdown = [
  ...['README.md', 'CONTRIBUTING.md'],
  ...['content', 'deploy', 'tests', '.github'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
];
const trees = new Map(
  markdown.map((path) => {
    const { content } = matter(readFileSync(join(root, path), 'utf8'));
    return [path, remark().use(remarkGfm).parse(content)];
  }),
);

const links = [...trees].flatMap(([path, tree]) => {
  const found: Link[] = [];
  visit(tree, ['link', 'image', 'definition'], (node) => {
    const { url } = node as { url: string };
    if (!/^[a-z]+:|^\/\//i.test(url)) found.push({ path, words: wordsOf(node), url });
  });
  return found;
});

/** The headings of each Markdown file, as fragments of an address in the form that GitHub uses. */
const fragments = new Map(
  [...trees].map(([path, tree]) => {
    const slugger = new GithubSlugger();
    const found = new Set<string>();
    visit(tree, 'heading', (node) => void found.add(slugger.slug(wordsOf(node))));
    return [path, found];
  }),
);

describe('links of Markdown files', () => {
  test('lead to a file, and to one of its headings', () => {
    expect(links.length).toBeGreaterThan(100);
    const dead = links.filter(({ path, url }) => {
      // Other tests check placeholders (`{{…}}`), which are replaced on the page, and paths of the hub.
      if (/^[{/]/.test(url)) return false;
      const [name, fragment] = url.split('#') as [string, string?];
      const file = name === '' ? path : join(dirname(path), decodeURI(name));
      if (!existsSync(join(root, file))) return true;
      return fragment !== undefined && fragments.get(file)?.has(fragment) === false;
    });
    expect(dead.map(({ path, url }) => `${path}: ${url}`)).toEqual([]);
  });

  test('that name a decision by its number lead to that decision', () => {
    const other = links.filter(({ words, url }) => {
      const number = /^decision (\d+)$/i.exec(words)?.[1];
      return number !== undefined && !basename(url).startsWith(`${number.padStart(4, '0')}-`);
    });
    expect(other.map(({ path, words, url }) => `${path}: ${words} is ${url}`)).toEqual([]);
  });
});

test('nothing cites a section of an unnamed document, or a row of a table', () => {
  const ways =
    /\bSPEC\b|\b(contract|clients|conformance|style|house) (sections?|rows?|C)\s?\d|\(C\d{1,2}\b|\bC\d{1,2}\)/g;
  const found = texts.flatMap(({ path, text }) => (text.match(ways) ?? []).map((way) => `${path}: ${way}`));
  expect(found).toEqual([]);
});

test('cited decisions exist', () => {
  const missing = texts.flatMap(({ path, text }) =>
    decisionsIn(text)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(missing).toEqual([]);
});

describe('every decision', () => {
  const cited = new Set(texts.flatMap(({ text }) => decisionsIn(text)));

  test('has its own number', () => {
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test.each(decisions)('%s has context, decision and consequence, and code or tests rely on it', (file) => {
    const text = readFileSync(join(root, 'content/decisions', file), 'utf8');
    expect(text.startsWith(`# ${file.slice(0, 4)}: `)).toBe(true);
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequence']);
    expect(cited).toContain(file.slice(0, 4));
  });
});
