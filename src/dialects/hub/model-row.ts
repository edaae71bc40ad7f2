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

/** Makes the members that every row has. */
function barest({ id, revision, manifest, files, sources }: Omit<IndexedModel, 'opaqueId' | 'indexed'>) {
  return {
    ...{ ...constants, id, modelId: id, sha: revision, author: idParts(id).owner },
    hub: { manifest, files: files.length, sources },
  };
}

/**
 * Makes the search row of a model on the browse list, with every known fact (decision 0019): those that were given, else
 * those in the headers of its files, else those that its files tell.
 */
export function modelRow(model: IndexedModel, given: BrowseFacts): ModelRow {
  const { token_bytes, ...known } = { ...headerFacts(model.files), ...given };
  const tags = rowTags(known, model.files);
  const { license, library, parameters, context, tags: _, ...shared } = known;
  const { hub, ...names } = barest(model);
  return {
    ...shared,
    ...names,
    _id: model.opaqueId,
    ...defined({ library_name: library }),
    ...(tags.length > 0 && { tags }),
    hub: {
      ...hub,
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
  const row = barest(model);
  return { ...row, hub: { ...row.hub, listed: false } };
}

/** Reduces a row to the fields that `thinRow` would write. */
export function thinned({ id, modelId, sha, author, hub: { manifest, files, sources } }: ModelRow): ModelRow {
  return {
    ...{ ...constants, id, modelId, sha, ...defined({ author }) },
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

/**
 * Returns the sizes in bytes of all weights, of one usable copy, and of each format; also the tensors of that copy. A
 * model without weights has only `weight_bytes`.
 */
function sizes(files: ModelFile[]): Pick<HubFacts, 'weight_bytes' | 'copy_bytes' | 'format_bytes' | 'tensors'> {
  const formats = formatBytes(files);
  return {
    weight_bytes: totalSize(files.filter(({ path }) => isWeight(path))),
    ...defined({ copy_bytes: usableCopy(files)?.bytes }),
    ...(Object.keys(formats).length > 0 && { format_bytes: formats }),
    ...defined({ tensors: copyTensors(files) }),
  };
}

/**
 * Returns the size of each quantisation: of its single file, or of all its shards. Undefined if no GGUF file of the
 * model names a quantisation. `files` must be sorted bytewise by path.
 */
function quantSizes(files: ModelFile[]): Record<string, number> | undefined {
  const { tagged, sharded } = ggufFiles(files);
  const sizes = [
    ...[...tagged].map(([label, { size }]) => [label, size] as const),
    ...[...sharded].map(([label, first]) => [label, totalSize(shardsOf(first, files))] as const),
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
