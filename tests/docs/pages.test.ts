// Tests the pages of the documentation and their Markdown twins: complete, linked, and consistent with the code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { describe, expect, test } from 'vitest';
import { readTarget, takePin } from '../../functions/request/request-target.ts';
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { readImportRow } from '../../generator/import/rows/import-row.ts';
import { allCommands } from '../../src/docs/commands/commands.ts';
import { BROWSE_FACTS } from '../../src/nouns/browse-facts.ts';
import { OCI_CODES } from '../../src/nouns/media-types.ts';
import { PLACE_NAMES } from '../../src/nouns/source-kinds.ts';
import { SourceHealth } from '../../src/shapes/live.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { service } from '../fixtures/hub.ts';
import { shippedModel } from './shipped-model.ts';

const baseUrl = 'https://docs-test.example:8443';
const pages = readDocsPages(baseUrl);
const twin = (slug: string) => pages.find((page) => page.slug === slug)!.twin;
const all = pages.map((page) => page.twin).join('\n');
const match = createMatcher<RouteName>(routes);

const sourceText = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
const ociRefusals = sourceText('src/table/registry-refusals.ts');

/** `drawn` has the pages that the code writes, `expected` has all pages. */
const drawn = ['commands', 'packages', 'settings'];
const expected = [
  ...['quickstart', 'verification', 'addresses', 'sources', 'huggingface-tools', 'ollama'],
  ...['oci', 'mcp', 'objects', 'api', 'errors', 'limits'],
  ...['index', 'pull', 'troubleshooting', 'changes', 'importing'],
  ...['self-hosting', 'indexing', 'mirroring', 'edge', 'buckets', 'static', 'operating', 'upgrading'],
  ...['proof', 'log'],
  ...drawn,
];

test('there is every expected page, and no other', () => {
  expect(pages.map(({ slug }) => slug).sort()).toEqual(expected.sort());
  expect(pages[0]!.slug).toBe('index');
});

test('the written pages are few and short', () => {
  const written = expected.filter((slug) => !drawn.includes(slug));
  const words = written.flatMap((slug) => sourceText(`content/docs/${slug}.md`).match(/[^\s|]+/g) ?? []);
  expect(written.length).toBeLessThanOrEqual(27);
  expect(words.length).toBeLessThanOrEqual(18_000);
});

test.each([
  ['content/docs/changes.md', 500],
  ['content/docs/operating.md', 1500],
  ['content/docs/upgrading.md', 700],
  ['CONTRIBUTING.md', 1200],
])('%s has at most %i words', (path, most) => {
  expect(sourceText(path).split(/\s+/).length).toBeLessThanOrEqual(most);
});

describe.each(pages)('$slug', ({ slug, title, description, order, twin }) => {
  const tree = remark().use(remarkGfm).parse(twin);

  test('has a title, one sentence, a group or a page above it, and its own position', () => {
    expect(twin.startsWith(`# ${title}\n`)).toBe(true);
    expect(description).toMatch(/^\S.*\.$/);
    expect(description).not.toMatch(/\. [A-Z]/);
    const [, kind, above] = /^(group|under): (.+)$/m.exec(sourceText(`content/docs/${slug}.md`)) ?? [];
    expect(kind === undefined).toBe(slug === 'index');
    if (kind === 'under') expect(sourceText(`content/docs/${above}.md`)).toMatch(/^group: /m);
    expect(pages.filter((page) => page.order === order)).toHaveLength(1);
  });

  test('has a twin without front matter, HTML, or our own marks', () => {
    visit(tree, (node) => {
      expect(node.type).not.toBe('html');
      if (node.type === 'code') expect(node.meta).toBeNull();
    });
    expect(twin).not.toMatch(/^---$/m);
    expect(twin).not.toMatch(/(?<![\w.-])hub\.example/);
  });

  test('has links that lead somewhere', () => {
    visit(tree, 'link', ({ url }) => {
      expect(url).toMatch(/^https?:\/\//);
      if (url.startsWith(baseUrl)) expectServed(url);
    });
  });

  test('names only addresses that the hub answers', () => {
    // Leaves out addresses with placeholders, and the id `gpt2`, which the hub refuses on purpose because it has no
    // owner.
    for (const [url] of twin.matchAll(/https:\/\/docs-test\.example:8443[^\s'"`)|\\]*/g))
      if (!/[${}]|\/gpt2$/.test(url)) expectServed(url);
  });
});

/**
 * Expects that the address has a row, that its page and anchor exist, and that the shipped catalog has its model and
 * its file.
 */
function expectServed(url: string): void {
  const { pathname, search, hash } = new URL(url);
  const path = readTarget(pathname + search);
  if (isRefusal(path)) throw new Error(`${url}: ${path.sentence}`);
  const pin = takePin(path, ['srca', 'srcb', 'ipfs']);
  if (path.segments.length === 0 && pin) return;
  const found = match(path.segments, path.slash);
  if (!found) throw new Error(`${url}: nothing is served there`);
  const { page, owner, name, path: file } = found.params;
  if (page !== undefined) {
    const there = pages.find(({ slug }) => slug === page);
    expect(there, url).toBeDefined();
    if (hash !== '') expect(there!.sections.map(({ anchor }) => `#${anchor}`)).toContain(hash);
  }
  if (owner === undefined || owner === 'hub') return;
  const model = shippedModel(`${owner}/${name}`);
  expect(model, url).toBeDefined();
  if (file !== undefined) expect(model!.files.map(({ path }) => path)).toContain(file);
}

describe('pages name everything in the code', () => {
  test.each(Object.entries(OCI_CODES).filter(([code]) => new RegExp(`\\(\\s*'${code}'`).test(ociRefusals)))(
    'the registry’s error %s',
    (code, status) => {
      expect(twin('errors')).toMatch(new RegExp(`^\\| \`${code}\` \\| (\\d+, )*${status}\\b`, 'm'));
    },
  );

  test('every variable', () => {
    const names = new Set(sourceText('src/service/config.ts').match(/\bHUB_[A-Z_]*[A-Z]\b/g));
    expect(names.size).toBeGreaterThan(10);
    for (const name of [...names, 'HOST', 'PORT']) expect(twin('settings')).toContain(`\`${name}`);
  });

  test('every field of an import row, and rows that can be imported', () => {
    const shape = sourceText('generator/import/rows/row-shape.ts').matchAll(/^ {2,4}(\w+): (?:Type\.)?\w+\(/gm);
    const fields = new Set([...[...shape].map(([, field]) => field), ...PLACE_NAMES, ...Object.keys(BROWSE_FACTS)]);
    expect(fields.size).toBeGreaterThan(20);
    for (const field of fields) expect(twin('importing')).toMatch(new RegExp(`[\`{ .]${field}[\`,}]`));
    const rows: string[] = [];
    visit(remark().parse(twin('importing')), 'code', ({ lang, value }) => {
      if (lang === 'json') rows.push(value);
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(readImportRow(Buffer.from(row), service)).toHaveProperty('row');
  });

  test('every source of the shipped service, and every word for its health', () => {
    for (const { display, host, token } of service.sources)
      expect(twin('sources')).toContain(`| \`${display}\` | \`${host}\` | \`${token}\` |`);
    const { enum: reasons } = SourceHealth.properties.reason as unknown as { enum: string[] };
    expect(reasons.length).toBeGreaterThan(5);
    for (const reason of reasons) expect(twin('sources')).toContain(`| \`${reason}\` |`);
  });

  test('every command, and no other', () => {
    const commands = allCommands().map(([name]) => name.split(' ')[0]);
    // An agent's configuration may name the hub `model-hub`, followed by its address.
    for (const [, command] of all.matchAll(/model-hub (?!https?:)([a-z]+)/g)) expect(commands).toContain(command);
  });
});
