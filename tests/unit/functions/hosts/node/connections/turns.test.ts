// Turns: in the order of asking, once in a round of the event loop for each, and a round no longer than it may be.
import { setImmediate as round } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../../../../../functions/hosts/node/connections/turns.ts';

test('who asks again waits for the next round, behind the others', async () => {
  const turns = new Turns(Number.POSITIVE_INFINITY);
  const seen: string[] = [];
  const again = (name: string, times: number) => ({
    turn() {
      seen.push(name);
      if (times > 1) turns.add(again(name, times - 1));
    },
  });
  turns.add(again('a', 3));
  turns.add(again('b', 2));
  expect(seen).toEqual([]);
  await round();
  expect(seen).toEqual(['a', 'b']);
  for (let i = 0; i < 3; i++) await round();
  expect(seen).toEqual(['a', 'b', 'a', 'b', 'a']);
});

test('without a share there is one in a round', async () => {
  const turns = new Turns(0);
  let seen = 0;
  for (let i = 0; i < 5; i++) turns.add({ turn: () => void seen++ });
  for (let i = 1; i <= 5; i++) {
    await round();
    expect(seen).toBeLessThanOrEqual(i);
  }
  await round();
  expect(seen).toBe(5);
});

test('where nobody waits, the turn may be now', async () => {
  const turns = new Turns(0);
  const seen: number[] = [];
  turns.soon({ turn: () => void seen.push(1) });
  turns.soon({ turn: () => void seen.push(2) });
  expect(seen).toEqual([1]);
  await round();
  await round();
  expect(seen).toEqual([1, 2]);
});
