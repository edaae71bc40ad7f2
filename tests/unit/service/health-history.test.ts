// Tests the history of a source's health: consecutive equal results form one spell, and a source that changes often
// does not fill the memory.
import { expect, test } from 'vitest';
import { MOST_SPELLS, type Spell, withProbe } from '../../../src/service/health-history.ts';

const good = { ok: true, reason: 'verified' } as const;
const bad = { ok: false, reason: 'timeout' } as const;

test('consecutive equal results form one spell', () => {
  const spells = [good, good, bad, bad, bad, good].reduce<Spell[]>(
    (before, result, at) => withProbe(before, result, `2026-01-01T00:0${at}:00.000Z`),
    [],
  );
  expect(spells.map(({ ok, probes }) => [ok, probes])).toEqual([
    [true, 2],
    [false, 3],
    [true, 1],
  ]);
  expect(spells[1]).toMatchObject({ from: '2026-01-01T00:02:00.000Z', to: '2026-01-01T00:04:00.000Z' });
});

test('a result with another reason starts another spell', () => {
  const spells = withProbe(withProbe([], bad, 'a'), { ok: false, reason: 'mismatch' }, 'b');
  expect(spells.map(({ reason }) => reason)).toEqual(['timeout', 'mismatch']);
});

test('the oldest spells of a source that changes often are dropped', () => {
  let spells: Spell[] = [];
  for (let at = 0; at < 3 * MOST_SPELLS; at++) spells = withProbe(spells, at % 2 ? good : bad, String(at));
  expect(spells).toHaveLength(MOST_SPELLS);
  expect(spells.at(-1)!.to).toBe(String(3 * MOST_SPELLS - 1));
});
