// Tests one probe of a source: the reason that it gives for each kind of failure.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { probeSource } from '../../../../functions/sources/probe.ts';
import type { Probe, Source } from '../../../../src/service/sources.ts';

const bytes = Buffer.from('{"a": 1}\n');
const probe: Probe = {
  id: 'o/n',
  revision: 'abc',
  path: 'a b.json',
  sha256: createHash('sha256').update(bytes).digest('hex'),
  timeLimit: 1,
};
const source: Source & { probe: Probe } = {
  token: 'srca',
  display: 'Source A',
  host: 'a.example',
  base: 'https://a.example',
  template: '/{id}/resolve/{revision}/{path}',
  probe,
};

const failing =
  (error: Error): typeof fetch =>
  async () => {
    throw new TypeError('fetch failed', { cause: error });
  };
const coded = (code: string) => Object.assign(new Error(code), { code });

test('the right bytes are verified, by a request with the hub’s name, without a range and without compression', async () => {
  let asked: [string, RequestInit] | undefined;
  const get = (async (url: string, init: RequestInit) => {
    asked = [url, init];
    return new Response(bytes);
  }) as unknown as typeof fetch;
  expect(await probeSource(source, 'Hub/1 (+https://hub.example)', get)).toEqual({ ok: true, reason: 'verified' });
  expect(asked![0]).toBe('https://a.example/o/n/resolve/abc/a%20b.json');
  expect(asked![1].headers).toEqual({ 'User-Agent': 'Hub/1 (+https://hub.example)', 'Accept-Encoding': 'identity' });
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
    expect(await probeSource(source, '', async () => new Response(body))).toEqual({ ok: false, reason: 'mismatch' });
  expect(sent).toBeLessThan(40);
});

test.each([404, 403, 500, 503])('the status %d gives the reason `status`', async (status) => {
  const get = async () => new Response('no', { status });
  expect(await probeSource(source, '', get)).toEqual({ ok: false, reason: 'status' });
});

test.each([
  ['ENOTFOUND', 'dns'],
  ['EAI_AGAIN', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['ECONNRESET', 'refused'],
  ['UND_ERR_SOCKET', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
  ['EWHATEVER', 'refused'],
])('%s gives the reason %s', async (code, reason) => {
  expect(await probeSource(source, '', failing(coded(code)))).toEqual({ ok: false, reason });
});

test('a source that does not answer in time is a timeout', async () => {
  const hasty = { ...source, probe: { ...probe, timeLimit: 0.02 } };
  const get = ((_: string, { signal }: RequestInit) =>
    new Promise((_resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason));
    })) as unknown as typeof fetch;
  expect(await probeSource(hasty, '', get)).toEqual({ ok: false, reason: 'timeout' });
});

test('without a hash, the probe requests one byte and reports only that the source answers', async () => {
  const { sha256: _, ...bare } = probe;
  let range: string | null | undefined;
  const get = (async (_url: string, init: RequestInit) => {
    range = new Headers(init.headers).get('range');
    return new Response('x', { status: 206 });
  }) as unknown as typeof fetch;
  expect(await probeSource({ ...source, probe: bare }, '', get)).toEqual({ ok: true, reason: 'reached' });
  expect(range).toBe('bytes=0-0');
  const refusing = async () => new Response('', { status: 403 });
  expect(await probeSource({ ...source, probe: bare }, '', refusing)).toEqual({ ok: false, reason: 'status' });
});
