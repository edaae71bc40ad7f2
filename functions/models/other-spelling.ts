// Finds the index's spelling of an id for callers who use another case, or who know only the name. Finds gated ids too,
// which are not in the search.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';

/** Gated ids of one tree: by their lowercased spelling, and by the name in it. */
interface GatedIds {
  bySpelling: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, readonly string[]>;
}

/** Finds the id that differs from `id` at most in case, served or gated; undefined when the index has none. */
export function idIgnoringCase(tree: Tree, id: string): Awaitable<string | undefined> {
  const gated = gatedIds(tree).bySpelling.get(id.toLowerCase());
  return gated ?? andThen(tree.search(), (index) => index.idIgnoringCase(id));
}

/**
 * Finds the id that has this name, in upper or lower case and of any owner, served or gated. Undefined if no id has it,
 * or several.
 */
export function idByName(tree: Tree, name: string): Awaitable<string | undefined> {
  return andThen(tree.search(), (index) => {
    const gated = gatedIds(tree).byName.get(name.toLowerCase()) ?? [];
    return andThen(index.idsByName(name), (ids) => {
      const [first, second] = [...gated, ...ids];
      return second === undefined ? first : undefined;
    });
  });
}

/** Made at the first use: a tree whose callers spell ids right never needs it. */
const gatedIds = perTree(
  (tree): GatedIds => ({
    bySpelling: new Map(tree.gated.map((id) => [id.toLowerCase(), id])),
    byName: Map.groupBy(tree.gated, (id) => id.slice(id.indexOf('/') + 1).toLowerCase()),
  }),
);
