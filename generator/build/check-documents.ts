// Reads the documents of a tree back: each must hash to what the stamp says, and its twins must unpack to it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paysToCompress } from '../../src/compression.ts';
import { unpackers } from './compress.ts';
import type { Stamp } from './tree-layout.ts';

/** What is wrong with the documents of the tree at `folder`, a sentence each. */
export function checkDocuments(folder: string, documents: Stamp['documents']): string[] {
  return Object.entries(documents).flatMap(([path, sha256]) => {
    const file = join(folder, path);
    const bytes = read(file, (found) => found);
    if (!bytes || hashOf(bytes) !== sha256) return [`${file} is missing or differs`];
    if (!paysToCompress(bytes.length)) return [];
    return Object.entries(unpackers)
      .filter(([ending, unpack]) => !read(`${file}.${ending}`, unpack)?.equals(bytes))
      .map(([ending]) => `${file}.${ending} is missing or differs`);
  });
}

function read(path: string, unpack: (bytes: Buffer) => Buffer): Buffer | undefined {
  try {
    return unpack(readFileSync(path));
  } catch {
    return undefined;
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
