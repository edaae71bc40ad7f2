import { join } from 'node:path';
import { beforeEach, expect, inject, test } from 'vitest';
import { openBucket } from '../../../../functions/stores/bytes/bucket.ts';
import { readPointer, writePointer } from '../../../../generator/days/pointer.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { pushTree } from '../../../../generator/push/push-tree.ts';
import { readFreshness } from '../../../../generator/status/freshness.ts';
import { readConfig } from '../../../../src/service/config.ts';
import { StandIn } from '../../../buckets/stores.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const HOUR = 3_600_000;

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

const own = () => ({ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') });
const { data, dist } = inject('fixture');
/** Returns the time at which the fixture's newest day was made. `importRows` sets it to 06:00 UTC. */
const madeAt = () => Date.parse(`${readPointer(data)!.snapshot}T06:00:00Z`);
const asked = (env: Record<string, string>, hours: number, most = 36) =>
  readFreshness(readConfig(env), most * HOUR, madeAt() + hours * HOUR);

test('a day younger than the limit is fresh, and an older one is not', async () => {
  const env = { HUB_DATA: data, HUB_DIST: dist };
  expect(await asked(env, 36)).toMatchObject({ fresh: true, age: 36 * 3600 });
  const { snapshot } = readPointer(data)!;
  expect(await asked(env, 37)).toEqual({
    fresh: false,
    snapshot,
    made: `${snapshot}T06:00:00Z`,
    age: 37 * 3600,
    reason: `The newest day is of ${snapshot}, made at ${snapshot}T06:00:00Z, 37 hours ago: older than 36 hours.`,
  });
});

test('a hub with only the shipped catalog has indexed nothing', async () => {
  const { fresh, reason } = await asked(own(), 0);
  expect([fresh, reason]).toEqual([false, expect.stringMatching(/^Nothing is indexed: [^.]+\.$/)]);
});

test('a new day is not fresh before a tree of it is built', async () => {
  const pointer = readPointer(data)!;
  const made = new Date(madeAt() + 48 * HOUR).toISOString();
  const days = { ...pointer.days, [pointer.catalog]: { archived: made } };
  writePointer(join(folder, 'data'), { ...pointer, snapshot: made.slice(0, 10), days });
  const { fresh, reason } = await asked({ ...own(), HUB_DIST: dist }, 49);
  expect([fresh, reason]).toEqual([false, expect.stringMatching(/^The tree .* older than 36 hours\.$/)]);
  // A machine that only indexes needs no tree.
  expect(await asked(own(), 49)).toMatchObject({
    fresh: true,
    made,
  });
});

test('the tree may be elsewhere: in a folder or in a bucket', async () => {
  const bucket = new StandIn();
  await bucket.start();
  try {
    const place = await openBucket(bucket.place('hub'));
    await pushTree({ dist, bucket: place, stay: HOUR }, silent);
    for (const env of [
      { ...own(), HUB_TREE: `file:${dist}` },
      { ...own(), ...bucket.env(), HUB_TREE: bucket.address('hub') },
    ]) {
      expect([env.HUB_TREE, (await asked(env, 1)).fresh]).toEqual([env.HUB_TREE, true]);
      expect((await asked(env, 40)).reason).toMatch(/^The tree is of .* older than 36 hours\.$/);
    }
    expect((await asked({ ...own(), HUB_TREE: `file:${folder}` }, 1)).reason).toBe(
      'Nothing is indexed: no tree is there.',
    );
  } finally {
    await bucket.stop();
  }
});
