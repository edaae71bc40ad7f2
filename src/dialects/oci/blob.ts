// Makes the registry's own blobs, and the descriptors of these blobs and of a model's files.

import { canonicalJson } from '../../basics/records.ts';
import { sha256Hex } from '../../digests/sha.ts';
import type { ModelFile } from '../../shapes/objects.ts';
import type { Digest, OciDescriptor, OciManifest } from '../../shapes/registry.ts';

const utf8 = new TextEncoder();

/** A manifest, config or small layer, which the tree stores under its digest. */
export interface OciBlob {
  digest: Digest;
  mediaType: string;
  /** The bytes, as UTF-8 text. */
  text: string;
  /** The size in bytes. */
  size: number;
}

/** Makes a blob of `text`. Its digest is the SHA-256 of the text. */
export function blob(mediaType: string, text: string): OciBlob {
  const bytes = utf8.encode(text);
  return { digest: `sha256:${sha256Hex(bytes)}`, mediaType, text, size: bytes.length };
}

/** Returns the descriptor of a blob, without its other members. */
export function descriptorOf({ mediaType, digest, size }: Omit<OciBlob, 'text'>): OciDescriptor {
  return { mediaType, digest, size };
}

/** Returns the descriptor of a file of the model. The digest is the file's SHA-256 (decision 0011). */
export function fileDescriptor(mediaType: string, file: ModelFile): OciDescriptor {
  return { mediaType, digest: fileDigest(file), size: file.size };
}

/** Returns `sha256:` and the file's SHA-256. */
export function fileDigest(file: ModelFile): Digest {
  return `sha256:${file.sha256}`;
}

/** Makes a manifest as a blob of canonical JSON, with the members that all manifests share. */
export function manifestBlob(
  mediaType: OciManifest['mediaType'],
  config: OciBlob,
  more: Omit<OciManifest, 'schemaVersion' | 'mediaType' | 'config'>,
): OciBlob {
  return blob(mediaType, canonicalJson({ schemaVersion: 2, mediaType, config: descriptorOf(config), ...more }));
}
