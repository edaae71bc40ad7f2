// Finds how the index spells an id, for callers who write another case or only the name. It also finds gated ids, which
// search does not find.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';

/** The gated ids of a tree, by the lowercase id and by the lowercase name without the owner. */
interface GatedIds {
  bySpelling: ReadonlyMap<string, string>;
  byName: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the id that equals `id` if case is ignored. Gated ids count too. Returns undefined if the index has no such id.
 */
export function idIgnoringCase(tree: Tree, id: string): Awaitable<string | undefined> {
  const gated = gatedIds(tree).bySpelling.get(id.toLowerCase());
  return gated ?? andThen(tree.search(), (index) => index.idIgnoringCase(id));
}

/**
 * Finds the id of the model with this name, in any case and of any owner. Gated ids count too. Returns undefined if no
 * id has the name, or if several have it.
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

/** The gated ids of a tree, collected when a request first needs them. Most trees never need them. */
const gatedIds = perTree(
  (tree): GatedIds => ({
    bySpelling: new Map(tree.gated.map((id) => [id.toLowerCase(), id])),
    byName: Map.groupBy(tree.gated, (id) => id.slice(id.indexOf('/') + 1).toLowerCase()),
  }),
);
