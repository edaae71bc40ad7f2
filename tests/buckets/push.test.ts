// Tests `model-hub push`: it sends only missing files, `current` last; the bucket holds a whole tree at any moment; old
// files are removed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { silent } from '../../generator/process/progress.ts';
import { NeededObjects } from '../../generator/prune/needed-objects.ts';
import { prunePushed } from '../../generator/prune/prune-places.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import type { PushSettings } from '../../generator/push/uploader.ts';
import { readConfig } from '../../src/service/config.ts';
import { storedName } from '../../src/tree/tree-list.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { inAll } from '../fixtures/in-all.ts';
import { LOG_NAME, writeLogOf } from '../fixtures/log.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { modelLeaf, signer } from '../unit/log/memory-log.ts';
import { makeTwoDays, placesIn } from './made-days.ts';
import { StandIn, testStores } from './stores.ts';
import { wholeBucket } from './whole-bucket.ts';

const DAY = 86_400_000;
const MODELS = 16;

const folder = folderOfFile();
/** The names of the trees of two days; the second tree is the current one. */
let [first, second] = ['', ''];
beforeAll(async () => {
  [first, second] = await makeTwoDays(folder, MODELS);
});

for (const store of testStores())
  describe(store.name, { ...needs(store.missing), ...inAll(store.name !== 'a stand-in') }, () => {
    let count = 0;
    let prefix: string;
    beforeAll(() => store.start());
    afterAll(() => store.stop());
    beforeEach(() => {
      prefix = `hub-${++count}`;
    });

    const settings = async (day: 'before' | 'after', more: Partial<PushSettings> = {}): Promise<PushSettings> => ({
      dist: placesIn(join(folder, day)).dist,
      bucket: await openBucket(store.place(prefix)),
      stay: DAY,
      ...more,
    });
    const push = async (day: 'before' | 'after', more?: Partial<PushSettings>) =>
      pushTree(await settings(day, more), silent);
    const prune = async (isDry = false) => {
      const { dist } = placesIn(join(folder, 'after'));
      const config = { ...readConfig({ HUB_DIST: dist }), treeSeconds: DAY / 1000 };
      // The hub that prunes knows none of these days, so all objects stay.
      const facts = { config, place: store.place(prefix), needed: new NeededObjects(), gone: new Set<never>(), isDry };
      return (await prunePushed(facts, silent)).files;
    };
    const names = () =>
      store.names().flatMap((name) => (name.startsWith(`${prefix}/`) ? [name.slice(prefix.length + 1)] : []));
    const read = (name: string) => store.read(`${prefix}/${name}`);
    const whole = () => wholeBucket(read);

    test('a first push sends everything, a second one what changed, a third one nothing', async () => {
      await push('before');
      expect(whole()).toEqual({ tree: first, snapshot: '2025-01-01', faults: [] });
      const before = names();
      expect(before).toContain('site/client/_astro/one.css');
      const pushed = await push('after');
      expect(whole()).toEqual({ tree: second, snapshot: '2025-01-02', faults: [] });
      expect(names()).toContain('site/client/_astro/two.css');
      // `current` and the website's list replace earlier files. The push also writes a file that marks the earlier tree
      // as replaced.
      expect(names().length - before.length).toBe(pushed.files - 2 + 1);
      expect(names().filter((name) => /^(pushing|left)\//.test(name))).toEqual([`left/${first}`]);
      expect(await push('after')).toMatchObject({ files: 0, bytes: 0 });
    });

    test('pushing a tree again restores the files that a bucket lost, however old the tree is', async () => {
      writeLogOf(placesIn(join(folder, 'before')).dist, [modelLeaf('a/one')], signer(LOG_NAME));
      await push('before');
      const all = names();
      const lost = all.filter((name, at) => name !== 'current' && at % 3 === 0);
      const short = all.find((name) => name.startsWith('packs/') && !lost.includes(name))!;
      const before = new Map(all.map((name) => [name, read(name)]));
      for (const name of all) store.age(`${prefix}/${name}`, 2 * DAY);
      for (const name of lost) store.remove(`${prefix}/${name}`);
      store.write(`${prefix}/${short}`, read(short).subarray(1));
      for (const start of ['packs/', 'objects/', 'site/client/', 'log/tile/'])
        expect(lost.filter((name) => name.startsWith(start)).length, start).toBeGreaterThan(0);
      const wanted = lost.length + 1;
      expect(await push('before')).toMatchObject({ files: wanted });
      expect(names()).toEqual(all);
      for (const name of all) expect(read(name).equals(before.get(name)!), name).toBe(true);
      expect(await push('before')).toMatchObject({ files: 0 });
      rmSync(join(placesIn(join(folder, 'before')).dist, 'log'), { recursive: true });
    });

    test('an old tree is removed after its time; objects are never removed', async () => {
      await push('before');
      const before = names();
      await push('after');
      for (const name of names()) store.age(`${prefix}/${name}`, DAY + 60_000);
      store.age(`${prefix}/left/${first}`, DAY - 60_000);
      expect(await prune()).toBe(1);
      expect(names()).not.toContain('site/client/_astro/one.css');
      store.age(`${prefix}/left/${first}`, DAY + 60_000);
      store.write(`${prefix}/${storedName('0'.repeat(64))}`, Buffer.from('of a push that never ended'));
      const wouldGo = await prune(true);
      expect(await prune()).toBe(wouldGo);
      expect(whole()).toEqual({ tree: second, snapshot: '2025-01-02', faults: [] });
      const gone = before.filter((name) => !names().includes(name));
      expect(gone).toContain(storedName(first));
      expect(gone.filter((name) => name.startsWith('objects/'))).toEqual([]);
      // A recent file may belong to a push that still runs.
      expect(names()).toContain(storedName('0'.repeat(64)));
      expect(await prune()).toBe(0);
    });

    test('nothing is removed while a tree that stays can’t be read', async () => {
      await push('before');
      await push('after');
      for (const name of names()) store.age(`${prefix}/${name}`, 2 * DAY);
      store.write(`${prefix}/left/${'1'.repeat(64)}`, Buffer.alloc(0));
      const before = names();
      await expect(prune()).rejects.toThrow(/can’t be read: nothing was removed/);
      expect(names()).toEqual(before);
    });

    test('the log is pushed after its tree; a log that does not continue the published log is refused, and nothing is pushed', async () => {
      const by = signer(LOG_NAME);
      const log = (day: 'before' | 'after', ids: string[], leaves?: Uint8Array[]) =>
        writeLogOf(
          placesIn(join(folder, day)).dist,
          ids.map((id) => modelLeaf(id)),
          by,
          leaves,
        );
      const published = () => read('log/checkpoint').toString();
      const leaves = log('before', ['a/one', 'b/two']);
      expect((await push('before')).log).toBe(3);
      expect(published()).toMatch(/^hub\.example\/log\n3\n/);
      const first = names();
      log('after', ['a/one', 'c/three'], leaves);
      await push('after');
      expect(published()).toMatch(/^hub\.example\/log\n6\n/);
      // The log gets a new tile for each tile that grew, and an index of its models. The old files stay.
      expect(names().filter((name) => name.startsWith('log/'))).toEqual(
        expect.arrayContaining(first.filter((name) => name.startsWith('log/'))),
      );
      expect(await push('after')).toMatchObject({ files: 0 });
      // Only the index of the shorter log expires; every other file of the log stays.
      const lists = () => names().filter((name) => name.startsWith('log/models/'));
      const tiles = names().filter((name) => name.startsWith('log/tile/'));
      const days = lists();
      for (const name of names()) store.age(`${prefix}/${name}`, DAY + 60_000);
      await prune();
      expect(new Set(lists().map((name) => name.split('/')[2])).size).toBe(1);
      expect(lists().length).toBe(days.length / 2);
      expect(names().filter((name) => name.startsWith('log/tile/'))).toEqual(tiles);
      const [held, current] = [published(), read('current').toString()];
      log('before', ['a/one', 'z/another']);
      await expect(push('before')).rejects.toThrow(/has a log of 6 leaves that this one, of \d+, does not continue/);
      expect([published(), read('current').toString()]).toEqual([held, current]);
      for (const day of ['before', 'after'] as const)
        rmSync(join(placesIn(join(folder, day)).dist, 'log'), { recursive: true });
    });

    test('pushes at the same time leave one of the two trees, whole', async () => {
      await Promise.all([push('before'), push('after'), push('before'), push('after')]);
      expect(whole().faults).toEqual([]);
      expect([first, second]).toContain(whole().tree);
      await push('after');
      expect(whole()).toMatchObject({ tree: second, faults: [] });
    });

    test('the command reports what it did, or in one sentence what failed', async () => {
      const env = { ...store.env(), HUB_DIST: placesIn(join(folder, 'before')).dist };
      const { code, out, err } = await hubCommand(['push', store.address(prefix)], env);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /^s3:\S+ got [\d,]+ files \([\d,]+ bytes\), in \d+ requests; it holds the tree of 2025-01-01\.\n$/,
        ),
      ]);
      expect(err).toMatch(/^Pushed: \d+ files/m);
      const json = await hubCommand(['push', store.address(prefix), '--json'], env);
      expect(JSON.parse(json.out)).toMatchObject({ tree: first, files: 0, snapshot: '2025-01-01' });
      const wrong = await hubCommand(['push', store.address(prefix)], { ...env, AWS_SECRET_ACCESS_KEY: 'other' });
      if (store instanceof StandIn) return;
      expect([wrong.code, wrong.err.split('\n')]).toEqual([
        1,
        [expect.stringMatching(/^model-hub: s3:\S+ can't be read: \w+ \(403\): /), ''],
      ]);
    });
  });

test.each([
  [['push', 'http://x'], 2, /http:\/\/x is no bucket: give s3:\/\/BUCKET\/PREFIX\./],
  [
    ['push', 's3://models/hub'],
    1,
    /^model-hub: AWS_REGION must be set .* since s3:\/\/models\/hub names a bucket\.\n$/,
  ],
])('%j', async (words, code, said) => {
  const ended = await hubCommand(words, { AWS_REGION: '', AWS_DEFAULT_REGION: '' });
  expect(ended.code).toBe(code);
  expect(ended.err).toMatch(said);
});
