// Tests that a backup has all data that can't be made again, in the state of one moment, and no secret.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { openObjectFolder } from '../../../../functions/stores/objects/object-store.ts';
import { makeSignerKey } from '../../../../src/log/note.ts';
import { objectName } from '../../../../src/nouns/address.ts';
import { told } from '../../../fixtures/published-objects.ts';
import { emptyHub, useTwoDays } from './backed-hub.ts';

const entriesOf = async (path: string) =>
  new Map((await unpackTar(readFileSync(path))).map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));

const twoDays = useTwoDays();

test('a backup has the pointer, objects, databases and the log, each with its hash', async () => {
  const hub = await twoDays();
  await hub.demand('who/asked');
  hub.write('data/takedowns.json', '{"format":"hub.model-hub.takedowns/v1","models":["a/one"]}\n');
  hub.write('data/purged.json', '{"format":"hub.model-hub.purged/v1","objects":[]}\n');
  const objects = openObjectFolder(hub.at('data/objects/published'), { onDamage() {} });
  const { id } = await objects.publish(Buffer.from('published'), told);
  const path = hub.at('data/objects/published', objectName(id));
  const published = readFileSync(path);
  writeFileSync(path, 'other bytes');
  await expect(hub.backup()).rejects.toThrow(
    new RegExp(
      `The published object ${id} .* is damaged: .*\\. Put it back from a backup, or remove it and publish it`,
    ),
  );
  writeFileSync(path, published);
  const report = await hub.backup();
  expect(report).toMatchObject({ snapshot: '2026-11-19', days: 2, published: 1, databases: ['hub.db'] });
  expect(report).toMatchObject({ leaves: hub.leaves, elsewhere: [] });
  const entries = await entriesOf(hub.at('hub.tar'));
  const names = [...entries.keys()];
  expect(names[0]).toBe('backup.json');
  expect(names.at(-1)).toBe('SHA256SUMS');
  for (const name of ['index.json', 'takedowns.json', 'purged.json', 'hub.db', 'log/checkpoint', 'log/tile/0/000.p/5'])
    expect(names).toContain(name);
  expect(names).toContain(`published/${id.slice(7, 9)}/${id.slice(9)}`);
  expect(names.filter((name) => name.startsWith('objects/'))).toHaveLength(report.objects);
  // Common tools such as tar and sha256sum can check the backup.
  const out = hub.at('out');
  for (const [name, bytes] of entries) hub.write(`out/${name}`, '') ?? writeFileSync(join(out, name), bytes);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out });
  expect(readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')).toHaveLength(names.length - 1);
});

test('a backup is readable only by its owner, and its file is whole or absent', async () => {
  const hub = await twoDays();
  writeFileSync(hub.at('hub.tar.part'), 'of a killed backup', { mode: 0o644 });
  await hub.backup();
  if (process.platform !== 'win32') expect(statSync(hub.at('hub.tar')).mode & 0o777).toBe(0o600);
  const [first] = readdirSync(hub.at('data/objects')).filter((name) => name.length === 2);
  rmSync(hub.at('data/objects', first!), { recursive: true });
  await expect(hub.backup('next.tar')).rejects.toThrow('Nothing was written: "model-hub archive verify" says where');
  expect(readdirSync(hub.folder).sort()).toEqual(['data', 'dist', 'hub.tar']);
});

test('a backup contains no signing key, wherever the key is in HUB_DATA', async () => {
  const hub = await twoDays();
  const secret = makeSignerKey('hub.example/log').line.reveal();
  for (const path of ['signing.key', 'log/signing.key', 'log/tile/key', 'objects/signing.key', 'objects/ab/key'])
    hub.write(`data/${path}`, secret);
  for (const path of ['logs/signing.key', 'logs/other.example/signing.key', 'objects/published/ab/key', 'keys/day.db'])
    hub.write(`data/${path}`, secret);
  await hub.backup();
  const bytes = readFileSync(hub.at('hub.tar'));
  for (const line of [secret, hub.env.HUB_SIGNING_KEY!]) expect(bytes.includes(line.trim().slice(-30))).toBe(false);
});

test('a backup is consistent while days are imported, built and logged at the same time', async () => {
  const hub = emptyHub();
  await hub.import('2026-10-19', 'a/one');
  await hub.build();
  let isOver = false;
  const work = (async () => {
    for (let day = 20; day < 22; day++) {
      await hub.import(`2026-10-${day}`, 'a/one', `c/model-${day}`);
      await hub.build();
      await hub.demand(`who/asked-${day}`);
    }
    isOver = true;
  })();
  let count = 0;
  for (; !isOver || count === 0; count++) await hub.backup(`${count}.tar`);
  await work;
  for (const at of new Set([0, count >> 1, count - 1])) {
    hub.lose('data');
    const { snapshot, log } = await hub.restore(`${at}.tar`, { isAccepted: true });
    // The day of the log is read before the pointer, so it is never newer.
    expect(snapshot! >= log!.day).toBe(true);
  }
  expect(count).toBeGreaterThan(1);
}, 60_000);
