// Refuses a model that the operator has withdrawn, before the model is looked up.
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports, Tree } from '../ports/ports.ts';

const NONE: readonly Withdrawal[] = [];

/**
 * Returns the known withdrawals, of which some may have ended. The list of a tree already includes those of the
 * database, which `treeWithout` joined to it. If the tree has no such list, those of the database are returned.
 */
export const withdrawnIn = ({ withdrawn }: Pick<Ports, 'withdrawn'>, tree: Tree | undefined): readonly Withdrawal[] =>
  tree?.withdrawn ?? withdrawn?.() ?? NONE;

/** Returns the refusal for a withdrawn model, whatever the case of its id; undefined for every other model. */
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
