// Makes a model's ModelRow, ModelInfo and Refs, which are its facts in the public hub's dialect (decision 0019), and
// writes the counts of a search in their wire format.
import { totalSize } from '../../basics/bytes.ts';
import { defined } from '../../basics/records.ts';
import { copyTensors, derivedTags, headerFacts } from '../../model/derived-facts.ts';
import { ggufFiles, shardsOf } from '../../model/gguf-files.ts';
import { usableCopy } from '../../model/usable-copy.ts';
import { formatBytes, isWeight } from '../../model/weight-formats.ts';
import type { BrowseFacts } from '../../nouns/browse-facts.ts';
import { idParts } from '../../nouns/model-id.ts';
import type { Counted } from '../../search/facets.ts';
import type { HubFacts, ModelInfo, ModelRow, Refs, SearchFacets } from '../../shapes/models.ts';
import type { ModelFile } from '../../shapes/objects.ts';

/** The facts of a model that every row has. */
export interface IndexedModel {
  id: string;
  revision: string;
  files: ModelFile[];
  /** The address of the model object. */
  manifest: string;
  /** The display names of the sources that hold the model, in the order of the source table. */
  sources: string[];
  /** The day on which the index first had the model's id; undefined if unknown. */
  indexed?: string | undefined;
  /** A stable id without meaning, for clients that need one; see `opaqueId`. */
  opaqueId: string;
}

const constants = { private: false, gated: false, disabled: false } as const;

/**
 * Makes the search row of a model on the browse list, with every known fact (decision 0019): those that were given, else
 * those in the headers of its files, else those that its files tell.
 */
export function modelRow(model: IndexedModel, given: BrowseFacts): ModelRow {
  const { token_bytes, ...known } = { ...headerFacts(model.files), ...given };
  const tags = rowTags(known, model.files);
  const { license, library, parameters, context, tags: _, ...shared } = known;
  return {
    ...constants,
    ...shared,
    ...names(model),
    _id: model.opaqueId,
    ...defined({ library_name: library }),
    ...(tags.length > 0 && { tags }),
    hub: {
      ...hubFacts(model),
      ...sizes(model.files),
      ...defined({ parameters, context, token_bytes, quants: quantSizes(model.files), indexed: model.indexed }),
    },
  };
}

/**
 * Makes the row of a model that is no longer on the browse list. It has only the names, the facts of the index, and
 * `listed: false`.
 */
export function thinRow(model: Omit<IndexedModel, 'opaqueId' | 'indexed'>): ModelRow {
  return { ...constants, ...names(model), hub: { ...hubFacts(model), listed: false } };
}

/** Reduces a row to the fields that `thinRow` would write. */
export function thinned(row: ModelRow): ModelRow {
  const { manifest, files, sources } = row.hub;
  const { id, modelId, sha, author } = row;
  return {
    ...constants,
    id,
    modelId,
    sha,
    ...defined({ author }),
    hub: { manifest, files, listed: false, ...defined({ sources }) },
  };
}

/** Makes ModelInfo: the facts in the row, and the names of all files. */
export function modelInfo(row: ModelRow, files: ModelFile[]): ModelInfo {
  const { hub: _hub, trendingScore: _trend, ...facts } = row;
  return { ...facts, siblings: files.map(({ path }) => ({ rfilename: path })) };
}

/** Makes the Refs of a model: one branch, which names the indexed revision. */
export function refs(revision: string): Refs {
  return { branches: [{ name: 'main', ref: 'refs/heads/main', targetCommit: revision }], tags: [], converts: [] };
}

/** Lists the given tags, the task, the library, `license:<id>` and the derived tags, in this order and each once. */
function rowTags({ tags = [], pipeline_tag, library, license }: BrowseFacts, files: ModelFile[]): string[] {
  const own = [pipeline_tag, library, license && `license:${license}`].filter((tag) => tag !== undefined && tag !== '');
  return [...new Set([...tags, ...(own as string[]), ...derivedTags(files)])];
}

function names(model: { id: string; revision: string }) {
  return {
    id: model.id,
    modelId: model.id,
    sha: model.revision,
    author: idParts(model.id).owner,
  };
}

function hubFacts(model: Omit<IndexedModel, 'opaqueId' | 'indexed'>): HubFacts {
  return { manifest: model.manifest, files: model.files.length, sources: model.sources };
}

/**
 * Returns the sizes in bytes of all weights, of one usable copy, and of each format; also the tensors of that copy. A
 * model without weights has only `weight_bytes`.
 */
function sizes(files: ModelFile[]): Pick<HubFacts, 'weight_bytes' | 'copy_bytes' | 'format_bytes' | 'tensors'> {
  const copy = usableCopy(files);
  const formats = formatBytes(files);
  const tensors = copyTensors(files);
  return {
    weight_bytes: weightBytes(files),
    ...(copy && { copy_bytes: copy.bytes }),
    ...(Object.keys(formats).length > 0 && { format_bytes: formats }),
    ...(tensors && { tensors }),
  };
}

function weightBytes(files: ModelFile[]): number {
  return files.reduce((sum, file) => (isWeight(file.path) ? sum + file.size : sum), 0);
}

/**
 * Returns the size of each quantisation: of its single file, or of all its shards. Undefined if no GGUF file of the
 * model names a quantisation. `files` must be sorted bytewise by path.
 */
function quantSizes(files: ModelFile[]): Record<string, number> | undefined {
  const ggufs = files.filter(({ path }) => path.endsWith('.gguf'));
  if (ggufs.length === 0) return undefined;
  const { tagged, sharded } = ggufFiles(ggufs);
  const sizes = [
    ...[...tagged].map(([label, { size }]) => [label, size] as const),
    ...[...sharded].map(([label, first]) => [label, totalSize(shardsOf(first, ggufs))] as const),
  ];
  return sizes.length === 0 ? undefined : Object.fromEntries(sizes);
}

/** Returns the body of `GET /api/hub/facets`. */
export function searchFacets({ total, facets }: Counted): SearchFacets {
  const groups = Object.entries(facets).map(([group, values]) => [
    group,
    values.map(([value, models]) => ({ value, models })),
  ]);
  return { total, facets: Object.fromEntries(groups) as SearchFacets['facets'] };
}
