// Adds facts of GGUF headers to the files of an import row that lack them.
import type { ModelFile, ModelObject } from '../../../src/shapes/objects.ts';
import type { ImportRow } from '../rows/import-row.ts';
import type { Headers } from './read-headers.ts';

/**
 * Adds headers to the files of `row`: those that were read now, and those in `earlier` objects of the model, newest
 * first. A header depends on the bytes alone, so it holds for every file with the same hash. A header in the row itself
 * takes precedence.
 */
export function withHeaders(row: ImportRow, headers: Headers | undefined, earlier: readonly ModelObject[]): ImportRow {
  if (!mayHaveHeaders(row)) return row;
  const known = earlier.flatMap(({ files }) => files);
  const kept = new Map(known.flatMap(({ sha256, gguf }) => (gguf ? [[sha256, gguf] as const] : [])));
  const files = row.files.map((file): ModelFile => {
    const gguf = file.gguf ?? headers?.get(file.sha256) ?? kept.get(file.sha256);
    return gguf ? { ...file, gguf } : file;
  });
  return { ...row, files };
}

/** True if the row has a file whose header may be known. */
export function mayHaveHeaders({ files }: ImportRow): boolean {
  return files.some(({ path }) => path.endsWith('.gguf'));
}
