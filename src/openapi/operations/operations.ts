// The operation of every row that is answered: in words of its own, or as the table has it.
import { own } from '../../basics/own.ts';
import { type AnsweredName, isAnswered, type RouteName, routes } from '../../table/routes.ts';
import { accounts } from './account.ts';
import { attestation } from './attestation.ts';
import { discovery } from './discovery.ts';
import { files } from './files.ts';
import { health } from './health.ts';
import { log } from './log.ts';
import { mcpOperations } from './mcp.ts';
import { models } from './models.ts';
import { objects } from './objects.ts';
import type { Operation, PartOf } from './operation.ts';
import { registry } from './registry.ts';
import { rowOperation } from './row-operation.ts';
import { websiteOperations } from './website.ts';

const written: Partial<Record<AnsweredName, Operation | PartOf>> = {
  ...discovery,
  ...models,
  ...files,
  ...registry,
  ...attestation,
  ...objects,
  ...log,
  ...mcpOperations,
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
