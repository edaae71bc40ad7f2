// Tests that a mirror refuses a log that changes old leaves, and days that are not in the log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { filesIn, readHead } from '../../../../generator/log/log-folder.ts';
import { copyFolder } from '../../../../generator/mirror/copies/log-copies.ts';
import { checkLogged, mirrorLog } from '../../../../generator/mirror/mirror-log.ts';
import { CheckedTiles } from '../../../../src/log/checked-tiles.ts';
import { formatCheckpoint } from '../../../../src/log/checkpoint.ts';
import { leafHash, rootOf } from '../../../../src/log/merkle.ts';
import { formatNote, type VerifierKey } from '../../../../src/log/note.ts';
import { rootOfEdge } from '../../../../src/log/tile-writer.ts';
import { entryBundle, hashesOfLevel, parseTilePath, TILE_WIDTH } from '../../../../src/log/tiles.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { bytesOf, checkpointOf, logOf, modelLeaf, ORIGIN, signer } from '../../log/memory-log.ts';
import { row } from '../import/sandbox.ts';
import { folder, mirror, originOf } from './origins.ts';

const copyIn = (data: string, host = 'other.example:8443') => ({
  folder: copyFolder(data, host),
  name: 'the other hub',
});
const by = signer(ORIGIN);
const modelsOf = (count: number, name = 'model') =>
  Array.from({ length: count }, (_, at) => modelLeaf(`a/${name}-${at}`));
type Files = ReturnType<typeof logOf>['files'];

/** Copies the log in `files` into `data`. Returns the facts about the copy, and the requested paths. */
async function take(
  data: string,
  files: Files,
  keys: VerifierKey[] = [by.key],
  witnesses: VerifierKey[] = [],
  host?: string,
) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    return files.get(path);
  };
  const policy = { keys, witnesses, quorum: witnesses.length };
  return { log: await mirrorLog({ ...copyIn(data, host), read, policy }), asked };
}

const kept = (data: string) => join(data, 'logs/other.example%3A8443');
const checkpointIn = (data: string) => readFileSync(join(kept(data), 'checkpoint'), 'utf8');

test('a copy is kept, and a later run adds what is new', async () => {
  const data = folder();
  const first = logOf(modelsOf(300), by);
  expect((await take(data, first.files)).log).toEqual({ origin: ORIGIN, size: 301, signed: ORIGIN });
  const second = logOf(modelsOf(500, 'other'), by, {}, first.leaves);
  const { log, asked } = await take(data, second.files);
  expect(log?.size).toBe(802);
  // The run requests only the bundle that was not full, and the bundles after it.
  const isBundle = (path: string) => path.startsWith('tile/entries/');
  expect(asked.filter(isBundle)).toEqual(['tile/entries/001', 'tile/entries/002', 'tile/entries/003.p/34']);
  expect(asked.filter((path) => !isBundle(path)).sort()).toEqual(
    ['checkpoint', 'tile/0/001', 'tile/0/002', 'tile/0/003.p/34', 'tile/1/000.p/3'].sort(),
  );
  for (const [path, bytes] of second.files)
    if (path.startsWith('tile/')) expect(readFileSync(join(kept(data), path)), path).toEqual(Buffer.from(bytes));
  expect((await take(data, second.files)).asked).toEqual(['checkpoint']);
});

test('a log that was changed or became shorter is refused, and the copy stays', async () => {
  const data = folder();
  const first = logOf(modelsOf(300), by);
  await take(data, first.files);
  const held = [checkpointIn(data), readdirSync(kept(data), { recursive: true })];
  const forks = [logOf([...modelsOf(299), modelLeaf('z/last')], by), logOf(modelsOf(400, 'other'), by)];
  for (const { files } of forks)
    await expect(take(data, files)).rejects.toThrow('does not continue the copy that is kept here');
  await expect(take(data, logOf(modelsOf(200), by).files)).rejects.toThrow(
    'shows a log of 201 leaves, and the copy that is kept here has 301',
  );
  await expect(take(data, new Map())).rejects.toThrow('had a log of 301 leaves and shows none now');
  expect([checkpointIn(data), readdirSync(kept(data), { recursive: true })]).toEqual(held);
  // Temporary files of a refused fork do not block the true log.
  await take(data, logOf(modelsOf(400, 'new'), by, {}, first.leaves).files);
  expect(checkpointIn(data)).toMatch(/\n702\n/);
});

test('the errors differ for another key, for no key and for no log', async () => {
  const { files } = logOf(modelsOf(3), by);
  await expect(take(folder(), files, [signer(ORIGIN).key])).rejects.toThrow(
    'is refused, and nothing was taken. The checkpoint is not signed by the key of hub.example/log that was given.',
  );
  expect((await take(folder(), files, [])).log).toEqual({ origin: ORIGIN, size: 4, signed: null });
  const witness = signer('witness.example/one', 'cosignature').key;
  await expect(take(folder(), files, [by.key], [witness])).rejects.toThrow(
    'Too few witnesses cosigned: 0 instead of 1. Missing: ',
  );
  await expect(take(folder(), new Map())).rejects.toThrow('has no log, so nothing of it can be checked');
  expect((await take(folder(), new Map(), [])).log).toBeUndefined();
});

test('a signed log must also continue its copy if it comes from another host', async () => {
  const data = folder();
  const first = logOf(modelsOf(300), by);
  await take(data, first.files);
  const fork = logOf(modelsOf(400, 'other'), by);
  const under = (files: Files, keys?: VerifierKey[]) => take(data, files, keys, [], 'mirror.example');
  await expect(under(fork.files)).rejects.toThrow(
    /does not continue the copy that is kept here.*remove .*other\.example%3A8443\.$/,
  );
  await expect(under(logOf(modelsOf(200), by).files)).rejects.toThrow('the copy that is kept here has 301');
  expect(readdirSync(join(data, 'logs'))).toEqual(['other.example%3A8443']);
  expect((await under(logOf(modelsOf(400, 'new'), by, {}, first.leaves).files)).log?.size).toBe(702);
  const other = signer('else.example/log');
  const elsewhere = logOf(modelsOf(9), other);
  elsewhere.files.set('checkpoint', bytesOf(checkpointOf(elsewhere.leaves, other, other.key.name)));
  expect((await take(data, elsewhere.files, [other.key], [], 'else.example')).log?.size).toBe(10);
  // An unsigned log does not prove whose log it is, so the unsigned log of another host counts as a different log.
  expect((await take(data, fork.files, [], [], 'third.example')).log?.size).toBe(401);
});

test('a log without leaves is refused, and not copied', async () => {
  const data = folder();
  const files = new Map([['checkpoint', bytesOf(checkpointOf([], by))]]);
  await expect(take(data, files)).rejects.toThrow('It has no leaves');
  expect(readdirSync(data)).toEqual([]);
});

test.each(['.', '..', '', 'x'.repeat(256), '/'.repeat(100)])(
  'no log is kept for the host %j, which is no possible name of a folder',
  (host) => {
    expect(() => copyFolder('/data', host)).toThrow('no log can be kept for it');
  },
);

test('leaves that contradict the checkpoint, and malformed files, are refused', async () => {
  const { files } = logOf(modelsOf(3), by);
  const path = 'tile/entries/000.p/4';
  const changed = new Map(files).set(
    path,
    files.get(path)!.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  );
  await expect(take(folder(), changed)).rejects.toThrow(
    'tile/entries/000.p/4 of the log is not what its checkpoint stands for.',
  );
  await expect(take(folder(), new Map(files).set(path, new Uint8Array(3)))).rejects.toThrow(
    'can’t be read, and nothing was taken',
  );
  const data = folder();
  await expect(take(data, changed)).rejects.toThrow();
  expect(() => checkpointIn(data)).toThrow('ENOENT');
});

/** Makes a log of `size` equal leaves, in which every tile is correct. */
function endless(size: number, leaf: Uint8Array) {
  const bundle = (count: number) => entryBundle(Array.from({ length: count }, () => leaf));
  const [full, whole] = [bundle(TILE_WIDTH), [leafHash(leaf)]];
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    whole.push(rootOf(Array.from({ length: TILE_WIDTH }, () => whole[level]!)));
  const hashes = (level: number, count: number) => Array.from({ length: count }, () => whole[level]!);
  const edge: Uint8Array[][] = [];
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    edge.push(hashes(level, hashesOfLevel(size, level) % TILE_WIDTH));
  const note = formatNote({ text: formatCheckpoint({ origin: ORIGIN, size, root: rootOfEdge(edge) }), signatures: [] });
  return (path: string) => {
    if (path === 'checkpoint') return bytesOf(note);
    const { level, width } = parseTilePath(path)!;
    if (level === 'entries') return width === TILE_WIDTH ? full : bundle(width);
    return Buffer.concat(hashes(Number(level), width));
  };
}

describe('an endless log without a named key', () => {
  const read = async (data: string, files: (path: string) => Uint8Array, most = 2 ** 26) => {
    let asked = 0;
    const counted = (path: string) => {
      asked += path.startsWith('tile/entries/') ? 1 : 0;
      return files(path);
    };
    const said = await mirrorLog({ ...copyIn(data), read: counted, policy: { keys: [] }, most }).then(
      JSON.stringify,
      (error: Error) => error.message,
    );
    return { said, asked };
  };

  test('is refused for its announced size, before anything is copied', async () => {
    const data = folder();
    const { said, asked } = await read(data, endless(Number.MAX_SAFE_INTEGER, new Uint8Array(65_535)));
    expect(said).toMatch(/says that it has 9007199254740991 leaves, and no key was named for it.*--key/);
    expect([asked, readdirSync(data)]).toEqual([0, []]);
  });

  test('is refused if its leaves are long, and no file of it stays', async () => {
    const data = folder();
    const { said, asked } = await read(data, endless(2 ** 20, new Uint8Array(65_535)));
    expect(said).toMatch(
      /has long leaves, 768 of them by now, and no key was named for it: without a key no more than 67,108,864 bytes/,
    );
    // Each bundle has sixteen megabytes, so the fourth bundle exceeds the limit.
    expect(asked).toBe(4);
    expect(readdirSync(join(data, 'logs'))).toEqual([]);
  });

  test('is copied if it turns out to have an end', async () => {
    const data = folder();
    const { said } = await read(data, endless(66_000, new Uint8Array(3)));
    expect(said).toContain('66000');
    const head = readHead(kept(data))!;
    const checked = new CheckedTiles([filesIn(kept(data))], head);
    for (let index = 0; index * TILE_WIDTH < head.size; index++) await checked.leaves(index);
  });
});

test.each(['tile/entries/001', 'tile/0/001', 'tile/1/000.p/3', 'tile/0/003.p/34'])(
  'a file that contradicts the checkpoint is not written: %s',
  async (path) => {
    const data = folder();
    const first = logOf(modelsOf(300), by);
    await take(data, first.files);
    const held = readdirSync(kept(data), { recursive: true });
    const second = logOf(modelsOf(500, 'other'), by, {}, first.leaves);
    const bytes = second.files.get(path)!.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
    await expect(take(data, new Map(second.files).set(path, bytes))).rejects.toThrow(
      /can’t be read, and nothing was taken\. .* of the log (is|are) not what its checkpoint stands for/,
    );
    expect(readdirSync(kept(data), { recursive: true })).toEqual(held);
    expect((await take(data, second.files)).log?.size).toBe(802);
  },
);

test('a day that is not in the log is not copied', async () => {
  const [there, here] = [folder(), folder()];
  const rows = [row('a/one')] as unknown as Parameters<typeof importRows>[2];
  await importRows(there, '2026-01-01', rows);
  const catalog = readPointer(there)!.catalog as Address;
  const vouched = async () => ({
    ...(await originOf(there)),
    vouch: (day: never) => checkLogged(copyIn(here), day, 'Again.'),
  });
  const first = logOf(modelsOf(700), by);
  await take(here, first.files);
  await expect(mirror(here, await vouched())).rejects.toThrow(
    `with the catalog ${catalog}, and its log names no such day`,
  );
  expect(readPointer(here)).toBeUndefined();
  const second = logOf([], by, { catalog }, first.leaves);
  await take(here, logOf(modelsOf(300, 'more'), by, {}, second.leaves).files);
  await mirror(here, await vouched());
  expect(readPointer(here)!.catalog).toBe(catalog);
});
