// Tests the probe of a source without a pinned hash. The probe requests files that the source has according to the
// index, and compares their hashes with the index.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tree } from '../../../../functions/ports/ports.ts';
import { heldFilesIn, probeHeld } from '../../../../functions/sources/held-files.ts';
import { probeSource } from '../../../../functions/sources/probe.ts';
import { PROBE_FILES, type ProbeFile } from '../../../../src/catalog/probe-file.ts';

const source = {
  ...{ token: 'srcb', display: 'Source B', host: 'b.example', base: 'https://b.example' },
  template: '/{id}/resolve/{revision}/{path}',
  probe: { id: 'o/large', revision: 'master', path: 'weights.gguf', timeLimit: 1 },
};
const bytes = (name: string) => Buffer.from(`the bytes of ${name}`);
const file = (name: string): ProbeFile => ({
  ...{ model: `o/${name}`, place: { id: `O/${name}`, revision: 'v1' }, path: 'config.json' },
  ...{ size: bytes(name).length, sha256: createHash('sha256').update(bytes(name)).digest('hex') },
});
const three = [file('one'), file('two'), file('three')];
const treeWith = (text: string | undefined) =>
  ({ text: (path: string) => (path === PROBE_FILES ? text : undefined) }) as Partial<Tree> as Tree;
const held = heldFilesIn(() => treeWith(JSON.stringify({ srcb: { files: three } })));

/** Probes a source that answers by `serve`. Returns the result and the requests. */
async function probed(serve: (name: string) => Response, files = held, at: typeof source | object = source) {
  const asked: { path: string; range: string | null }[] = [];
  const get = (async (url: string, { headers }: RequestInit) => {
    const [, , , , name = ''] = url.split('/');
    asked.push({ path: new URL(url).pathname, range: new Headers(headers).get('Range') });
    return serve(name);
  }) as unknown as typeof fetch;
  const found = await probeHeld({ ...source, ...at }, '', files, (...given) => probeSource(given[0], given[1], get));
  return { found, asked };
}

test('the smallest file is requested whole, by its name at the source, and the right bytes are verified', async () => {
  expect(await probed((name) => new Response(bytes(name)))).toEqual({
    found: { ok: true, reason: 'verified' },
    asked: [{ path: '/O/one/resolve/v1/config.json', range: null }],
  });
});

test('wrong bytes for every model are a mismatch', async () => {
  const { found, asked } = await probed(() => new Response('wrong'));
  expect(found).toEqual({ ok: false, reason: 'mismatch' });
  expect(asked).toHaveLength(3);
});

test('a file that has changed at the source, or that is gone, does not make the source wrong', async () => {
  const moved = await probed((name) => new Response(name === 'two' ? bytes(name) : 'newer'));
  expect(moved.found).toEqual({ ok: true, reason: 'verified' });
  const gone = await probed((name) => (name === 'two' ? new Response(bytes(name)) : new Response('', { status: 404 })));
  expect(gone.found).toEqual({ ok: true, reason: 'verified' });
});

test.each([404, 502])('wrong bytes stay a mismatch if the next file is %i', async (status) => {
  const { found } = await probed((name) => (name === 'one' ? new Response('wrong') : new Response('', { status })));
  expect(found).toEqual({ ok: false, reason: 'mismatch' });
});

test('wrong bytes stay a mismatch if the connection drops after them', async () => {
  const { found, asked } = await probed((name) => {
    if (name === 'one') return new Response('wrong');
    throw new TypeError('fetch failed');
  });
  expect([found, asked.length]).toEqual([{ ok: false, reason: 'mismatch' }, 2]);
});

test.each([
  ['no tree', heldFilesIn(() => undefined)],
  ['a tree of before', heldFilesIn(() => treeWith(undefined))],
  ['a tree that names nothing there', heldFilesIn(() => treeWith('{}'))],
])('with %s the probe only reaches the source, as service.yaml says, and invents no hash', async (_, files) => {
  expect(await probed(() => new Response('whatever'), files)).toEqual({
    found: { ok: true, reason: 'reached' },
    asked: [{ path: '/o/large/resolve/master/weights.gguf', range: 'bytes=0-0' }],
  });
});

test('a pinned hash of the service file is used before the index', async () => {
  const pinned = { ...source.probe, sha256: file('pinned').sha256 };
  const { asked } = await probed(() => new Response(bytes('pinned')), held, { probe: pinned });
  expect(asked.map(({ path }) => path)).toEqual(['/o/large/resolve/master/weights.gguf']);
});
