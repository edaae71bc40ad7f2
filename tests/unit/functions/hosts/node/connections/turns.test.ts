// Tests turns, in which pieces of work run. Callers get turns in the order in which they asked, at most one each per
// round of the event loop, and no round takes too long.
import { setImmediate as round } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../../../../../functions/hosts/node/connections/turns.ts';

test('a turn requested during a turn comes in a later round, after the others', async () => {
  const turns = new Turns();
  const seen: string[] = [];
  const again = (name: string, times: number) => () => {
    seen.push(name);
    if (times > 1) turns.add(again(name, times - 1));
  };
  turns.add(again('a', 3));
  turns.add(again('b', 2));
  expect(seen).toEqual([]);
  for (let i = 0; i < 10; i++) await round();
  expect(seen).toEqual(['a', 'b', 'a', 'b', 'a']);
});

test('each long turn gets a round of its own', async () => {
  const turns = new Turns();
  let seen = 0;
  for (let i = 0; i < 3; i++)
    turns.add(() => {
      seen++;
      for (const begun = performance.now(); performance.now() - begun < 2; );
    });
  for (let i = 1; i <= 3; i++) {
    await round();
    expect(seen).toBe(i);
  }
});
