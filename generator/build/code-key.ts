// A hash of the source text that decides what a tree looks like: other code, other tree.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folders = ['src/catalog', 'src/dialects', 'src/resolve', 'src/search-index', 'generator/build'];
const files = [
  'src/static-tree.ts',
  'src/routes.ts',
  'src/row-facts.ts',
  'src/compression.ts',
  'src/weights.ts',
  'src/file-path.ts',
  'src/limits.ts',
  'src/model-page.ts',
];

/** What makes documents and nothing else: `documentsKey` minds it, or a changed word would write every model anew. */
const DOCUMENTS = 'src/dialects/discovery/';

/** 16 hex digits that change when a renderer, the layout or the index format changes. */
export function codeKey(): string {
  const hash = createHash('sha256').update(process.version.split('.')[0]!);
  const found = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file))
      .filter((file) => !file.startsWith(DOCUMENTS)),
  );
  for (const file of [...found, ...files].sort()) hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}
