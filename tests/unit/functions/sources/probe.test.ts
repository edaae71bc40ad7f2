// Tests one probe of a source: the files that it asks for, and the reason that it gives for each kind of failure.

import { expect, test } from 'vitest';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { probeSource } from '../../../../functions/sources/probe.ts';
import { createRemembered } from '../../../../src/basics/remembered.ts';
import { PROBE_FILES, type ProbeFile } from '../../../../src/catalog/source-holdings.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';

const bytes = (name: string) => Buffer.from(`the bytes of ${name}`);
const sha256 = (name: string) => sha256Hex(bytes(name));
const unpinned = { id: 'o/n', revision: 'main', path: 'a b.json', timeLimit: 1 };
const pinned = { ...unpinned, sha256: sha256('n') };
const source = {
  token: 'srcb',
  display: 'Source B',
  host: 'b.example',
  base: 'https://b.example',
  template: '/{id}/resolve/{revision}/{path}',
};
const file = (name: string): ProbeFile => ({
  model: `o/${name}`,
  place: { id: `O/${name}`, revision: 'v1' },
  path: 'config.json',
  size: bytes(name).length,
  sha256: sha256(name),
});
const treeWith = (text: string | undefined) =>
  ({
    text: (path: string) => (path === PROBE_FILES ? text : undefined),
    memory: createRemembered({ most: 100 }),
  }) as Partial<Tree> as Tree;
const held = treeWith(JSON.stringify({ srcb: { files: ['one', 'two', 'three'].map(file) } }));

type Serve = (name: string, signal: AbortSignal) => Response | Promise<Response>;

/** Probes a source that answers by `serve`, which gets the name of a model. Returns the result and the requests. */
async function probed(serve: Serve, probe: typeof unpinned = pinned, tree?: Tree) {
  const asked: [path: string, headers: unknown][] = [];
  const get = (async (url: string, { headers, signal }: RequestInit) => {
    asked.push([new URL(url).pathname, headers]);
    return serve(url.split('/')[4]!, signal!);
  }) as unknown as typeof fetch;
  const { ok, reason } = await probeSource({ ...source, probe }, { userAgent: 'Hub/1', get, tree: () => tree });
  expect(ok).toBe(['verified', 'reached'].includes(reason));
  return { reason, asked };
}

const right: Serve = (name) => new Response(bytes(name));
const answers = (status: number) => new Response('no', { status });
const WHOLE = { 'User-Agent': 'Hub/1', 'Accept-Encoding': 'identity' };

test('the right bytes are verified, by a request with the hub’s name, without a range and without compression', async () => {
  const asked = [['/o/n/resolve/main/a%20b.json', WHOLE]];
  expect(await probed(right)).toEqual({ reason: 'verified', asked });
  expect(await probed(right, pinned, held)).toEqual({ reason: 'verified', asked });
});

test('other bytes are a mismatch, and so is an endless file', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(64 * 1024));
    },
  });
  for (const body of ['{"a": 2}\n', null, endless])
    expect((await probed(() => new Response(body))).reason).toBe('mismatch');
  expect(sent).toBeLessThan(40);
});

test.each([404, 403, 500, 503])('the status %d gives the reason `status`', async (status) => {
  for (const probe of [pinned, unpinned]) expect((await probed(() => answers(status), probe)).reason).toBe('status');
});

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'refused'],
  ['UND_ERR_SOCKET', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['EWHATEVER', 'refused'],
])('%s gives the reason %s', async (code, reason) => {
  const fail = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
  expect((await probed(fail)).reason).toBe(reason);
});

test('a source that does not answer in time is a timeout', async () => {
  const hang: Serve = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  expect((await probed(hang, { ...pinned, timeLimit: 0.02 })).reason).toBe('timeout');
});

test.each([
  ['no tree', undefined],
  ['a tree of before', treeWith(undefined)],
  ['a tree that names nothing there', treeWith('{}')],
  ['a tree that can’t be read', treeWith('{')],
])('without a hash and with %s, one byte is requested, and any good answer is enough', async (_, tree) => {
  expect(await probed(() => new Response('x', { status: 206 }), unpinned, tree)).toEqual({
    reason: 'reached',
    asked: [['/o/n/resolve/main/a%20b.json', { ...WHOLE, Range: 'bytes=0-0' }]],
  });
});

test('the smallest file of the index is requested whole, by its name at the source, and its bytes are verified', async () => {
  const asked = [['/O/one/resolve/v1/config.json', WHOLE]];
  expect(await probed(right, unpinned, held)).toEqual({ reason: 'verified', asked });
});

test.each<[string, Serve, string, number]>([
  ['wrong bytes of all files', () => new Response('wrong'), 'mismatch', 3],
  [
    'one right file after one that has changed',
    (name) => (name === 'two' ? new Response(bytes(name)) : answers(200)),
    'verified',
    2,
  ],
  [
    'one right file after one that is gone',
    (name) => (name === 'two' ? new Response(bytes(name)) : answers(404)),
    'verified',
    2,
  ],
  ['wrong bytes before a file that is gone', (name) => answers(name === 'one' ? 200 : 404), 'mismatch', 3],
  ['wrong bytes before a fault', (name) => answers(name === 'one' ? 200 : 502), 'mismatch', 3],
  [
    'wrong bytes before a broken connection',
    (name) => {
      if (name === 'one') return answers(200);
      throw new TypeError('fetch failed');
    },
    'mismatch',
    2,
  ],
])('%s', async (_, serve, reason, requests) => {
  const found = await probed(serve, unpinned, held);
  expect([found.reason, found.asked.length]).toEqual([reason, requests]);
});
