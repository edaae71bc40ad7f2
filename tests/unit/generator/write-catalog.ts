// Writes a small catalog into an object store without the import, for tests of the build.

import { openObjectStore } from '../../../generator/days/object-store.ts';
import { canonicalJson } from '../../../src/basics/records.ts';
import {
  formatEntryLine,
  formatHead,
  formatMiddle,
  formatObject,
  formatTail,
} from '../../../src/catalog/catalog-object.ts';
import { modelRow } from '../../../src/dialects/hub/model-row.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { BrowseFacts } from '../../../src/nouns/browse-facts.ts';
import { MODEL_FORMAT, SOURCE_FORMAT } from '../../../src/shapes/formats.ts';

/**
 * Writes a catalog of the models `ids`, each with files at `paths`. `seed` decides the hashes of the files and the
 * revisions.
 */
export async function writeCatalog(
  root: string,
  ids: string[],
  seed: string,
  facts: BrowseFacts = {},
  paths = ['config.json', 'onnx/model.onnx'],
): Promise<{ catalog: Address; models: Address[] }> {
  const store = openObjectStore(root);
  const made = ids.map((id) => {
    const revision = sha256Hex(id + seed).slice(0, 40);
    const files = paths.map((path) => ({ path, size: 7, sha256: sha256Hex(id + path + seed) }));
    const model = store.put(formatObject({ format: MODEL_FORMAT, id, revision, license: null, files, prev: null }));
    const source = { format: SOURCE_FORMAT, model, kind: 'http', source: 'srca', id, revision } as const;
    const entry = formatEntryLine(id, { model, sources: [store.put(formatObject(source))] });
    const row = modelRow(
      { id, revision, files, manifest: model, sources: ['Source A'], opaqueId: sha256Hex(id).slice(0, 24) },
      facts,
    );
    return { model, entry, row: canonicalJson(row) };
  });
  const frame = { gated: [], prev: null, snapshot: '2026-01-01' };
  const writer = await store.create();
  const entries = made.map(({ entry }) => entry).join(',\n');
  const rows = made.map(({ row }) => row).join(',\n');
  writer.write(`${formatHead(frame)}\n${entries}\n${formatMiddle(frame)}\n${rows}\n${formatTail(frame)}`);
  return { catalog: writer.finish(), models: made.map(({ model }) => model) };
}
