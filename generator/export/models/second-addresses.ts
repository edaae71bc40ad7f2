// Writes files at second addresses: on plain file servers, a route that answers with the file of another route needs
// its own copy.
import { isWrittenTwice } from '../../../src/static/static-answer.ts';
import { fileOf, ownFile, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { ExportedFile } from '../files/export-pages.ts';

/**
 * Routes whose answer plain files give at two addresses. Examples are `/openapi.json` and its well-known twin, or a
 * model and its revision `main`.
 */
const rows = Object.values<Row>(routes)
  .filter(isWrittenTwice)
  .map((row) => ({ row, second: { pattern: row.pattern, file: ownFile(row.pattern) }, names: namesIn(row) }));

/** Lists the params that fill the pattern of a route, apart from the revision, which is `main`. */
function namesIn({ pattern }: Row): string[] {
  return [...pattern.matchAll(/\{(\w+)/g)].flatMap(([, name]) => (name === 'revision' ? [] : name!));
}

/** Gives a file, and its copies at other addresses; `params` are the params of its route. */
export function* atSecondAddresses(file: ExportedFile, params: object): Generator<ExportedFile> {
  yield file;
  for (const { row, second, names } of rows)
    if (names.every((name) => Object.hasOwn(params, name)) && fileOf(row, params) === file.path)
      yield { ...file, path: fileOf(second, params) };
}
