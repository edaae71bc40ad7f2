// Holds the code of each tool. A tool returns an output that matches its output schema, or a refusal of the HTTP
// routes.

import { type Awaitable, allOf, andThen } from '../../src/basics/remembered.ts';
import { SHA256SUMS } from '../../src/dialects/hub/sha256sums.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import { formatBytes } from '../../src/model/weight-formats.ts';
import { isSha256 } from '../../src/nouns/address.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readSearchQuery } from '../../src/search/search-query.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { isRefusal, type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { agentFiles, truncatedNote } from '../../src/tools/agent-files.ts';
import { modelFacts } from '../../src/tools/tool.ts';
import { DEFAULT_ROWS, type Given, type Made, MOST_PLACES, type ToolName } from '../../src/tools/tools.ts';
import { HASH_SPELLING, knownHash } from '../models/hashes.ts';
import { locate, ownerless, type Visit, withdrawnRefusal } from '../models/locate.ts';
import type { ServedModel } from '../models/model.ts';
import { chooseHolder, entryNotFound } from '../models/resolve.ts';
import { kept } from '../ports/ports.ts';
import { repositoryAt } from '../registry/repository.ts';
import { readRow, rowIn } from '../search/rows.ts';
import { engineCommand } from './engine-command.ts';

/** One call of a tool. `G` are its arguments, as texts; each tool checks their values. */
export interface ToolCall<G = object> extends Visit {
  given: G;
}

/** Runs a tool: returns its output, or a refusal. */
type RunTool<N extends ToolName> = (call: ToolCall<Given<N>>) => Awaitable<Made<N> | Refusal>;

/** Returns the model that the argument `model` names, at `revision`, or the refusal that says why there is none. */
function modelOf(call: ToolCall<{ model: string }>, revision?: string): Awaitable<ServedModel | Refusal> {
  const { given, ports, tree } = call;
  const id = parseModelId(given.model);
  if (!id)
    return given.model.includes('/') ? refuse('RepoNotFound', { id: given.model }) : ownerless(tree, given.model);
  return withdrawnRefusal(ports, tree, id.owner, id.name) ?? locate(call, { ...id, revision });
}

/** Reads the row of a model in the search index. The index must have the model. */
async function rowOf({ tree }: Pick<ToolCall, 'tree'>, id: string): Promise<ModelRow> {
  return (await rowIn(await tree.search(), id))!;
}

/** Runs the search of `GET /api/models` with the arguments of the call. */
const searchModels: RunTool<'search_models'> = async ({ given, tree }) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ limit: DEFAULT_ROWS, match: 'words', ...given }))
    for (const one of [value].flat()) params.append(name, String(one));
  const query = readSearchQuery(params);
  if (isRefusal(query)) return query;
  const index = await tree.search();
  const page = await index.search(query);
  if (page.kind === 'bad-cursor') return refuseParameter('cursor', 'leave it out');
  // Models are kept, because many searches find the same ones.
  const rows = await allOf(
    Array.from(page.rows, (row) =>
      kept(tree, `found ${row}`, () => andThen(index.rows([row]), ([bytes]) => foundModel(readRow(bytes!)))),
    ),
  );
  const total = page.next === undefined ? page.rows.length : await index.count(query);
  const models: (typeof rows)[number]['model'][] = [];
  let bytes = 0;
  for (const row of rows) {
    bytes += row.size;
    if (bytes > MOST_BYTES) break;
    models.push(row.model);
  }
  const note = noteOn(models.length, rows.length, total);
  return { models, total, ...(note !== undefined && { note }) };
};

/**
 * The maximum size in bytes of the models in one answer, which are about 10,000 tokens. A narrower search finds the
 * models that do not fit.
 */
const MOST_BYTES = 32_768;

/** Shortens the row of a model for an agent. `size` is that of the result in bytes. */
function foundModel(row: ModelRow) {
  const model = { id: row.id, ...modelFacts(row), files: row.hub.files };
  return { model, size: JSON.stringify(model).length + 1 };
}

function noteOn(shown: number, found: number, total: number): string | undefined {
  if (total === 0) return 'No model matches: use fewer words, or fewer conditions.';
  if (shown === total) return undefined;
  const more = shown < found ? 'since an answer holds no more' : 'or raise "limit"';
  return `These are the first ${shown} of ${total}: narrow the search, ${more}.`;
}

/** Returns a model's facts, and as many of its files as an answer may list. */
const getModel: RunTool<'get_model'> = async (call) => {
  const model = await modelOf(call, call.given.revision);
  if (isRefusal(model)) return model;
  const { ports, tree } = call;
  const { files, facts } = await kept(tree, `agent ${model.id}`, () => factsOf(call, model));
  return {
    id: model.id,
    revision: model.revision,
    ...facts,
    // Without a signed log, a proof proves nothing, so the answer names none.
    ...(tree.isSigned && { proof: ports.baseUrl + href(routes.modelProof, parseModelId(model.id)!) }),
    ...(files.length < facts.files_total && {
      files_truncated: true,
      files_truncated_note: truncatedNote(facts.files_total, mainUrl(call, routes.tree, model)),
    }),
    files,
  };
};

/**
 * Returns a model's facts, the files that its page shows, and the totals of all files. The page shows the most important files,
 * even if it can't show all. The result is kept, because choosing among many files takes a while.
 */
async function factsOf(call: ToolCall, model: ServedModel) {
  const { bytes, files } = model.head;
  const shown = (await model.shown()).map(({ path, size, sha256 }) => ({ path, size, sha256 }));
  // The row of a model lacks `copy_bytes` and `format_bytes` if the model is not on the browse list. They are computed
  // from the files, but only if all files are shown.
  const copy = shown.length === files ? usableCopy(shown) : undefined;
  const sizes = copy && { copy_bytes: copy.bytes, format_bytes: formatBytes(shown) };
  const listed = agentFiles(shown);
  return {
    weight: 1000 + 400 * listed.length,
    facts: { ...modelFacts(await rowOf(call, model.id)), ...sizes, total_bytes: bytes, files_total: files },
    files: listed,
  };
}

/** Returns the URL of `row` for a model, at the indexed revision. */
function mainUrl({ ports }: ToolCall, row: typeof routes.tree | typeof routes.sha256sums, { id }: ServedModel): string {
  return ports.baseUrl + href(row, { ...parseModelId(id)!, revision: 'main' });
}

/** Returns the URLs, the hash and the size of a file, and the command that loads the file in an engine. */
const resolveFile: RunTool<'resolve_file'> = async (call) => {
  const { ports, given } = call;
  const { path, source } = given;
  const model = await modelOf(call);
  if (isRefusal(model)) return model;
  const known = ports.sources.map(({ token }) => token);
  if (source !== undefined && !known.includes(source)) return refuse('UnknownSource', { source, known });
  // The hub makes this file itself, so no source has it.
  if (path === SHA256SUMS) return refuseParameter('path', `GET ${mainUrl(call, routes.sha256sums, model)} instead`);
  const file = await model.file(path);
  if (!file) return entryNotFound(model, path);
  const choice = chooseHolder(model.id, file, source, ports);
  if (isRefusal(choice)) return choice;
  const { holder, ok } = choice;
  const row = await rowOf(call, model.id);
  return {
    model: model.id,
    path,
    source: holder.source,
    url: holder.url,
    ...(ok ? {} : { source_ok: false }),
    sha256: file.sha256,
    size: file.size,
    alternatives: file.holders
      .filter((one) => one !== holder)
      .map(({ source, url }) => ({ source, url, ...(!ports.health.isOk(source) && { source_ok: false }) })),
    ...engineCommand({
      baseUrl: ports.baseUrl,
      pin: source,
      model: model.id,
      path,
      sha256: file.sha256,
      url: holder.url,
      pipelineTag: row.pipeline_tag,
      library: row.library_name,
      tag: /\.gguf$/i.test(path) ? await tagOf(call, model, path) : undefined,
    }),
  };
};

/**
 * Returns the registry's tag for a GGUF file; undefined if no tag has the whole file as one layer. The tag names the
 * quantisation.
 */
async function tagOf(call: ToolCall, { id }: ServedModel, path: string): Promise<string | undefined> {
  const { owner, name } = parseModelId(id)!;
  const repository = await repositoryAt(call, owner, name);
  if (isRefusal(repository) || !('index' in repository)) return undefined;
  const tags = Object.entries(repository.index.tags);
  const found = tags.find(([tag, { ggufFile }]) => tag !== 'latest' && ggufFile?.ggufFile.rfilename === path);
  return found?.[0];
}

/** Finds the files that have a hash. */
const identifyFile: RunTool<'identify_file'> = async ({ given, tree, ports }) => {
  // Some tools print hashes in upper case.
  const sha256 = given.sha256.trim().toLowerCase();
  if (!isSha256(sha256)) return refuseParameter('sha256', HASH_SPELLING);
  const known = await knownHash(tree, ports, sha256, MOST_PLACES);
  return known.total === 0 ? refuse('HashNotFound', { sha256 }) : known;
};

/** The code of every tool, by the tool's name. This object does not compile if a tool lacks its code. */
export const runs: { readonly [N in ToolName]: RunTool<N> } = {
  search_models: searchModels,
  get_model: getModel,
  resolve_file: resolveFile,
  identify_file: identifyFile,
};
