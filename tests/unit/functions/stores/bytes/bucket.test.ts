// Tests requests to a bucket's store, which are signed, go only to the configured host and end in time, and how the hub
// reads the store's answers: pages of names, and errors.

import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { allBelow } from '../../../../../generator/packs/standing-trees.ts';
import { Secret } from '../../../../../src/basics/secret.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import type { BucketPlace } from '../../../../../src/service/config.ts';
import { MIB } from '../../../../fixtures/published-objects.ts';
import { serverOfTest } from '../../../../fixtures/server-of-test.ts';

/** Returns the settings of the bucket `s3://models/hub` at the store with this address. */
const placeAt = (endpoint: string): BucketPlace => ({
  endpoint,
  isPathStyle: true,
  region: 'here',
  bucket: 'models',
  prefix: 'hub',
  keyId: 'id',
  key: new Secret('key'),
  session: undefined,
});

/** Opens a bucket whose store answers every request with `body` and `status`. */
async function answeredWith(body: string, status = 200) {
  const store = await serverOfTest((_, response) => response.writeHead(status).end(body));
  // This makes the pauses between attempts short, because the test does not depend on them.
  vi.spyOn(Math, 'random').mockReturnValue(-0.5);
  onTestFinished(() => void vi.restoreAllMocks());
  return openBucket(placeAt(store));
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

test('a redirect of a bucket is not followed', async () => {
  const asked: string[] = [];
  const elsewhere = await serverOfTest((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  const leading = await serverOfTest((_, response) => {
    response.writeHead(307, { Location: `${elsewhere}/latest` }).end();
  });
  const bucket = await openBucket(placeAt(leading));
  const told = `UnexpectedRedirect (307): it leads to ${elsewhere}/latest, which is not followed: name that endpoint`;
  for (const [what, work] of [
    ["current can't be read", () => bucket.get('current')],
    ["x can't be read", () => bucket.range('x', 0, 10)],
    ["x can't be put", () => bucket.put('x', Buffer.from('a'))],
    ["x can't be put", () => bucket.put('x', new Blob(['a']))],
    ["packs/ can't be listed", () => allBelow(bucket, 'packs/')],
    ["x can't be removed", () => bucket.remove('x')],
  ] as const)
    await expect(work()).rejects.toThrow(`s3://models/hub/${what}: ${told}`);
  expect(await bucket.answers()).toBe(false);
  expect(asked).toEqual([]);
});

test('a request and its connection end at the time limit, and none follows while the store hangs', async () => {
  const ended: string[] = [];
  const silent = await serverOfTest((request) => {
    request.resume();
    request.on('close', () => ended.push(`${request.method} ${request.url}`));
  });
  const bucket = await openBucket(placeAt(silent), { isWaitedFor: true });
  await expect(bucket.put('x', new Uint8Array(1000))).rejects.toThrow('s3://models/hub does not answer');
  await expect.poll(() => ended).toContain('PUT /models/hub/x');
  const asked = bucket.requests;
  await expect(bucket.get('y')).rejects.toThrow('s3://models/hub does not answer');
  expect(bucket.requests - asked).toBeLessThan(2);
});

test('an answer that stops, or that comes in drops, ends at the time limit', async () => {
  let drops: NodeJS.Timeout | undefined;
  const dripping = await serverOfTest((request, response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('x');
    if (request.url?.endsWith('drops')) drops = setInterval(() => response.write('x'), 100);
  });
  onTestFinished(() => clearInterval(drops));
  const open = () => openBucket(placeAt(dripping), { isWaitedFor: true });
  await expect((await open()).get('stops')).rejects.toThrow('s3://models/hub does not answer');
  // The clock leaps, as if the answer had dripped for minutes.
  const real = performance.now.bind(performance);
  let leap = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    leap += 20_000;
    return real() + leap;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await expect((await open()).get('drops')).rejects.toThrow('s3://models/hub does not answer');
});

test('a store that knows no ranges sends a whole file, of which a part is taken; a wrong part is an error', async () => {
  const whole = await answeredWith('0123456789');
  expect(Buffer.from((await whole.range('x', 2, 5))!).toString()).toBe('234');
  const other = await answeredWith('0123', 206);
  await expect(other.range('x', 2, 6)).rejects.toThrow('it sent 4 bytes as "null" when asked for 2-5');
});

test('an answer with more bytes than allowed is an error', async () => {
  const bucket = await answeredWith('x'.repeat(1001));
  for (const [name, most] of [
    ['current', undefined],
    ['log/tile', 1000],
  ] as const)
    await expect(bucket.get(name, most)).rejects.toThrow('it sends more than 1000 bytes');
});

test('the signature covers the hash of an uploaded body, but not the headers that a proxy may change', async () => {
  const sent = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => new Response(null, { headers: { 'Content-Range': 'bytes 0--1/0' } }));
  onTestFinished(() => sent.mockRestore());
  const place = { ...placeAt('https://s3.here.example'), isPathStyle: false, session: new Secret('lent') };
  const bucket = await openBucket(place);
  await bucket.put('a b+c', Buffer.from('abc'), { ifAbsent: true });
  await bucket.range('current', 0, 10);
  const [put, ask] = sent.mock.calls.map(([url, init]) => ({ url: String(url), headers: init!.headers as Headers }));
  expect(put!.url).toBe('https://models.s3.here.example/hub/a%20b%2Bc');
  expect(put!.headers.get('x-amz-content-sha256')).toBe(sha256Hex('abc'));
  const signed = 'host;if-none-match;x-amz-checksum-sha256;x-amz-content-sha256;x-amz-date;x-amz-security-token';
  expect(put!.headers.get('authorization')).toMatch(
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=id/\\d{8}/here/s3/aws4_request, SignedHeaders=${signed}, Signature=\\w{64}$`,
    ),
  );
  expect(put!.headers.get('x-amz-security-token')).toBe('lent');
  expect(Object.fromEntries(ask!.headers)).toMatchObject({ 'accept-encoding': 'identity', range: 'bytes=0-9' });
  expect(ask!.headers.get('authorization')).toContain(
    `SignedHeaders=${signed.replace('if-none-match;x-amz-checksum-sha256;', '')},`,
  );
});

test('a name that no web address can have is refused before any request', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => sent.mockRestore());
  const bucket = await openBucket(placeAt('http://127.0.0.1:9'));
  for (const name of ['packs/../../other', 'a/./b', 'a/..'])
    await expect(bucket.remove(name)).rejects.toThrow('InvalidURI (400): no address leads to such a key');
  expect(sent).not.toHaveBeenCalled();
});
