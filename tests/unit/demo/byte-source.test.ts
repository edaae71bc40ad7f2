/** The byte source answers as public hosts do, and misbehaves exactly as told. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ByteSource, startByteSource } from '../../demo/byte-source.ts';

const bytes = Buffer.from('0123456789');
const holding = {
  id: 'owner/name',
  revision: 'abc',
  root: 'bafyroot',
  files: new Map([
    ['file.bin', bytes],
    ['a folder/größe 100%.txt', Buffer.from('x')],
    ['empty', Buffer.alloc(0)],
  ]),
};
let source: ByteSource;
const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(source.url + path, init);
const part = (range: string, more: Record<string, string> = {}): Promise<Response> =>
  ask('/owner/name/resolve/abc/file.bin', { headers: { range, ...more } });

beforeAll(async () => {
  source = await startByteSource({ layout: 'srca', holdings: [holding] });
});
afterEach(() => {
  Object.assign(source.misbehaviour, { wrongBytes: false, ignoreRange: false, slow: 0, status: 0 });
});
afterAll(() => source.down());

test.each([
  ['srca', '/owner/name/resolve/abc/file.bin'],
  ['srcb', '/models/owner/name/resolve/abc/file.bin'],
  ['ipfs', '/ipfs/bafyroot/file.bin'],
] as const)('layout %s serves %s', async (layout, path) => {
  const other = await startByteSource({ layout, holdings: [holding] });
  expect(other.address('owner/name', 'file.bin')).toBe(other.url + path);
  expect(await (await fetch(other.url + path)).text()).toBe('0123456789');
  await other.down();
});

test('GET sends the file with its length, tag and willingness to send parts', async () => {
  const response = await ask('/owner/name/resolve/abc/file.bin?download=true');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('10');
  expect(response.headers.get('accept-ranges')).toBe('bytes');
  expect(response.headers.get('etag')).toMatch(/^"[0-9a-f]{40}"$/);
  expect(source.log.at(-1)).toMatchObject({
    method: 'GET',
    url: '/owner/name/resolve/abc/file.bin?download=true',
    status: 200,
  });
});

test('HEAD sends the same headers and no body', async () => {
  const response = await ask('/owner/name/resolve/abc/file.bin', { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe('10');
  expect(await response.text()).toBe('');
});

test('an awkward path is found by its encoded address', async () => {
  expect(await (await fetch(source.address('owner/name', 'a folder/größe 100%.txt'))).text()).toBe('x');
});

test('an empty file is an empty answer', async () => {
  const response = await fetch(source.address('owner/name', 'empty'));
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '0', '']);
});

test.each([
  ['/owner/name/resolve/abc/other', 404],
  ['/owner/name/resolve/main/file.bin', 404],
  ['/models/owner/name/resolve/abc/file.bin', 404],
  ['/%zz', 400],
] as const)('%s is refused with %i', async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});

test('a write is refused', async () => {
  expect((await ask('/owner/name/resolve/abc/file.bin', { method: 'PUT' })).status).toBe(405);
});

describe('ranges', () => {
  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=7-99', '789', 'bytes 7-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=0-0', '0', 'bytes 0-0/10'],
  ])('%s', async (range, text, contentRange) => {
    const response = await part(range);
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  test.each(['bytes=10-', 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    const response = await part(range);
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test.each(['bytes=4-2', 'lines=1-2', 'bytes=0-1,4-5'])('%s gets the whole file', async (range) => {
    const response = await part(range);
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
  });

  test('If-Range keeps the part only for the same tag', async () => {
    const tag = (await ask('/owner/name/resolve/abc/file.bin')).headers.get('etag')!;
    expect((await part('bytes=0-1', { 'if-range': tag })).status).toBe(206);
    expect((await part('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('misbehaviour', () => {
  test('wrongBytes keeps length and tag and flips one byte', async () => {
    const right = await ask('/owner/name/resolve/abc/file.bin');
    source.misbehaviour.wrongBytes = true;
    const wrong = await ask('/owner/name/resolve/abc/file.bin');
    expect(wrong.headers.get('etag')).toBe(right.headers.get('etag'));
    const sent = Buffer.from(await wrong.arrayBuffer());
    expect(sent.length).toBe(bytes.length);
    expect([...sent].filter((byte, at) => byte !== bytes[at])).toHaveLength(1);
  });

  test('ignoreRange answers the whole file and offers no parts', async () => {
    source.misbehaviour.ignoreRange = true;
    const response = await part('bytes=2-4');
    expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, null]);
    expect(await response.text()).toBe('0123456789');
  });

  test('status replaces every answer', async () => {
    source.misbehaviour.status = 503;
    expect((await ask('/owner/name/resolve/abc/file.bin')).status).toBe(503);
  });

  test('slow delays the answer', async () => {
    source.misbehaviour.slow = 120;
    const before = performance.now();
    await ask('/owner/name/resolve/abc/file.bin');
    expect(performance.now() - before).toBeGreaterThanOrEqual(115);
  });

  test('down refuses connections, up serves again at the same address', async () => {
    await source.down();
    await expect(ask('/owner/name/resolve/abc/file.bin')).rejects.toThrow('fetch failed');
    await source.up();
    expect((await ask('/owner/name/resolve/abc/file.bin')).status).toBe(200);
  });
});
