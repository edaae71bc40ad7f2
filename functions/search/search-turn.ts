// Turns for searches: over a million rows one takes milliseconds, over a few thousand less than waiting would.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { Tree } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';

/** Models up to which a search is over before another would be waited for. */
const FEW_MODELS = 20_000;

/** The turn of a search over the models of `tree`; undefined when it need not wait. */
export function takeSearchTurn(tree: Tree): Promise<void> | undefined {
  return tree.models > FEW_MODELS ? takeTurn() : undefined;
}

/** Does `work`, which searches the models of `tree`, when it is its turn: at once where that is now. */
export function searchInTurn<T>(tree: Tree, work: (index: SearchPort) => Awaitable<T>): Awaitable<T> {
  return andThen(takeSearchTurn(tree), () => andThen(tree.search(), work));
}
