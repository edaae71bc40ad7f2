// Lets searches over many models take turns with other work. A search over a million rows takes milliseconds; over a
// few thousand rows it takes less time than the wait for a turn.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

/** Up to this number of models, a search takes no longer than the wait for a turn. */
const FEW_MODELS = 20_000;

/** Takes a turn for a search over the models of `tree`. Returns undefined if the search need not wait. */
export function takeSearchTurn(tree: Tree): Promise<void> | undefined {
  return tree.models > FEW_MODELS ? takeTurn() : undefined;
}

/**
 * Does `work`, which searches the models of `tree`, when its turn comes. The turn comes at once if no other work waits.
 */
export function searchInTurn<T>(tree: Tree, work: (index: SearchPort) => Awaitable<T>): Awaitable<T> {
  return andThen(takeSearchTurn(tree), () => andThen(tree.search(), work));
}
