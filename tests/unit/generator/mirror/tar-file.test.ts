// Tests days in a tar file: an import of the file, without a network, gets exactly the written days.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packTar, unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { writeTar } from '../../../../generator/mirror/tar-writer.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { importRows } from '../../../fixtures/hub.ts';
import { commandMissing, linuxMissing, needs } from '../../../fixtures/needs.ts';
import { row } from '../import/sandbox.ts';
import { folder, mirror, storeIn, tarOrigin } from './origins.ts';

type Rows = Parameters<typeof importRows>[2];
type Entry = Parameters<typeof packTar>[0][number];

/** Makes two days, and a tar file of them. */
async function written(): Promise<{ data: string; tar: string }> {
  const data = folder();
  await importRows(data, '2026-01-01', [row('a/one')] as unknown as Rows);
  await importRows(data, '2026-01-02', [row('a/one', 'new'), row('b/two')] as unknown as Rows);
  const tar = join(folder(), 'days.tar');
  await writeTar({ data, store: storeIn(data), to: tar, progress: silent });
  return { data, tar };
}

async function take(tar: string, here = folder()): Promise<string> {
  await mirror(here, await tarOrigin(tar, here));
  return here;
}

test('writing a tar file overwrites only a file', async () => {
  const { data } = await written();
  const to = join(folder(), 'days.tar');
  mkdirSync(to);
  await expect(writeTar({ data, store: storeIn(data), to, progress: silent })).rejects.toThrow(`${to} is no file`);
});

/** Writes a tar file whose entries `edit` has changed, and returns its path. */
async function edited(edit: (entries: Entry[]) => Entry[]): Promise<string> {
  const { tar } = await written();
  const entries = (await unpackTar(readFileSync(tar))).map(({ header, data }) => ({ header, body: data }) as Entry);
  const path = join(folder(), 'edited.tar');
  writeFileSync(path, await packTar(edit(entries)));
  return path;
}

test('a written file is imported, and writing it again gives the same bytes', async () => {
  const { data, tar } = await written();
  const here = await take(tar);
  expect(readPointer(here)).toEqual(readPointer(data));
  const again = join(folder(), 'again.tar');
  const report = await writeTar({ data: here, store: storeIn(here), to: again, progress: silent });
  expect(report).toMatchObject({ days: 2, objects: 8 });
  expect(readFileSync(again).equals(readFileSync(tar))).toBe(true);
});

const withoutTar = commandMissing('tar');

test(
  'the tar program of the system reads the file, and a file that it packs is imported',
  needs(withoutTar),
  async () => {
    const { data, tar } = await written();
    const unpacked = folder();
    execFileSync('tar', ['-xf', tar, '-C', unpacked]);
    const packed = join(folder(), 'packed.tar');
    execFileSync('tar', ['-cf', packed, '-C', unpacked, 'days.json', ...objectFiles(tar)]);
    expect(readPointer(await take(packed))).toEqual(readPointer(data));
  },
);

const objectFiles = (tar: string) =>
  execFileSync('tar', ['-tf', tar], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.startsWith('objects/'));

describe('importing a tar file is refused', () => {
  test('with an object that does not match its name', async () => {
    const tar = await edited((entries) =>
      entries.map((entry, at) => (at === 3 ? { header: { ...entry.header, size: 2 }, body: '{}' } : entry)),
    );
    await expect(take(tar)).rejects.toThrow(/is damaged: the bytes of blake3:\w+ hash to/);
  });

  test('with a day that needs an object that neither the file nor this hub has', async () => {
    await expect(take(await edited((entries) => entries.slice(0, -1)))).rejects.toThrow('has no object blake3:');
  });

  test.each(['../outside', 'objects/../../outside', '/etc/passwd', 'objects/00/x', 'index.json'])(
    'with an entry named %s',
    async (name) => {
      const tar = await edited((entries) => [{ header: { name, size: 1 }, body: 'x' }, ...entries]);
      await expect(take(tar)).rejects.toThrow('which does not belong there');
    },
  );

  test('with a link', needs(withoutTar), async () => {
    const at = folder();
    mkdirSync(join(at, 'objects/00'), { recursive: true });
    symlinkSync('/etc/passwd', join(at, 'objects/00', '0'.repeat(62)));
    const tar = join(folder(), 'link.tar');
    execFileSync('tar', ['-cf', tar, '-C', at, `objects/00/${'0'.repeat(62)}`]);
    await expect(take(tar)).rejects.toThrow('which does not belong there');
  });

  test('without reading the bytes after an error', needs(linuxMissing), async () => {
    const long = join(folder(), 'long.tar');
    // This header says that the next entry has three gigabytes (POSIX pax).
    const header = Buffer.alloc(512);
    const size = (3 * 2 ** 30).toString(8).padStart(11, '0');
    for (const [at, text] of [
      ...([
        [0, 'x'],
        [100, '0000644'],
        [108, '0000000'],
        [116, '0000000'],
      ] as const),
      ...([
        [124, size],
        [136, '00000000000'],
        [148, '        '],
        [156, 'x'],
        [257, 'ustar\u000000'],
      ] as const),
    ] as const)
      header.write(text, at);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    // The bad entry comes after valid entries.
    const { tar } = await written();
    writeFileSync(long, Buffer.concat([readFileSync(tar).subarray(0, -1024), header]));
    truncateSync(long, 3 * 2 ** 30);
    await expect(take(long)).rejects.toThrow(
      `${long} is not a whole tar file: Tar metadata entry exceeds maximum size. Copy`,
    );
    const open = () =>
      readdirSync('/proc/self/fd').filter((fd) => {
        const at = join('/proc/self/fd', fd);
        return existsSync(at) && readlinkSync(at) === long;
      });
    await expect.poll(open).toEqual([]);
  });

  test('without a list of days, or if it is no whole tar file', async () => {
    await expect(take(await edited((entries) => entries.slice(1)))).rejects.toThrow('has no days.json');
    const { tar } = await written();
    const bytes = readFileSync(tar);
    const [cut, none] = [join(folder(), 'cut.tar'), join(folder(), 'none.tar')];
    writeFileSync(cut, bytes.subarray(0, 2500));
    writeFileSync(none, 'no tar file at all'.repeat(100));
    await expect(take(cut)).rejects.toThrow(
      `${cut} is not a whole tar file: Tar archive is truncated. Copy it again, or write it again.`,
    );
    await expect(take(none)).rejects.toThrow(`${none} is not a whole tar file`);
    await expect(take(join(folder(), 'missing.tar'))).rejects.toThrow('ENOENT');
    const later = await edited(([days, ...others]) => [
      { ...days!, header: { ...days!.header, size: 23 }, body: '{"format":"of 2040/v9"}' },
      ...others,
    ]);
    await expect(take(later)).rejects.toThrow('has no days.json that this version reads');
  });
});
