// Writes second addresses: a row that answers with the file of another row needs a file of its own on plain file servers.
import { isWrittenTwice } from '../../../src/static/static-answer.ts';
import { fileOf, ownFile, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { ExportedFile } from '../places/export-pages.ts';

/** Rows with such addresses: `/openapi.json` and its well-known twin, a model and its revision `main`. */
const rows: readonly Row[] = Object.values<Row>(routes).filter(isWrittenTwice);

/** Gives a file, and copies at its other addresses; `params` are those of its row. */
export function* atSecondAddresses(file: ExportedFile, params: object): Generator<ExportedFile> {
  yield file;
  for (const row of rows)
    if (isFilledBy(row.pattern, params) && fileOf(row, params) === file.path)
      yield { ...file, path: fileOf({ pattern: row.pattern, file: ownFile(row.pattern) }, params) };
}

/** True if `params` fill a pattern, apart from the revision, which is `main`. */
function isFilledBy(pattern: string, params: object): boolean {
  return [...pattern.matchAll(/\{(\w+)/g)].every(([, name]) => name === 'revision' || Object.hasOwn(params, name!));
}
