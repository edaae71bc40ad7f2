// The source record of kind `chunks`: lists files that are too large for one object, with the objects that are their
// chunks.

import { MAX_OBJECT } from '../basics/limits.ts';
import { canonicalJson, isRecord, isTextThat } from '../basics/records.ts';
import { type Address, isSha256, parseAddress } from '../nouns/address.ts';
import { filePathFault } from '../nouns/file-path.ts';
import { isCount } from '../nouns/quantities.ts';
import { SOURCE_FORMAT } from '../shapes/formats.ts';
import type { ChunkedFile } from '../shapes/objects.ts';

export interface ChunkRecord {
  format: typeof SOURCE_FORMAT;
  kind: 'chunks';
  /** The holder of the chunks: the same object server that holds the record. */
  source: 'objects';
  /** The address of the model object to which the files belong; null if they belong to no model of the index. */
  model: Address | null;
  /** The files that the chunks make up, sorted by path. */
  joined: ChunkedFile[];
}

/** Returns the bytes of a record, as text. The record's address is the BLAKE3 of these bytes. */
export function formatChunkRecord(record: ChunkRecord): string {
  return canonicalJson(record);
}

/** Returns the number of chunks of a file with `size` bytes. */
export function chunkCount({ size, chunk_size }: Pick<ChunkedFile, 'size' | 'chunk_size'>): number {
  return Math.ceil(size / chunk_size);
}

/** True if `text` says that it is a record of chunks, even a malformed one. */
export function isChunkRecord(text: string): boolean {
  const value = objectIn(text);
  return value?.format === SOURCE_FORMAT && value.kind === 'chunks';
}

/**
 * Reads a record that a stranger may have written. Returns the fault of a malformed record, as the end of a sentence.
 */
export function parseChunkRecord(text: string): ChunkRecord | string {
  const value = objectIn(text);
  if (value?.format !== SOURCE_FORMAT || value.kind !== 'chunks') return `is not a ${SOURCE_FORMAT} of kind chunks`;
  const { model, joined } = value;
  if (model !== null && !isAddress(model)) return 'has a model that is no address';
  if (!Array.isArray(joined)) return 'lists no joined files';
  for (const file of joined as unknown[]) {
    const fault = fileFault(file);
    if (fault !== undefined) return fault;
  }
  const clash = clashIn((joined as ChunkedFile[]).map(({ path }) => path));
  if (clash !== undefined) return `lists ${JSON.stringify(clash)} twice, or as a file and a folder`;
  return value as unknown as ChunkRecord;
}

const isAddress = isTextThat(parseAddress);

/** Finds a path that can't exist in one folder together with the other paths. */
function clashIn(paths: readonly string[]): string | undefined {
  const files = new Set(paths);
  if (files.size < paths.length) return paths.find((path, at) => paths.indexOf(path) !== at);
  for (const path of paths)
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
      if (files.has(path.slice(0, slash))) return path.slice(0, slash);
  return undefined;
}

function fileFault(value: unknown): string | undefined {
  if (!isRecord(value)) return 'lists something that is no file';
  const { path, size, sha256, chunk_size, chunks } = value;
  if (typeof path !== 'string') return 'lists a file without a path';
  const fault = filePathFault(path);
  if (fault) return `lists a path that ${fault}`;
  const of = `of ${JSON.stringify(path)}`;
  if (!isCount(size)) return `has a wrong size ${of}`;
  if (!isCount(chunk_size) || chunk_size < 1 || chunk_size > MAX_OBJECT) return `has a wrong chunk size ${of}`;
  if (!isTextThat(isSha256)(sha256)) return `has a wrong SHA-256 ${of}`;
  if (!Array.isArray(chunks) || !chunks.every(isAddress)) return `has a chunk ${of} that is no address`;
  return chunks.length === chunkCount({ size, chunk_size }) ? undefined : `has too many or too few chunks ${of}`;
}

function objectIn(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
