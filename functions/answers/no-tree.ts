// Refuses requests that need a tree while the hub has no tree.
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports } from '../ports/ports.ts';

/** Returns the refusal, which says either that the store of the tree is away or that no tree is built yet. */
export const noTree = ({ isTreeAway }: Ports): Refusal =>
  refuse(isTreeAway?.() ? 'TreeAway' : 'NotBuilt', undefined, ['Retry-After', '5']);
