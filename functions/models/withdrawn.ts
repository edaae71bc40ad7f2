// Refuses a model that the operator withdrew, before any lookup.
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports, Tree } from '../ports/ports.ts';

const NONE: readonly Withdrawal[] = [];

/** Gives the withdrawals in force: those of the tree, which `tree-without.ts` joins with those of the database. */
export const withdrawnIn = ({ withdrawn }: Pick<Ports, 'withdrawn'>, tree: Tree | undefined): readonly Withdrawal[] =>
  tree?.withdrawn ?? withdrawn?.() ?? NONE;

/** Gives the refusal of a withdrawn model, in any letter case; undefined for every other model. */
export function withdrawnRefusal(
  ports: Pick<Ports, 'withdrawn'>,
  tree: Tree | undefined,
  owner: string | undefined,
  name: string | undefined,
): Refusal | undefined {
  const list = withdrawnIn(ports, tree);
  if (list.length === 0 || name === undefined) return undefined;
  const found = withdrawalOf(list, `${owner}/${name}`);
  return found && { ...refuse('Withdrawn', { ...found, id: found.model }), status: found.status };
}
