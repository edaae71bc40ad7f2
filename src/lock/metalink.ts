// A model as a Metalink (RFC 5854): a list that aria2 and others download by, with every source of each file and its hash.
import { html } from '../basics/html.ts';
import type { SourcedModel } from './sourced-model.ts';

/**
 * Gives the text in pieces; `at` is its address. A file that no source holds is left out, since a list may name no file without an address
 * (RFC 5854, 4.1.2).
 */
export function* metalinkPieces(
  { id, revision, files }: Pick<SourcedModel, 'id' | 'revision' | 'files'>,
  at: string,
): Generator<string> {
  // The `html` tag escapes text for XML too. The list at the address changes with the index (4.2.9).
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
