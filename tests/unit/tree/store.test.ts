// Tests that stores of bytes of every kind behave in the same way.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bucketStore } from '../../../functions/stores/bytes/bucket-store.ts';
import { folderStore } from '../../../functions/stores/bytes/folder-store.ts';
import { memoryStore } from '../../../functions/stores/bytes/memory-store.ts';
import type { Store } from '../../../src/tree/store.ts';

const files = new Map([
  ['current', Buffer.from('tree of today\n')],
  ['packs/ab/cdef', Buffer.from(Uint8Array.from({ length: 200_000 }, (_, at) => at % 251))],
  ['objects/model/ab/empty', Buffer.alloc(0)],
]);

let folder: string;
let ranges: Server;
let whole: Server;
/** Starts a file server, with support for Range requests if `isRanged` is true. */
const serve = (isRanged: boolean) =>
  createServer((request, response) => {
    const bytes = files.get(decodeURIComponent(request.url!.slice('/tree/'.length)));
    if (!bytes) return void response.writeHead(404).end('no');
    if (request.url!.endsWith('broken')) return void response.writeHead(500).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (!isRanged || start === undefined)
      return void response
        .writeHead(200, { 'Content-Length': bytes.length })
        .end(request.method === 'HEAD' ? '' : bytes);
    if (Number(start) >= bytes.length) return void response.writeHead(416).end();
    const part = bytes.subarray(Number(start), Number(end) + 1);
    response.writeHead(206, { 'Content-Range': `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}` });
    response.end(part);
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-store-'));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  [ranges, whole] = [serve(true).listen(0, '127.0.0.1'), serve(false).listen(0, '127.0.0.1')];
  await Promise.all([once(ranges, 'listening'), once(whole, 'listening')]);
});
afterAll(() => {
  ranges.close();
  whole.close();
  rmSync(folder, { recursive: true });
});

const below = (address: string) =>
  bucketStore({ address, ask: (name, init) => fetch(`${address}/${encodeURI(name)}`, init) });
const at = (server: Server) => below(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tree`);
const stores: [name: string, open: () => Store][] = [
  ['memory', () => memoryStore(files)],
  ['a folder', () => folderStore(folder)],
  ['a bucket', () => at(ranges)],
  ['a bucket that knows no ranges', () => at(whole)],
];

describe.each(stores)('%s', (_, open) => {
  const bytesOf = async (given: Uint8Array | undefined | Promise<Uint8Array | undefined>) => {
    const bytes = await given;
    return bytes && Buffer.from(bytes);
  };

  test('returns all bytes of a name, and their number', async () => {
    const store = open();
    for (const [name, bytes] of files) {
      expect(await bytesOf(store.get(name))).toEqual(bytes);
      expect(await store.size(name)).toBe(bytes.length);
    }
  });

  test.each(['nothing', 'packs', 'packs/ab', 'packs/ab/cdef/x', 'current/x', ''])(
    '%j is not in the store',
    async (name) => {
      const store = open();
      expect(await store.get(name)).toBeUndefined();
      expect(await store.range(name, 0, 10)).toBeUndefined();
      expect(await store.size(name)).toBeUndefined();
    },
  );

  test('returns a part, and only the existing bytes of a part that goes beyond the end', async () => {
    const store = open();
    const all = files.get('packs/ab/cdef')!;
    for (const [start, end] of [
      [0, 10],
      [65_536, 131_072],
      [199_990, 200_010],
      [5, 5],
    ] as const)
      expect(await bytesOf(store.range('packs/ab/cdef', start, end))).toEqual(all.subarray(start, end));
  });
});

test('a bucket that can’t be reached causes an error, and is not taken for a bucket without the name', async () => {
  files.set('broken', Buffer.from('x'));
  await expect(at(ranges).get('broken')).rejects.toThrow('/tree/broken answered 500');
  const gone = below('http://127.0.0.1:1/tree');
  await expect(gone.get('current')).rejects.toThrow();
  files.delete('broken');
});

test('a folder returns a large file in pieces, and rejects if the file has gone', async () => {
  const store = folderStore(folder);
  const all = files.get('packs/ab/cdef')!;
  const opened = await store.stream!('packs/ab/cdef', all.length).open(10, 150_000);
  expect(Buffer.from(await new Response(opened).bytes())).toEqual(all.subarray(10, 150_000));
  await expect(store.stream!('packs/ab/gone', 10).open(0, 10)).rejects.toThrow('ENOENT');
});
