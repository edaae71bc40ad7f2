// Turns for searches: a search takes milliseconds over a million rows, but less than a turn's wait over a few thousand.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

/** Up to this many models, a search takes no longer than the wait for a turn. */
const FEW_MODELS = 20_000;

/** Gives the turn of a search over the models of `tree`; undefined when it need not wait. */
export function takeSearchTurn(tree: Tree): Promise<void> | undefined {
  return tree.models > FEW_MODELS ? takeTurn() : undefined;
}

/** Does `work`, which searches the models of `tree`, in its turn: at once if nobody else is searching. */
export function searchInTurn<T>(tree: Tree, work: (index: SearchPort) => Awaitable<T>): Awaitable<T> {
  return andThen(takeSearchTurn(tree), () => andThen(tree.search(), work));
}
