// Turns a refusal into an answer in the form of a dialect.
import { shapeRefusal } from '../../src/dialects/refusal-shape.ts';
import { SearchIndexError } from '../../src/search/columns.ts';
import { SearchAway } from '../../src/search/search-port.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Dialect } from '../../src/table/route.ts';
import { StoreAway } from '../../src/tree/store.ts';
import type { Ports } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';

/** Returns the answer for `refusal`, in the form of `dialect`. */
export function refusalAnswer(refusal: Refusal, dialect: Dialect): Answer {
  const { status, type, body, headers } = shapeRefusal(refusal, dialect);
  return answer(status, type, body, headers);
}

/**
 * True for a fault that must not be reported at each request. It was reported when it began, and it lasts until the
 * store is back or the operator builds again.
 */
export function isReported(error: unknown): boolean {
  return error instanceof StoreAway || error instanceof SearchAway || isOfOtherRelease(error);
}

const isOfOtherRelease = (error: unknown) => error instanceof SearchIndexError && error.isOther;

/** The number of seconds after which a caller may search again. A smaller index may be there then. */
const SEARCH_WAIT = 3600;

/** Returns the refusal of a search on a host whose memory can't hold the search index. */
export const searchAway = () => refuse('SearchAway', undefined, ['Retry-After', String(SEARCH_WAIT)]);

/**
 * Returns the refusal of a request that could not be answered. It is 503 while a store is away, without a search index,
 * or while the index has the format of another release, and 500 for a bug.
 */
export function faultRefusal(error: unknown): Refusal {
  const later = ['Retry-After', '5'];
  if (error instanceof StoreAway) return refuse('TreeAway', undefined, later);
  if (error instanceof SearchAway) return searchAway();
  return isOfOtherRelease(error) ? refuse('NotBuilt', { isOlder: true }, later) : refuse('Internal', undefined);
}

/** Returns the refusal while the hub has no tree: its store is away, or no tree is built yet. */
export const noTree = ({ isTreeAway }: Pick<Ports, 'isTreeAway'>): Refusal =>
  refuse(isTreeAway?.() ? 'TreeAway' : 'NotBuilt', undefined, ['Retry-After', '5']);
