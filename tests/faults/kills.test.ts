// Tests that an import or build killed at any moment leaves the old or the new state undamaged, and that the next
// import or build works.
// @module-tag all
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { killBuilds } from './kill-builds.ts';
import { killImports } from './kill-imports.ts';

describe.each([
  { what: 'imports', kill: killImports, few: 3, many: 15 },
  { what: 'builds', kill: killBuilds, few: 1, many: 9 },
])('$what', ({ kill, few, many }) => {
  for (const { kills, models } of [
    { kills: few, models: 120 },
    { kills: many, models: 400 },
  ])
    test(`${kills} kills`, { timeout: 300_000 }, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'model-hub-kills-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }), 120_000);
      const { faults, killed, landed } = await kill({ folder, kills, models });
      expect(faults).toEqual([]);
      expect(killed, 'kills that came before the end').toBeGreaterThan(0);
      expect(landed).toBeLessThanOrEqual(kills);
    });
});
