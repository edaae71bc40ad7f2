// What the API description shows of one model: search rows, its facts, its files, its objects.

import { addressFromHex, parseAddress } from '../../src/address.ts';
import { formatSourceObject } from '../../src/catalog/source-object.ts';
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { modelTwin } from '../../src/dialects/discovery/model-twin.ts';
import { lfsPointer } from '../../src/dialects/hub/lfs-pointer.ts';
import { fileEntry } from '../../src/dialects/hub/tree-entries.ts';
import { parseModelId } from '../../src/model-id.ts';
import { modelPage } from '../../src/model-page.ts';
import type { Exhibit, Shown } from '../../src/openapi/exhibit.ts';
import type { DirectionsHead, DirectionsPlace } from '../../src/resolve/directions-head.ts';
import type { FileRow } from '../../src/resolve/directions-row.ts';
import { shownFacts } from '../../src/resolve/shown-files.ts';
import { type Row, treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { CATALOG_FORMAT, SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { SourceObject } from '../../src/shapes/objects.ts';
import { type Source, sourceKind } from '../../src/sources.ts';
import { hashShardPath, objectPath } from '../../src/static-tree.ts';
import { blake3Hex } from '../blake3.ts';
import { directionsOf, type ReadTree } from './tree-reader.ts';

const JSON_TYPE = 'application/json';
const TEXT_TYPE = 'text/plain';

const json = (text: string | undefined): Record<string, Shown> =>
  text === undefined ? {} : { [JSON_TYPE]: { value: JSON.parse(text) } };
const text = (value: string): Record<string, Shown> => ({ [TEXT_TYPE]: { value } });

/** The model of `row`, and everything that the hub dialect and the object plane answer of it. */
export function modelAnswers(
  row: ModelRow,
  rows: ModelRow[],
  read: ReadTree,
  facts: HubFacts,
): Omit<Exhibit, 'tags' | 'gated'> {
  const { owner, name } = parseModelId(row.id)!;
  const at = (row: Row, prefix = '') => read(treePath(row, { owner, name, prefix }));
  const { head, files } = directionsOf(row.id, read);
  const sums = at(routes.sha256sums) ?? '';
  const file = files.toSorted((a, b) => a.size - b.size).find(({ path }) => path === 'config.json') ?? files[0]!;
  const prefix = files.find(({ path }) => path.includes('/'))?.path.replace(/\/[^/]*$/, '');
  const shard = file.sha256.slice(0, 3);
  const info = json(at(routes.model));
  const asked: Shown = { summary: 'One file', value: { paths: [file.path] } };
  return {
    id: row.id,
    revision: row.sha,
    path: file.path,
    holders: holdersOf(file, head, facts.service.sources),
    sumsBytes: Buffer.byteLength(sums),
    params: {
      owner,
      name,
      revision: 'main',
      path: file.path,
      id: row.hub.manifest,
      shard,
      ...(prefix ? { prefix } : {}),
    },
    query: {
      search: name,
      author: owner,
      ...(row.pipeline_tag ? { pipeline_tag: row.pipeline_tag } : {}),
      ...(row.library_name ? { library: row.library_name } : {}),
      ...(row.tags?.[0] ? { filter: row.tags[0] } : {}),
    },
    requests: { pathsInfo: { [JSON_TYPE]: asked } },
    answers: {
      models: { [JSON_TYPE]: { summary: 'As to `limit=2`', value: rows.slice(0, 2) } },
      model: info,
      modelAt: info,
      refs: json(at(routes.refs)),
      tree: json(at(routes.tree)),
      treesize: json(at(routes.treesize)),
      ...(prefix ? { treeAt: json(at(routes.treeAt, prefix)), treesizeAt: json(at(routes.treesizeAt, prefix)) } : {}),
      pathsInfo: { [JSON_TYPE]: { summary: 'One file', value: [fileEntry(file)] } },
      resolve: text(sums),
      raw: text(lfsPointer(file.sha256, file.size)),
      modelTwin: twinExcerpt(row, read, facts),
      hashes: { [JSON_TYPE]: shardExcerpt(read(hashShardPath(shard)), file.sha256) },
      object: objects(row, read, facts),
    },
  };
}

/** The beginning of the model's Markdown twin: the list of files alone can be longer than the description. */
function twinExcerpt(row: ModelRow, read: ReadTree, { baseUrl, service }: HubFacts): Record<string, Shown> {
  const { head, files } = directionsOf(row.id, read);
  const page = modelPage({ license: head.license, row, ...shownFacts(files, head), sources: service.sources });
  const [value = ''] = modelTwin(page, baseUrl).split('\n\n## Files');
  return { 'text/markdown': { summary: 'Its beginning', value } };
}

/** Tokens of the sources that hold the file, in order of preference. */
function holdersOf({ places }: FileRow, head: DirectionsHead, known: readonly Source[]): string[] {
  const holding = head.places
    .filter(({ held }, at) => held === undefined || places.includes(at))
    .map(({ source }) => source);
  return known.map(({ token }) => token).filter((token) => holding.includes(token));
}

const MOST_ROWS = 3;

function shardExcerpt(shard: string | undefined, sha256: string): Shown {
  const rows = JSON.parse(shard ?? '[]') as [string, ...string[]][];
  if (rows.length <= MOST_ROWS) return { value: rows };
  return { summary: 'Of many rows one', value: rows.filter(([hash]) => hash === sha256).slice(0, 1) };
}

/** The model's object, one of its sources, and the catalog cut to this one model. */
function objects(row: ModelRow, read: ReadTree, { service, snapshot, days, catalog }: HubFacts): Record<string, Shown> {
  const address = parseAddress(row.hub.manifest)!;
  const { head, files } = directionsOf(row.id, read);
  const sources = head.places.flatMap((place, at) => {
    const held = place.held === undefined ? undefined : files.filter(({ places }) => places.includes(at));
    return sourceObject({ ...place, files: held?.map(({ path }) => path) }, address, service.sources);
  });
  const addressOf = (source: SourceObject) => addressFromHex(blake3Hex(formatSourceObject(source)));
  const before = days.findIndex((day) => day.catalog === catalog);
  const whole = {
    format: CATALOG_FORMAT,
    gated: [],
    models: { [row.id]: { model: address, sources: sources.map(addressOf) } },
    prev: days[before + 1]?.catalog ?? null,
    rows: [row],
    snapshot,
  };
  return {
    'application/vnd.hub.model-hub.model.v1+json': { value: JSON.parse(read(objectPath('model', address)) ?? 'null') },
    'application/vnd.hub.model-hub.catalog.v1+json': { summary: 'Cut to one model', value: whole },
    ...(sources[0] ? { 'application/vnd.hub.model-hub.source.v1+json': { value: sources[0] } } : {}),
  };
}

/** The source object that a place of the directions was read from. */
function sourceObject(
  { source, ...place }: DirectionsPlace & { files: string[] | undefined },
  model: string,
  sources: readonly Source[],
): SourceObject[] {
  const known = sources.find(({ token }) => token === source);
  const { id, revision, root, files } = place;
  return known === undefined
    ? []
    : [
        {
          format: SOURCE_FORMAT,
          kind: sourceKind(known),
          model,
          source,
          ...(id === undefined ? {} : { id }),
          ...(revision === undefined ? {} : { revision }),
          ...(root === undefined ? {} : { root }),
          ...(files === undefined ? {} : { files }),
        },
      ];
}
