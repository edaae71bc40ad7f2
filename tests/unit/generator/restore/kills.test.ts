// Kills restores at any moment. Afterwards, HUB_DATA is as before, or restored, or refused by all commands until
// the restore is run again.
// @module-tag all
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBarred } from '../../../../generator/days/pointer.ts';
import { checkLog } from '../../../../generator/log/check-log.ts';
import { compileCache } from '../../../fixtures/compile-cache.ts';
import { BackedHub } from '../backup/backed-hub.ts';

const KILLS = 12;
const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
const hub = new BackedHub();

beforeAll(async () => {
  await hub.import('2026-11-18', ...Array.from({ length: 20 }, (_, at) => `a/model-${at}`));
  await hub.build();
  await hub.demand('who/asked');
  await hub.backup();
}, 120_000);
afterAll(() => hub.remove());

/**
 * Runs a restore, and kills it after `after` milliseconds if that is given. Returns the milliseconds until the process
 * ended.
 */
async function restore(after?: number): Promise<number> {
  const begun = performance.now();
  const env = { ...process.env, ...hub.env, ...compileCache };
  const child = spawn(process.execPath, [bin, 'restore', hub.at('hub.tar')], { stdio: 'ignore', env });
  if (after !== undefined) setTimeout(() => child.kill('SIGKILL'), after);
  await once(child, 'exit');
  return performance.now() - begun;
}

test(`${KILLS} kills never leave a mixture of old and restored files`, { timeout: 300_000 }, async () => {
  hub.lose('data');
  const whole = await restore();
  const found = { before: 0, barred: 0, restored: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    hub.lose('data');
    await restore(whole * (0.3 + Math.random() * 0.7));
    if (existsSync(hub.at('data')) && isBarred(hub.at('data'))) {
      found.barred++;
      expect(() => hub.snapshot).toThrow('run "model-hub restore FILE" again');
    } else if (hub.snapshot === undefined) {
      found.before++;
      for (const name of ['log', 'logs', 'hub.db', 'takedowns.json'])
        expect(existsSync(hub.at('data', name))).toBe(false);
    } else {
      found.restored++;
      expect(await checkLog({ own: hub.at('data/log'), published: hub.at('dist/log') })).toMatchObject({ lost: [] });
      continue;
    }
    await restore();
    expect(hub.snapshot).toBe('2026-11-18');
    expect([hub.leaves, existsSync(hub.at('data/hub.db'))]).toEqual([21, true]);
  }
  console.log('KILLED', found);
  expect(found.before).toBeGreaterThan(0);
});
