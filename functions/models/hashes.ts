// Finds the files that have a hash: their models, the URLs of their bytes, and the day on which the hash first appeared.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { MOST_REVISIONS, type PageDetails } from '../../src/model-page/page-history.ts';
import { hashShard, isSha256 } from '../../src/nouns/address.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { HashPlace, HashRow, KnownHash } from '../../src/shapes/tree.ts';
import { refuse, refuseParameter } from '../../src/table/refusals.ts';
import { DETAILS, hashShardPath, modelKey, objectPath } from '../../src/tree/static-tree.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import type { Handler, Ports, Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { rowIn } from '../search/rows.ts';
import { directionsOf } from './model.ts';

/** The maximum number of files that are listed for a hash. */
const MOST = 50;

/** The part of a refusal that says how to write a hash. */
export const HASH_SPELLING = 'write a SHA-256 as 64 hex digits';

/** Answers `GET /api/hub/by-hash/{sha256}`. */
export const byHash: Handler<'byHash'> = async (call) => {
  const { ports } = call;
  // Some tools print hashes in upper case.
  const sha256 = call.params.sha256.toLowerCase();
  if (!isSha256(sha256)) return refuseParameter('sha256', HASH_SPELLING);
  const known = await knownHash(call.tree, ports, sha256, MOST);
  if (known.total === 0) return refuse('HashNotFound', { sha256 });
  return builtAnswer(call, compressedText(JSON.stringify(known), ports.compress));
};

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
    id,
    revision,
    path,
    size: file?.size ?? 0,
    sources: file?.holders.map(({ host }) => host) ?? [],
    ...(day !== undefined && { first_seen: day }),
  };
}

/**
 * Returns the rows of a shard that have this hash, sorted by model and path. A row is a line that begins with its hash.
 */
export function filesWith(tree: Tree, sha256: string): Awaitable<HashRow[]> {
  return andThen(tree.text(hashShardPath(hashShard(sha256))), (text = '') => {
    const rows: HashRow[] = [];
    const start = `["${sha256}"`;
    for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1)) {
      const end = text.indexOf('\n', at);
      rows.push(JSON.parse(text.slice(at, end).replace(/,$/, '')) as HashRow);
    }
    return rows;
  });
}

/** The maximum number of files of a revision that is searched. At a larger revision the search ends without a day. */
const MOST_FILES = 20_000;

/**
 * Returns the day as an ISO date; undefined if the day is unknown, for example because all kept revisions have the
 * file.
 */
export async function firstSeen(tree: Tree, id: string, sha256: string): Promise<string | undefined> {
  const text = await tree.text(`${modelKey(id)}/${DETAILS}`);
  const { history = [] } = text === undefined ? {} : (JSON.parse(text) as PageDetails);
  const [now, ...before] = history;
  // A model without a history has a single revision.
  if (!now) return (await rowIn(await tree.search(), id))?.hub.indexed;
  let first = now;
  for (const past of before) {
    if (past.files > MOST_FILES) return undefined;
    const object = await tree.text(objectPath('model', past.object));
    if (!object?.includes(`"${sha256}"`)) return first.day;
    first = past;
  }
  return history.length < MOST_REVISIONS ? first.day : undefined;
}
