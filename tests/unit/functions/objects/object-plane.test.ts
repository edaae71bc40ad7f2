// Tests that `/healthz` reports whether the hub can read the catalog object and the published objects at this moment, and
// what a publish to a disk that refuses the object gets.
import { cpSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { noAccounts } from '../../../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../../../functions/hub/hub.ts';
import type { AccountsPort } from '../../../../functions/ports/ports.ts';
import { memoryBytes } from '../../../../functions/stores/bytes/memory-bytes.ts';
import { openObjectFolder, publishedObjects } from '../../../../functions/stores/objects/object-store.ts';
import { openTree } from '../../../../functions/stores/tree/folder-tree.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { objectPath, SEARCH_INDEX } from '../../../../src/tree/static-tree.ts';
import { askWith, headerOf } from '../../../fixtures/asked.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { packFile } from '../../../fixtures/tree-contents.ts';

const TOLD = { kind: 'file', media_type: 'text/plain', filename: null };

let folder: string;
let hub: Hub;
let publish: () => Promise<unknown>;
let signIn: boolean | Promise<void>;
let catalog: string;
beforeEach(() => {
  // Only the clock `performance` is simulated. It decides when the hub reads from the disk again.
  vi.useFakeTimers({ toFake: ['performance'] });
  folder = folderOfTest();
  cpSync(inject('fixture').dist, join(folder, 'dist'), { recursive: true, verbatimSymlinks: true });
  const objects = openObjectFolder(join(folder, 'published'), { onDamage: () => {} });
  publish = () => objects.publish(new TextEncoder().encode('hello'), TOLD);
  const remembered = noAccounts();
  signIn = true;
  const store = {
    ...remembered.store,
    check: async () => (signIn === false ? Promise.reject(new Error('away')) : void (await signIn)),
  };
  const tree = openTree(join(folder, 'dist'));
  catalog = join(folder, 'dist', objectPath('catalog', tree.catalog as Address));
  const accounts: AccountsPort = { ...remembered, store, identity: async () => ({ fault: 'missing' }) };
  hub = memoryHub({ objects, accounts }, tree);
});
afterEach(() => {
  vi.useRealTimers();
});

async function health() {
  vi.advanceTimersByTime(1000);
  const { status, headers, body } = await hub(askWith('/healthz'));
  return { status, retry: headers.includes('Retry-After'), ...(JSON.parse(body as string) as object) };
}

const ready = { status: 'ready', modules_ready: 7 };

test('the hub is ready, but not while the catalog object is gone', async () => {
  expect(await health()).toMatchObject(ready);
  renameSync(catalog, `${catalog}-gone`);
  expect(await health()).toMatchObject({ status: 'unavailable', retry: true, modules_ready: 2 });
  renameSync(`${catalog}-gone`, catalog);
  expect(await health()).toMatchObject(ready);
});

test('the hub is not ready after a damaged search index was found', async () => {
  truncateSync(packFile(join(folder, 'dist'), SEARCH_INDEX), 100);
  const tree = openTree(join(folder, 'dist'));
  hub = memoryHub({}, tree);
  expect(await health()).toMatchObject({ status: 'ready' });
  await expect(tree.search()).rejects.toThrow('torn tree');
  expect(await health()).toMatchObject({ status: 'unavailable', retry: true });
});

test('a folder of published objects that was never made is fine, but one that has gone is not', async () => {
  expect(await health()).toMatchObject(ready);
  await publish();
  expect(await health()).toMatchObject(ready);
  renameSync(join(folder, 'published'), join(folder, 'moved'));
  // The modules for models, files, the registry and MCP read only the tree, so they are still ready.
  expect(await health()).toMatchObject({ status: 'unavailable', modules_ready: 6 });
  const { body } = await hub(askWith('/api/v1/modules'));
  const modules = JSON.parse(body as string) as { id: string; state: string }[];
  expect(modules.filter(({ state }) => state !== 'ready').map(({ id, state }) => [id, state])).toEqual([
    ['objects', 'unavailable'],
    ['publishing', 'closed'],
  ]);
  renameSync(join(folder, 'moved'), join(folder, 'published'));
  expect(await health()).toMatchObject(ready);
});

test('a store of objects that does not answer is read once, no request waits for it, and after five seconds it is unavailable', async () => {
  let asked = 0;
  const answers = () => new Promise<boolean>(() => void asked++);
  const objects = publishedObjects({ ...memoryBytes(), answers }, { onDamage() {} });
  hub = memoryHub({ objects }, openTree(join(folder, 'dist')));
  expect(await health()).toMatchObject({ status: 'ready' });
  expect(await health()).toMatchObject({ status: 'ready' });
  vi.advanceTimersByTime(5000);
  expect(await health()).toMatchObject({ status: 'unavailable', modules_ready: 5 });
  expect(asked).toBe(1);
});

test('accounts whose store does not answer are not ready, but the hub stays available', async () => {
  signIn = false;
  expect(await health()).toMatchObject({ status: 'ready', modules_ready: 6 });
});

test('an object that the disk refuses gets 503, and one notice says why', async () => {
  writeFileSync(join(folder, 'published'), 'a file where the folder should be');
  const lines: string[] = [];
  const publishing = { open: true, holdsToken: () => true, limit: 100 };
  const objects = openObjectFolder(join(folder, 'published'), { onDamage: (line) => void lines.push(line) });
  const onFault = (error: unknown) => expect.unreachable(String(error));
  hub = memoryHub({ objects, publishing, onFault }, openTree(join(folder, 'dist')));
  const publish = (text: string) =>
    hub({
      ...askWith('/api/v1/objects', {}, 'POST'),
      authorization: () => 'Bearer it',
      body: async () => new TextEncoder().encode(text),
    });
  const answer = await publish('hello');
  expect([answer.status, headerOf(answer, 'Retry-After')]).toEqual([503, '5']);
  expect(JSON.parse(String(answer.body))).toMatchObject({
    code: 'TreeAway',
    message:
      'The object can not be stored just now, and nothing was stored: try again, or tell the operator to look after the disk.',
  });
  expect((await publish('hello again')).status).toBe(503);
  const told = [expect.stringMatching(/^An object could not be published: [^\n]*published takes no file: [^\n]*$/)];
  expect(lines).toEqual(told);
  // A refusal after an accepted object gets a notice again.
  rmSync(join(folder, 'published'));
  mkdirSync(join(folder, 'published'));
  expect((await publish('hello')).status).toBe(201);
  rmSync(join(folder, 'published'), { recursive: true });
  writeFileSync(join(folder, 'published'), 'a file where the folder should be');
  expect((await publish('hello once more')).status).toBe(503);
  expect(lines).toEqual([...told, ...told]);
});
