// Tests files that are no backup, or that have changed since they were written. A restore refuses each before it
// changes anything, and writes no file elsewhere.

import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { BackedHub } from '../backup/backed-hub.ts';

interface Entry {
  header: TarEntry['header'];
  body: Uint8Array;
}

const hub = new BackedHub(folderOfFile());
let whole: Entry[];

beforeAll(async () => {
  await hub.import('2026-11-18', 'a/one');
  await hub.build();
  await hub.demand('who/asked');
  await hub.backup();
  whole = (await unpackTar(readFileSync(hub.at('hub.tar')))).map(
    ({ header, data }) => ({ header, body: Buffer.from(data ?? []) }) as Entry,
  );
}, 60_000);

const entry = (name: string, content: string | Uint8Array = 'x', more: object = {}): Entry => ({
  header: { name, size: content.length, ...more },
  body: Buffer.from(content),
});

/** Adds the right SHA256SUMS to the entries. */
function summed(entries: readonly Entry[]): Entry[] {
  const kept = entries.filter(({ header }) => header.name !== 'SHA256SUMS');
  const lines = kept.map(({ header, body }) => `${sha256Hex(body)}  ${header.name}\n`);
  return [...kept, entry('SHA256SUMS', lines.join(''))];
}

/** Expects that a restore of these bytes is refused, names the file, and leaves everything as it was. */
async function refused(bytes: Uint8Array, sentence: string): Promise<void> {
  hub.lose('data');
  writeFileSync(hub.at('hostile.tar'), bytes);
  await refusedFile('hostile.tar', sentence);
}

async function refusedFile(name: string, sentence: string): Promise<void> {
  const before = readdirSync(hub.folder, { recursive: true });
  const message = await hub.restore(name).catch((error: Error) => error.message);
  expect(message).toContain(sentence);
  expect(message).toContain(name);
  expect(readdirSync(hub.folder, { recursive: true })).toEqual(before);
}

const packed = async (entries: readonly Entry[]) => new Uint8Array(await packTar(entries as never));

test.each([
  ...['../outside', '/etc/outside'],
  ...['objects/../index.json', `objects/ab/${'c'.repeat(61)}`, 'log/keys'],
  ...['log/tile/entries/../../checkpoint', 'hub.db-wal'],
  ...['log/signing.key', 'index.json.'],
])('a backup is refused with an entry named %j', async (name) => {
  await refused(await packed(summed(whole.toSpliced(1, 0, entry(name)))), 'which is no part of a backup');
});

test.each(['symlink', 'link', 'fifo'])('a backup is refused with a %s', async (type) => {
  const link = entry('takedowns.json', '', { type, linkname: '/etc/passwd' });
  await refused(await packed(whole.toSpliced(1, 0, link)), 'which is no part of a backup');
});

test.each([
  ['backup.json', 2 ** 20 + 1],
  ['log/checkpoint', 256 * 1024 + 1],
  ['log/tile/0/000', 256 * 32 + 1],
  [`published/ab/${'c'.repeat(62)}`, 33 * 2 ** 20 + 1],
])('a backup is refused with a %s that is too long', async (name, size) => {
  const others = whole.filter(({ header }) => header.name !== name);
  const at = name === 'backup.json' ? 0 : 1;
  await refused(await packed(others.toSpliced(at, 0, entry(name, new Uint8Array(size)))), 'which no backup has');
});

test('a backup is refused with a wrong size', async () => {
  const bytes = await packed(whole);
  const at = Buffer.from(bytes).indexOf('index.json');
  const header = bytes.subarray(at, at + 512);
  header.set(Buffer.from('00001000000\0'), 124);
  header.fill(32, 148, 156);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.set(Buffer.from(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  await refused(bytes, 'Tar archive is truncated');
});

test('a backup is refused with a header that is larger than memory when it is unpacked', async () => {
  const bomb = entry('index.json', '{}', { pax: { comment: 'x'.repeat(9 * 2 ** 20) } });
  await refused(await packed(whole.toSpliced(1, 0, bomb)), 'Tar metadata entry exceeds maximum size');
});

test('a backup is refused if it is compressed, cut short, empty, or something else', async () => {
  const bytes = readFileSync(hub.at('hub.tar'));
  await refused(bytes.subarray(0, bytes.length >> 1), 'Copy it again');
  await refused(bytes.subarray(0, bytes.length - 1024), 'Copy it again');
  for (const other of [gzipSync(bytes), new Uint8Array(1024), Buffer.from('{"format":"hub.model-hub.backup/v1"}')])
    await refused(other, 'is no whole tar file that begins with backup.json');
});

test.skipIf(process.platform === 'win32')(
  'a file without an end, or with another first header, is not read',
  async () => {
    hub.lose('data');
    for (const device of ['/dev/zero', '/dev/urandom']) {
      symlinkSync(device, hub.at('device.tar'));
      await refusedFile('device.tar', 'is no whole tar file');
      rmSync(hub.at('device.tar'));
    }
    // Reading all of these bytes would take minutes.
    writeFileSync(hub.at('huge.tar'), '');
    truncateSync(hub.at('huge.tar'), 2 ** 42);
    await refusedFile('huge.tar', 'is no whole tar file');
    rmSync(hub.at('huge.tar'));
  },
);

test('a backup is refused with an entry twice, after the checksums, or before the first entry', async () => {
  const named = (name: string) => whole.find(({ header }) => header.name === name)!;
  for (const name of ['backup.json', 'index.json', 'hub.db', 'log/checkpoint'])
    await refused(await packed(summed([...whole, named(name)])), 'and holds it twice');
  await refused(await packed([...whole, entry('takedowns.json')]), 'behind its SHA256SUMS');
  await refused(await packed(summed(whole.toReversed())), 'begins with backup.json');
  await refused(await packed(whole.slice(0, -1)), 'ends before its SHA256SUMS');
});

test('a backup of another version is refused', async () => {
  const head = { ...JSON.parse(Buffer.from(whole[0]!.body).toString()), format: 'hub.model-hub.backup/v2' };
  const other = entry('backup.json', JSON.stringify(head));
  await refused(await packed(summed([other, ...whole.slice(1)])), 'is a backup of another version');
});

test('a backup is refused with one byte changed in any of its files', async () => {
  for (const [at, { header, body }] of whole.entries()) {
    if (header.name === 'backup.json') continue;
    const changed = Uint8Array.from(body);
    changed[body.length >> 1]! ^= 1;
    const sentence = header.name === 'SHA256SUMS' ? 'is damaged at ' : `is damaged at ${header.name}: `;
    await refused(await packed(whole.with(at, { header, body: changed })), sentence);
  }
});

test('a backup is refused without one file, even with right checksums for the others', async () => {
  const without = (pattern: RegExp) => summed(whole.filter(({ header }) => !pattern.test(header.name)));
  await refused(await packed(without(/^log\/checkpoint$/)), 'It has another day or log than it says');
  await refused(await packed(without(/^log\/tile\/entries/)), 'It has 1 fault: ');
  await refused(await packed(without(/^log\//)), 'It has another day or log than it says');
  for (const { header } of whole)
    if (header.name.startsWith('objects/'))
      await refused(
        await packed(summed(whole.filter((one) => one.header !== header))),
        'is damaged, and nothing was restored',
      );
});

test('a backup is refused with a damaged database or pointer, even with a right checksum', async () => {
  const put = (name: string, body: Uint8Array) =>
    summed(whole.map((one) => (one.header.name === name ? entry(name, body) : one)));
  const database = Uint8Array.from(whole.find(({ header }) => header.name === 'hub.db')!.body).fill(7, 4096, 12_288);
  await refused(await packed(put('hub.db', database)), 'The database hub.db can’t be read whole');
  await refused(await packed(put('hub.db', Buffer.from('no database'))), 'The database hub.db can’t be read whole');
  await refused(await packed(put('index.json', Buffer.from('{}'))), 'has the unknown format');
  const takedowns = summed([...whole, entry('takedowns.json', '[]')]);
  await refused(await packed(takedowns), 'takedowns.json');
  await refused(await packed(put('log/checkpoint', Buffer.from('no note'))), 'it is no checkpoint');
});

test('the whole backup is still accepted', async () => {
  hub.lose('data');
  writeFileSync(hub.at('same.tar'), await packed(whole));
  expect(await hub.restore('same.tar')).toMatchObject({ snapshot: '2026-11-18' });
  expect(existsSync(hub.at('data/log/checkpoint'))).toBe(true);
});
