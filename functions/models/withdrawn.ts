// Refuses a model that the operator withdrew, before anything of it is looked up.
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { type Refusal, refuse } from '../../src/table/refusals.ts';
import type { Ports, Tree } from '../ports/ports.ts';

const NONE: readonly Withdrawal[] = [];

/** The withdrawals that count: those of the tree, which has those of the database among them (`tree-without.ts`). */
export const withdrawnIn = ({ withdrawn }: Pick<Ports, 'withdrawn'>, tree: Tree | undefined): readonly Withdrawal[] =>
  tree?.withdrawn ?? withdrawn?.() ?? NONE;

/** The refusal of a withdrawn model, in any letter case; undefined for every other. */
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
