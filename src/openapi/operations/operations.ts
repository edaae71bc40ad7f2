// The operations of all rows that the hub answers. Most operations are written by hand, and the rest are made from the
// route table.
import { own } from '../../basics/own.ts';
import { type AnsweredName, answeredNames, routes } from '../../table/routes.ts';
import { accounts } from './account.ts';
import { attestation } from './attestation.ts';
import { discovery } from './discovery.ts';
import { files } from './files.ts';
import { health } from './health.ts';
import { locks } from './locks.ts';
import { log } from './log.ts';
import { mcpOperations } from './mcp.ts';
import { models } from './models.ts';
import { objects } from './objects.ts';
import type { Operation, OperationWords, PartOf } from './operation.ts';
import { registry } from './registry.ts';
import { rowOperation } from './row-operation.ts';
import { documentationOperations, websiteOperations } from './website.ts';

type Chapter = Partial<Record<AnsweredName, OperationWords | PartOf>>;

/** The facts that all operations of a chapter share. */
type Shared = Pick<Operation, 'tag' | 'docs'>;

const inChapter = (shared: Shared, { also, ...words }: OperationWords): Operation => ({
  ...{ ...shared, ...words },
  ...(also && {
    also: Object.fromEntries(Object.entries(also).map(([method, one]) => [method, inChapter(shared, one)])),
  }),
});

const chapter = (shared: Shared, rows: Chapter) =>
  Object.entries(rows).map(([name, row]) => [name, 'partOf' in row ? row : inChapter(shared, row)] as const);

const written: Readonly<Record<string, Operation | PartOf>> = Object.fromEntries([
  ...chapter({ tag: 'Discovery' }, discovery),
  ...chapter({ tag: 'Models', docs: 'api' }, models),
  ...chapter({ tag: 'Files', docs: 'verification' }, files),
  ...chapter({ tag: 'Files', docs: 'pull' }, locks),
  ...chapter({ tag: 'Registry', docs: 'oci' }, registry),
  ...chapter({ tag: 'Files', docs: 'proof' }, attestation),
  ...chapter({ tag: 'Objects', docs: 'objects' }, objects),
  ...chapter({ tag: 'Log', docs: 'log' }, log),
  ...chapter({ tag: 'Agents', docs: 'mcp' }, mcpOperations),
  ...chapter({ tag: 'Accounts', docs: 'api' }, accounts),
  ...chapter({ tag: 'Health' }, health),
  ...chapter({ tag: 'Documentation' }, documentationOperations),
  ...chapter({ tag: 'Website' }, websiteOperations),
]);

export const operations = Object.fromEntries(
  answeredNames.map((name) => [name, own(written, name) ?? rowOperation(name, routes[name])]),
) as Record<AnsweredName, Operation | PartOf>;

/** Returns the row whose operation describes the row `name`. In most cases that is the row `name` itself. */
export function describedRow(name: AnsweredName): AnsweredName {
  const found = operations[name];
  return 'partOf' in found ? describedRow(found.partOf) : name;
}

/** Returns the operation that describes a row. */
export function operationOf(name: AnsweredName): Operation {
  return operations[describedRow(name)] as Operation;
}
