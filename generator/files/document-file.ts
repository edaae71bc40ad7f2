// Writes a document into the draft of a tree, with its compressed forms if it is large enough.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { paysToCompress } from '../../src/basics/limits.ts';
import { brotli, gzip } from './compress.ts';

/** Writes `text` at `path` in the draft at `folder`. */
export function writeDocumentFile(folder: string, path: string, text: string): void {
  const bytes = Buffer.from(text);
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  if (paysToCompress(bytes.length)) {
    writeFileSync(`${file}.br`, brotli(bytes));
    writeFileSync(`${file}.gz`, gzip(bytes));
  }
}
