// Finds the day on which a model first had a file with some hash. The index keeps the model objects of a model's last
// revisions, and each lists the files of its revision.
import type { PageDetails } from '../../../src/model-page/page-details.ts';
import { MOST_REVISIONS } from '../../../src/model-page/page-history.ts';
import { DETAILS, modelKey, objectPath } from '../../../src/tree/static-tree.ts';
import type { Tree } from '../../ports/ports.ts';
import { rowIn } from '../../search/rows.ts';

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
