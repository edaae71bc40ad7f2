// Tests several instances of a hub with one database: one instance probes, all report the same results, and each
// source gets at most one request a second.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { InstanceStore, ProbeFinding } from '../../../../functions/ports/instances.ts';
import type { Holder } from '../../../../functions/ports/ports.ts';
import { HolderChecks } from '../../../../functions/sources/holder-checks.ts';
import { Prober } from '../../../../functions/sources/prober.ts';
import { Fellows, SharedChecks } from '../../../../functions/sources/shared-checks.ts';
import { StoreUnavailable } from '../../../../src/service/account-store.ts';
import type { Source } from '../../../../src/service/sources.ts';
import type { ProbeReason } from '../../../../src/shapes/health.ts';

/** Simulates the store in PostgreSQL in memory. A test can make it unreachable. */
class MemoryInstances implements InstanceStore {
  isAway = false;
  readonly leases = new Map<string, { holder: string; ends: number; note?: string }>();
  readonly #found = new Map<string, ProbeFinding & { next: number; found: number }>();

  async hold(name: string, holder: string, milliseconds: number) {
    this.#answer();
    const lease = this.leases.get(name);
    if (lease && lease.holder !== holder && lease.ends > Date.now()) return false;
    this.leases.set(name, { ...lease, holder, ends: Date.now() + milliseconds });
    return true;
  }
  async leave(name: string, holder: string, milliseconds: number) {
    this.#answer();
    const lease = this.leases.get(name);
    if (lease?.holder === holder) this.leases.set(name, { ...lease, holder: '', ends: Date.now() + milliseconds });
  }
  async note(name: string, holder: string, note: string) {
    this.#answer();
    const lease = this.leases.get(name);
    if (lease?.holder === holder) lease.note = note;
  }
  async noted(name: string) {
    this.#answer();
    return this.leases.get(name)?.note;
  }
  async noteFinding(finding: ProbeFinding) {
    this.#answer();
    const now = Date.now();
    this.#found.set(`${finding.source} ${finding.model}`, { ...finding, next: now + finding.left, found: now });
  }
  async findings(since = 0) {
    this.#answer();
    const findings = [...this.#found.values()].filter(({ found }) => found >= since);
    return { findings: findings.map((one) => ({ ...one, left: one.next - Date.now() })), next: Date.now() };
  }
  async takeRate() {
    return 0;
  }
  #answer() {
    if (this.isAway) throw new StoreUnavailable('it is away');
  }
}

const EVERY = 30;
const source = (token: string): Source => ({
  ...{ token, display: token, host: `${token}.example`, base: `https://${token}.example`, template: '/{id}/{path}' },
  probe: { path: 'x', sha256: '', timeLimit: 1 },
});
const sources = [source('a'), source('b')];
const holder = (token: string): Holder => ({
  source: token,
  host: `${token}.example`,
  url: `https://${token}.example/x`,
});

let store: MemoryInstances;
let running: { stop(): Promise<void> }[];
/** Each probe of source `a`: its time in seconds since the start, and the instance. */
let probed: [second: number, instance: string][];
/** The time of the last probe of any source, in milliseconds since 1970. */
let last: number;
let asked: number[];
let reason: ProbeReason;
let status: number;
let start: number;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  start = Date.now();
  [store, running, probed, asked, reason, status] = [new MemoryInstances(), [], [], [], 'verified', 200];
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  vi.useRealTimers();
});

const second = () => Math.floor((Date.now() - start) / 1000);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
/** Waits until every instance has read the result of the last probe, which takes at most 2.2 seconds. */
const untilTold = async () => {
  while (Date.now() - last < 3000) await seconds(1);
};

function instance(name: string) {
  const onFault = (error: unknown) => {
    throw error;
  };
  const fellows = new Fellows(store, name, onFault);
  const prober = new Prober({
    ...{ sources, every: EVERY, userAgent: 'test', onFault },
    store: { load: async () => ({}), save() {} },
    onProbe: (found) => fellows.probed(found),
    async probe({ token }) {
      last = Date.now();
      if (token === 'a') probed.push([second(), name]);
      return { ok: reason === 'verified', reason };
    },
  });
  const holders = new HolderChecks({
    ...{ sources: ['a', 'b'], every: EVERY, userAgent: 'test', isOk: () => true, fellows, now: () => Date.now() },
    get: async () => {
      asked.push(Date.now());
      return new Response(null, { status });
    },
  });
  const checks = new SharedChecks({ prober, holders, fellows, onFault });
  const one = {
    prober,
    holders,
    /** Ends the instance without a message to the others, as a crash does. */
    die() {
      prober.stop();
      holders.stop();
      void checks.stop();
      fellows.store.leave = async () => {};
    },
    async stop() {
      prober.stop();
      holders.stop();
      await checks.stop();
    },
  };
  checks.start();
  running.push(one);
  return one;
}

const told = ({ prober }: ReturnType<typeof instance>) => ({ health: prober.current(), spells: prober.spells() });

describe('probes', () => {
  test('are made by one instance, and all instances report the same', async () => {
    const all = ['one', 'two', 'three'].map(instance);
    await seconds(100);
    expect(new Set(probed.map(([, name]) => name)).size).toBe(1);
    expect(probed.length).toBeGreaterThanOrEqual(3);
    expect(probed.length).toBeLessThanOrEqual(5);
    reason = 'mismatch';
    await seconds(40);
    await untilTold();
    for (const one of all) expect(told(one)).toEqual(told(all[0]!));
    expect(all[2]!.prober.isOk('a')).toBe(false);
    expect(all[2]!.prober.spells()['a.example']).toMatchObject({ ok: false });
  });

  test('go on at another instance when the probing instance leaves', async () => {
    const one = instance('one');
    await seconds(1);
    const two = instance('two');
    await seconds(64);
    const spell = two.prober.spells()['a.example'];
    await one.stop();
    await seconds(40);
    expect(new Set(probed.filter(([at]) => at > 66).map(([, name]) => name))).toEqual(new Set(['two']));
    const same = two.prober.spells()['a.example'];
    expect(same!.from).toBe(spell!.from);
    expect(same!.probes).toBeGreaterThan(spell!.probes);
    expect(Math.max(...probed.map(([at], i) => at - (probed[i - 1]?.[0] ?? at)))).toBeLessThan(36);
  });

  test('go on within a limited time when the probing instance dies', async () => {
    const one = instance('one');
    await seconds(1);
    instance('two');
    await seconds(28);
    const before = probed.length;
    one.die();
    await seconds(46);
    expect(probed.slice(before).map(([, name]) => name)).toContain('two');
  });

  test('are made by each instance while the store does not answer, and by one again afterwards', async () => {
    const [one, two] = ['one', 'two'].map(instance);
    await seconds(10);
    store.isAway = true;
    await seconds(90);
    const alone = probed.filter(([at]) => at > 12);
    expect(new Set(alone.map(([, name]) => name))).toEqual(new Set(['one', 'two']));
    store.isAway = false;
    await seconds(5);
    const since = second();
    await seconds(100);
    expect(new Set(probed.filter(([at]) => at > since).map(([, name]) => name)).size).toBe(1);
    await untilTold();
    expect(told(one!)).toEqual(told(two!));
  });

  test('in the format of another release are ignored, so that each instance probes for itself', async () => {
    await store.hold('probes', 'newer', 1e9);
    await store.note('probes', 'newer', JSON.stringify({ format: 'hub.model-hub.probes/v99', what: 'ever' }));
    const one = instance('one');
    await seconds(5);
    expect(probed.map(([, name]) => name)).toEqual(['one']);
    expect(one.prober.isOk('a')).toBe(true);
  });

  test('start a new history after a time without probes', async () => {
    const one = instance('one');
    await seconds(5);
    await one.stop();
    await seconds(EVERY * 11);
    const two = instance('two');
    await seconds(5);
    expect(two.prober.spells()['a.example']).toMatchObject({ probes: 1 });
  });
});

describe('requests that check for models', () => {
  test('reach a source once a second at most, from all instances together', async () => {
    const all = ['one', 'two', 'three'].map(instance);
    await seconds(2);
    for (let at = 0; at < 100; at++) {
      for (const [i, { holders }] of all.entries()) holders.directed(`m/${at}-${i}`, holder('a'));
      await vi.advanceTimersByTimeAsync(100);
    }
    const gaps = asked.slice(1).map((at, i) => at - asked[i]!);
    expect(asked.length).toBeGreaterThan(3);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
  });

  test('have results for all instances: a refusal is known to all within seconds, and so is its end', async () => {
    const [one, two] = ['one', 'two'].map(instance);
    await seconds(1);
    status = 503;
    one!.holders.directed('m/x', holder('a'));
    await seconds(3);
    expect(two!.holders.serves('m/x', holder('a'))).toBe(false);
    expect([one!.holders.refusing(), two!.holders.refusing()]).toEqual([{ a: 1 }, { a: 1 }]);
    const later = instance('three');
    await seconds(1);
    expect(later.holders.refuses('m/x', 'a')).toBe(true);
    status = 200;
    await seconds(60);
    two!.holders.serves('m/x', holder('a'));
    await seconds(3);
    expect([one!, two!, later].map(({ holders }) => holders.refuses('m/x', 'a'))).toEqual([false, false, false]);
  });

  test('are not repeated by another instance if they succeeded', async () => {
    const [one, two] = ['one', 'two'].map(instance);
    await seconds(1);
    one!.holders.directed('m/x', holder('a'));
    await seconds(5);
    two!.holders.directed('m/x', holder('a'));
    await seconds(5);
    expect(asked.length).toBe(1);
  });

  test('are also sent while the store does not answer', async () => {
    const one = instance('one');
    await seconds(1);
    store.isAway = true;
    status = 404;
    one.holders.directed('m/x', holder('a'));
    await seconds(1);
    expect(one.holders.refuses('m/x', 'a')).toBe(true);
  });
});
