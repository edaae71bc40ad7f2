// Tests `model-hub archive takedown` on the command line.
import { expect, test } from 'vitest';
import { hubCommand } from '../faults/hub-command.ts';
import { type CardedHub, cardedHub, cardedRow, cardOf } from './carded-hub.ts';

const run = ({ config }: CardedHub, ...args: string[]) =>
  hubCommand(['archive', ...args], { HUB_DATA: config.data, HUB_DIST: config.dist });

test('a takedown names what it removed, and the other commands respect it', async () => {
  const hub = cardedHub();
  await hub.day('2026-01-01', cardedRow('a/one'));
  const card = await cardOf(hub, 'a/one');
  expect(await run(hub, 'takedown', 'a/one')).toMatchObject({
    code: 0,
    out: `The card of a/one is taken down: 1 of 1 objects were here and are removed.\n  ${card}\nNext: model-hub build\n`,
  });
  const verified = await run(hub, 'verify');
  expect(verified).toMatchObject({
    code: 0,
    out: expect.stringContaining('gone at the hub that was mirrored: 1.') as string,
  });
  expect(JSON.parse((await run(hub, 'takedown', 'a/one', '--json')).out)).toEqual({
    model: 'a/one',
    cards: [card],
    removed: 0,
  });
  expect((await run(hub, 'takedown', 'a/one', '--lift')).out).toBe('The next day that has a card of a/one keeps it.\n');
  expect((await run(hub, 'takedown', 'b/none')).out).toBe('No day has a card of b/none; from now on none is kept.\n');
});
