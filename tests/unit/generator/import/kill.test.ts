/** An import killed at any moment leaves the old day or the new one, whole, and the next import works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { killImports } from '../../../faults/kill-imports.ts';

const KILLS = 15;
const MODELS = 300;
const folder = mkdtempSync(join(tmpdir(), 'model-hub-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);

test(`${KILLS} kills`, { timeout: 180_000 }, async () => {
  const { faults, killed } = await killImports({ folder, kills: KILLS, models: MODELS });
  expect(faults).toEqual([]);
  expect(killed, 'kills that came before the end').toBeGreaterThan(KILLS / 3);
});
