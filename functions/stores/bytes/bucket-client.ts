// A client of an S3 store that goes where the operator named and nowhere else: a redirect would carry what is put, and
// what is signed, to a place that the store chose.
import type { S3Client } from '@bradenmacdonald/s3-lite-client';
import type { BucketPlace } from '../../../src/service/config.ts';

/** The store leads elsewhere. */
class Elsewhere extends Error {
  readonly code = 'UnexpectedRedirect';
  readonly statusCode: number;

  constructor({ status, headers }: Response) {
    super(`it leads to ${headers.get('location') ?? 'another place'}, and no bucket is followed: name that endpoint`);
    this.statusCode = status;
  }
}

/** Like `fetch`, but rejects where the answer leads elsewhere. */
export async function fetchThere(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...init, redirect: 'manual' });
  if (answer.status < 300 || answer.status > 399 || answer.status === 304) return answer;
  await answer.body?.cancel();
  throw new Elsewhere(answer);
}

/** Gives the address of a request, as the client forms it. */
interface Addressing {
  buildRequestOptions(request: object): { host: string; encodedPath: string };
}

/** Everything is signed. */
class Signed extends Error {}

/** The client signs last of all, and then it would send: what it made is sent by `fetchThere`. */
class SignedHeaders extends Headers {
  override set(name: string, value: string): void {
    super.set(name, value);
    if (name === 'authorization') throw new Signed();
  }
}

/** Opens a client for the bucket at `place`; a hub without one does not load it. */
export async function openBucketClient(place: BucketPlace): Promise<S3Client> {
  const { S3Client, S3Errors } = await import('@bradenmacdonald/s3-lite-client');
  const client = new S3Client({
    ...{ endPoint: place.endpoint, pathStyle: place.isPathStyle, region: place.region, bucket: place.bucket },
    ...{ accessKey: place.keyId, secretKey: place.key.reveal() },
    ...(place.session && { sessionToken: place.session.reveal() }),
  });
  const sign = client.makeRequest.bind(client);
  client.makeRequest = async ({ payload, ...request }) => {
    const headers = new SignedHeaders(request.headers);
    await sign({ ...request, ...(payload !== undefined && { payload }), headers }).catch((error: unknown) => {
      if (!(error instanceof Signed)) throw error;
    });
    const { host, encodedPath } = (client as unknown as Addressing).buildRequestOptions({ ...request, headers });
    const body = payload as Uint8Array<ArrayBuffer> | string | undefined;
    const answer = await fetchThere(`${client.protocol}//${host}${encodedPath}`, {
      ...{ method: request.method, headers },
      ...(body !== undefined && { body }),
    });
    if (answer.status !== (request.statusCode ?? 200)) throw await S3Errors.parseServerError(answer);
    if (!request.returnBody) await answer.body?.cancel();
    return answer;
  };
  return client;
}
