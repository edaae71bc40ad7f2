// Lists the files about one model: the answers of its pack with the downloads and likes of the day, and answers that
// otherwise only a hub gives.

import { pageOf, tagList, tagsOf } from '../../../src/dialects/oci/registry/lists.ts';
import type { RegistryIndex } from '../../../src/dialects/oci/registry/registry-index.ts';
import { infoWithFigures, type ModelFigures } from '../../../src/model/model-figures.ts';
import { parseModelId } from '../../../src/nouns/model-id.ts';
import { fileOf, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { Pack } from '../../../src/tree/pack.ts';
import { REGISTRY_INDEX } from '../../../src/tree/static-tree.ts';
import { listedEntry } from '../../packs/list-reader.ts';
import { type ExportedFile, formsOf } from '../files/export-pages.ts';
import type { ExportSite } from './export-site.ts';
import { publicEntries } from './public-entries.ts';
import { atSecondAddresses } from './second-addresses.ts';

const ID = '{owner}/{name}';

/** Lists every file about the model `id`; none for a gated model. */
export async function* modelFiles(
  site: ExportSite,
  id: string,
  pack: Pack,
  figures: ModelFigures,
): AsyncGenerator<ExportedFile> {
  const params = { ...parseModelId(id)! };
  const entries = publicEntries(pack, true);
  const index = registryIn(pack);
  for (const entry of entries) yield* atSecondAddresses(withFigures(entry, params, figures), params);
  if (!index) return;
  yield* site.attestedFiles(id, index, entries);
  for (const { path, bytes } of await site.modelFiles(params.owner, params.name)) yield fileWithForms(path, bytes);
  yield* repositoryFiles(index, entries);
}

/**
 * Reads the registry index of the model's repository in this pack. Gives undefined for a gated model, which has no
 * repository.
 */
export function registryIn(pack: Pack): RegistryIndex | undefined {
  const text = listedEntry(pack, REGISTRY_INDEX)?.toString();
  return text === undefined ? undefined : (JSON.parse(text) as RegistryIndex);
}

/**
 * Gives a file with the list of a repository's tags, and for each tag a file with its manifest. `entries` has the
 * manifests by digest.
 */
export function* repositoryFiles(index: RegistryIndex, entries: readonly ExportedFile[]): Generator<ExportedFile> {
  const [owner = '', name = ''] = index.name.split('/');
  const list = JSON.stringify(tagList(index, pageOf(tagsOf(index), undefined, undefined)));
  yield { path: fileOf(routes.tags, { owner, name }), bytes: Buffer.from(list) };
  for (const [reference, { oci }] of Object.entries(index.tags)) {
    const stored = fileOf(routes.manifest, { owner, name, reference: oci });
    const manifest = entries.find(({ path }) => path === stored);
    if (!manifest)
      throw new Error(
        `the manifest of ${index.name}:${reference} is missing; remove "current" in HUB_DIST, and run "model-hub build"`,
      );
    yield { ...manifest, path: fileOf(routes.manifest, { owner, name, reference }) };
  }
}

/** Lists the folders of all files about a model. The name of a repository is in lower case. */
export function foldersOf(id: string): string[] {
  const rows = Object.values<Row>(routes).filter(({ file }) => typeof file === 'string' && file.includes(ID));
  const folders = rows.map(({ file, dialect }) => {
    const before = (file as string).slice(0, (file as string).indexOf(ID));
    return before + (dialect === 'oci' ? id.toLowerCase() : id);
  });
  return [...new Set(folders)];
}

function withFigures(file: ExportedFile, params: { owner: string; name: string }, figures: ModelFigures): ExportedFile {
  if (file.path !== fileOf(routes.model, params)) return file;
  return fileWithForms(file.path, Buffer.from(infoWithFigures(Buffer.from(file.bytes).toString(), figures)));
}

/** Makes a file, with compressed forms if the file is large enough. */
const fileWithForms = (path: string, bytes: Uint8Array): ExportedFile => ({ path, bytes, ...formsOf(bytes) });
