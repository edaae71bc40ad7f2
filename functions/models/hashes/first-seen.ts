// Finds the day on which a model first had a file with a hash, from its objects: the index keeps those of the last
// revisions.
import type { PageDetails } from '../../../src/model-page/page-details.ts';
import { MOST_REVISIONS } from '../../../src/model-page/page-history.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { DETAILS, modelKey, objectPath } from '../../../src/tree/static-tree.ts';
import type { Tree } from '../../ports/ports.ts';

/** Skips objects with more files. */
const MOST_FILES = 20_000;

/** Gives an ISO date; undefined when it is unknown, for example because all remembered revisions have the file. */
export async function firstSeen(tree: Tree, id: string, sha256: string): Promise<string | undefined> {
  const text = await tree.text(`${modelKey(id)}/${DETAILS}`);
  const { history = [] } = text === undefined ? {} : (JSON.parse(text) as PageDetails);
  const [now, ...before] = history;
  if (!now) return indexedOn(tree, id);
  let first = now;
  for (const past of before) {
    if (past.files > MOST_FILES) return undefined;
    const object = await tree.text(objectPath('model', past.object));
    if (!object?.includes(`"${sha256}"`)) return first.day;
    first = past;
  }
  return history.length < MOST_REVISIONS ? first.day : undefined;
}

/** Gives the day on which a model with a single revision came into the index. */
async function indexedOn(tree: Tree, id: string): Promise<string | undefined> {
  const row = await (await tree.search()).rowOf(id);
  return row && (JSON.parse(new TextDecoder().decode(row)) as ModelRow).hub.indexed;
}
