// Tests that a flood of made-up names hardly delays the name of a real model.
import { expect, test } from 'vitest';
import { type AskedFor, drawWishes } from '../../../../generator/crawl/wishes-of-people.ts';

/** Makes random numbers that are the same in every run: a linear congruential generator. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const nobodyAbsent = { absence: () => undefined, owners: new Set<string>() };
const names = (count: number, owner: string) => Array.from({ length: count }, (_, at) => `${owner}/m${at}`);
const requestsOf = (did: string, models: string[]) => models.map((model) => ({ did, model }));

test('accounts share one half of the draws equally, and anonymous names get the other half', () => {
  const requests = [...requestsOf('many', names(50, 'many')), ...requestsOf('one', ['one/m0', 'one/m1'])];
  const drawn = drawWishes(
    { requests, names: names(100, 'anonymous') },
    { ...nobodyAbsent, most: 20, random: seeded(1) },
  );
  const from = (owner: string) => drawn.filter((id) => id.startsWith(`${owner}/`));
  expect([from('many'), from('one'), from('anonymous')].map(({ length }) => length)).toEqual([8, 2, 10]);
  expect(from('many')).toEqual(names(8, 'many'));
});

test('each half takes what the other half leaves, and no id is drawn twice', () => {
  const requests = requestsOf('a', [...names(8, 'wish'), 'Wish/M0']);
  const few = drawWishes({ requests, names: ['wish/m1', 'other/m'] }, { ...nobodyAbsent, most: 10, random: seeded(2) });
  expect(few.toSorted()).toEqual(['other/m', ...names(8, 'wish')].toSorted());
  const alone = drawWishes({ requests: [], names: names(30, 'x') }, { ...nobodyAbsent, most: 10, random: seeded(2) });
  expect(alone.length).toBe(10);
});

test('names of owners in the index come first', () => {
  const drawn = drawWishes(
    { requests: [], names: [...names(1000, 'nobody'), 'Known/new'] },
    { ...nobodyAbsent, owners: new Set(['known']), most: 1, random: seeded(3) },
  );
  expect(drawn).toEqual(['Known/new']);
});

/**
 * Returns the day on which an honest name is drawn among made-up names. A run draws 500 names. A drawn name is not
 * drawn again for two days, and after each further draw for twice as long as before.
 */
function dayOf(honest: string, demand: AskedFor, random: (below: number) => number): number {
  const waits = new Map<string, { times: number; until: number }>();
  for (let day = 1; ; day++) {
    const absence = (id: string) => {
      const one = waits.get(id);
      return one && { times: one.times, waits: one.until > day };
    };
    const drawn = drawWishes(demand, { owners: new Set(), most: 500, absence, random });
    if (drawn.includes(honest)) return day;
    for (const id of drawn) {
      const times = (waits.get(id)?.times ?? 0) + 1;
      waits.set(id, { times, until: day + 2 ** times });
    }
  }
}

test('each of 200 honest names is drawn within two weeks, among 3,000 made-up names', () => {
  const random = seeded(4);
  const flood = { requests: [], names: [...names(3000, 'made-up'), 'honest/model'] };
  const days = Array.from({ length: 200 }, () => dayOf('honest/model', flood, random));
  expect(Math.max(...days)).toBeLessThanOrEqual(14);
});
