// A mirror holds the log of the other hub to what it was, and the days to the log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { checkLogged, mirrorLog } from '../../../../generator/mirror/mirror-log.ts';
import type { VerifierKey } from '../../../../src/log/note.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { logOf, modelLeaf, ORIGIN, signer } from '../../log/memory-log.ts';
import { row } from '../import/sandbox.ts';
import { folder, mirror, originOf } from './origins.ts';

const hub = 'https://other.example:8443';
const by = signer(ORIGIN);
const modelsOf = (count: number, name = 'model') =>
  Array.from({ length: count }, (_, at) => modelLeaf(`a/${name}-${at}`));
type Files = ReturnType<typeof logOf>['files'];

/** Takes the log in `files`; `asked` are the paths that were asked for. */
async function take(data: string, files: Files, keys: VerifierKey[] = [by.key], witnesses: VerifierKey[] = []) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    return files.get(path);
  };
  return { log: await mirrorLog({ data, hub, read, policy: { keys, witnesses, quorum: witnesses.length } }), asked };
}

const kept = (data: string) => join(data, 'logs/other.example%3A8443');
const checkpointIn = (data: string) => readFileSync(join(kept(data), 'checkpoint'), 'utf8');

test('a copy is kept, and grows with what is new', async () => {
  const data = folder();
  const first = logOf(modelsOf(300), by);
  expect((await take(data, first.files)).log).toEqual({ origin: ORIGIN, size: 301, signed: ORIGIN });
  const second = logOf(modelsOf(500, 'other'), by, {}, first.leaves);
  const { log, asked } = await take(data, second.files);
  expect(log?.size).toBe(802);
  // The bundle that was not full, and those behind it.
  expect(asked).toEqual(['checkpoint', 'tile/entries/001', 'tile/entries/002', 'tile/entries/003.p/34']);
  for (const [path, bytes] of second.files)
    if (path.startsWith('tile/')) expect(readFileSync(join(kept(data), path)), path).toEqual(Buffer.from(bytes));
  expect((await take(data, second.files)).asked).toEqual(['checkpoint']);
});

test('a log that was changed, or is shorter, is refused, and the copy stays', async () => {
  const data = folder();
  const first = logOf(modelsOf(300), by);
  await take(data, first.files);
  const held = [checkpointIn(data), readdirSync(kept(data), { recursive: true })];
  const forks = [logOf([...modelsOf(299), modelLeaf('z/last')], by), logOf(modelsOf(400, 'other'), by)];
  for (const { files } of forks)
    await expect(take(data, files)).rejects.toThrow('does not go on where the one that is kept here ends');
  await expect(take(data, logOf(modelsOf(200), by).files)).rejects.toThrow(
    'shows a log of 201 leaves and had one of 301',
  );
  await expect(take(data, new Map())).rejects.toThrow('had a log of 301 leaves and shows none now');
  expect(checkpointIn(data)).toBe(held[0]);
  // What a fork brought does not stand in the way of what goes on.
  await take(data, logOf(modelsOf(400, 'new'), by, {}, first.leaves).files);
  expect(checkpointIn(data)).toMatch(/\n702\n/);
});

test('another key, no key and no log are told apart', async () => {
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

test('leaves that are not those of the checkpoint, and files that are none, are refused', async () => {
  const { files } = logOf(modelsOf(3), by);
  const path = 'tile/entries/000.p/4';
  const changed = new Map(files).set(
    path,
    files.get(path)!.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  );
  await expect(take(folder(), changed)).rejects.toThrow('are not those that its checkpoint names');
  await expect(take(folder(), new Map(files).set(path, new Uint8Array(3)))).rejects.toThrow(
    'can’t be read, and nothing was taken',
  );
  const data = folder();
  await expect(take(data, changed)).rejects.toThrow();
  expect(() => checkpointIn(data)).toThrow('ENOENT');
});

test('a day that the log does not name is not taken', async () => {
  const [there, here] = [folder(), folder()];
  const rows = [row('a/one')] as unknown as Parameters<typeof importRows>[2];
  await importRows(there, '2026-01-01', rows);
  const catalog = readPointer(there)!.catalog as Address;
  const vouched = async () => ({
    ...(await originOf(there)),
    vouch: (day: never) => checkLogged({ data: here, hub }, day),
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
