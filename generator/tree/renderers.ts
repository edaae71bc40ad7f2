// Has a renderer for every built route about one model. If one is missing, this file does not compile.

import { modelInfo, refs } from '../../src/dialects/hub/model-row.ts';
import { sha256sums } from '../../src/dialects/hub/sha256sums.ts';
import { type FileTree, fileTree, holdersIn, treeListings, treeSize } from '../../src/dialects/hub/tree-entries.ts';
import { MAX_MANIFEST, registryOf } from '../../src/dialects/oci/registry/registry.ts';
import { count, counted } from '../../src/model/figures.ts';
import type { PageCard } from '../../src/model-page/model-page.ts';
import type { PageDetails } from '../../src/model-page/page-history.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { formatDirections, formatGatedDirections } from '../../src/resolve/directions.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { type Named, type Routes, routes } from '../../src/table/routes.ts';
import { CARD, DETAILS, DIRECTIONS, listingVariant, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import type { RenderedFile } from '../packs/pack-maker.ts';
import type { ChatOf } from './strangers-texts.ts';

/** The data for rendering the answers about a model. */
interface ModelToRender {
  model: ModelObject;
  sources: SourceObject[];
  row: ModelRow;
  tree: FileTree;
  /** The base URL of the hub from which the models come. */
  origin: string;
  /** Returns the converted chat template of a GGUF file of the model. */
  chatOf: ChatOf;
  /** The rendered card; absent if the model has none. */
  card?: PageCard | undefined;
  /** The facts that only the page of the model shows, such as the model's history; absent if there are none. */
  details?: PageDetails | undefined;
}

/** The built rows of the route table whose answers depend on one model only. */
type ModelRowName = {
  [K in Named<'built'>]: Routes[K]['pattern'] extends `${string}{owner}/{name}${string}` ? K : never;
}[Named<'built'>];
/** Stands for a renderer if the answer of the route has the same bytes as that of another route. */
type SameAs = { sameAs: ModelRowName };
type Renderer = (input: ModelToRender) => Iterable<Omit<RenderedFile, 'compressed'>>;

const fileFor = (name: ModelRowName | 'blob', { model }: ModelToRender, params: Record<string, string> = {}) =>
  fileOf(routes[name], { ...parseModelId(model.id)!, ...params });

const renderers = {
  model: (input) => [{ path: fileFor('model', input), text: JSON.stringify(modelInfo(input.row, input.model.files)) }],
  modelAt: { sameAs: 'model' },
  refs: (input) => [{ path: fileFor('refs', input), text: JSON.stringify(refs(input.model.revision)) }],
  tree: { sameAs: 'treeAt' },
  *treeAt(input) {
    for (const { prefix, reading, json } of treeListings(input.tree, holdersIn(input.sources)))
      yield { path: listingVariant(fileFor('treeAt', input, { prefix }), reading), text: json };
  },
  treesize: { sameAs: 'treesizeAt' },
  *treesizeAt(input) {
    for (const folder of input.tree.folders)
      yield { path: fileFor('treesizeAt', input, { prefix: folder.path }), text: JSON.stringify(treeSize(folder)) };
  },
  sha256sums: (input) => [{ path: fileFor('sha256sums', input), text: sha256sums(input.model.files) }],
  *manifest(input) {
    const { model, origin, chatOf } = input;
    const { index, manifests, blobs, oversized } = registryOf(model, { source: `${origin}/${model.id}`, chatOf });
    const notices = oversized.map(({ tag, size }) => oversizedNotice(model.id, tag, size));
    yield { path: REGISTRY_INDEX, text: JSON.stringify(index), notices };
    const [owner = '', name = ''] = index.name.split('/');
    for (const { digest, text } of manifests)
      yield { path: fileOf(routes.manifest, { owner, name, reference: digest }), text };
    for (const { digest, text } of blobs) yield { path: fileOf(routes.blob, { owner, name, digest }), text };
  },
} satisfies Record<ModelRowName, Renderer | SameAs>;

/** The only built row whose answer changes with a model's row. All other answers depend only on the model's objects. */
const ROW_ANSWER: ModelRowName = 'model';

/**
 * Returns a function that is true for the name of an entry in the model's pack that changes with the model's row. The
 * name may be that of a compressed form.
 */
export function dependsOnRow(id: string): (name: string) => boolean {
  const params = parseModelId(id)!;
  const files = [fileOf(routes[ROW_ANSWER], params), DIRECTIONS];
  return (name) => files.includes(name.replace(/\.(br|gz)$/, ''));
}

/**
 * Yields the files of a model's pack: the built answers, the directions for live answers, the card and
 * the details. With `rowOnly`, yields only the files that depend on the model's row.
 */
export function* renderModel(input: Omit<ModelToRender, 'tree'>, rowOnly = false): Generator<RenderedFile> {
  const { model, sources, row, card, details } = input;
  const whole: ModelToRender = { ...input, tree: fileTree(model.files) };
  for (const [name, render] of Object.entries(renderers) as [ModelRowName, Renderer | SameAs][]) {
    if (typeof render !== 'function' || (rowOnly && name !== ROW_ANSWER)) continue;
    const row: Row = routes[name];
    for (const file of render(whole)) yield { ...file, compressed: row.compressed === true };
  }
  const { lastModified } = row;
  const text = formatDirections({ ...model, folders: whole.tree.folders, lastModified }, sources);
  yield { path: DIRECTIONS, text, compressed: false };
  if (rowOnly) return;
  if (card) yield { path: CARD, text: JSON.stringify(card), compressed: false };
  if (details) yield { path: DETAILS, text: JSON.stringify(details), compressed: false };
}

function oversizedNotice(id: string, tag: string, size: number): string {
  return (
    `${id}: the manifest of ${tag} has ${counted(size, 'byte')}; oras, skopeo and containerd read no ` +
    `more than ${count(MAX_MANIFEST)}, and will not pull it. Other ways to the model are not affected.`
  );
}

/** Makes the only file in the pack of a gated model. */
export function renderGated(id: string): RenderedFile {
  return { path: DIRECTIONS, text: formatGatedDirections(id), compressed: false };
}
