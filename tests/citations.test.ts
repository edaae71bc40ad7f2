// Tests the references in comments and Markdown: links lead to files and headings, and cited decisions exist.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const decisions = readdirSync(join(root, 'content/decisions')).filter((file) => /^\d{4}-/.test(file));
const numbers = decisions.map((file) => file.slice(0, 4));

/** Lists the decisions that a text cites, as "decision 0010" or "decisions 0010 and 0011". */
function decisionsIn(text: string): string[] {
  return [...text.matchAll(/\bdecisions? (\d{4})(?: and (\d{4}))?/g)].flatMap(([, one, other]) =>
    [one, other].filter((number) => number !== undefined),
  );
}

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
});

test('cited decisions exist', () => {
  const missing = texts.flatMap(({ path, text }) =>
    decisionsIn(text)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${path}: ${number}`),
  );
  expect(missing).toEqual([]);
});

test('every decision has its own number, and code or tests rely on it', () => {
  const cited = new Set(texts.flatMap(({ text }) => decisionsIn(text)));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !cited.has(number))).toEqual([]);
});
