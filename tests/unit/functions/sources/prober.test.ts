// Tests the prober: which results it remembers, and when it probes again. Probes and the clock are simulated.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProbeResult } from '../../../../functions/sources/probe.ts';
import { Prober } from '../../../../functions/sources/prober.ts';
import type { HealthStore, KeptHealth } from '../../../../src/service/kept-health.ts';
import type { Source } from '../../../../src/service/sources.ts';

const probe = { path: 'x', sha256: '', timeLimit: 1 };
const source = (token: string, more: Partial<Source> = {}): Source => ({
  token,
  display: token.toUpperCase(),
  host: `${token}.example`,
  base: `https://${token}.example`,
  template: '/{id}/{path}',
  ...more,
});
const sources = [source('a', { probe }), source('b', { probe }), source('c')];

let stored: Record<string, KeptHealth>;
/** The number of further reads that the store refuses. */
let refusals: number;
const store: HealthStore = {
  async load() {
    if (refusals-- > 0) throw new Error('the store is away');
    return stored;
  },
  save(token, health) {
    stored = { ...stored, [token]: health };
  },
};
let results: Record<string, ProbeResult>;
/** The times of the probes of each source, in seconds since the start. */
let asked: Record<string, number[]>;
const start = Date.parse('2026-11-20T00:00:00.000Z');
/** Returns the time that is `seconds` seconds after the start. */
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();

function prober(every: number | 'off' = 30): Prober {
  return new Prober({
    sources,
    every: every === 'off' ? undefined : every,
    userAgent: 'test',
    store,
    now: () => new Date(Date.now()),
    probe: async ({ token }) => {
      asked[token]!.push((Date.now() - start) / 1000);
      return results[token]!;
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  stored = {};
  refusals = 0;
  asked = { a: [], b: [], c: [] };
  results = { a: { ok: true, reason: 'verified' }, b: { ok: false, reason: 'timeout' } };
});
afterEach(() => void vi.useRealTimers());

test('a source that was never probed is used, and shown as unprobed', () => {
  const one = prober();
  expect(one.current()).toEqual({
    sources: {
      'a.example': { ok: true, checked: null, reason: 'unprobed' },
      'b.example': { ok: true, checked: null, reason: 'unprobed' },
      'c.example': { ok: true, checked: null, reason: 'unprobed' },
    },
    order: ['a.example', 'b.example', 'c.example'],
  });
  expect(one.isOk('a')).toBe(true);
});

test('results of probes are shown, and a source without a probe file gets no request', async () => {
  const one = prober();
  const health = await one.probeAll();
  expect(health.sources).toEqual({
    'a.example': { ok: true, checked: '2026-11-20T00:00:00.000Z', reason: 'verified' },
    'b.example': { ok: false, checked: null, reason: 'timeout' },
    'c.example': { ok: true, checked: null, reason: 'unprobed' },
  });
  expect([one.isOk('a'), one.isOk('b'), one.isOk('c')]).toEqual([true, false, true]);
  expect(asked.c).toEqual([]);
});

test('`checked` is the time of the last success, also while the source fails', async () => {
  const one = prober();
  await one.probeAll();
  vi.advanceTimersByTime(60_000);
  results.a = { ok: false, reason: 'mismatch' };
  await one.probeAll();
  expect(one.current().sources['a.example']).toEqual({
    ok: false,
    checked: '2026-11-20T00:00:00.000Z',
    reason: 'mismatch',
  });
});

test('a spell has the probes in a row since the start that were all good, or all bad', async () => {
  await prober().probeAll();
  const one = prober();
  expect(Object.values(one.spells())).toEqual([undefined, undefined, undefined]);
  await one.probeAll();
  vi.advanceTimersByTime(30_000);
  results.a = { ok: false, reason: 'mismatch' };
  await one.probeAll();
  const [first, second] = ['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:30.000Z'] as const;
  expect(one.spells()).toEqual({
    'a.example': { ok: false, from: second, to: second, probes: 1 },
    'b.example': { ok: false, from: first, to: second, probes: 2 },
    'c.example': undefined,
  });
});

test('results survive a restart, except those of removed sources', async () => {
  const first = prober();
  await first.restore();
  await first.probeAll();
  stored.c = { ok: false, checked: null, reason: 'dns', asked: at(0) };
  stored.gone = { ok: false, checked: null, reason: 'dns', asked: at(0) };
  const again = prober();
  await again.restore();
  expect(again.current().sources['b.example']).toEqual({ ok: false, checked: null, reason: 'timeout' });
  expect(again.isOk('c')).toBe(true);
  expect(Object.keys(again.current().sources)).not.toContain('gone');
});

describe('a result that is too old is ignored', () => {
  const unprobed = { ok: true, checked: null, reason: 'unprobed' };
  const old = (seconds: number): KeptHealth => ({ ok: false, checked: at(-9000), reason: 'dns', asked: at(-seconds) });

  test('after ten intervals, also while the hub runs', async () => {
    stored = { a: old(301), b: old(299) };
    const one = prober();
    await one.restore();
    expect(one.current().sources['a.example']).toEqual(unprobed);
    expect(one.isOk('b')).toBe(false);
    await vi.advanceTimersByTimeAsync(1001);
    expect(one.current().sources['b.example']).toEqual(unprobed);
    // The hub still knows the time of the last success.
    await one.probeAll();
    expect(one.current().sources['b.example']).toEqual({ ok: false, checked: at(-9000), reason: 'timeout' });
    await vi.advanceTimersByTimeAsync(299_000);
    expect(one.isOk('b')).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(one.isOk('b')).toBe(true);
  });

  test('in a hub that does not probe, and if a release did not store its time', async () => {
    stored = { a: old(1) };
    const off = prober('off');
    await off.restore();
    expect(off.current().sources['a.example']).toEqual(unprobed);
    stored = { a: { ...old(1), asked: null } };
    const one = prober();
    await one.restore();
    expect(one.current().sources['a.example']).toEqual(unprobed);
  });
});

test('a source gets a probe at once, and then about every 30 seconds', async () => {
  const one = prober();
  one.start();
  await vi.advanceTimersByTimeAsync(150_000);
  one.stop();
  const gaps = asked.a!.slice(1).map((second, i) => second - asked.a![i]!);
  expect(asked.a![0]).toBe(0);
  expect(gaps.length).toBeGreaterThanOrEqual(4);
  for (const gap of gaps) {
    expect(gap).toBeGreaterThanOrEqual(27);
    expect(gap).toBeLessThanOrEqual(33);
  }
});

test('a source that fails for long gets up to five times fewer probes, and the usual number when it answers again', async () => {
  const one = prober(10);
  one.start();
  await vi.advanceTimersByTimeAsync(1_000_000);
  const gaps = asked.b!.slice(1).map((second, i) => second - asked.b![i]!);
  expect(gaps[0]).toBeLessThan(12);
  expect(gaps[1]).toBeLessThan(12);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(55);
  expect(gaps.at(-1)).toBeGreaterThanOrEqual(45);
  results.b = { ok: true, reason: 'verified' };
  await vi.advanceTimersByTimeAsync(200_000);
  const later = asked.b!.slice(-3);
  expect(later[2]! - later[1]!).toBeLessThan(12);
  one.stop();
});

test('no probe is sent if probing is off, or after the end', async () => {
  prober('off').start();
  const one = prober();
  one.start();
  one.stop();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked).toEqual({ a: [], b: [], c: [] });
});

test('a probe that ends before the store answers replaces the stored result, but keeps the time of the last success', async () => {
  stored = {
    a: { ok: false, checked: null, reason: 'dns', asked: at(-1) },
    b: { ok: true, checked: '2026-11-19T00:00:00.000Z', reason: 'verified', asked: at(-86_400) },
  };
  const one = prober();
  await one.probeAll();
  await one.restore();
  expect(one.current().sources).toMatchObject({
    'a.example': { ok: true, checked: '2026-11-20T00:00:00.000Z', reason: 'verified' },
    'b.example': { ok: false, checked: '2026-11-19T00:00:00.000Z', reason: 'timeout' },
  });
  // The store now has the result for the next start.
  expect(stored.b).toEqual({ ok: false, checked: '2026-11-19T00:00:00.000Z', reason: 'timeout', asked: at(0) });
  expect(stored.a).toMatchObject({ ok: true });
});

test('a store that does not answer at the start is read again, and probing does not wait for it', async () => {
  stored = { b: { ok: true, checked: at(-60), reason: 'verified', asked: at(-60) } };
  refusals = 2;
  const one = prober();
  one.start();
  await vi.advanceTimersByTimeAsync(9000);
  expect(one.current().sources['b.example']!.checked).toBeNull();
  await vi.advanceTimersByTimeAsync(2000);
  expect(one.current().sources['b.example']).toMatchObject({ ok: false, checked: at(-60) });
  one.stop();
  refusals = 100;
  const two = prober();
  two.start();
  await vi.advanceTimersByTimeAsync(1);
  expect(two.isOk('b')).toBe(false);
  two.stop();
  const left = refusals;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refusals).toBe(left);
});

test('an internal error of a probe is reported, and probing goes on', async () => {
  const told: unknown[] = [];
  let asked = 0;
  const broken = async () => {
    asked++;
    throw new Error('our fault');
  };
  for (const onFault of [(error: unknown) => void told.push(error), undefined]) {
    asked = 0;
    const one = new Prober({
      sources,
      every: 10,
      userAgent: 'test',
      store,
      probe: broken,
      ...(onFault && { onFault }),
    });
    one.start();
    await vi.advanceTimersByTimeAsync(30_000);
    one.stop();
    expect(asked).toBeGreaterThan(3);
  }
  expect(told.length).toBeGreaterThan(3);
});
