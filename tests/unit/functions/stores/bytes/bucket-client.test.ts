// Tests that requests to a bucket's store are signed, go only to the configured host, and end in time.
import { createHash } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { allBelow } from '../../../../../generator/push/pushed-tree.ts';
import { Secret } from '../../../../../src/basics/secret.ts';
import { servedBy } from '../../../../fixtures/loopback-server.ts';
import { placeAt } from './bucket-place.ts';

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
