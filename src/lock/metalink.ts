// Writes a model as a Metalink (RFC 5854), which aria2 and other tools read. It lists every source of each file, and
// the file's hash.
import { html } from '../basics/html.ts';
import type { SourcedModel } from './sourced-model.ts';

/**
 * Returns the text in pieces. `at` is the address of the Metalink itself. Leaves out files that no source holds, since
 * a Metalink must have an address for each file (RFC 5854, 4.1.2).
 */
export function* metalinkPieces(
  { id, revision, files }: Pick<SourcedModel, 'id' | 'revision' | 'files'>,
  at: string,
): Generator<string> {
  // The `html` tag escapes text for XML too. `dynamic` says that the list at this address may change later (RFC 5854,
  // 4.2.9).
  yield html`<?xml version="1.0" encoding="UTF-8"?>
<metalink xmlns="urn:ietf:params:xml:ns:metalink">
<generator>model-hub</generator>
<origin dynamic="true">${at}</origin>
`.text;
  for (const { path, size, sha256, urls } of files) {
    if (urls.length === 0) continue;
    const places = urls.map(({ url }, place) => html`<url priority="${place + 1}">${url}</url>`);
    const facts = html`<size>${size}</size><hash type="sha-256">${sha256}</hash>`;
    yield html`<file name="${path}"><identity>${id}</identity><version>${revision}</version>${facts}${places}</file>
`.text;
  }
  yield '</metalink>\n';
}
