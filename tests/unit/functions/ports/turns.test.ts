// Tests turns: one caller at a time does long work, in the order of requests, and short answers come in between.
import { setImmediate as nextRound } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { takeTurn } from '../../../../functions/ports/turns.ts';
import { searchInTurn } from '../../../../functions/search/rows.ts';

/** Works for as long as a round of the event loop may take. */
function work(): void {
  for (const end = performance.now() + 6; performance.now() < end; );
}

beforeEach(async () => {
  // Waits until the turns of earlier tests have ended.
  for (let round = 0; round < 20; round++) await nextRound();
});

test('a caller without others does not wait', () => {
  expect(takeTurn()).toBeUndefined();
});

test('a search waits for a turn only if there are many models', async () => {
  takeTurn();
  work();
  const search = (models: number) => searchInTurn({ models, search: () => ({}) } as Tree, () => 'found');
  expect(search(500)).toBe('found');
  expect(search(1_000_000)).toBeInstanceOf(Promise);
  expect(await search(1_000_000)).toBe('found');
});

test('after long work the next caller waits, and each caller gets a round of its own, in the order of requests', async () => {
  const done: string[] = [];
  const piece = async (name: string) => {
    await takeTurn();
    work();
    done.push(name);
  };
  const pieces = ['one', 'two', 'three', 'four'].map(piece);
  const rounds: string[] = [];
  while (done.length < 4) {
    rounds.push(done.join());
    await nextRound();
  }
  await Promise.all(pieces);
  expect(done).toEqual(['one', 'two', 'three', 'four']);
  // At most one of the four callers works in each round, so a short answer waits for one of them at most.
  for (const [at, seen] of rounds.slice(1).entries())
    expect(seen.split(',').length - rounds[at]!.split(',').filter(Boolean).length).toBeLessThanOrEqual(1);
});

test('work in many pieces lets others work in between', async () => {
  const done: string[] = [];
  const many = async (name: string, pieces: number) => {
    for (let at = 0; at < pieces; at++) {
      await takeTurn();
      work();
      done.push(name);
    }
  };
  await Promise.all([many('long', 6), many('short', 1)]);
  expect(done.indexOf('short')).toBeLessThanOrEqual(1);
});

test('a failure rejects only for its caller, and the next caller goes on', async () => {
  takeTurn();
  work();
  const many = { models: 1_000_000, search: () => ({}) } as Tree;
  const failing = searchInTurn(many, () => {
    throw new Error('broken');
  });
  const next = searchInTurn(many, () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
