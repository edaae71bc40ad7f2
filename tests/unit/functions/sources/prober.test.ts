// Tests the prober: which results it remembers, and when it probes again. Probes, the clock and chance are
// simulated. tests/accounts has instances that probe together.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProbeResult } from '../../../../functions/sources/probe.ts';
import { Prober } from '../../../../functions/sources/prober.ts';
import type { HealthStore, KeptHealth } from '../../../../src/service/kept-health.ts';
import type { Source } from '../../../../src/service/service.ts';

const source = (token: string, more: Partial<Source> = {}): Source => ({
  token,
  display: token,
  host: `${token}.example`,
  base: `https://${token}.example`,
  template: '/{id}/{path}',
  ...more,
});
const probe = { path: 'x', sha256: '', timeLimit: 1 };
const sources = [source('a', { probe }), source('b', { probe }), source('c')];

const EVERY = 30;
const start = Date.parse('2026-11-20T00:00:00.000Z');
/** Returns the time that is `seconds` seconds after the start. */
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const second = () => (Date.now() - start) / 1000;
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

let stored: Record<string, KeptHealth>;
/** The number of further reads that the store refuses. */
let refusals: number;
const store: HealthStore = {
  async load() {
    if (refusals-- > 0) throw new Error('the store is away');
    return stored;
  },
  save(token, health) {
    stored = { ...stored, [token]: { ...health, checked: health.checked ?? stored[token]?.checked ?? null } };
  },
};

let results: Record<string, ProbeResult>;
/** Each probe: its source, and its time in seconds since the start. */
let probes: { token: string; at: number }[];
let running: Prober[];

type Settings = ConstructorParameters<typeof Prober>[0];

function started(settings: Partial<Settings> = {}): Prober {
  const one = new Prober({
    sources,
    every: EVERY,
    store,
    async probe({ token }) {
      probes.push({ token, at: second() });
      return results[token]!;
    },
    onFault(error) {
      throw error;
    },
    ...settings,
  });
  running.push(one);
  one.start();
  return one;
}

const timesOf = (token: string) => probes.filter((one) => one.token === token).map(({ at }) => at);
const gapsOf = (token: string) => timesOf(token).flatMap((time, i, all) => (i === 0 ? [] : [time - all[i - 1]!]));

const good = { ok: true, reason: 'verified' } as const;
const unprobed = { ok: true, checked: null, reason: 'unprobed' };

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  [stored, refusals, probes, running] = [{}, 0, [], []];
  results = { a: good, b: { ok: false, reason: 'timeout' } };
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a source that was never probed is used, and one without a probe file gets no request', async () => {
  const one = started();
  const hosts = ['a.example', 'b.example', 'c.example'];
  const all = Object.fromEntries(hosts.map((host) => [host, unprobed]));
  expect(one.current()).toEqual({ sources: all, order: hosts });
  expect(one.isOk('a')).toBe(true);
  await seconds(0);
  expect(one.current().sources).toEqual({
    'a.example': { ok: true, checked: at(0), reason: 'verified' },
    'b.example': { ok: false, checked: null, reason: 'timeout' },
    'c.example': unprobed,
  });
  expect([one.isOk('a'), one.isOk('b'), one.isOk('c')]).toEqual([true, false, true]);
  expect(timesOf('c')).toEqual([]);
});

test('`checked` is the time of the last success, and a spell has the probes in a row that were all good, or all bad', async () => {
  const one = started();
  expect(Object.values(one.spells())).toEqual([undefined, undefined, undefined]);
  await seconds(0);
  results.a = { ok: false, reason: 'mismatch' };
  await seconds(EVERY);
  expect(one.current().sources['a.example']).toEqual({ ok: false, checked: at(0), reason: 'mismatch' });
  expect(one.spells()).toEqual({
    'a.example': { ok: false, from: at(EVERY), to: at(EVERY), probes: 1 },
    'b.example': { ok: false, from: at(0), to: at(EVERY), probes: 2 },
    'c.example': undefined,
  });
});

test('a source that sent wrong bytes stays known for it until it sends right ones', async () => {
  const one = started();
  const seen: boolean[] = [];
  for (const reason of ['mismatch', 'timeout', 'verified'] as const) {
    results.a = { ok: reason === 'verified', reason };
    await seconds(EVERY);
    seen.push(one.sentWrong('a'));
  }
  expect(seen).toEqual([true, true, false]);
});

test('results survive a restart, except those of removed sources', async () => {
  await started().stop();
  stored = {
    b: { ok: false, checked: null, reason: 'timeout', asked: at(0) },
    c: { ok: false, checked: null, reason: 'dns', asked: at(0) },
    gone: { ok: false, checked: null, reason: 'dns', asked: at(0) },
  };
  const hang = () => new Promise<ProbeResult>(() => {});
  const one = started({ probe: hang });
  await seconds(1);
  const { sources } = one.current();
  expect(sources['b.example']).toEqual({ ok: false, checked: null, reason: 'timeout' });
  expect(one.isOk('c')).toBe(true);
  expect(Object.keys(sources)).not.toContain('gone');
});

test('a result is ignored after ten intervals, but not the time of the last success in it', async () => {
  const old = (ago: number, asked: string | null = at(-ago)) => ({
    ok: false,
    checked: at(-9000),
    reason: 'dns',
    asked,
  });
  stored = { a: old(300) as KeptHealth, b: old(298) as KeptHealth };
  let answer = (_: ProbeResult) => {};
  const one = started({ probe: () => new Promise((resolve) => (answer = resolve)) });
  await seconds(1);
  expect(one.current().sources['a.example']).toEqual(unprobed);
  expect([one.isOk('a'), one.isOk('b')]).toEqual([true, false]);
  await seconds(1.5);
  expect(one.current().sources['b.example']).toEqual(unprobed);
  answer({ ok: false, reason: 'timeout' });
  await seconds(0);
  expect(one.current().sources['b.example']).toEqual({ ok: false, checked: at(-9000), reason: 'timeout' });
  stored = { a: old(1, null) as KeptHealth };
  const another = started({ probe: () => new Promise(() => {}) });
  await seconds(1);
  expect(another.current().sources['a.example']).toEqual(unprobed);
});

test('a source gets a probe at once, and then about every 30 seconds', async () => {
  vi.mocked(Math.random).mockRestore();
  started();
  await seconds(300);
  expect(timesOf('a')[0]).toBe(0);
  expect(gapsOf('a').length).toBeGreaterThanOrEqual(8);
  expect(Math.min(...gapsOf('a'))).toBeGreaterThanOrEqual(27);
  expect(Math.max(...gapsOf('a'))).toBeLessThanOrEqual(33);
});

test('a source that fails for long gets up to five times fewer probes, and the usual number when it answers again', async () => {
  started();
  await seconds(1800);
  expect(gapsOf('b').slice(0, 6)).toEqual([30, 30, 30, 60, 120, 150]);
  expect(gapsOf('b').at(-1)).toBe(150);
  results.b = good;
  await seconds(300);
  expect(gapsOf('b').at(-1)).toBe(30);
});

test('no probe is sent if probing is off, or after the end', async () => {
  started({ every: undefined });
  void started().stop();
  await seconds(100);
  expect(probes).toEqual([]);
});

test('a store that does not answer at the start is read again, and probing does not wait for it', async () => {
  stored = { b: { ok: true, checked: at(-60), reason: 'verified', asked: at(-60) } };
  refusals = 2;
  const one = started();
  await seconds(9);
  expect(one.current().sources['b.example']).toMatchObject({ ok: false, checked: null });
  await seconds(2);
  expect(one.current().sources['b.example']).toMatchObject({ ok: false, checked: at(-60) });
  refusals = 100;
  const two = started();
  await seconds(1);
  expect(two.isOk('b')).toBe(false);
  await two.stop();
  const left = refusals;
  await seconds(60);
  expect(refusals).toBe(left);
});
