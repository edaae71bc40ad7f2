/** Reads a repository from the hub's registry, and the files on the disk after a pull, to compare the two. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { resolveAddress } from '../demo/download.ts';
import { sha256 } from '../demo/tiny-models.ts';
import { hashOf } from './client-process.ts';

export const ociManifest = 'application/vnd.oci.image.manifest.v1+json';
export const ggufManifest = 'application/vnd.docker.distribution.manifest.v2+json';

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export interface FetchedManifest {
  /** `sha256:` and the hash of the received bytes. */
  readonly digest: string;
  readonly config: Descriptor;
  readonly layers: readonly (Descriptor & { readonly annotations?: Readonly<Record<string, string>> })[];
}

/** Requests a manifest from the hub itself, and checks its digest header against its bytes. */
export async function fetchManifest(
  base: string,
  repository: string,
  tag: string,
  accept: string,
): Promise<FetchedManifest> {
  const response = await fetch(`${base}/v2/${repository}/manifests/${tag}`, { headers: { accept } });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const digest = `sha256:${sha256(bytes)}`;
  expect(response.headers.get('docker-content-digest')).toBe(digest);
  expect(response.headers.get('content-type')).toBe(accept);
  return { digest, ...(JSON.parse(new TextDecoder().decode(bytes)) as Omit<FetchedManifest, 'digest'>) };
}

/** Reads the hub's SHA256SUMS of a model, and returns the hash of each path. */
export async function sumsOf(base: string, id: string): Promise<Record<string, string>> {
  const text = await (await fetch(resolveAddress(base, id, 'SHA256SUMS'))).text();
  const lines = text.trimEnd().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

/** Hashes every file beneath a folder, by path. */
export async function hashesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const hashes = files.map(async (file) => [relative(folder, file), await hashOf(file)] as const);
  return Object.fromEntries(await Promise.all(hashes));
}

/** Lists the hashes of all blobs that a manifest names, sorted. */
export function blobsOf({ config, layers }: FetchedManifest): string[] {
  return [...new Set([config, ...layers].map(({ digest }) => digest.slice('sha256:'.length)))].toSorted();
}
