// Finds a file for examples in documents: a small file of a popular model that a source has.
import type { ExampleFile } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { P2P } from '../../src/service/sources.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { FileEntry } from '../../src/shapes/tree.ts';
import { treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';

/** Reads a text of the tree that is being built; undefined if the tree lacks it. */
export type ReadDraft = (path: string) => string | undefined;

/** The preferred file: nearly every model has it, and it is a good file to read first. */
const WANTED = 'config.json';

/**
 * Finds a file of the smallest model that the first page of search lists and a source has. Takes the preferred file, or
 * else the smallest one. Returns undefined if there is no such file.
 */
export function findExample(read: ReadDraft): ExampleFile | undefined {
  const rows = JSON.parse(read(treePath(routes.models, {}))!) as ModelRow[];
  const [row] = rows
    .filter(({ hub }) => hub.sources?.some((source) => source !== P2P.display))
    .sort((a, b) => weightOf(a) - weightOf(b));
  if (!row) return undefined;
  const { owner, name } = parseModelId(row.id)!;
  const listing = read(treePath(routes.tree, { owner, name }))!;
  const files = (JSON.parse(listing) as FileEntry[])
    .filter(({ path }) => isPlain(path))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return files[0] && { id: row.id, path: files[0].path, sha256: files[0].oid };
}

/** Returns the number of bytes of a model's weights. A row without this figure comes last. */
const weightOf = ({ hub }: ModelRow) => hub.weight_bytes || Number.MAX_SAFE_INTEGER;

/** True if no character of the path has a special meaning in a shell. Commands in documents contain the path. */
const isPlain = (path: string) => /^\w[\w./-]*$/.test(path);

const rankOf = ({ path, size }: FileEntry) => (path === WANTED ? -1 : size);
