// Kills 200 servers while clients publish. Confirmed objects must exist and be whole, and no object may exist in part.
// @module-tag all
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { killPublishes } from '../../../faults/kill-publishes.ts';

const KILLS = 200;

const folder = mkdtempSync(join(tmpdir(), 'model-hub-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`${KILLS} kills lose no confirmed object and leave none in part`, { timeout: 600_000 }, async () => {
  const { faults, killed, landed, acknowledged, unanswered, halfWritten } = await killPublishes({
    folder,
    kills: KILLS,
  });
  expect(faults).toEqual([]);
  expect(killed, 'kills in the middle of a publish').toBeGreaterThan(KILLS / 2);
  expect(halfWritten, 'kills in the middle of a file').toBeGreaterThan(0);
  expect(acknowledged, 'publishes that were answered').toBeGreaterThan(KILLS / 2);
  // Each kill leaves as many requests unanswered as clients send at a time. If most of their objects existed, the
  // hub would confirm too late.
  expect(landed).toBeLessThan(unanswered / 2);
});
