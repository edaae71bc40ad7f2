// Reads the documents of a tree back, and its other files: each must hash to what the stamp says, and twins of documents must unpack to them.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readOwnFile } from '../../functions/hosts/plain-file.ts';
import { paysToCompress } from '../../src/compression.ts';
import { unpackers } from './compress.ts';
import type { Fault } from './jobs.ts';
import { hasSha256 } from './tree-files.ts';
import type { Stamp } from './tree-layout.ts';

/** What is wrong with the documents of the tree at `folder`. */
export function checkDocuments(folder: string, documents: Stamp['documents']): Fault[] {
  return Object.entries(documents).flatMap(([path, sha256]) => {
    const file = join(folder, path);
    const bytes = read(file, (found) => found);
    if (!bytes || hashOf(bytes) !== sha256) return [fault(file, path)];
    if (!paysToCompress(bytes.length)) return [];
    return Object.entries(unpackers)
      .filter(([ending, unpack]) => !read(`${file}.${ending}`, unpack)?.equals(bytes))
      .map(([ending]) => fault(`${file}.${ending}`, `${path}.${ending}`));
  });
}

/** What is wrong with its other files. */
export function checkFiles(folder: string, files: Stamp['files']): Fault[] {
  return Object.entries(files)
    .filter(([path, sha256]) => !hasSha256(join(folder, path), sha256))
    .map(([path]) => fault(join(folder, path), path));
}

const fault = (file: string, path: string): Fault => ({ said: `${file} is missing or differs`, file: path });

function read(path: string, unpack: (bytes: Buffer) => Buffer): Buffer | undefined {
  try {
    return unpack(readOwnFile(path));
  } catch {
    return undefined;
  }
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
