/** Downloads through the hub as a careful client does: follows the redirect, and hashes the received bytes. */
import { sha256 } from './tiny-models.ts';

export interface Download {
  /** The status of the hub's answer: 302 if it redirects to a source. */
  readonly status: number;
  /** The value of `X-Hub-Source`; empty if the header is absent. */
  readonly source: string;
  /** False if the hub says that the source failed its last probe. */
  readonly sourceOk: boolean;
  /** The SHA-256 that the hub promised, in hex; empty if it promised none. */
  readonly expected: string;
  /** The SHA-256 of the received bytes, in hex; empty if none arrived. */
  readonly arrived: string;
}

/** Makes the address of a file at the hub `base`. With `via`, the hub must use this source. */
export function resolveAddress(base: string, id: string, path: string, via?: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${base}${via === undefined ? '' : `/via/${via}`}/${id}/resolve/main/${encoded}`;
}

/**
 * Requests the file at `address` from the hub, and its bytes from the source in the redirect. No bytes arrive from
 * a source that can't be reached.
 */
export async function download(address: string): Promise<Download> {
  const answer = await fetch(address, { redirect: 'manual' });
  await answer.arrayBuffer();
  const location = answer.headers.get('location');
  return {
    status: answer.status,
    source: answer.headers.get('x-hub-source') ?? '',
    sourceOk: answer.headers.get('x-hub-source-ok') !== 'false',
    expected: (answer.headers.get('x-linked-etag') ?? '').replaceAll('"', ''),
    arrived: location === null ? '' : await hashAt(location),
  };
}

async function hashAt(location: string): Promise<string> {
  try {
    const response = await fetch(location);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return response.ok ? sha256(bytes) : '';
  } catch {
    return '';
  }
}
