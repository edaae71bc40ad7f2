/**
 * Makes the models of the failover drill and the client tests. They are small, have real formats, and have the same
 * bytes on every run.
 */

import { createHash } from 'node:crypto';
import { sha256Hex } from '../../src/digests/sha.ts';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import { bertFacts, bertFiles } from './tiny-bert.ts';
import { llamaFacts, llamaFiles, llamaGgufFiles } from './tiny-llama.ts';

/** A model repository in memory, with a single revision. */
export interface TinyModel {
  readonly id: string;
  /** The SHA-1 of the sorted paths and hashes: 40 hex digits, like a git commit. */
  readonly revision: string;
  readonly files: ReadonlyMap<string, TinyFile>;
  /** The optional fields of the model's import row. */
  readonly facts: Readonly<Record<string, unknown>>;
}

interface TinyFile {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

/** A source that has a model, with the fields of an import row (decision 0014). */
export interface Place {
  readonly source: 'srca' | 'srcb' | 'ipfs' | 'p2p';
  readonly id?: string;
  readonly revision?: string;
  readonly root?: string;
  readonly files?: readonly string[];
}

const shared = {
  license: 'apache-2.0',
  pipeline_tag: 'text-generation',
  createdAt: '2026-01-02T03:04:05.000Z',
  lastModified: '2026-01-03T03:04:05.000Z',
};

/** Makes a llama as a safetensors repository. */
export function tinyLlama(): TinyModel {
  return tinyModel('demo-models/Tiny-Llama', llamaFiles(), {
    ...shared,
    ...llamaFacts,
    library: 'transformers',
    tags: ['safetensors', 'llama', 'en'],
    downloads: 1200,
    likes: 34,
    trendingScore: 5,
  });
}

/** Makes a llama as GGUF files, in two quantisations. */
export function tinyLlamaGguf(): TinyModel {
  return tinyModel('demo-models/Tiny-Llama-GGUF', llamaGgufFiles(), {
    ...shared,
    ...llamaFacts,
    library: 'gguf',
    tags: ['gguf', 'llama', 'en'],
    downloads: 800,
    likes: 21,
    trendingScore: 9,
  });
}

/** Makes an embedding model in two safetensors shards. */
export function tinyBert(): TinyModel {
  return tinyModel('demo-models/tiny-bert', bertFiles(), {
    ...shared,
    ...bertFacts,
    license: 'mit',
    pipeline_tag: 'feature-extraction',
    library: 'sentence-transformers',
    tags: ['safetensors', 'bert', 'en'],
    downloads: 4000,
    likes: 3,
    trendingScore: 1,
  });
}

function tinyModel(
  id: string,
  contents: ReadonlyMap<string, string | Uint8Array>,
  facts: TinyModel['facts'],
): TinyModel {
  const files = new Map<string, TinyFile>();
  for (const [path, content] of contents) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    files.set(path, { bytes, sha256: sha256(bytes) });
  }
  const lines = [...files].map(([path, file]) => `${path}\0${file.sha256}\n`).toSorted();
  return { id, revision: createHash('sha1').update(lines.join('')).digest('hex'), files, facts };
}

/** Makes the import row of a model at these sources, with the facts of its GGUF headers. */
export function importRow(
  model: TinyModel,
  sources: readonly Place[],
  headers: ReadonlyMap<string, GgufFacts> = new Map(),
): object {
  const files = [...model.files].map(([path, { bytes, sha256 }]) => {
    const gguf = headers.get(path);
    return { path, size: bytes.length, sha256, ...(gguf && { gguf }) };
  });
  return { id: model.id, revision: model.revision, files, ...model.facts, sources };
}

/** Gives the SHA-256 of bytes as 64 lowercase hex digits. */
export function sha256(bytes: Uint8Array): string {
  return sha256Hex(bytes);
}

/**
 * Makes a CID for the model's folder, in the form of IPFS (version 1, dag-pb, SHA-256, base32). It is a hash of the
 * revision instead of the files, so no client can verify it.
 */
export function rootName(model: TinyModel): string {
  const digest = createHash('sha256').update(model.revision).digest();
  return `b${base32(Buffer.concat([Uint8Array.of(1, 0x70, 0x12, 0x20), digest]))}`;
}

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
