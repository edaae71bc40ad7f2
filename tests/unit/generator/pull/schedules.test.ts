// Tests random combinations of faults, each with a kill or without one. In the end all files are right, or the pull fails and leaves no wrong file.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { totalSize } from '../../../../src/basics/bytes.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { type Faults, faultySource, madeFile, planned } from './faulty-source.ts';
import type { KilledPull } from './killed-pull.ts';
import { pullPlace } from './pull-place.ts';

const KIB = 2 ** 10;
const files = [madeFile('a.json', 300), madeFile('b.bin', 1500 * KIB), madeFile('c/d.bin', 3000 * KIB + 1)];

const share = fc.double({ min: 0, max: 1, noNaN: true });
const fault: fc.Arbitrary<Faults> = fc.oneof(
  fc.constant({}),
  fc.record({ diesAfter: fc.integer({ min: 0, max: 4000 * KIB }) }),
  fc.constant({ stalls: true }),
  fc.record({ wrong: fc.tuple(share, share).map(([a, b]): [number, number] => (a < b ? [a, b] : [b, a])) }),
  fc.record({ size: fc.integer({ min: 0, max: 3000 * KIB }) }),
  fc.record({ rate: fc.integer({ min: 300_000, max: 4_000_000 }), beginsAfter: fc.integer({ min: 0, max: 200 }) }),
  fc.record({ breaksAfter: fc.integer({ min: 0, max: 2000 * KIB }) }),
  fc.constant({ ignoresRanges: true }),
  fc.record({ refusesRanges: fc.constantFrom(400, 403, 416) }),
  fc.constant({ rangesAs200: true } as const),
  fc.record({
    status: fc.record({ code: fc.constantFrom(404, 416, 429, 500, 503), times: fc.integer({ min: 1, max: 30 }) }),
  }),
  fc.constant({ location: 'http://127.0.0.1:9' }),
  fc.record({ reorders: fc.constantFrom('ranges', 'bodies') }),
);

/** The number of sent bytes at which a first run is killed; undefined if there is none. */
const kill = fc.option(fc.integer({ min: 0, max: 6000 * KIB }), { nil: undefined });

const isHonest = ({ wrong, size, diesAfter, breaksAfter, stalls, location, status, reorders }: Faults) =>
  (!wrong || wrong[0] === wrong[1]) &&
  [size, diesAfter, breaksAfter, stalls, location, status, reorders].every((fault) => fault === undefined);

/** Runs a pull in another process. Kills it once `sent` returns at least `bytes`, unless it ends before. */
async function killedAt(bytes: number, sent: () => number, job: KilledPull): Promise<void> {
  const child = fork(new URL('./killed-pull.ts', import.meta.url));
  const ended = once(child, 'close');
  child.send(job);
  while (sent() < bytes && child.exitCode === null) await after(2);
  child.kill('SIGKILL');
  await ended;
}

async function holds(schedule: readonly Faults[], kill: number | undefined): Promise<void> {
  const place = pullPlace();
  const closers: (() => Promise<void>)[] = [];
  const sources = await Promise.all(
    schedule.map((faults) => faultySource(files, { ...faults }, (close) => closers.push(close))),
  );
  try {
    const limits = { tick: 20, silence: 300, pause: 2, attempts: 3, longest: 3000 };
    const all = files.map((file) => planned(file, sources));
    const sent = () => sources.reduce((sum, source) => sum + source.sent, 0);
    if (kill !== undefined) await killedAt(kill, sent, { folder: place.folder, files: all, limits });
    const { ok, failed, sources: told } = await place.pull(all, { limits });
    expect(ok).toBe(failed.length === 0);
    for (const { path, bytes } of files) {
      const isFailed = failed.some((one) => one.path === path);
      // A file that failed must be absent, and any other file must be right.
      if (isFailed) expect(existsSync(join(place.folder, path))).toBe(false);
      else expect(place.read(path).equals(bytes)).toBe(true);
    }
    if (schedule.some(isHonest)) expect(ok).toBe(true);
    // The honest source alone would send each byte once.
    for (const [at, faults] of schedule.entries())
      if (isHonest(faults)) expect(told[at]!.bytes).toBeLessThanOrEqual(3 * totalSize(all));
    for (const [at, faults] of schedule.entries())
      if (told[at]?.gone?.includes('wrong bytes'))
        expect(faults.wrong ?? faults.reorders, 'only who sent wrong bytes is named').toBeDefined();
    if (ok) expect(readdirSync(join(place.folder, '.cache/model-hub'))).toEqual([]);
  } finally {
    for (const close of closers) await close();
  }
}

for (const { runs, isRepeat } of [
  { runs: 12, isRepeat: false },
  { runs: 300, isRepeat: true },
])
  test(`a pull ends well for ${runs} combinations of one to four sources`, {
    ...inAll(isRepeat),
    timeout: 1_800_000,
  }, async () => {
    await fc.assert(fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), kill, holds), { numRuns: runs });
  });
