// Counts the models that only one source has: nobody can download them while the source is down.
import { setImmediate as turn } from 'node:timers/promises';
import { P2P, type Source } from '../../../../src/service/sources.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import type { Tree } from '../../../ports/ports.ts';

/** The number of bytes that are read at a time. The hub answers requests between two reads. */
const PIECE = 1 << 20;

/**
 * Counts the models that only this source has, in the catalog of the day that `tree` serves. A row of the catalog names
 * the sources that hold every file of its model. P2P does not count as a source here, because the hub redirects nobody
 * to it.
 */
export async function modelsOnlyAt(tree: Tree, { display }: Pick<Source, 'display'>): Promise<number> {
  const lists = [[display], [display, P2P.display], [P2P.display, display]];
  // The catalog is canonical JSON with one row a line. Quotes inside a text are escaped, so only the member itself
  // matches.
  const wanted = lists.map((list) => `"sources":${JSON.stringify(list)}`);
  const path = objectPath('catalog', tree.catalog as never);
  let [count, rest] = [0, Buffer.alloc(0)];
  for (let start = 0; ; start += PIECE) {
    const piece = await tree.range(path, start, start + PIECE);
    const bytes = Buffer.concat([rest, piece ?? Buffer.alloc(0)]);
    const isLast = (piece?.length ?? 0) < PIECE;
    const end = isLast ? bytes.length : bytes.lastIndexOf('\n') + 1;
    const lines = bytes.subarray(0, end);
    for (const text of wanted) for (let at = lines.indexOf(text); at >= 0; at = lines.indexOf(text, at + 1)) count++;
    if (isLast) return count;
    rest = bytes.subarray(end);
    await turn();
  }
}
