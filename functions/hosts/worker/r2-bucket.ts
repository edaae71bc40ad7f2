// Opens an R2 bucket from its binding. The result has the same functions as a bucket of an S3 store.
import { type Bucket, BucketError, type Stored } from '../../stores/bytes/bucket.ts';
import type { R2Bucket, R2Object } from './bindings.ts';

/** The functions of a bucket that a serving hub calls. */
export type ServedBucket = Pick<Bucket, 'address' | 'ask' | 'put' | 'list' | 'remove'>;

/** Matches the message of R2's error for a range that begins after the object's end (RFC 9110 15.5.17). */
const UNSATISFIABLE = /\b10039\b|range/i;

/**
 * Opens the objects of `bucket` whose keys begin with `prefix`, which is empty or ends with a slash. Messages call the
 * bucket `address`.
 */
export function r2Bucket(bucket: R2Bucket, prefix: string, address: string): ServedBucket {
  return {
    address,
    ask: (name, init) => answerOf(bucket, prefix + name, init),
    async put(name, bytes, headers = {}) {
      const kept = await bucket.put(prefix + name, bytes, { onlyIf: new Headers(headers) }).catch((error: Error) => {
        throw new BucketError(`${address}/${name} can't be put`, error.message, undefined, error);
      });
      if (!kept) throw new BucketError(`${address}/${name} can't be put`, 'there is one already', 412, undefined);
    },
    async *list(start) {
      let cursor: string | undefined;
      do {
        const page = await bucket.list({ prefix: prefix + start, ...(cursor !== undefined && { cursor }) });
        for (const { key, size, uploaded } of page.objects)
          yield { name: key.slice(prefix.length), size, put: uploaded.getTime() } satisfies Stored;
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
    },
    remove: (name) => bucket.delete(prefix + name),
  };
}

/** Answers a GET or HEAD of `key` as an S3 store would. */
async function answerOf(bucket: R2Bucket, key: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (init.method === 'HEAD') {
    const found = await bucket.head(key);
    return new Response(null, found ? { headers: factsOf(found, found.size) } : { status: 404 });
  }
  const isPart = headers.has('range');
  const found = await bucket.get(key, { onlyIf: headers, ...(isPart && { range: headers }) }).catch((error: Error) => {
    if (isPart && UNSATISFIABLE.test(error.message)) return 416 as const;
    throw error;
  });
  if (found === 416) return new Response(null, { status: 416 });
  if (!found) return new Response(null, { status: 404 });
  if (!found.body) return new Response(null, { status: 412 });
  if (!isPart) return new Response(found.body, { headers: factsOf(found, found.size) });
  const { offset = 0, length = found.size - offset } = found.range ?? {};
  const facts = factsOf(found, length);
  facts.set('Content-Range', `bytes ${offset}-${offset + length - 1}/${found.size}`);
  return new Response(found.body, { status: 206, headers: facts });
}

const factsOf = ({ httpEtag }: R2Object, length: number) =>
  new Headers({ ETag: httpEtag, 'Content-Length': String(length) });
