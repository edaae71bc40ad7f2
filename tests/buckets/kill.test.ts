// Kills pushes to a real store at random moments: the bucket always holds one whole tree.
// @module-tag all
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killPushes } from '../faults/kill-pushes.ts';
import { needs } from '../fixtures/needs.ts';
import { makeDay, placesIn } from './made-days.ts';
import { RealStore } from './stores.ts';

const KILLS = 40;

const store = new RealStore();
describe(store.name, needs(store.missing), () => {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-kill-pushes-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  beforeAll(async () => {
    await store.start();
    await makeDay(before, 1, 120);
    await makeDay(after, 1, 120);
    await makeDay(after, 2, 120);
  });
  afterAll(async () => {
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test(`the bucket holds one whole tree after each of ${KILLS} kills`, { timeout: 600_000 }, async () => {
    const dists = [placesIn(before).dist, placesIn(after).dist] as const;
    const { faults, killed, landed, halfWay } = await killPushes({ store, kills: KILLS, dists });
    expect(faults).toEqual([]);
    expect(killed, 'kills before the push had ended').toBeGreaterThan(KILLS / 3);
    expect(halfWay, 'kills in the middle of a push').toBeGreaterThan(0);
    expect(landed).toBeLessThan(KILLS);
  });
});
