// Sends requests to an S3 store, each signed and sent once. It follows no redirect, because a redirect would carry the
// body and the signature to an address that the store chose.
import { hexOfBytes } from '../../../src/basics/byte-text.ts';
import { bytesUpTo } from '../../../src/basics/joined-bytes.ts';
import type { BucketPlace } from '../../../src/service/config.ts';
import { textIn } from './store-xml.ts';

/**
 * The maximum size in bytes of an XML answer. A page of a listing has 1,000 keys of at most 1,024 bytes, which take six
 * times as much in XML.
 */
const MOST_XML = 16 * 2 ** 20;

/** A refusal of the store. The message is a sentence without its full stop. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, code: string, why: string) {
    super(`${code} (${status}): ${why}`);
    this.status = status;
  }
}

export type Words = Record<string, string>;

interface Wanted {
  signal: AbortSignal;
  query?: Words;
  /** The headers that the signature covers. */
  headers?: Words;
  /** The headers that the signature does not cover, because a proxy on the way may change them. */
  unsigned?: HeadersInit | undefined;
  body?: Uint8Array<ArrayBuffer>;
}

/** Sends one request, and returns the answer. Rejects if no answer comes, or if the answer is a redirect. */
export type AskStore = (method: string, key: string, wanted: Wanted) => Promise<Response>;

/**
 * Makes the function that sends requests to the bucket at `place`. The code that signs is loaded here, because a hub
 * without a bucket does not need it.
 */
export async function openBucketClient({ endpoint, isPathStyle, bucket, ...place }: BucketPlace): Promise<AskStore> {
  const { AwsClient } = await import('aws4fetch');
  const signer = new AwsClient({
    ...{ service: 's3', region: place.region, accessKeyId: place.keyId, secretAccessKey: place.key.reveal() },
    ...(place.session && { sessionToken: place.session.reveal() }),
  });
  const base = isPathStyle ? `${endpoint}/${bucket}` : endpoint.replace('://', `://${bucket}.`);
  return async (method, key, { signal, query, headers, unsigned, body }) => {
    const path = `/${key.split('/').map(encodeURIComponent).join('/')}`;
    const url = new URL(base + path);
    // A key with dot segments would become another key in the URL.
    if (!url.pathname.endsWith(path)) throw new Refused(400, 'InvalidURI', 'no address leads to such a key');
    // Some stores do not read a plus sign as a space.
    url.search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const hash = hexOfBytes(new Uint8Array(await crypto.subtle.digest('SHA-256', body ?? new Uint8Array())));
    const signed = await signer.sign(url, { method, headers: { ...headers, 'x-amz-content-sha256': hash } });
    const sent = new Headers(unsigned);
    for (const [name, value] of signed.headers) sent.set(name, value);
    const answer = await fetch(url, { method, headers: sent, body: body ?? null, signal, redirect: 'manual' });
    if (answer.status < 300 || answer.status > 399 || answer.status === 304) return answer;
    await answer.body?.cancel();
    const there = answer.headers.get('location') ?? 'another place';
    const why = `it leads to ${there}, which is not followed: name that endpoint`;
    throw new Refused(answer.status, 'UnexpectedRedirect', why);
  };
}

/**
 * Reads the XML of an answer. Rejects with a Refused if the store refused, and with another error if the XML lacks
 * `end`.
 */
export async function taken({ ok, status, headers, body }: Response, end: string) {
  const bytes = await bytesUpTo(MOST_XML, body);
  if (!bytes) throw new Error(`it sends more than ${MOST_XML} bytes`);
  const xml = new TextDecoder().decode(bytes);
  if (ok && xml.includes(end)) return { headers, xml };
  const [code, why] = [textIn(xml, 'Code') ?? 'Unrecognized', textIn(xml, 'Message') ?? 'it is no answer of S3'];
  // A store may fail after it has sent the status 200. Another attempt may succeed then.
  throw ok ? new Error(`${code} (${status}): ${why}`) : new Refused(status, code, why);
}
