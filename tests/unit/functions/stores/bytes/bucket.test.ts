// Tests requests to a bucket's store, which are signed, go only to the configured host and end in time, and how the hub
// reads the store's answers: pages of names, errors, and failed uploads in parts.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { allBelow } from '../../../../../generator/push/pushed-tree.ts';
import { Secret } from '../../../../../src/basics/secret.ts';
import type { BucketPlace } from '../../../../../src/service/config.ts';
import { StandIn } from '../../../../buckets/stores.ts';
import { servedBy } from '../../../../fixtures/loopback-server.ts';
import { MIB } from '../../../../fixtures/published-objects.ts';

/** Returns the settings of the bucket `s3://models/hub` at the store with this address. */
const placeAt = (endpoint: string): BucketPlace => ({
  ...{ endpoint, isPathStyle: true, region: 'here', bucket: 'models', prefix: 'hub' },
  ...{ keyId: 'id', key: new Secret('key'), session: undefined },
});

/** Opens a bucket whose store answers every request with `body` and `status`. */
async function answeredWith(body: string, status = 200) {
  const store = await servedBy((_, response) => response.writeHead(status).end(body));
  onTestFinished(() => store.close());
  // This makes the pauses between attempts short, because the test does not depend on them.
  vi.spyOn(Math, 'random').mockReturnValue(-0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  return openBucket(placeAt(store.base));
}

const entry = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><Size>3</Size></Contents>`;
const page = (inside: string) => `<?xml version="1.0"?>\n<ListBucketResult xmlns="x">${inside}</ListBucketResult>`;

test.each([
  ['as XML writes them', '', 'a+%2B &amp;#65;&lt;&quot;&apos;&#xe9;&#233;&gt;', `a+%2B &#65;<"'éé>`],
  ['as URLs write them', '<EncodingType>url</EncodingType>', 'a+%2B%26amp%3B%3C%01%C3%A9', 'a +&amp;<\u0001é'],
])('the key of an object is read %s', async (_, facts, written, name) => {
  const bucket = await answeredWith(page(`${facts}<IsTruncated>false</IsTruncated>${entry(`hub/${written}`)}`));
  expect(await allBelow(bucket, '')).toEqual([{ name, size: 3, put: Date.UTC(2026, 0, 1) }]);
});

test('an entity that a document type defines is not expanded', async () => {
  const type = '<!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  const bucket = await answeredWith(type + page(entry('hub/&b;&lol;')));
  expect((await allBelow(bucket, '')).map(({ name }) => name)).toEqual(['&b;&lol;']);
});

test.each([
  ['a page for people', '<html>Log in</html>', 'Unrecognized (200): it is no answer of S3'],
  ['half a page', page(entry('hub/a')).slice(0, -5), 'Unrecognized (200): it is no answer of S3'],
  [
    'an error under 200',
    '<Error><Code>InternalError</Code><Message>a &amp; b</Message></Error>',
    'InternalError (200): a & b',
  ],
  ['other names', page(entry('other/a')), 'it lists "other/a" unasked, or without its size or time'],
  ['no names', page('<Contents><Size>1</Size></Contents>'), 'it lists "" unasked, or without its size or time'],
  ['no sizes', page('<Contents><Key>hub/a</Key></Contents>'), 'it lists "hub/a" unasked, or without its size or time'],
  ['no way on', page('<IsTruncated>true</IsTruncated>'), 'it has more names, and does not say where'],
  ['no end', 'x'.repeat(17 * MIB), 'it sends more than 16777216 bytes'],
])('a listing that is %s is an error', async (_, body, why) => {
  const bucket = await answeredWith(body);
  await expect(allBelow(bucket, '')).rejects.toThrow(`s3://models/hub/ can't be listed: ${why}`);
});

test('the store’s refusal is reported once, with the store’s message', async () => {
  const bucket = await answeredWith('<Error><Code>NoSuchBucket</Code><Message>It is not there</Message></Error>', 404);
  await expect(bucket.remove('x')).rejects.toThrow(
    "s3://models/hub/x can't be removed: NoSuchBucket (404): It is not there",
  );
  expect(bucket.requests).toBe(1);
});

test('an upload whose parts are refused leaves no parts in the store', async () => {
  const store = new StandIn();
  await store.start();
  onTestFinished(() => store.stop());
  const asked: string[] = [];
  store.memory.refuse = ({ method }) => {
    asked.push(method);
    return method === 'PUT' ? 403 : undefined;
  };
  const bucket = await openBucket(store.place('hub'));
  const open = () => new Blob([Buffer.alloc(20 * MIB)]).stream();
  await expect(bucket.putStream('x', open, 20 * MIB)).rejects.toThrow("s3://models/hub/x can't be put: Refused (403)");
  expect([asked[0], asked.at(-1)]).toEqual(['POST', 'DELETE']);
  expect(asked.length).toBe(bucket.requests);
});

test('a redirect of a bucket is not followed', async () => {
  const asked: string[] = [];
  const elsewhere = await servedBy((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  const leading = await servedBy((_, response) => {
    response.writeHead(307, { Location: `${elsewhere.base}/latest` }).end();
  });
  onTestFinished(async () => void (await Promise.all([elsewhere.close(), leading.close()])));
  const bucket = await openBucket(placeAt(leading.base));
  const told = `it leads to ${elsewhere.base}/latest, which is not followed: name that endpoint`;
  await expect(bucket.ask('current', {})).rejects.toThrow(told);
  await expect(bucket.put('x', Buffer.from('a'))).rejects.toThrow(
    `s3://models/hub/x can't be put: UnexpectedRedirect (307): ${told}`,
  );
  const open = () => new Blob(['a']).stream();
  await expect(bucket.putStream('x', open, 1)).rejects.toThrow(told);
  await expect(allBelow(bucket, 'packs/')).rejects.toThrow(told);
  await expect(bucket.remove('x')).rejects.toThrow(told);
  expect(asked).toEqual([]);
});

test('a request and its connection end at the time limit, or when the caller gives up', async () => {
  const ended: string[] = [];
  const silent = await servedBy((request) => {
    request.resume();
    request.on('close', () => ended.push(`${request.method} ${request.url}`));
  });
  onTestFinished(() => silent.close());
  const bucket = await openBucket(placeAt(silent.base), { trial: 'current' });
  await expect(bucket.put('x', new Uint8Array(1000))).rejects.toThrow('s3://models/hub does not answer');
  await expect.poll(() => ended).toContain('PUT /models/hub/x');
  const own = new AbortController();
  const asked = bucket.ask('y', { signal: own.signal });
  own.abort(new Error('the caller left'));
  await expect(asked).rejects.toThrow('the caller left');
});

test('the signature covers the hash of an uploaded body, but not the headers that a proxy may change', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response());
  onTestFinished(() => sent.mockRestore());
  const place = { ...placeAt('https://s3.here.example'), isPathStyle: false, session: new Secret('lent') };
  const bucket = await openBucket(place);
  await bucket.put('a b+c', Buffer.from('abc'), { 'If-None-Match': '*' });
  await bucket.ask('current', { headers: { 'Accept-Encoding': 'identity', Range: 'bytes=0-9' } });
  const [put, ask] = sent.mock.calls.map(([url, init]) => ({ url: String(url), headers: init!.headers as Headers }));
  expect(put!.url).toBe('https://models.s3.here.example/hub/a%20b%2Bc');
  expect(put!.headers.get('x-amz-content-sha256')).toBe(createHash('sha256').update('abc').digest('hex'));
  const signed = 'host;if-none-match;x-amz-content-sha256;x-amz-date;x-amz-security-token';
  expect(put!.headers.get('authorization')).toMatch(
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=id/\\d{8}/here/s3/aws4_request, SignedHeaders=${signed}, Signature=\\w{64}$`,
    ),
  );
  expect(put!.headers.get('x-amz-security-token')).toBe('lent');
  expect(Object.fromEntries(ask!.headers)).toMatchObject({ 'accept-encoding': 'identity', range: 'bytes=0-9' });
  expect(ask!.headers.get('authorization')).toContain(`SignedHeaders=${signed.replace('if-none-match;', '')},`);
});

test('a name that no web address can have is refused before any request', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => sent.mockRestore());
  const bucket = await openBucket(placeAt('http://127.0.0.1:9'));
  for (const name of ['packs/../../other', 'a/./b', 'a/..'])
    await expect(bucket.remove(name)).rejects.toThrow('InvalidURI (400): no address leads to such a key');
  expect(sent).not.toHaveBeenCalled();
});
