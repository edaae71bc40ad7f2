// The embedded store: health survives a restart, demand is bounded and never waited for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEmbeddedStore } from '../../../../functions/hosts/sqlite-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-store-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => join(folder, 'new', 'hub.db');

function demanded(): unknown[] {
  const database = new DatabaseSync(path());
  const rows = database.prepare('SELECT day, model FROM demand ORDER BY day, model').all();
  database.close();
  return rows.map(({ day, model }) => `${day} ${model}`);
}

test('health outlives the process, its last word for each source', () => {
  const store = openEmbeddedStore(path());
  expect(store.health.load()).toEqual({});
  store.health.save('srca', { ok: true, checked: '2026-11-20T00:00:00.000Z', reason: 'verified' });
  store.health.save('srca', { ok: false, checked: '2026-11-20T00:00:00.000Z', reason: 'mismatch' });
  store.health.save('srcb', { ok: false, checked: null, reason: 'dns' });
  store.close();
  const again = openEmbeddedStore(path());
  expect(again.health.load()).toEqual({
    srca: { ok: false, checked: '2026-11-20T00:00:00.000Z', reason: 'mismatch' },
    srcb: { ok: false, checked: null, reason: 'dns' },
  });
  again.close();
});

test('demand is kept once per id and day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T23:59:50.000Z') });
  const store = openEmbeddedStore(path());
  for (const id of ['o/a', 'o/b', 'o/a']) store.demand.record(id);
  vi.advanceTimersByTime(5000);
  store.demand.record('o/a');
  vi.advanceTimersByTime(10_000);
  store.demand.record('o/a');
  store.close();
  expect(demanded()).toEqual(['2026-11-20 o/a', '2026-11-20 o/b', '2026-11-21 o/a']);
});

test('a flood of made-up ids is cut off at ten thousand a day, and old days are forgotten', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-01T00:00:00.000Z') });
  const store = openEmbeddedStore(path());
  store.demand.record('o/old');
  vi.advanceTimersByTime(2000);
  vi.setSystemTime(Date.parse('2026-11-20T00:00:00.000Z'));
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 6000; i++) store.demand.record(`flood/${round}-${i}`);
    vi.advanceTimersByTime(2000);
  }
  store.close();
  const left = demanded();
  expect(left).toHaveLength(10_000);
  expect(left).not.toContain('2026-10-01 o/old');
});

test('recording touches no disk', () => {
  const store = openEmbeddedStore(path());
  store.demand.record('o/a');
  expect(demanded()).toEqual([]);
  store.close();
  expect(demanded()).toHaveLength(1);
});
