// Tests how the hub reads the answers of a bucket's store: pages of names, errors, and failed uploads in parts.
import { expect, onTestFinished, test, vi } from 'vitest';
import { openBucket } from '../../../../../functions/stores/bytes/bucket.ts';
import { allBelow } from '../../../../../generator/push/pushed-tree.ts';
import { StandIn } from '../../../../buckets/stores.ts';
import { servedBy } from '../../../../fixtures/loopback-server.ts';
import { MIB } from '../../../../fixtures/published-objects.ts';
import { placeAt } from './bucket-place.ts';

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
