// Tests the notice of an import that the hub no longer uses the shipped catalog.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runImport } from '../../../../generator/import/run-import.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { row } from './sandbox.ts';

test('the first import says that the hub now has only its models, unless it continues the shipped catalog', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'rows.jsonl');
  writeFileSync(file, `${JSON.stringify(row('acme/one'))}\n`);
  const told = async (name: string, more: object = {}) =>
    (
      await runImport(readConfig({ HUB_DATA: join(folder, name) }), {
        ...{ file, day: '2026-12-01', drop: [], rules: undefined, json: true, ...more },
      })
    ).warnings;
  const sentence =
    `These are the only models of the index from now on. To go on from the catalog that ships, remove ${folder}/alone/index.json ` +
    'before the next build and import with --onto-seed.';
  expect(await told('alone')).toEqual([sentence]);
  expect(await told('alone')).toEqual([]);
  // Without an index of its own, the hub continues the shipped catalog with `ontoSeed`, as the notice says.
  rmSync(join(folder, 'alone/index.json'));
  expect(await told('alone', { ontoSeed: true })).toEqual([]);
});
