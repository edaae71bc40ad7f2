// A build killed at any moment leaves the tree before it or the new one, whole; the next build ends with the right one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { killBuilds } from '../../../faults/kill-builds.ts';

const KILLS = 9;
const MODELS = 400;
const folder = mkdtempSync(join(tmpdir(), 'model-hub-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 120_000);

test(`${KILLS} kills at random moments, and the tree is byte for byte that of one build`, async () => {
  const { faults, killed, landed } = await killBuilds({ folder, kills: KILLS, models: MODELS });
  expect(faults).toEqual([]);
  expect(killed, 'kills that came before the end').toBeGreaterThan(0);
  expect(landed).toBeLessThan(KILLS);
}, 300_000);
