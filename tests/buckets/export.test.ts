// Tests `model-hub export s3://…`: the bucket gets the files that a folder would get, only changes are sent, and the
// bucket is whole after any fault.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { filesBelow } from '../../generator/keys/source-files.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { REPRESENTATION_TYPES } from '../../src/table/answer-facts.ts';
import { hubCommand, startCommand } from '../faults/hub-command.ts';
import { placeWebsite } from '../faults/stand-in-website.ts';
import { askFor } from '../fixtures/asked.ts';
import { allAnswers, exported, hubOver } from '../fixtures/exported.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { goneOf } from '../kills/kill-loop.ts';
import { makeDay, placesIn } from './made-days.ts';
import { bestStore, StandIn, type TestStore, testStores } from './stores.ts';

const isOwn = (path: string) => path.startsWith('.export/');

/** Reads every exported file, by path, without the files in `.export`, which hold the state of the export. */
const inFolder = (folder: string) =>
  new Map(
    filesBelow(folder)
      .map((path) => [relative(folder, path), readFileSync(path).toString('latin1')] as const)
      .filter(([path]) => !isOwn(path))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const inBucket = (store: TestStore, prefix: string) =>
  new Map(
    store
      .names()
      .filter((name) => name.startsWith(`${prefix}/`))
      .map((name) => [name.slice(prefix.length + 1), store.read(name).toString('latin1')] as const)
      .filter(([path]) => !isOwn(path))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The number of models. In `npm run test:all` it is large enough to kill or refuse an export midway. */
const MODELS = process.env.TEST_ALL ? 16 : 4;
let folder: string;
/** The HUB_DIST folders of two hubs: `one` has the first day, `two` has both days. */
let [one, two] = ['', ''];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-export-bucket-'));
  for (const name of ['one', 'two']) await makeDay(join(folder, name), 1, MODELS);
  await makeDay(join(folder, 'two'), 2, MODELS);
  [one, two] = ['one', 'two'].map((name) => placesIn(join(folder, name)).dist) as [string, string];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Expects that each object was sent with the Content-Type and Cache-Control of the hub's answer. `to` is a folder with
 * the same export.
 */
async function expectSaid(store: StandIn, prefix: string, to: string, isCompressed: boolean): Promise<void> {
  const sent = (path: string) => store.memory.kept.get(`${prefix}/${path}`)!.headers!;
  const { hub, tree } = hubOver(inject('fixture').dist);
  for (const { row, file, address, path } of allAnswers(to)) {
    if (/\.(br|gz)$/.test(path)) continue;
    const as = typeof row.file === 'object' && Object.entries(row.file).find(([, one]) => one === file)?.[0];
    const accept = as
      ? REPRESENTATION_TYPES[as as 'html'].split(';')[0]!
      : row.as?.includes('html')
        ? 'text/html'
        : '*/*';
    const { headers } = await hub(askFor(address, accept));
    const said = new Map(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]] as const] : [])));
    const name = relative(to, path);
    const { 'content-type': type, 'cache-control': life, 'content-encoding': coding } = sent(name);
    expect([address, type, life, coding]).toEqual([
      ...[address, said.get('Content-Type'), said.get('Cache-Control'), undefined],
    ]);
    if (store.memory.kept.has(`${prefix}/${name}.br`))
      expect([name, sent(`${name}.br`)]).toMatchObject([name, { 'content-type': type, 'content-encoding': 'br' }]);
  }
  if (isCompressed)
    expect(sent('_astro/fixture.Bq3x.css.gz')).toMatchObject({
      ...{ 'content-type': 'text/css; charset=utf-8', 'content-encoding': 'gzip' },
      'cache-control': 'public, max-age=31536000, immutable',
    });
  expect(sent('_search.json')).toMatchObject({ 'content-type': 'application/json' });
  for (const { headers } of store.memory.kept.values())
    if (!headers!['content-type']?.startsWith('application/json'))
      expect(headers).toHaveProperty('x-amz-checksum-sha256');
  tree.close();
}

/** A website whose pages differ by day. */
const pages: PagePort = {
  render: async ({ status, path }, { today }) => ({ status, html: Buffer.from(`${path} ${today?.snapshot}`) }),
};

/**
 * Expects this order of writes: objects, which never change, come before the answers about models; the front page comes
 * after all other files; then come the removals (with a minus). The state of the export is written first and last.
 */
function expectOrder(order: readonly string[]): void {
  const [home, state] = [order.indexOf('index.html'), order.lastIndexOf('.export/state.json')];
  const removed = order.flatMap((name, at) => (name.startsWith('-') ? [at] : []));
  expect(order[0]).toBe('.export/state.json');
  const objects = order.flatMap((name, at) => (name.startsWith('api/v1/objects/') ? [at] : []));
  const models = order.findIndex((name) => name.startsWith('api/models/'));
  for (const at of objects) expect(at).toBeLessThan(models);
  expect(Math.min(...removed)).toBe(home + 1);
  expect([state, Math.max(...removed)]).toEqual([order.length - 1, order.length - 2]);
  expect(order.slice(home + 1).filter((name) => !name.startsWith('-'))).toEqual(['.export/state.json']);
}

for (const store of testStores())
  describe(store.name, { ...needs(store.missing), ...inAll(store.name !== 'a stand-in') }, () => {
    let [count, prefix, to] = [0, '', ''];
    beforeAll(() => store.start());
    afterAll(() => store.stop());
    beforeEach(() => {
      prefix = `site-${++count}`;
      to = join(folder, `${store.name} ${prefix}`);
    });
    const put = (dist: string, more: object = {}) => exported(dist, to, { bucket: store.place(prefix), ...more });

    for (const isCompressed of [false, true])
      test(`names and bytes equal those of a folder; compressed forms: ${isCompressed}`, inAll(), async () => {
        // Some paths of the fixture need encoding in an address and in a listing.
        const { dist } = inject('fixture');
        const told = await put(dist, { isCompressed });
        const { files, snapshot } = await exported(dist, to, { isCompressed });
        expect(inBucket(store, prefix)).toEqual(inFolder(to));
        expect(told.snapshot).toBe(snapshot);
        // An export to a folder may have more files, because some web servers need a second name for a file.
        expect(told.files).toBeLessThanOrEqual(files);
        expect(await put(dist, { isCompressed })).toMatchObject({ files: 0, bytes: 0, removed: 0 });
        if (store instanceof StandIn) await expectSaid(store, prefix, to, isCompressed);
      });

    test('another day writes what changed in order, and removes what is gone; a dry run reports the same and writes nothing', async () => {
      await put(two, { pages });
      const before = inBucket(store, prefix);
      const dry = await put(one, { pages, isDry: true });
      expect(inBucket(store, prefix)).toEqual(before);
      if (store instanceof StandIn) store.memory.changed.length = 0;
      const told = await put(one, { pages });
      expect(dry).toEqual(told);
      if (store instanceof StandIn) expectOrder(store.memory.changed.map((name) => name.replace(`${prefix}/`, '')));
      for (const dist of [two, one]) await exported(dist, to, { pages });
      const after = inBucket(store, prefix);
      expect(after).toEqual(inFolder(to));
      const changed = [...after].filter(([path, bytes]) => before.get(path) !== bytes);
      // An export rewrites all files about a model with changed answers, so it may also write files that did not
      // change.
      expect(told.files).toBeGreaterThanOrEqual(changed.length);
      expect(told.files).toBeLessThan(after.size);
      expect(told.removed).toBe([...before.keys()].filter((path) => !after.has(path)).length);
      expect(told.removed).toBeGreaterThan(0);
    });

    test('a prefix with files that no export wrote is refused, and the files stay', async () => {
      store.write(`${prefix}/theirs.txt`, Buffer.from('theirs'));
      await expect(put(one)).rejects.toThrow(`${store.address(prefix)} holds theirs.txt, which no export wrote`);
      expect([...inBucket(store, prefix).keys()]).toEqual(['theirs.txt']);
    });
  });

describe('a stand-in', () => {
  const store = new StandIn();
  beforeAll(() => store.start());
  afterAll(() => store.stop());

  test('after the store refuses an export midway, the next one completes it', inAll(), async () => {
    const to = join(folder, 'refused');
    await exported(two, to);
    const put = () => exported(two, to, { bucket: store.place('refused') });
    for (const turn of [3, 40, 200]) {
      let puts = 0;
      store.memory.refuse = ({ method }) => (method === 'PUT' && ++puts > turn ? 403 : undefined);
      await expect(put()).rejects.toThrow(/can't be put: .*403/);
    }
    store.memory.refuse = () => undefined;
    await put();
    expect(inBucket(store, 'refused')).toEqual(inFolder(to));
  });
});

const killed = bestStore();
describe(`killed, at ${killed.name}`, inAll(), () => {
  beforeAll(() => killed.start());
  afterAll(() => killed.stop());

  test('the next export completes a killed one, with the same files as in a folder', { timeout: 300_000 }, async () => {
    for (const dist of [one, two]) placeWebsite(dist);
    const to = join(folder, 'by-command');
    const words = ['export', killed.address('killed'), '--compressed'];
    const env = (dist: string) => ({ ...killed.env(), HUB_DIST: dist });
    const stateName = 'killed/.export/state.json';
    const stateNow = () => (killed.names().includes(stateName) ? killed.read(stateName).toString() : '');
    for (const [turn, dist] of [one, two, one].entries()) {
      for (const more of [1, 150, 600]) {
        const child = startCommand(words, env(dist));
        const gone = goneOf(child);
        // Kills the process when the bucket has changed, not after a time, so that it dies midway at any speed.
        const before = [killed.names().length, stateNow()] as const;
        const hasBegun = () => (turn === 0 ? killed.names().length >= before[0] + more : stateNow() !== before[1]);
        while (child.exitCode === null && !hasBegun()) await new Promise((resolve) => setTimeout(resolve, 2));
        child.kill('SIGKILL');
        await gone;
      }
      const { code, err } = await hubCommand(words, env(dist));
      expect([code, err]).toEqual([0, expect.any(String)]);
      expect((await hubCommand(['export', to, '--compressed'], { HUB_DIST: dist })).code).toBe(0);
      expect(inBucket(killed, 'killed')).toEqual(inFolder(to));
    }
  });
});
