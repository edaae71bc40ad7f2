// Chooses the model for the API description, and finds values for its parameters by requests to the hub.

import type { AskHub } from '../../functions/hosts/local-hub.ts';
import { repositoryName } from '../../src/model/reference.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { pinnedPath } from '../../src/nouns/pinned-path.ts';
import { OCI_MANIFEST } from '../../src/nouns/registry-media-types.ts';
import { hashShard } from '../../src/nouns/sha256.ts';
import type { ShownAnswers } from '../../src/openapi/examples/shown-answers.ts';
import type { Source } from '../../src/service/sources.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { OciManifest, OciTagList } from '../../src/shapes/registry.ts';
import type { FileEntry } from '../../src/shapes/tree.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';

/** The shown model preferably has at most this many files, because its answers are shown as a whole. */
const MOST_FILES = 12;

/** The facts of the shown model, and the SHA-256 of the file at `path`. */
export interface ShownModel
  extends Pick<ShownAnswers, 'id' | 'revision' | 'path' | 'holders' | 'tags' | 'sumsBytes' | 'params' | 'query'> {
  sha256: string;
}

/** Gets the rows of the first page of search. */
export const firstShownRows = (ask: AskHub) => json<ModelRow[]>(ask, href(routes.models, {}));

/** Chooses the model of `rows` to show; undefined when there is none. */
export async function shownModel(
  ask: AskHub,
  rows: readonly ModelRow[],
  sources: readonly Source[],
): Promise<ShownModel | undefined> {
  const row = await choose(ask, rows);
  if (!row) return undefined;
  const { owner, name } = parseModelId(row.id)!;
  const files = await filesOf(ask, row.id);
  const file = files.find(({ path }) => path === 'config.json') ?? files[0]!;
  const model = { owner, name, revision: 'main' };
  const prefix = files.find(isInFolder)?.path.replace(/\/[^/]*$/, '');
  const [repositoryOwner = '', repository = ''] = repositoryName(row.id).split('/');
  const packed = { owner: repositoryOwner, name: repository, reference: 'latest' };
  const tagList = await json<OciTagList>(ask, href(routes.tags, packed));
  const manifest = await json<OciManifest>(ask, href(routes.manifest, packed), OCI_MANIFEST);
  const sums = await ask(href(routes.sha256sums, model));
  const [tag] = row.tags ?? [];
  return {
    ...{ id: row.id, revision: row.sha, path: file.path, sha256: file.oid, tags: tagList.tags },
    sumsBytes: (await sums.bytes()).length,
    holders: await holdersOf(ask, href(routes.resolve, { ...model, path: file.path }), sources),
    params: {
      ...{ ...model, path: file.path, id: row.hub.manifest, shard: hashShard(file.oid), savedModel: row.id },
      sha256: file.oid,
      ...(prefix && { prefix }),
      ...(row.pipeline_tag && { task: row.pipeline_tag }),
      ...{ repositoryOwner, repositoryName: repository, reference: 'latest', digest: manifest.config.digest },
    },
    query: {
      ...{ search: name, author: owner, hashes: file.oid },
      ...(row.pipeline_tag && { pipeline_tag: row.pipeline_tag }),
      ...(row.library_name && { library: row.library_name }),
      ...(tag && { filter: tag }),
    },
  };
}

/**
 * Chooses the first model in the order of search that has few files, one of them in a folder. If there is none, chooses
 * the model with the fewest files.
 */
async function choose(ask: AskHub, rows: readonly ModelRow[]): Promise<ModelRow | undefined> {
  for (const row of rows)
    if (row.hub.listed !== false && row.hub.files <= MOST_FILES && (await filesOf(ask, row.id)).some(isInFolder))
      return row;
  return rows.toSorted((a, b) => a.hub.files - b.hub.files)[0];
}

const isInFolder = ({ path }: FileEntry) => path.includes('/');

function filesOf(ask: AskHub, id: string): Promise<FileEntry[]> {
  return json(ask, href(routes.tree, { ...parseModelId(id)!, revision: 'main' }));
}

/** Gives the tokens of the sources that hold the file at `path`, in order of preference. */
async function holdersOf(ask: AskHub, path: string, sources: readonly Source[]): Promise<string[]> {
  const holders: string[] = [];
  for (const { token } of sources) if ((await ask(pinnedPath(token, path))).status === 302) holders.push(token);
  return holders;
}

async function json<T>(ask: AskHub, path: string, accept = 'application/json'): Promise<T> {
  return (await (await ask(path, { headers: { accept } })).json()) as T;
}
