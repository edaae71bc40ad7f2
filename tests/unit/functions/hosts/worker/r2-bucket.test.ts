// Tests that a bucket of R2 works as a store with ranges. The R2 binding returns a part, and the answer says which
// part it is.
import { expect, test } from 'vitest';
import type { R2Bucket } from '../../../../../functions/hosts/worker/bindings.ts';
import { r2Bucket } from '../../../../../functions/hosts/worker/r2-bucket.ts';

const text = '0123456789';
const facts = { httpEtag: '"a"', size: text.length };
/** A binding for a bucket with one object. For any range it returns bytes 2 to 5. */
const binding = {
  get: async (key: string, { range }: { range?: Headers } = {}) =>
    key !== 'below/x'
      ? null
      : range
        ? { ...facts, body: new Blob([text.slice(2, 6)]).stream(), range: { offset: 2, length: 4 } }
        : { ...facts, body: new Blob([text]).stream() },
} as unknown as R2Bucket;
const bucket = r2Bucket(binding, 'below/', 'the bucket X');

test.each([
  ['a part', 'x', { Range: 'bytes=2-5' }, 206, 'bytes 2-5/10', '4', '2345'],
  ['all of it', 'x', {}, 200, null, '10', text],
  ['what it lacks', 'y', {}, 404, null, null, ''],
])('the bucket answers a request for %s', async (_, name, headers, status, part, length, body) => {
  const answer = await bucket.ask(name, { headers: headers as HeadersInit });
  const told = ['content-range', 'content-length'].map((header) => answer.headers.get(header));
  expect([answer.status, ...told, await answer.text()]).toEqual([status, part, length, body]);
});
