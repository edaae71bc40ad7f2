// Lists the files of packs in an export: those about one model, with its figures of the day and the answers that
// otherwise only a hub gives, and those of documents, apps and our own repositories.
import { join } from 'node:path';
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import type { Attestations } from '../../src/attestation/attestations.ts';
import { filesInSums } from '../../src/dialects/hub/sha256sums.ts';
import {
  manifestsOf,
  type RegistryIndex,
  referrersIndex,
  tagList,
} from '../../src/dialects/oci/registry/registry-index.ts';
import { infoWithFigures, type ModelFigures } from '../../src/model/model-figures.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { ModelInfo } from '../../src/shapes/models.ts';
import { isWrittenTwice } from '../../src/static/static-answer.ts';
import { exportedFile, fileOf, ownFile, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Pack } from '../../src/tree/pack.ts';
import { isAppPath, isObjectPath, isPublic, LAYERS, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import type { Listed } from '../../src/tree/tree-list.ts';
import { unpackers } from '../files/compress.ts';
import { packAt } from '../packs/dist-store.ts';
import { type ListReader, listedEntries, listedEntry } from '../packs/list-reader.ts';
import type { ExportedFile, MadeFile } from './export-pages.ts';
import type { ExportSite } from './export-site.ts';

const rows = Object.values<Row>(routes);
/** Rows whose answer an export writes at a second address: `/openapi.json` has a well-known twin. */
const twins = rows.filter(isWrittenTwice).map((row) => ({ file: row.file, second: ownFile(row.pattern) }));
const ID = '{owner}/{name}';

/** Lists every file about the model `id`; none for a gated model. */
export async function* modelFiles(
  site: ExportSite,
  id: string,
  pack: Pack,
  figures: ModelFigures,
): AsyncGenerator<ExportedFile> {
  const params = { ...parseModelId(id)! };
  const index = registryIn(pack);
  if (!index) return;
  const entries = publicEntries(pack, true);
  for (const entry of entries) {
    const path = exportedFile(entry.path);
    // The layers of a model need redirects, so its repository serves only those who check its signatures.
    if (path === undefined || (path.startsWith('v2/') && !site.attestations)) continue;
    if (path !== fileOf(routes.model, params)) yield { ...entry, path };
    else yield { path, bytes: Buffer.from(infoWithFigures(Buffer.from(entry.bytes).toString(), figures)) };
  }
  yield* await site.modelFiles(params.owner, params.name);
  if (!site.attestations) return;
  yield* attestedFiles(site.attestations, id, index, entries);
  yield* repositoryFiles(index, entries);
}

/** Lists the answers in a pack that belongs to no model. For a repository, also lists its tags. */
export function* packFiles(dist: string, listed: Listed): Generator<ExportedFile> {
  const pack = packAt(dist, listed);
  const entries = publicEntries(pack, !isAppPath(listed.key));
  for (const entry of entries) {
    yield entry;
    for (const { file, second } of twins) if (file === entry.path) yield { ...entry, path: second };
  }
  const index = registryIn(pack);
  if (index) yield* repositoryFiles(index, entries);
}

/** Lists the layers of the own repository in a pack, whose bytes lie elsewhere in the tree; none for any other pack. */
export function* layerFiles(dist: string, list: ListReader, listed: Listed): Generator<MadeFile> {
  const pack = packAt(dist, listed);
  const layers = listedEntry(pack, LAYERS)?.toString();
  if (layers === undefined) return;
  const { owner, name } = parseModelId(registryIn(pack)!.name)!;
  for (const [sha256, at] of Object.entries<string>(JSON.parse(layers))) {
    const make = () => (isObjectPath(at) ? readOwnFile(join(dist, at)) : list.read(at)!);
    yield { path: fileOf(routes.blob, { owner, name, digest: `sha256:${sha256}` }), of: sha256, make };
  }
}

/** Reads the registry index in this pack; undefined if it has none, as the pack of a gated model. */
function registryIn(pack: Pack): RegistryIndex | undefined {
  const text = listedEntry(pack, REGISTRY_INDEX)?.toString();
  return text === undefined ? undefined : (JSON.parse(text) as RegistryIndex);
}

/**
 * Lists every answer of a pack. `mayBeGzip` is true if the pack may have an answer with
 * only a gzip form. It must be false for a pack of an app, in which a `.gz` can be a file of the app.
 */
function publicEntries(pack: Pack, mayBeGzip: boolean): ExportedFile[] {
  const stored = new Map(listedEntries(pack));
  return [...stored].flatMap(([name, bytes]): ExportedFile[] => {
    if (!isPublic(name)) return [];
    const path = name.slice(0, -3);
    // A pack has no plain form of an answer that has compressed forms.
    const [br, gz] = [stored.get(`${path}.br`), stored.get(`${path}.gz`)];
    if (!/\.(br|gz)$/.test(name) || stored.has(path) || !gz || !(br || mayBeGzip)) return [{ path: name, bytes }];
    if (name.endsWith('.br')) return [];
    return [{ path, bytes: unpackers.gz(gz) }];
  });
}

/** Lists the tags of a repository, and the manifest of each tag. `entries` has the manifests by digest. */
function* repositoryFiles(index: RegistryIndex, entries: readonly ExportedFile[]): Generator<ExportedFile> {
  const { owner, name } = parseModelId(index.name)!;
  const list = JSON.stringify(tagList(index));
  yield { path: fileOf(routes.tags, { owner, name }), bytes: Buffer.from(list) };
  for (const [reference, { oci }] of Object.entries(index.tags)) {
    const manifest = entryAt(entries, fileOf(routes.manifest, { owner, name, reference: oci }));
    yield { ...manifest, path: fileOf(routes.manifest, { owner, name, reference }) };
  }
}

/** Lists the bundle of a model, and the signature of each manifest of its repository. */
async function* attestedFiles(
  attestations: Attestations,
  id: string,
  index: RegistryIndex,
  entries: readonly ExportedFile[],
): AsyncGenerator<ExportedFile> {
  const params = parseModelId(id)!;
  const text = (path: string) => Buffer.from(entryAt(entries, path).bytes).toString();
  const { sha: revision } = JSON.parse(text(fileOf(routes.model, params))) as ModelInfo;
  const files = filesInSums(text(fileOf(routes.sha256sums, params)));
  const bundle = await attestations.ofModel({ id, revision, files });
  yield { path: fileOf(routes.modelSignature, params), bytes: Buffer.from(bundle) };
  const { owner, name } = parseModelId(index.name)!;
  const written = new Set(entries.map(({ path }) => path));
  for (const { digest, mediaType } of manifestsOf(index)) {
    const { length: size } = entryAt(entries, fileOf(routes.manifest, { owner, name, reference: digest })).bytes;
    const { referrer, manifest, blobs } = attestations.ofManifest({ mediaType, digest, size });
    const list = JSON.stringify(referrersIndex([referrer]));
    yield { path: fileOf(routes.referrers, { owner, name, digest }), bytes: Buffer.from(list) };
    const path = fileOf(routes.manifest, { owner, name, reference: manifest.digest });
    yield { path, bytes: Buffer.from(manifest.text) };
    for (const { digest: own, text } of blobs) {
      const path = fileOf(routes.blob, { owner, name, digest: own });
      // Every manifest has the same empty config, which is written once.
      if (!written.has(path)) yield { path, bytes: Buffer.from(text) };
      written.add(path);
    }
  }
}

function entryAt(entries: readonly ExportedFile[], path: string): ExportedFile {
  const found = entries.find((entry) => entry.path === path);
  if (!found) throw new Error(`${path} is missing; remove "current" in HUB_DIST, and run "model-hub build"`);
  return found;
}

/** Lists the folders of all files about a model. The name of a repository is in lower case. */
export function foldersOf(id: string): string[] {
  const folders = rows.flatMap(({ file, dialect }) => {
    if (typeof file !== 'string' || !file.includes(ID)) return [];
    return file.slice(0, file.indexOf(ID)) + (dialect === 'oci' ? id.toLowerCase() : id);
  });
  return [...new Set(folders)];
}
