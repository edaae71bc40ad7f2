// What the description says of every row that is answered, or this file does not compile.
import type { AnsweredName } from '../routes.ts';
import type { Operation, PartOf } from './operation.ts';
import { accounts } from './operations/account.ts';
import { discovery } from './operations/discovery.ts';
import { files } from './operations/files.ts';
import { health } from './operations/health.ts';
import { mcp } from './operations/mcp.ts';
import { models } from './operations/models.ts';
import { objects } from './operations/objects.ts';
import { registry } from './operations/registry.ts';
import { websiteOperations } from './operations/website.ts';

export const operations: Record<AnsweredName, Operation | PartOf> = {
  ...discovery,
  ...models,
  ...files,
  ...registry,
  ...objects,
  ...mcp,
  ...accounts,
  ...health,
  ...websiteOperations,
};

/** The row in whose operation a row is described: itself, unless it is a part of another. */
export function describedRow(name: AnsweredName): AnsweredName {
  const found = operations[name];
  return 'partOf' in found ? describedRow(found.partOf) : name;
}

/** The operation that describes a row. */
export function operationOf(name: AnsweredName): Operation {
  return operations[describedRow(name)] as Operation;
}
