// Tests that `model-hub push` ends well against a bucket that hangs, refuses, or drops what it was given, and
// against another push at the same time.

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { filesBelow } from '../../generator/files/own-folder.ts';
import { allBelow } from '../../generator/packs/standing-trees.ts';
import { silent } from '../../generator/process/progress.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import type { PushSettings } from '../../generator/push/uploader.ts';
import { LOG_NAME, writeLogOf } from '../fixtures/log.ts';
import { folderOfFile, folderOfTest } from '../fixtures/own-folder.ts';
import { modelLeaf, signer } from '../unit/log/memory-log.ts';
import { makeDay, makeTwoDays, placesIn } from './made-days.ts';
import { StandIn, type TestStore } from './stores.ts';
import { wholeBucket } from './whole-bucket.ts';

const DAY = 86_400_000;
const MODELS = 16;

const folder = folderOfFile();
/** The names of the trees of two days; the second tree is the current one. */
let [first, second] = ['', ''];
beforeAll(async () => {
  [first, second] = await makeTwoDays(folder, MODELS);
});

describe('behaviour of the store', () => {
  const store = new StandIn();
  beforeEach(async () => {
    await store.start();
    store.memory.kept.clear();
    store.memory.requests = 0;
    store.memory.forget = () => false;
  });
  afterEach(() => store.stop());
  const push = async (day: 'before' | 'after', more: Partial<PushSettings> = {}) => {
    const bucket = await openBucket(store.place('hub'));
    const { dist } = placesIn(join(folder, day));
    const pushed = await pushTree({ dist, bucket, stay: DAY, ...more }, silent);
    return { ...pushed, requests: bucket.requests };
  };
  const whole = (kept: TestStore = store) => wholeBucket((name) => kept.read(`hub/${name}`));

  test('a push takes one request for each changed file, and nine more at most', async () => {
    await push('before');
    store.memory.requests = 0;
    const { files, requests } = await push('after');
    expect(store.memory.requests).toBe(requests);
    expect(requests - files).toBeLessThanOrEqual(9);
  });

  test('a request that the store fails now and then is repeated', async () => {
    let turn = 0;
    store.memory.refuse = ({ method }) => (method === 'PUT' && ++turn % 7 === 0 ? 503 : undefined);
    await push('before');
    expect(whole()).toMatchObject({ tree: first, faults: [] });
  });

  test('while a store confirms `current` and drops it, the push fails', async () => {
    await push('before');
    store.memory.forget = (key) => key.endsWith('/current');
    await expect(push('after')).rejects.toThrow(
      /^s3:\/\/models\/hub took a new current and still gives the one before/,
    );
    store.memory.forget = () => false;
    await push('after');
    expect(whole()).toMatchObject({ tree: second, faults: [] });
  });

  test('a listing that never ends gives an error', async () => {
    await push('before');
    store.memory.endless = 'same';
    await expect(push('before')).rejects.toThrow(
      /^s3:\/\/models\/hub\/\S+ can't be listed: after 2 names the listing still does not end$/,
    );
    store.memory.endless = 'others';
    const bucket = await openBucket(store.place('hub'), { mostListed: 20 });
    await expect(allBelow(bucket, 'packs/')).rejects.toThrow('after 21 names the listing still does not end');
    store.memory.endless = undefined;
  });

  test.each([
    ['continues that log, and begins again by itself', true],
    ['does not continue that log, and fails', false],
  ])('another push published a log meanwhile: our push %s', async (_, goesOn) => {
    const by = signer(LOG_NAME);
    const [theirs, ours] = (['before', 'after'] as const).map((day) => placesIn(join(folder, day)).dist) as [
      string,
      string,
    ];
    const leaves = writeLogOf(theirs, [modelLeaf(goesOn ? 'a/one' : 'z/another')], by);
    writeLogOf(ours, [modelLeaf('a/one'), modelLeaf('c/three')], by, goesOn ? leaves : []);
    let times = 0;
    store.memory.refuse = ({ method, key }) => {
      if (method !== 'PUT' || key !== 'hub/current' || times++ > 0) return undefined;
      for (const file of filesBelow(join(theirs, 'log')))
        store.write(`hub/log/${relative(join(theirs, 'log'), file)}`, readFileSync(file));
      return undefined;
    };
    const checkpoint = () => store.read('hub/log/checkpoint').toString().split('\n')[1];
    try {
      const pushed = push('after');
      if (goesOn) expect((await pushed).log).toBe(5);
      else await expect(pushed).rejects.toThrow(/has a log of 2 leaves that this one, of \d+, does not continue/);
      expect([times, checkpoint()]).toEqual([1, goesOn ? '5' : '2']);
      expect(whole()).toMatchObject({ tree: second, faults: [] });
    } finally {
      for (const dist of [theirs, ours]) rmSync(join(dist, 'log'), { recursive: true });
    }
  });

  test('a push cut short leaves the earlier tree; the next push sends only the rest', async () => {
    await push('before');
    let puts = 0;
    store.memory.refuse = ({ method }) => (method === 'PUT' && ++puts > 30 ? 403 : undefined);
    await expect(push('after')).rejects.toThrow(/^s3:\/\/models\/hub\/\S+ can't be put: Refused \(403\)/);
    expect(whole()).toMatchObject({ tree: first, faults: [] });
    store.memory.refuse = () => undefined;
    const { files } = await push('after');
    expect(whole()).toMatchObject({ tree: second, faults: [] });
    for (const name of store.names()) store.remove(name);
    await push('before');
    expect(files).toBeLessThan((await push('after')).files - 20);
  });

  test('a damaged pack or object is not sent, and the error names it', async () => {
    const broken = folderOfTest();
    await makeDay(broken, 1, 3);
    const { dist } = placesIn(broken);
    const [shard] = readdirSync(join(dist, 'objects/model'));
    const [name] = readdirSync(join(dist, 'objects/model', shard!));
    const path = join(dist, 'objects/model', shard!, name!);
    writeFileSync(path, 'other');
    await expect(push('before', { dist })).rejects.toThrow(`${path} is damaged, so it is not pushed`);
    expect(whole().tree).toBeUndefined();
  });
});
