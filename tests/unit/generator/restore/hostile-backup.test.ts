// Tests files that are no backup, or that have changed since they were written. A restore refuses each before it
// changes anything, and writes no file elsewhere.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packTar, type TarEntry, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BackedHub } from '../backup/backed-hub.ts';

interface Entry {
  header: TarEntry['header'];
  body: Uint8Array;
}

const hub = new BackedHub();
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
afterAll(() => hub.remove());

const entry = (name: string, content: string | Uint8Array = 'x', more: object = {}): Entry => ({
  header: { name, size: content.length, ...more },
  body: Buffer.from(content),
});

/** Adds the right SHA256SUMS to the entries. */
function summed(entries: readonly Entry[]): Entry[] {
  const kept = entries.filter(({ header }) => header.name !== 'SHA256SUMS');
  const lines = kept.map(({ header, body }) => `${createHash('sha256').update(body).digest('hex')}  ${header.name}\n`);
  return [...kept, entry('SHA256SUMS', lines.join(''))];
}

async function refused(bytes: Uint8Array, sentence: string): Promise<void> {
  hub.lose('data');
  writeFileSync(hub.at('hostile.tar'), bytes);
  const before = readdirSync(hub.folder, { recursive: true }).filter((name) => !String(name).startsWith('data'));
  await expect(hub.restore('hostile.tar')).rejects.toThrow(sentence);
  const after = readdirSync(hub.folder, { recursive: true }).filter((name) => !String(name).startsWith('data'));
  expect(after).toEqual(before);
  const left = readdirSync(hub.at('data'), { recursive: true, withFileTypes: true });
  for (const one of left)
    if (one.isFile() && one.name !== 'lock.db')
      expect(one.parentPath.startsWith(hub.at('data/objects')), `${one.parentPath}/${one.name}`).toBe(true);
}

const packed = async (entries: readonly Entry[]) => new Uint8Array(await packTar(entries as never));

test('a refusal says how many objects were written, and how to remove them', async () => {
  const bytes = await packed(whole.slice(0, -1));
  await refused(bytes, 'HUB_OBJECTS keeps');
  await refused(bytes, 'which nothing names: restore again, or remove them with "model-hub prune".');
  await refused(new Uint8Array(1024), 'writes backups.');
});

test.each([
  ...[
    '../outside',
    '/etc/outside',
    'log/../../outside',
    'logs/../log/checkpoint',
    'logs/./checkpoint',
    'logs//checkpoint',
  ],
  ...[
    'objects/../index.json',
    `objects/ab/${'c'.repeat(61)}`,
    'published/tmp/x',
    'log/state-4',
    'log/keys',
    'log/days/x',
  ],
  ...[
    'log/tile/entries/../../checkpoint',
    'logs/a/b/checkpoint',
    'logs/a\\b/checkpoint',
    'signing.key',
    'lock.db',
    'hub.db-wal',
  ],
  ...['log/signing.key', 'logs/a/signing.key', 'index.json.', 'restore/index.json', 'log'],
])('a backup is refused with an entry named %j', async (name) => {
  await refused(await packed(summed(whole.toSpliced(1, 0, entry(name)))), 'which is no part of a backup');
});

test.each(['symlink', 'link', 'directory', 'fifo', 'character-device', 'block-device'])(
  'a backup is refused with a %s',
  async (type) => {
    const link = entry('takedowns.json', '', { type, linkname: '/etc/passwd' });
    await refused(await packed(whole.toSpliced(1, 0, link)), 'which is no part of a backup');
  },
);

test.each([
  ['backup.json', 2 ** 20 + 1],
  ['log/checkpoint', 256 * 1024 + 1],
  ['log/tile/0/000', 256 * 32 + 1],
  ['logs/a/trusted-keys', 2 ** 20 + 1],
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
  await refused(gzipSync(bytes), 'is not a whole tar file');
  await refused(bytes.subarray(0, bytes.length >> 1), 'Copy it again');
  await refused(bytes.subarray(0, bytes.length - 1024), 'Copy it again');
  await refused(new Uint8Array(1024), 'is empty');
  await refused(Buffer.from('{"format":"hub.model-hub.backup/v1"}'), 'is not a whole tar file');
});

test('a backup is refused with an entry twice, after the checksums, or before the first entry', async () => {
  const named = (name: string) => whole.find(({ header }) => header.name === name)!;
  for (const name of ['backup.json', 'index.json', 'hub.db', 'log/checkpoint'])
    await refused(await packed(summed([...whole, named(name)])), 'and holds it twice');
  await refused(await packed([...whole, entry('takedowns.json')]), 'behind its SHA256SUMS');
  await refused(await packed(summed(whole.toReversed())), 'and no backup.json before it');
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
  await refused(await packed(without(/^log\/checkpoint$/)), 'Its checkpoint is missing');
  await refused(await packed(without(/^log\/tile\/entries/)), 'is damaged, and nothing was restored');
  await refused(await packed(without(/^log\//)), 'its log is not the one that it describes');
  for (const { header } of whole)
    if (header.name.startsWith('objects/'))
      await refused(await packed(summed(whole.filter((one) => one.header !== header))), 'lacks what its days name');
});

test('a backup is refused with a damaged database or pointer, even with a right checksum', async () => {
  const put = (name: string, body: Uint8Array) =>
    summed(whole.map((one) => (one.header.name === name ? entry(name, body) : one)));
  const database = Uint8Array.from(whole.find(({ header }) => header.name === 'hub.db')!.body).fill(7, 4096, 12_288);
  await refused(await packed(put('hub.db', database)), 'The database hub.db in');
  await refused(await packed(put('hub.db', Buffer.from('no database'))), 'The database hub.db in');
  await refused(await packed(put('index.json', Buffer.from('{}'))), 'has the unknown format');
  const takedowns = summed([...whole, entry('takedowns.json', '[]')]);
  await refused(await packed(takedowns), 'takedowns.json');
});

test('the whole backup is still accepted', async () => {
  hub.lose('data');
  writeFileSync(hub.at('same.tar'), await packed(whole));
  expect(await hub.restore('same.tar')).toMatchObject({ snapshot: '2026-11-18' });
  expect(existsSync(hub.at('data/log/checkpoint'))).toBe(true);
});
