// Writes a document into a tree with the twins that pay, and says what it hashes to.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paysToCompress } from '../../src/compression.ts';
import { brotli, gzip } from './compress.ts';

/** Writes `text` at `path` in the tree at `folder`; gives its SHA-256. */
export function writeDocumentFile(folder: string, path: string, text: string): string {
  const bytes = Buffer.from(text);
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (paysToCompress(bytes.length)) {
    writeFileSync(`${file}.br`, brotli(bytes));
    writeFileSync(`${file}.gz`, gzip(bytes));
  }
  return createHash('sha256').update(bytes).digest('hex');
}
