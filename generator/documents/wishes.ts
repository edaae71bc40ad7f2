// Lists the examples that are not the plain answer at their path, because the request has more than a path, or because
// a long answer is cut.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskHub } from '../../functions/hosts/local-hub.ts';
import { parseEntryLine, parseMiddle } from '../../src/catalog/catalog-object.ts';
import type { DocumentFacts } from '../../src/dialects/discovery/facts/hub-facts.ts';
import { repositoryName } from '../../src/model/reference.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { DOCKER_MANIFEST, SIGSTORE_BUNDLE } from '../../src/nouns/registry-media-types.ts';
import { DESCRIPTION_VERSION } from '../../src/openapi/document.ts';
import type { DayChanges } from '../../src/shapes/changes.ts';
import { CATALOG_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, CatalogObject } from '../../src/shapes/objects.ts';
import type { SearchFacets } from '../../src/shapes/search.ts';
import type { HashRow, KnownHash, KnownHashes } from '../../src/shapes/tree.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { packageFolder } from '../process/package-paths.ts';
import type { Wishes } from './examples.ts';
import type { ShownModel } from './shown-model.ts';

/** The offsets of the two lists in today's catalog object. */
export interface CatalogStarts {
  modelsStart: number;
  rowsStart: number;
}

const MOST_BYTES = 600;
const MOST_ROWS = 3;

const beginning = { summary: 'Its beginning', cut: (text: string) => text.slice(0, MOST_BYTES) };

/**
 * Fixed examples of answers that only a hub with an attestation key gives. The hub that answers here has no such key.
 */
const ATTESTED: Wishes = {
  modelSignature: {
    summary: 'Its long parts are cut',
    value: {
      mediaType: SIGSTORE_BUNDLE,
      verificationMaterial: { publicKey: { hint: '5f81…' } },
      dsseEnvelope: {
        payload: 'eyJfdHlwZSI6…',
        payloadType: 'application/vnd.in-toto+json',
        signatures: [{ keyid: '', sig: 'MEUCIQ…' }],
      },
    },
  },
  attestationKey: {
    summary: 'Its beginning',
    value: '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE',
  },
};

/**
 * Fixed examples for routes that the hub of the examples can't answer, since it has no website, and no description yet.
 */
function given({ service }: DocumentFacts): Wishes {
  const info = { title: service.name, version: DESCRIPTION_VERSION };
  const description = { summary: 'Its beginning', value: { openapi: '3.1.0', info, paths: {} } };
  const icon = readFileSync(join(packageFolder, 'public/favicon.svg'), 'utf8');
  return {
    'text/html': { name: 'page', summary: 'Its beginning', value: '<!DOCTYPE html><html lang="en">' },
    // An asset may be HTML without being a page, so it gets no example of a page.
    asset: {},
    openapi: description,
    openapiTwin: description,
    ...ATTESTED,
    favicon: { summary: 'Its beginning', value: icon.slice(0, MOST_BYTES) },
  };
}

/** The examples of the log come from a separate log: this hub's log is written only after the tree. */
const OF_EXAMPLE_LOG = { summary: 'From a log of two leaves, signed with a key that no hub uses' };

/** Wishes whose requests name no model. */
const ALWAYS: Wishes = {
  models: { path: `${href(routes.models, {})}?limit=2`, summary: 'As to `limit=2`' },
  facets: { summary: 'Its groups cut to their first values', cut: cutFacets },
  archiveDay: { summary: 'Its lists cut to their first items', cut: cutDay },
  // Shows only the first members: the whole schema refers to its own parts, which a reader would look for in the API
  // description.
  lockSchema: { summary: 'Its first members', cut: cutSchema },
  docsTwin: beginning,
  checker: beginning,
  spaceFile: beginning,
  modelTwin: { summary: 'Its beginning', cut: (text: string) => text.split('\n\n## Files')[0] },
  pathsInfo: { summary: 'One file' },
  blob: { summary: 'The config of the manifest' },
  treeFile: { summary: 'What `current` says' },
  logCheckpoint: OF_EXAMPLE_LOG,
  logKeys: OF_EXAMPLE_LOG,
  modelLogged: OF_EXAMPLE_LOG,
  modelProof: OF_EXAMPLE_LOG,
  mcp: { headers: { accept: 'application/json, text/event-stream' } },
  health: { summary: 'Before the first probe' },
  modelSources: { summary: 'Before the first probe' },
  accountHealth: { summary: 'Where one can sign in' },
  signIn: { summary: 'At a provider that gives the answer in a fragment' },
  'signIn POST': { summary: 'A token' },
  account: { summary: 'An account with one saved model' },
  'account PATCH': { summary: 'With the address' },
  saved: { summary: 'With the model on it' },
  savedModel: { summary: 'Without the model' },
  modelRequest: { summary: 'With the request counted' },
};

/**
 * Lists the wishes for a hub. `rows` is its first page of search, and `model` the model that the examples show, if
 * there is one.
 */
export async function wishesFor(
  ask: AskHub,
  facts: DocumentFacts,
  starts: CatalogStarts,
  rows: readonly ModelRow[],
  model: ShownModel | undefined,
): Promise<Wishes> {
  const always = { ...ALWAYS, ...given(facts) };
  if (!model) return always;
  const { owner, name, revision } = model.params as { owner: string; name: string; revision: string };
  const sums = href(routes.sha256sums, { owner, name, revision });
  const ofFile = (list: HashRow[]) =>
    list.length <= MOST_ROWS ? list : list.filter(([sha256]) => sha256 === model.sha256).slice(0, 1);
  return {
    ...always,
    resolve: { path: sums, summary: 'To the path `SHA256SUMS`' },
    hashes: { summary: 'Of many rows one', cut: ofFile },
    byHash: { summary: 'Its first file', cut: firstFile },
    byHashes: {
      path: `${href(routes.byHashes, {})}?sha256=${model.sha256}`,
      summary: 'The first file of one hash',
      cut: firstFiles,
    },
    ...(await ofObjects(ask, facts, starts)),
    ...(await ofGguf(ask, rows)),
  };
}

const firstFile = (known: KnownHash): KnownHash => ({ ...known, files: known.files.slice(0, 1) });
const firstFiles = ({ hashes }: KnownHashes): KnownHashes => ({ hashes: hashes.map(firstFile) });

/** Cuts each list of a day's changes to its first item. */
function cutDay({ models, ...changes }: DayChanges) {
  const cut = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 1) : value]),
  );
  const { added, removed, unlisted, relisted } = changes;
  const shown = new Set([added, removed, unlisted, relisted].map(([id]) => id));
  return { ...cut, models: Object.fromEntries(Object.entries(models).filter(([id]) => shown.has(id))) };
}

/** Cuts facets to the counts and the first values of each group. */
function cutFacets({ total, facets }: SearchFacets) {
  const cut = Object.entries(facets).map(([group, values]) => [group, values.slice(0, 2)]);
  return { total, facets: Object.fromEntries(cut) };
}

function cutSchema({ $schema, $id, type }: Record<'$schema' | '$id' | 'type', string>) {
  return { $schema, $id, type };
}

/** The maximum number of bytes that are read for an entry or a row of the catalog. */
const MOST_LINE = 65_536;
/** The line between the catalog's two lists has at most this many bytes. */
const MOST_MIDDLE = 200;

/**
 * Makes wishes for the catalog and for a source that it names. Reads the catalog in ranges, since it may have any size.
 */
async function ofObjects(ask: AskHub, { catalog, snapshot }: DocumentFacts, starts: CatalogStarts): Promise<Wishes> {
  const { modelsStart, rowsStart } = starts;
  const path = href(routes.object, { id: catalog });
  const lines = async (start: number, end: number) => {
    const range = `bytes=${start}-${end - 1}`;
    return (await (await ask(path, { headers: { range } })).text()).split('\n').filter((line) => line !== '');
  };
  const [entryLine = ''] = await lines(modelsStart, modelsStart + MOST_LINE);
  const middle = (await lines(Math.max(0, rowsStart - MOST_MIDDLE), rowsStart)).at(-1)!;
  const [row = ''] = await lines(rowsStart, rowsStart + MOST_LINE);
  const { id, entry } = parseEntryLine(entryLine);
  const cut: CatalogObject = {
    format: CATALOG_FORMAT,
    gated: [],
    models: { [id]: entry },
    prev: parseMiddle(middle).prev,
    rows: [JSON.parse(row.replace(/,$/, '')) as ModelRow],
    snapshot,
  };
  return {
    'object application/vnd.hub.model-hub.catalog.v1+json': { summary: 'Cut to its first model', value: cut },
    'object application/vnd.hub.model-hub.source.v1+json': sourceOf(entry),
  };
}

const sourceOf = ({ sources }: CatalogEntry) => ({
  path: href(routes.object, { id: sources[0]! }),
  summary: 'A source of the catalog’s first model',
});

/**
 * Makes wishes for the answers that a tag gives to Docker and to llama.cpp, with the first model of `rows` that has a
 * GGUF file in one piece.
 */
async function ofGguf(ask: AskHub, rows: readonly ModelRow[]): Promise<Wishes> {
  for (const { id } of rows.filter(({ tags }) => tags?.includes('gguf'))) {
    const { owner, name } = parseModelId(repositoryName(id))!;
    const path = href(routes.manifest, { owner, name, reference: 'latest' });
    const { status } = await ask(path, { headers: { accept: DOCKER_MANIFEST } });
    if (status !== 200) continue;
    return {
      [`manifest ${DOCKER_MANIFEST}`]: { path, summary: `Of ${id}` },
      'manifest application/json': {
        path,
        headers: { 'user-agent': 'llama-cpp' },
        summary: `Of ${id}, to a llama-cpp`,
      },
    };
  }
  return {};
}
