// Tests `model-hub push`: it sends only missing files, `current` last; the bucket holds a whole tree at any moment; old
// files are removed.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { filesBelow } from '../../generator/files/own-folder.ts';
import { allBelow } from '../../generator/packs/standing-trees.ts';
import { silent } from '../../generator/process/progress.ts';
import { pruneBucket } from '../../generator/push/prune-bucket.ts';
import { pushTree } from '../../generator/push/push-tree.ts';
import { runPush } from '../../generator/push/run-push.ts';
import type { PushSettings } from '../../generator/push/uploader.ts';
import { storedName } from '../../src/tree/tree-list.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { inAll, sampled } from '../fixtures/in-all.ts';
import { LOG_NAME, writeLogOf } from '../fixtures/log.ts';
import { needs } from '../fixtures/needs.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { toldProgress } from '../fixtures/told-progress.ts';
import { modelLeaf, signer } from '../unit/log/memory-log.ts';
import { makeDay, makeWebsite, placesIn } from './made-days.ts';
import { StandIn, type TestStore, testStores } from './stores.ts';
import { wholeBucket } from './whole-bucket.ts';

const DAY = 86_400_000;
const MODELS = 16;

const folder = folderOfFile();
/** The names of the trees of two days; the second tree is the current one. */
let [first, second] = ['', ''];
beforeAll(async () => {
  first = await makeDay(join(folder, 'before'), 1, MODELS);
  makeWebsite(join(folder, 'before'), 'one');
  await makeDay(join(folder, 'after'), 1, MODELS);
  second = await makeDay(join(folder, 'after'), 2, MODELS);
  makeWebsite(join(folder, 'after'), 'two');
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
      ...{ dist: placesIn(join(folder, day)).dist, bucket: await openBucket(store.place(prefix)) },
      ...{ stay: DAY, parallel: 8, isDry: false, ...more },
    });
    const push = async (day: 'before' | 'after', more?: Partial<PushSettings>) =>
      pushTree(await settings(day, more), silent);
    /** Pushes a day, and returns the total and the count that the progress of the push reported. */
    const toldPush = async (day: 'before' | 'after') => {
      const { progress, tasks } = toldProgress();
      await pushTree(await settings(day), progress);
      return tasks[0]!;
    };
    const prune = async (more?: Partial<PushSettings>) =>
      (await pruneBucket(await settings('after', more), silent)).files;
    const names = () =>
      store.names().flatMap((name) => (name.startsWith(`${prefix}/`) ? [name.slice(prefix.length + 1)] : []));
    const read = (name: string) => store.read(`${prefix}/${name}`);
    const whole = () => wholeBucket(read);

    test('progress has the number of files before the first pack is sent, also if only some files changed', async () => {
      for (const day of ['before', 'after'] as const) {
        const { total, count } = await toldPush(day);
        expect(total).toBeGreaterThan(MODELS);
        // The total does not include the list of the website and `current`, which the push sends last.
        expect(count).toBe(total! + 2);
      }
    });

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
      expect(await push('before', { isDry: true })).toMatchObject({ files: wanted });
      expect(await push('before')).toMatchObject({ files: wanted });
      expect(names()).toEqual(all);
      for (const name of all) expect(read(name).equals(before.get(name)!), name).toBe(true);
      expect(await push('before')).toMatchObject({ files: 0 });
      rmSync(join(placesIn(join(folder, 'before')).dist, 'log'), { recursive: true });
    });

    test('a repair sends files again whose bytes changed and whose length did not', async () => {
      await push('before');
      const pack = names().find((name) => name.startsWith('packs/'))!;
      const bytes = read(pack);
      store.write(`${prefix}/${pack}`, Buffer.alloc(bytes.length));
      expect(await push('before')).toMatchObject({ files: 0 });
      await push('before', { repairs: true });
      expect(read(pack).equals(bytes)).toBe(true);
      expect(whole()).toMatchObject({ tree: first, faults: [] });
    });

    test('a dry run reports the same and changes nothing', async () => {
      await push('before');
      const before = names().map((name) => `${name} ${read(name).length}`);
      const told = await push('after', { isDry: true });
      expect(names().map((name) => `${name} ${read(name).length}`)).toEqual(before);
      const { files, bytes } = await push('after');
      // A dry run counts every file except `current`, which has 70 bytes.
      expect([told.files, told.bytes]).toEqual([files - 1, bytes - 70]);
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
      const wouldGo = await prune({ isDry: true });
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
      await expect(push('before')).rejects.toThrow(/publishes a log of 6 leaves that the one in \S+ does not continue/);
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
      const { code, out, err } = await hubCommand(['push', store.address(prefix), '--prune'], env);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(
          /^s3:\S+ got [\d,]+ files \([\d,]+ bytes\) and lost 0, in \d+ requests; it holds the tree of 2025-01-01\.\n$/,
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

describe('behaviour of the store', () => {
  const store = new StandIn();
  let asked: string[];
  beforeEach(async () => {
    await store.start();
    store.memory.kept.clear();
    store.memory.requests = 0;
    store.memory.forget = store.memory.hides = () => false;
    asked = [];
  });
  afterEach(() => store.stop());
  const push = async (day: 'before' | 'after', more: Partial<PushSettings> = {}) => {
    const bucket = await openBucket(store.place('hub'));
    const { dist } = placesIn(join(folder, day));
    const pushed = await pushTree({ dist, bucket, stay: DAY, parallel: 4, isDry: false, ...more }, silent);
    return { ...pushed, requests: bucket.requests };
  };
  const whole = (kept: TestStore = store) => wholeBucket((name) => kept.read(`hub/${name}`));

  test('a dry run against a store that hangs ends after its first request', async () => {
    store.memory.hangs = () => true;
    const request = { address: store.address('hub'), prunes: true, isDry: true, parallel: 4 };
    const env = { ...store.env(), HUB_DIST: placesIn(join(folder, 'after')).dist };
    await expect(runPush(env, request, silent)).rejects.toThrow(`${store.address('hub')}`);
    store.memory.hangs = () => false;
  }, 30_000);

  test('a push takes one request for each changed file, and nine more at most', async () => {
    await push('before');
    store.memory.requests = 0;
    const { files, requests } = await push('after');
    expect(store.memory.requests).toBe(requests);
    expect(requests - files).toBeLessThanOrEqual(9);
  });

  test('from another disk, only the shards of the tree’s list that differ are read', async () => {
    await push('before');
    const { dist } = placesIn(join(folder, 'after'));
    store.memory.refuse = ({ method, key }) => void asked.push(`${method} ${key}`);
    const elsewhere = mkdtempSync(join(tmpdir(), 'model-hub-elsewhere-'));
    try {
      await makeDay(elsewhere, 2, MODELS);
      await push('after', { dist: placesIn(elsewhere).dist });
      // The push from the other disk does not know the bucket's tree yet, so it reads the tree's list once.
      expect(asked.filter((one) => one === `GET hub/${storedName(first)}`)).toHaveLength(1);
      expect(whole().faults).toEqual([]);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
      store.memory.refuse = () => undefined;
    }
    expect(readdirSync(dist)).toContain('current');
  });

  test('a request that the store fails now and then is repeated', async () => {
    let turn = 0;
    store.memory.refuse = ({ method }) => (method === 'PUT' && ++turn % 7 === 0 ? 503 : undefined);
    await push('before');
    expect(whole()).toMatchObject({ tree: first, faults: [] });
  });

  for (const [[what, kind], options] of sampled([
    ['packs', /\/packs\//],
    ['objects', /\/objects\//],
    ['files of the website', /\/site\/client\//],
    ['what is put under a name of its own', /\/(current|pushing|SHA256SUMS)/],
  ] as const))
    test(
      `while a store confirms ${what} and drops them, no push replaces \`current\`; the next push sends them`,
      options,
      async () => {
        await push('before');
        const dropped: string[] = [];
        store.memory.forget = (key) => kind.test(key) && dropped.push(key) > 0;
        await expect(push('after', { lag: 0 })).rejects.toThrow(
          /^s3:\/\/models\/hub took .+ and (does not list (it|them)|still gives the one before): push again/,
        );
        expect(whole()).toMatchObject({ tree: first, faults: [] });
        store.memory.forget = () => false;
        await push('after', { lag: 0 });
        for (const key of dropped) expect(store.names()).toContain(key.replace(/pushing.*/, 'current'));
        expect(whole()).toMatchObject({ tree: second, faults: [] });
      },
    );

  test('a push that sends lost files again succeeds only once the store lists them', async () => {
    await push('before');
    const lost = store.names().filter((name) => name.includes('/packs/'))[3]!;
    store.remove(lost);
    store.memory.forget = (key) => key === lost;
    await expect(push('before', { lag: 0 })).rejects.toThrow(
      `s3://models/hub took ${lost.slice('hub/'.length)} and does not list it: push again`,
    );
    store.memory.forget = () => false;
    expect(await push('before')).toMatchObject({ files: 1 });
  });

  test('a listing that lags behind the push is repeated once', async () => {
    await push('before');
    let listed = 0;
    store.memory.hides = (key) => key === `hub/${storedName(second)}` && ++listed === 1;
    await push('after', { lag: 0 });
    expect(listed).toBe(2);
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
      else await expect(pushed).rejects.toThrow(/publishes a log of 2 leaves that the one in \S+ does not continue/);
      expect([times, checkpoint()]).toEqual([1, goesOn ? '5' : '2']);
      expect(whole()).toMatchObject({ tree: second, faults: [] });
    } finally {
      for (const dist of [theirs, ours]) rmSync(join(dist, 'log'), { recursive: true });
    }
  });

  test('a push cut short leaves the earlier tree; the next push sends only the rest', async () => {
    await push('before');
    const all = (await push('after', { isDry: true })).files;
    let puts = 0;
    store.memory.refuse = ({ method }) => (method === 'PUT' && ++puts > 30 ? 403 : undefined);
    await expect(push('after')).rejects.toThrow(/^s3:\/\/models\/hub\/\S+ can't be put: Refused \(403\)/);
    expect(whole()).toMatchObject({ tree: first, faults: [] });
    store.memory.refuse = () => undefined;
    const total = (await push('after', { isDry: true })).files;
    expect(whole()).toMatchObject({ tree: first });
    const { files } = await push('after');
    expect(files).toBe(total + 1);
    expect(files).toBeLessThan(all - 20);
    expect(whole()).toMatchObject({ tree: second, faults: [] });
  });

  test('a damaged pack or object is not sent, and the error names it', async () => {
    const broken = mkdtempSync(join(tmpdir(), 'model-hub-broken-'));
    try {
      await makeDay(broken, 1, 3);
      const { dist } = placesIn(broken);
      const [shard] = readdirSync(join(dist, 'objects/model'));
      const [name] = readdirSync(join(dist, 'objects/model', shard!));
      const path = join(dist, 'objects/model', shard!, name!);
      writeFileSync(path, 'other');
      await expect(push('before', { dist })).rejects.toThrow(`${path} is damaged, so it is not pushed`);
      expect(whole().tree).toBeUndefined();
    } finally {
      rmSync(broken, { recursive: true, force: true });
    }
  });

  test.each([
    [['push', 'http://x'], 2, /http:\/\/x is no bucket: give s3:\/\/BUCKET\/PREFIX\./],
    [['push', 's3://models/hub', '--parallel', '0'], 2, /--parallel must be/],
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
});
