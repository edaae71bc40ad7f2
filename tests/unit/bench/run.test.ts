/** The exit code of `npm run bench`: whether every target was met. */
// @module-tag all
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import type { Bench, Row } from '../../bench/row.ts';
import { runBenches } from '../../bench/run.ts';

const figure = { value: 1, unit: 'ms' };
const row = (name: string, ratio: number, target?: Row['target']): Row => ({
  ...{ name, ours: figure, yardstick: figure, ratio, note: '' },
  ...(target && { target }),
});
const benches: Record<string, Bench> = {
  fast: async () => [row('fast', 2, { at: 'least', ratio: 1.5 }), row('shown', 9)],
  slow: async () => [row('slow', 1.2, { at: 'least', ratio: 1.5 })],
  large: async () => [row('large', 3, { at: 'most', ratio: 2 })],
  unmeasured: async () => [row('unmeasured', Number.NaN, { at: 'most', ratio: 2 })],
  broken: async () => {
    throw new Error('no such program');
  },
};

async function run(...words: string[]) {
  const printed = { out: '', err: '' };
  const code = await runBenches({ benches }, words, {
    out: (text) => (printed.out += text),
    err: (text) => (printed.err += text),
  });
  return { code, ...printed };
}

test('0 when every target is met, or there are no targets', async () => {
  expect((await run('--only', 'fast')).code).toBe(0);
});

test.each(['slow', 'large', 'unmeasured'])('1 when one is missed, and the row is named: %s', async (name) => {
  const { code, out, err } = await run('--only', `fast,${name}`);
  expect(code).toBe(1);
  expect(err).toContain(`Targets missed: ${name}.`);
  expect(out).toMatch(new RegExp(`^${name} .*NO$`, 'm'));
});

test('--quick shows the same table and does not judge', async () => {
  const { code, out } = await run('--quick', '--only', 'slow');
  expect(code).toBe(0);
  expect(out).toContain('no verdict');
});

test('2 for a bench that does not exist', async () => {
  const { code, err } = await run('--only', 'fast,slower');
  expect(code).toBe(2);
  expect(err).toContain('No bench is named slower; there are fast,');
});

test('names work without --only too, and an unknown option prints the usage', async () => {
  expect((await run('fast', 'slow')).err).toContain('Targets missed: slow.');
  const { code, err } = await run('--fast');
  expect(code).toBe(2);
  expect(err).toMatch(/'--fast'.*\nUsage: npm run bench -- /);
});

test('a bench for hand runs only when it is named, and not among all', async () => {
  const { fast, slow } = benches;
  const sets = { benches: { fast: fast! }, byHand: { slow: slow! } };
  let out = '';
  const screen = { out: (text: string) => (out += text), err: () => undefined };
  expect(await runBenches(sets, [], screen)).toBe(0);
  expect(out).not.toContain('slow');
  expect(await runBenches(sets, ['--only', 'slow'], screen)).toBe(1);
});

test('results are shown before a later bench breaks', async () => {
  let out = '';
  const screen = { out: (text: string) => (out += text), err: () => undefined };
  await expect(runBenches({ benches }, ['--only', 'fast,broken'], screen)).rejects.toThrow('no such program');
  expect(out).toContain('fast');
});

test('the command ends with that code', () => {
  const main = join(import.meta.dirname, '../../bench/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, '--only', 'nothing'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('No bench is named nothing')]);
});
