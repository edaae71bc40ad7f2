// The operations of all rows that the hub answers. Most operations are written by hand, and the rest are made from the
// route table.
import { own } from '../../basics/own.ts';
import { type AnsweredName, answeredNames, routes } from '../../table/routes.ts';
import { accounts } from './account.ts';
import { attestation } from './attestation.ts';
import { discovery } from './discovery.ts';
import { documentation } from './documentation.ts';
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
  ...chapter({ tag: 'Documentation' }, documentation),
]);

/** Rows that only browsers ask for, beside the pages: forms of pages, pictures and files that pages load. */
const OF_BROWSERS = new Set<AnsweredName>([
  ...(['browse', 'registryPage', 'docsSearch', 'asset', 'favicon', 'socialImage', 'taskImage'] as const),
  ...(['typedOwner', 'typedModel', 'typedFolder', 'typedFile'] as const),
]);

/** The operations of all rows that programs use. */
export const operations: Readonly<Partial<Record<AnsweredName, Operation | PartOf>>> = Object.fromEntries(
  answeredNames
    .filter((name) => routes[name].dialect !== 'page' && !OF_BROWSERS.has(name))
    .map((name) => [name, own(written, name) ?? rowOperation(name, routes[name])]),
);

/** Returns the row whose operation describes the row `name`: mostly that row itself. Undefined if none does. */
export function describedRow(name: AnsweredName): AnsweredName | undefined {
  const found = operations[name];
  return found && 'partOf' in found ? found.partOf : found && name;
}

/** Returns the operation that describes a row; undefined if only browsers ask for the row. */
export function operationOf(name: AnsweredName): Operation | undefined {
  const row = describedRow(name);
  return row && (operations[row] as Operation);
}
