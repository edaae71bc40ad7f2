// Looks a hash up in the index. Finds the models that have a file with this hash, the URLs of its bytes, and the day it
// first appeared.
import { parseModelId } from '../../../src/nouns/model-id.ts';
import type { HashPlace, HashRow, KnownHash } from '../../../src/shapes/tree.ts';
import type { Ports, Tree } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';
import { directionsOf } from '../directions.ts';
import { filesWith } from './files-with.ts';
import { firstSeen } from './first-seen.ts';

/**
 * Looks up `sha256` (lowercase hex). Returns the first `most` files, ordered by the ids of their models, and the number
 * of all files.
 */
export async function knownHash(
  tree: Tree,
  { sources }: Pick<Ports, 'sources'>,
  sha256: string,
  most: number,
): Promise<KnownHash> {
  const rows = await filesWith(tree, sha256);
  const files: HashPlace[] = [];
  for (const row of rows.slice(0, most)) {
    // Other requests may run before each file, because the directions of the file's model may have to be read.
    await takeTurn();
    files.push(await placeOf(tree, sources, row));
  }
  const days = files.flatMap(({ first_seen: day }) => day ?? []).sort();
  const isKnown = days.length === rows.length && days[0] !== undefined;
  return { sha256, total: rows.length, ...(isKnown && { first_seen: days[0] }), files };
}

async function placeOf(
  tree: Tree,
  sources: Ports['sources'],
  [sha256, id, revision, path]: HashRow,
): Promise<HashPlace> {
  const { owner, name } = parseModelId(id)!;
  const model = await directionsOf(tree, owner, name, sources);
  const file = model && !('gated' in model) ? await model.file(path) : undefined;
  const day = await firstSeen(tree, id, sha256);
  return {
    ...{ id, revision, path, size: file?.size ?? 0 },
    sources: file?.holders.map(({ host }) => host) ?? [],
    ...(day !== undefined && { first_seen: day }),
  };
}
