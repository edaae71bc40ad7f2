// What the description says of every row that is answered: in words of its own, or as the table has it.
import { own } from '../basics/own.ts';
import { type AnsweredName, isAnswered, type RouteName, routes } from '../table/routes.ts';
import type { Operation, PartOf } from './operation.ts';
import { accounts } from './operations/account.ts';
import { attestation } from './operations/attestation.ts';
import { discovery } from './operations/discovery.ts';
import { files } from './operations/files.ts';
import { health } from './operations/health.ts';
import { log } from './operations/log.ts';
import { mcp } from './operations/mcp.ts';
import { models } from './operations/models.ts';
import { objects } from './operations/objects.ts';
import { registry } from './operations/registry.ts';
import { websiteOperations } from './operations/website.ts';
import { rowOperation } from './row-operation.ts';

const written: Partial<Record<AnsweredName, Operation | PartOf>> = {
  ...discovery,
  ...models,
  ...files,
  ...registry,
  ...attestation,
  ...objects,
  ...log,
  ...mcp,
  ...accounts,
  ...health,
  ...websiteOperations,
};

export const operations = Object.fromEntries(
  (Object.keys(routes) as RouteName[])
    .filter(isAnswered)
    .map((name) => [name, own(written, name) ?? rowOperation(name, routes[name])]),
) as Record<AnsweredName, Operation | PartOf>;

/** The row in whose operation a row is described: itself, unless it is a part of another. */
export function describedRow(name: AnsweredName): AnsweredName {
  const found = operations[name];
  return 'partOf' in found ? describedRow(found.partOf) : name;
}

/** The operation that describes a row. */
export function operationOf(name: AnsweredName): Operation {
  return operations[describedRow(name)] as Operation;
}
