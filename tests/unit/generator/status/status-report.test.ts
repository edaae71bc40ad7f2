// Tests what `model-hub status` prints about sources: they are in order of preference, and a stale result is
// marked.
import { expect, test } from 'vitest';
import { healthNow, type Status, statusLines } from '../../../../generator/status/status-report.ts';

const asked = '2026-01-02T03:00:00.000Z';
const found = { ok: true, reason: 'verified', checked: asked, asked } as const;
/** The results of probes as the database returns them, sorted by name. */
const kept = { ipfs: found, old: { ...found, asked: null }, srca: found, srcb: { ...found, ok: false } };
const order = ['srcb', 'srca', 'p2p', 'ipfs'];
const after = (seconds: number) => healthNow(order, kept, 300_000, Date.parse(asked) + seconds * 1000);

const status: Omit<Status, 'health'> = {
  snapshot: '2026-01-02',
  catalog: 'blake3:0',
  from: 'data',
  totals: { models: 1, listed: 1, thin: 0, purged: 0, gated: 0, files: 1, copyBytes: 1 },
  days: [],
  moreDays: false,
  tree: { state: 'none' },
};
const sourcesLine = (health: Status['health']) =>
  statusLines({ ...status, health }).find((line) => line.startsWith('sources'));

test('sources are in the order of preference, and one that was removed comes last', () => {
  expect(Object.keys(after(0))).toEqual(['srcb', 'srca', 'ipfs', 'old']);
});

test('a result is valid for ten intervals, and then marked as stale', () => {
  const { srca, old } = after(299);
  expect([srca!.stale, old!.stale]).toEqual([false, true]);
  expect(after(300).srca!.stale).toBe(true);
  expect(sourcesLine({ srca: srca! })).toBe(`sources   srca ok (verified, last good ${asked})`);
  expect(sourcesLine({ srca: after(300).srca!, old: old! })).toBe(
    `sources   srca stale, last asked ${asked}: was ok (verified, last good ${asked}); ` +
      `old stale, last asked at an unknown time: was ok (verified, last good ${asked})`,
  );
});

test('every result is stale if the hub does not probe', () => {
  expect(healthNow(order, kept, 0, Date.parse(asked)).srca!.stale).toBe(true);
});
