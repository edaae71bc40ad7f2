// Refuses a model that the operator has withdrawn, before the model is looked up.
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports, Tree } from '../ports/ports.ts';

const NONE: readonly Withdrawal[] = [];

/**
 * Gives the withdrawals in force. The list of a tree already includes those of the database, which `tree-without.ts`
 * joined to it. Without such a list, gives those of the database.
 */
export const withdrawnIn = ({ withdrawn }: Pick<Ports, 'withdrawn'>, tree: Tree | undefined): readonly Withdrawal[] =>
  tree?.withdrawn ?? withdrawn?.() ?? NONE;

/** Gives the refusal for a withdrawn model, whatever the case of its id; undefined for every other model. */
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
