// Tests that an incremental build makes the same tree as a build from nothing, whatever sources were edited and
// whatever days came before.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { days, type FixtureRow, models } from '../fixtures/rows.ts';
import { treeContents } from '../fixtures/tree-contents.ts';
import { EditedPackage } from './edited-package.ts';

/** Edits that change answers, at least one for each kind of input. */
const EDITS: [path: string, change: (text: string) => string][] = [
  ['src/dialects/hub/model-row.ts', (text) => text.replace('gated: false', 'gated: true')],
  ['generator/days/day-changes.ts', (text) => text.replace('LIST_LIMIT = 1000', 'LIST_LIMIT = 9')],
  ['content/briefs/home.md', (text) => `${text}\nOne word more.\n`],
  ['content/docs/limits.md', (text) => `${text}\nOne word more.\n`],
  ['content/programs/check_model.py', (text) => `${text}\n# One word more.\n`],
  ['public/favicon.svg', (text) => text.replace('<svg', '<svg data-edited="1"')],
  [
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

test('a build on top of an older tree makes the same tree as one from nothing, after edits and with another day', async () => {
  for (const [path, change] of EDITS) hub.edit(path, change);
  for (const dist of ['fresh', 'dist']) await hub.build(dist, catalogs[1]!);
  expect(treeContents(hub.dist('dist'))).toEqual(treeContents(hub.dist('fresh')));
}, 120_000);
