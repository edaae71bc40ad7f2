// Tests `model-hub withdraw` on the command line: the sentences and exit codes, and a following export.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { atWithdrawals } from '../../generator/accounts/database.ts';
import { storeOf } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { placeBuiltWebsite } from '../fixtures/built-website.ts';
import { inAll } from '../fixtures/in-all.ts';
import { parsedCommand } from '../fixtures/parsed-command.ts';
import { models } from '../fixtures/rows.ts';
import { type Place, withdrawnPlace } from './withdrawn-place.ts';

vi.setConfig({ testTimeout: 300_000 });

const { bert, mixed } = models;

const run = ({ config: { data, dist } }: Place, ...args: string[]) =>
  hubCommand(args, { HUB_DATA: data, HUB_DIST: dist, HUB_BASE_URL: 'https://hub.example' });

test('a fault of the command itself is not reported as a fault of the database', async () => {
  const work = () => Promise.reject(new Error('of its own'));
  await expect(atWithdrawals(withdrawnPlace().config, work)).rejects.toThrow(/^of its own$/);
});

test('the command withdraws, lists, purges and lifts, and says what is served now', async () => {
  const place = withdrawnPlace();
  await place.importDay('2026-11-19', [bert, mixed]);
  await placeBuiltWebsite(place.config.dist);
  const withdrawn = await run(place, 'withdraw', bert.id.toLowerCase(), '--reason', 'a court order');
  expect(withdrawn).toMatchObject({
    code: 0,
    out: expect.stringMatching(`^${bert.id} is withdrawn: .*answer 451`) as string,
  });
  expect(withdrawn.out).toContain('The tree of 2026-11-19 that is built now names it in no list, page, feed or shard.');
  const [listed] = JSON.parse((await run(place, 'withdraw', '--list', '--json')).out) as object[];
  expect(listed).toMatchObject({ model: bert.id, status: 451, reason: 'a court order', inForce: true });
  const purged = JSON.parse((await run(place, 'withdraw', bert.id, '--purge', '--json')).out) as object;
  expect(purged).toMatchObject({ model: bert.id, purged: { buckets: [], ships: 0 } });
  // The current day names objects that were removed, so the model comes back only with another day.
  const lifted = await run(place, 'withdraw', bert.id, '--lift');
  expect(lifted).toMatchObject({
    code: 0,
    out: expect.stringContaining('back with the next day that has it') as string,
  });
  expect((await run(place, 'withdraw', bert.id, '--lift')).code).toBe(1);
  const mistyped = await run(place, 'withdraw', 'nobody/nothing', '--reason', 'a court order');
  expect(mistyped).toMatchObject({ code: 1, err: expect.stringContaining('No day has nobody/nothing') as string });
  // An export omits a model that was withdrawn after the build of the tree.
  await place.withdraw(mixed.id);
  await place.importDay('2026-11-20', [bert, mixed]);
  const to = join(place.config.data, '../public');
  expect(await run(place, 'export', to)).toMatchObject({ code: 0 });
  expect(readFileSync(join(to, 'api/models/index.json'), 'utf8')).not.toContain(mixed.id);
  expect(readFileSync(join(to, 'withdrawn/index.html'), 'utf8')).toContain(mixed.id);
});

test('an earlier day that is damaged stops no withdrawal', async () => {
  const place = withdrawnPlace();
  await place.importDay('2026-11-18', [bert, mixed]);
  const first = storeOf(place.config).placeOf(readPointer(place.config.data)!.catalog);
  await place.importDay('2026-11-19', [mixed]);
  await placeBuiltWebsite(place.config.dist);
  expect(await run(place, 'build')).toMatchObject({ code: 0 });
  writeFileSync(first, 'damaged');
  expect(await run(place, 'withdraw', 'nobody/nothing', '--reason', 'a court order')).toMatchObject({
    code: 0,
    out: expect.stringContaining('nobody/nothing is withdrawn: ') as string,
  });
});

test('a backup from before a withdrawal does not undo it if the tree has the withdrawal', inAll(), async () => {
  const place = withdrawnPlace();
  await place.importDay('2026-11-19', [bert, mixed]);
  await placeBuiltWebsite(place.config.dist);
  const file = join(place.config.data, '../hub.tar');
  expect(await run(place, 'backup', file)).toMatchObject({ code: 0 });
  expect(await run(place, 'withdraw', bert.id, '--reason', 'a court order')).toMatchObject({ code: 0 });
  rmSync(place.config.data, { recursive: true });
  const restored = await run(place, 'restore', file, '--go-on');
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.out).toContain(`${bert.id} is withdrawn, as in the tree of HUB_DIST.`);
  const listed = JSON.parse((await run(place, 'withdraw', '--list', '--json')).out) as object[];
  expect(listed).toMatchObject([{ model: bert.id, status: 451, reason: 'a court order', inForce: true }]);
});

test.each([
  ['withdraw a/b', '--reason "WHY" says why, in one line'],
  ['withdraw a/b --reason x --status 404', '--status 404 is not one of 451 and 410.'],
  ['withdraw a/b --reason x --until 2020-01-01', '--until 2020-01-01 is not a day after today'],
])('"%s" is a usage error', async (line, said) => {
  const { code, err } = await parsedCommand(...line.split(' '));
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});
