// The source object: one place where the bytes of one model revision can be fetched (decision 0013).
import { canonicalJson } from '../canonical-json.ts';

export const SOURCE_FORMAT = 'hub.model-hub.source/v1';

/** A file in pieces: the first `chunk_size` bytes, the next, and so on; the last is what remains. */
export interface ChunkedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Bytes of every chunk but the last. */
  chunk_size: number;
  /** Addresses of the chunks in order; none for an empty file. */
  chunks: string[];
}

export interface SourceObject {
  format: typeof SOURCE_FORMAT;
  /** The address of the model object whose bytes are there; null only in a record of chunks. */
  model: string | null;
  kind: 'http' | 'ipfs' | 'chunks';
  /** The source's token: srca, srcb, ipfs; `objects` for chunks. */
  source: string;
  /** http: the source's own id and revision of the model. */
  id?: string;
  revision?: string;
  /** ipfs: the root CID. */
  root?: string;
  /** Present when the source holds only these paths. */
  files?: string[];
  /**
   * ipfs: the day it was pinned (true when the day is unknown, false when it is not pinned; absent when the row did not say),
   * and whether the operator keeps it out of the shown list.
   */
  pinned?: string | boolean;
  hidden?: boolean;
  /** chunks: the files, each with the objects that make it up (`chunk-record.ts`). */
  joined?: ChunkedFile[];
}

/** The bytes of a source object, as text; their BLAKE3 is its address. */
export function formatSourceObject(source: SourceObject): string {
  return canonicalJson(source);
}

/** Reads a source object. Throws when the text is not one. */
export function parseSourceObject(text: string): SourceObject {
  const value = JSON.parse(text) as SourceObject;
  if (value.format !== SOURCE_FORMAT)
    throw new Error(`expected a ${SOURCE_FORMAT} object, found ${String(value.format)}`);
  return value;
}
