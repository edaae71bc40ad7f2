// Tests that a tar file contains the log of its newest day, and that an import compares the log with the copy that
// this hub already has.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { dayWithout } from '../../../../generator/import/day-without.ts';
import { copyFolder } from '../../../../generator/mirror/copies/log-copies.ts';
import { mirrorLog } from '../../../../generator/mirror/mirror-log.ts';
import { writeTar } from '../../../../generator/mirror/tar-writer.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { bytesOf, checkpointOf, logOf, ORIGIN, signer } from '../../log/memory-log.ts';
import { folder, storeIn } from './origins.ts';
import {
  by,
  entriesOf,
  filesBelow,
  HOST,
  type Log,
  modelsOf,
  objectsIn,
  placed,
  TarHub,
  take,
  tarFile,
} from './tar-hub.ts';

let hub: TarHub;

beforeAll(async () => {
  hub = await TarHub.make();
});
afterAll(() => hub.remove());

/** Mirrors a log over the network, as `model-hub mirror URL` does. */
const mirrored = (here: string, { read }: Log) =>
  mirrorLog({ folder: copyFolder(here, HOST), name: 'the hub', read, policy: { keys: [by.key] } });

describe('a written tar file', () => {
  test('has the log before the objects: its checkpoint, and every tile in its final form', async () => {
    const log = hub.logged();
    const { tar, report } = await hub.written(log);
    expect(report).toMatchObject({ days: 2, log: { origin: ORIGIN, size: 301 } });
    const [days, ...entries] = await entriesOf(tar);
    const names = [days!, ...entries].map(({ header }) => header.name);
    expect(names.slice(0, 7)).toEqual([
      ...['days.json', 'log/checkpoint', 'log/tile/entries/000', 'log/tile/entries/001.p/45'],
      ...['log/tile/0/000', 'log/tile/0/001.p/45', 'log/tile/1/000.p/1'],
    ]);
    expect(names.slice(7).every((name) => name.startsWith('objects/'))).toBe(true);
    expect(JSON.parse(Buffer.from(days!.body).toString())).toMatchObject({ log: { host: HOST } });
    for (const { header, body } of entries.slice(0, 6))
      expect(Buffer.from(body), header.name).toEqual(Buffer.from(log.files.get(header.name.slice('log/'.length))!));
  });

  test.each([0, 1, 254, 255, 256, 511, 700])(
    'has the same bytes wherever it is written, with a log of %i models',
    async (count) => {
      const log = hub.logged(count);
      const { tar } = await hub.written(log);
      const here = folder();
      expect(await take(tar, here)).toEqual({ origin: ORIGIN, size: count + 1, signed: ORIGIN });
      expect(readPointer(here)).toEqual(readPointer(hub.data));
      const [again, there] = [await hub.written(log), tarFile()];
      const source = { folder: copyFolder(here, HOST), host: HOST, of: 'https://hub.example:8443' };
      await writeTar({ data: here, store: storeIn(here), log: source, to: there, progress: silent });
      for (const one of [again.tar, there]) expect(readFileSync(one).equals(readFileSync(tar)), one).toBe(true);
    },
  );

  test('is not written if the newest day of the log is not the newest day here', async () => {
    for (const log of [
      logOf(modelsOf(3), by, { catalog: hub.before }),
      logOf([], by, { catalog: hub.before }, hub.logged(3).leaves),
    ]) {
      await expect(hub.written(log)).rejects.toThrow(/does not name 2026-01-02 yet, .* run "model-hub build" first/);
    }
    const copy = { of: 'https://hub.example', host: 'hub.example' };
    await expect(hub.written(logOf([], by, { catalog: hub.before }), copy)).rejects.toThrow(
      'The log of https://hub.example does not name 2026-01-02, the newest day here, and the file was not written',
    );
    // The copy of another hub's log may be longer than the imported days.
    const longer = logOf([], by, { catalog: hub.before }, hub.logged(3).leaves);
    expect((await hub.written(longer, copy)).report.log).toEqual({ origin: ORIGIN, size: 5 });
  });

  test('has the newest day as it was built, without withdrawn models', async () => {
    const store = storeIn(hub.data);
    const catalog = await dayWithout(store, hub.catalog, new Set(['b/two']), new Set());
    const [to, here] = [tarFile(), folder()];
    const log = { folder: placed(logOf(modelsOf(1), by, { catalog })), host: HOST };
    const built = { catalog, takenFrom: hub.catalog };
    await writeTar({ data: hub.data, store, log, built, to, progress: silent });
    expect(await take(to, here)).toMatchObject({ origin: ORIGIN });
    expect(readPointer(here)).toMatchObject({ catalog, days: { [catalog]: readPointer(hub.data)!.days[hub.catalog] } });
  });

  test('is not written if the log is damaged', async () => {
    const log = hub.logged();
    const bytes = log.files.get('tile/entries/000')!;
    log.files.set('tile/entries/000', Uint8Array.from(bytes).fill(0, 40, 41));
    const [to, at] = [tarFile(), placed(log)];
    const writing = writeTar({ data: hub.data, store: storeIn(hub.data), log: { folder: at }, to, progress: silent });
    await expect(writing).rejects.toThrow(
      /damaged, and the file was not written\. tile\/entries\/000 .*"model-hub build"/,
    );
    expect(readdirSync(dirname(to))).toEqual([]);
  });
});

describe('the log of a tar file', () => {
  test('must continue a log from the network and one from another file, in either order', async () => {
    const here = folder();
    const first = hub.logged();
    await mirrored(here, first);
    const second = hub.grown(first);
    expect((await take((await hub.written(second)).tar, here))?.size).toBe(second.leaves.length);
    expect(readdirSync(join(here, 'logs'))).toEqual([encodeURIComponent(HOST)]);
    const third = hub.grown(second);
    expect((await mirrored(here, third))?.size).toBe(third.leaves.length);
    await expect(mirrored(here, logOf(modelsOf(2000, 'other'), by))).rejects.toThrow('does not continue the copy');
  });

  test.each([
    [
      'a fork',
      () => logOf(modelsOf(400, 'other'), by, { catalog: hub.catalog }),
      'does not continue the copy that is kept here',
    ],
    ['a shorter one', () => hub.logged(200), 'shows a log of 201 leaves, and the copy that is kept here has 301'],
  ])('is refused before any object is imported: %s', async (_, log, sentence) => {
    for (const source of [{ host: HOST }, { host: 'elsewhere.example' }, {}]) {
      const here = folder();
      await mirrored(here, hub.logged());
      const held = filesBelow(here);
      await expect(take((await hub.written(log(), source)).tar, here)).rejects.toThrow(sentence);
      expect(filesBelow(here).filter((name) => !name.startsWith('objects'))).toEqual(held);
      expect(objectsIn(here)).toEqual([]);
    }
  });

  test('is kept by its name if its host is unknown, and must agree with that of a host', async () => {
    const here = folder();
    const first = hub.logged();
    await take((await hub.written(first, {})).tar, here);
    expect(readdirSync(join(here, 'logs'))).toEqual(['log+hub.example%2Flog']);
    await expect(mirrored(here, logOf(modelsOf(400, 'other'), by))).rejects.toThrow('does not continue the copy');
    const second = hub.grown(first);
    await take((await hub.written(second, {})).tar, here, { keys: [] });
    expect(readdirSync(join(here, 'logs'))).toEqual(['log+hub.example%2Flog']);
    expect((await mirrored(here, second))?.size).toBe(second.leaves.length);
  });
});

test('a log with the name of a host is not kept as the log of that host', async () => {
  const here = folder();
  const named = signer('hub.example');
  const { leaves, files } = hub.logged(3);
  files.set('checkpoint', bytesOf(checkpointOf(leaves, named, named.key.name)));
  await take((await hub.written({ files }, {})).tar, here, { keys: [named.key] });
  expect(readdirSync(join(here, 'logs'))).toEqual(['log+hub.example']);
});

describe('the signatures of a tar file’s log', () => {
  test('must be by the named key and witnesses, or the file is refused before any object is imported', async () => {
    const { tar } = await hub.written(hub.logged());
    const here = folder();
    await expect(take(tar, here, { keys: [signer(ORIGIN).key] })).rejects.toThrow(
      `The log of ${tar} is refused, and nothing was taken. The checkpoint is not signed by the key of hub.example/log`,
    );
    const witness = signer('witness.example/one', 'cosignature').key;
    await expect(take(tar, here, { witnesses: [witness] })).rejects.toThrow(
      'Too few witnesses cosigned: 0 instead of 1',
    );
    expect([objectsIn(here), existsSync(join(here, 'logs')), readPointer(here)]).toEqual([[], false, undefined]);
    expect(await take(tar, here, { keys: [] })).toMatchObject({ signed: null });
  });

  test('are required if a key is named, and a tar file without a log is imported otherwise', async () => {
    const { tar, report } = await hub.written(undefined);
    expect(report.log).toBeUndefined();
    const here = folder();
    await expect(take(tar, here)).rejects.toThrow(
      /carries no log, so nothing of it can be checked: write it again with "model-hub mirror --to" where/,
    );
    expect(objectsIn(here)).toEqual([]);
    expect(await take(tar, here, { keys: [] })).toBeUndefined();
    expect(readPointer(here)?.catalog).toBe(hub.catalog);
  });

  test('limit what is read, if no key is named', async () => {
    const { tar } = await hub.written(hub.logged(700));
    await expect(take(tar, folder(), { keys: [], most: 2 ** 17 })).rejects.toThrow(
      /is too long, and no key was named for it: without a key no more than 131,072 bytes are taken.*--key/,
    );
    expect((await take(tar, folder(), { most: 2 ** 17 }))?.size).toBe(701);
    const few = 701 * 35 - 1;
    await expect(take(tar, folder(), { keys: [], most: few })).rejects.toThrow(
      'says that it has 701 leaves, and no key was named',
    );
  });
});

test('temporary files of a killed run are removed', async () => {
  const here = folder();
  mkdirSync(join(here, 'log-of-tar/tile'), { recursive: true });
  writeFileSync(join(here, 'log-of-tar/checkpoint'), 'half');
  await take((await hub.written(hub.logged(3))).tar, here);
  expect(existsSync(join(here, 'log-of-tar'))).toBe(false);
});
