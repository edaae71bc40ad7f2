// Tests that an incremental build makes the same tree as a build from nothing, whatever sources were edited and
// whatever days came before.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentName } from '../../generator/packs/tree-layout.ts';
import { storedName } from '../../src/tree/tree-list.ts';
import { sampled } from '../fixtures/in-all.ts';
import { days, type FixtureRow, models } from '../fixtures/rows.ts';
import { packsOnDisk, treeContents } from '../fixtures/tree-contents.ts';
import { EditedPackage } from './edited-package.ts';

/** Edits that change answers, at least one for each kind of input. */
const EDITS: [what: string, path: string, change: (text: string) => string][] = [
  ['a list that renderers reach', 'src/nouns/spdx.ts', (text) => text.replace(/\.toLowerCase\(\)/, '.toUpperCase()')],
  ['a renderer', 'src/dialects/hub/model-row.ts', (text) => text.replace('gated: false', 'gated: true')],
  ['what compresses', 'generator/files/compress.ts', (text) => text.replace('GZIP_LEVEL = 4', 'GZIP_LEVEL = 1')],
  [
    'the shards of hashes',
    'generator/tree/documents/hash-spool.ts',
    (text) => text.replace('revision, path]', 'revision, path, 1]'),
  ],
  [
    'the telling of changes',
    'generator/days/day-changes.ts',
    (text) => text.replace('LIST_LIMIT = 1000', 'LIST_LIMIT = 9'),
  ],
  ['a count', 'generator/days/row-line.ts', (text) => text.replace('.hub.files', '.hub.files + 1')],
  [
    'the first search page',
    'generator/tree/documents/write-search.ts',
    (text) => text.replace('FIRST_PAGE_ROWS = 100', 'FIRST_PAGE_ROWS = 3'),
  ],
  ['a document', 'src/dialects/discovery/archive.ts', (text) => text.replace('addressed: models', 'addressed: 0')],
  ['the description', 'src/openapi/operations/tags.ts', (text) => text.replace(/'([A-Z])/, "'Another $1")],
  ['a brief', 'content/briefs/home.md', (text) => `${text}\nOne word more.\n`],
  ['a page of the docs', 'content/docs/limits.md', (text) => `${text}\nOne word more.\n`],
  ['the checker', 'content/programs/check_model.py', (text) => `${text}\n# One word more.\n`],
  ['the icon', 'public/favicon.svg', (text) => text.replace('<svg', '<svg data-edited="1"')],
  [
    'a package that renderers reach',
    'package-lock.json',
    (text) => text.replace(/("node_modules\/spdx-license-ids": \{[^}]*"integrity": "sha512-)./, '$1_'),
  ],
];

let hub: EditedPackage;
const catalogs: string[] = [];
beforeAll(async () => {
  hub = new EditedPackage();
  const few = new Set([...Object.values(models).map(({ id }) => id), 'gate/closed']);
  const isOfFew = ({ id }: FixtureRow) => few.has(id);
  for (const { day, rows } of days) catalogs.push(await hub.day(day, rows.filter(isOfFew)));
  await hub.build('dist', catalogs[0]!);
}, 120_000);
afterAll(() => hub.remove(), 60_000);

/**
 * Builds once from nothing and once on top of the existing tree, and expects equal trees. Returns false if the
 * edited sources do not run.
 */
async function expectEqual(catalog: string): Promise<boolean> {
  hub.removeDist('fresh');
  try {
    await hub.build('fresh', catalog);
  } catch {
    return false;
  }
  await hub.build('dist', catalog);
  expect(treeContents(hub.dist('dist'))).toEqual(treeContents(hub.dist('fresh')));
  return true;
}

/**
 * Groups of edits. The edits of a group are made together, on top of the earlier groups and with another day. A build
 * that kept a stale answer would make a different tree.
 */
const STEPS = [0, 7].map((at) => EDITS.slice(at, at + 7));

for (const [edits, options] of sampled(STEPS))
  test(`both builds make the same tree after edits of ${edits.map(([what]) => what).join(', ')}`, {
    ...options,
    timeout: 120_000,
  }, async () => {
    for (const [, path, change] of edits) hub.edit(path, change);
    expect(await expectEqual(catalogs[STEPS.indexOf(edits) % 2]!)).toBe(true);
  });

test('edits that change no answer rewrite no answer', async () => {
  hub.takeBack();
  await hub.build('dist', catalogs[0]!);
  const dist = hub.dist('dist');
  const before = packsOnDisk(dist);
  for (const path of [
    'src/openapi/operations/tags.ts',
    'src/dialects/hub/model-row.ts',
    'generator/tree/documents/write-search.ts',
    'generator/files/compress.ts',
    'generator/days/day-changes.ts',
  ])
    hub.edit(path, (text) => `${text}\n// Nothing is said here.\n`);
  expect(await hub.build('dist', catalogs[0]!)).toMatchObject({ changed: true, models: 0, files: 1 });
  const written = [...packsOnDisk(dist)].filter(([name, file]) => before.get(name) !== file).map(([name]) => name);
  // The tree's stamp has hashes of the code, so a build writes the stamp and nothing else.
  expect(written).toEqual([storedName(currentName(dist)!)]);
  hub.takeBack();
}, 120_000);
