// The files about one model: the answers of its pack with the figures of the day in them, and what only a hub can say.
import type { Hub } from '../../functions/hub/hub.ts';
import { isDigest } from '../../src/dialects/oci/reference.ts';
import type { RegistryIndex } from '../../src/dialects/oci/registry/registry-index.ts';
import { infoWithFigures, type ModelFigures, pageWithFigures } from '../../src/model/model-figures.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { fileOf, KIND_FILES, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import { entryOf } from '../packs/list-reader.ts';
import { type ExportedFile, formsOf, modelPages, type Repository } from './export-pages.ts';
import { publicEntries } from './public-entries.ts';
import { atSecondAddresses } from './second-addresses.ts';

const ID = '{owner}/{name}';

/** Every file about the model `id`; none of one that is held back. */
export async function* modelFiles(
  hub: Hub,
  id: string,
  pack: Pack,
  figures: ModelFigures,
): AsyncGenerator<ExportedFile> {
  const params = { ...parseModelId(id)! };
  const repository = repositoryIn(pack);
  for (const entry of publicEntries(pack, true))
    yield* atSecondAddresses(withKind(withFigures(entry, params, figures), repository), params);
  if (repository) yield* modelPages(hub, params, repository);
}

/** The repository whose pack this is; undefined where it is that of a model which is held back. */
export function repositoryIn(pack: Pack): Repository | undefined {
  const text = entryOf(pack, REGISTRY_INDEX)?.toString();
  if (text === undefined) return undefined;
  const index = JSON.parse(text) as RegistryIndex;
  const [owner = '', name = ''] = index.name.split('/');
  const kinds = new Map<string, string>();
  for (const { oci, gguf } of Object.values(index.tags)) {
    kinds.set(fileOf(routes.manifest, { owner, name, reference: oci }), 'oci');
    if (isDigest(gguf ?? '')) kinds.set(fileOf(routes.manifest, { owner, name, reference: gguf! }), 'gguf');
  }
  return { owner, name, tags: Object.keys(index.tags), kinds };
}

/** A file of a repository with the kind of manifest it is; any other as it is. */
export function withKind(file: ExportedFile, repository: Repository | undefined): ExportedFile {
  const kind = repository?.kinds.get(file.path);
  return kind === undefined ? file : { ...file, kind };
}

/** The folders that all files about a model lie in; a repository has a lower-case name. */
export function foldersOf(id: string): string[] {
  const rows = Object.values<Row>(routes).filter(({ file }) => typeof file === 'string' && file.includes(ID));
  const folders = rows.flatMap(({ file, dialect, kinds }) => {
    const before = (file as string).slice(0, (file as string).indexOf(ID));
    const folder = before + (dialect === 'oci' ? id.toLowerCase() : id);
    return kinds ? [folder, `${KIND_FILES}/${folder}`] : [folder];
  });
  return [...new Set(folders)];
}

function withFigures(file: ExportedFile, params: { owner: string; name: string }, figures: ModelFigures): ExportedFile {
  const isInfo = file.path === fileOf(routes.model, params);
  if (!isInfo && file.path !== fileOf(routes.modelPage, params)) return file;
  const insert = isInfo ? infoWithFigures : pageWithFigures;
  const bytes = Buffer.from(insert(Buffer.from(file.bytes).toString(), figures));
  return { path: file.path, bytes, ...formsOf(bytes) };
}
