// Refuses what needs a tree while the hub has none.
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports } from '../ports/ports.ts';

/** Says whether the place of the tree is away, or no tree is built. */
export const noTree = ({ isTreeAway }: Ports): Refusal =>
  refuse(isTreeAway?.() ? 'TreeAway' : 'NotBuilt', undefined, ['Retry-After', '5']);
