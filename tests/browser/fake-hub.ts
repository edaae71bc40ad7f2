// Makes up a hub for pages. Each optional fact is present in some model, absent in another, and extreme in a third.
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import type { ModelPage } from '../../src/model-page/model-page.ts';
import type { SpaceEntry, SpacesCatalog } from '../../src/shapes/discovery.ts';
import { SPACES_FORMAT } from '../../src/shapes/formats.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { KnownHash } from '../../src/shapes/tree.ts';
import { indexDocs } from '../../src/site/docs-search.ts';
import type { SiteHub } from '../../src/site/site-hub.ts';
import { atOnce } from '../fixtures/at-once.ts';
import { madeUpArchive, madeUpSpells } from './fake-days.ts';
import { type IndexedRows, indexed } from './fake-index.ts';
import { madeUpModel } from './fake-models.ts';

const baseUrl = 'http://hub.example:4321';
const docsIndex = indexDocs(readDocsPages(baseUrl));
const zeros = '0'.repeat(64);

const space: SpaceEntry = {
  ...{ id: 'verify', name: 'Verify', task: 'verification', tagline: 'Drop model files, and see what each one is.' },
  ...{ root: zeros, bytes: 47_000, files: 4, models: [], modelHost: null, modelBytes: 0, requires: [] },
  ...{ source: 'content/spaces/verify', entry: '/spaces/verify/' },
};

/** An app that runs a model and needs features that not every browser has; `space` does neither. */
const painter: SpaceEntry = {
  ...{ ...space, id: 'painter', name: 'Painter', entry: '/spaces/painter/', models: ['Northlight/harbour-xl-turbo'] },
  ...{ modelHost: 'hub.example', modelBytes: 1_200_000_000, requires: ['webgpu', 'shared-array-buffer'] },
};

const documents: Record<string, string> = {
  ...madeUpArchive,
  docsSearch: docsIndex,
  spacesCatalog: JSON.stringify({ format: SPACES_FORMAT, spaces: [painter, space] } satisfies SpacesCatalog),
};

/** The kinds of model that the made-up rows take in turn, so that lists look as mixed as real lists. */
const kinds = [
  {
    pipeline_tag: 'automatic-speech-recognition',
    library_name: 'transformers',
    base: 'whisper-nano',
    parameters: 37_760_640,
    bytes: 151_061_672,
  },
  {
    pipeline_tag: 'text-generation',
    library_name: 'transformers',
    base: 'lantern-8b-instruct',
    parameters: 8_190_735_360,
    bytes: 16_381_516_776,
  },
  {
    pipeline_tag: 'text-generation',
    library_name: 'gguf',
    base: 'Lantern-30B-A3B-Instruct-GGUF',
    parameters: 30_532_122_624,
    bytes: 506_674_966_190,
    quants: { Q2_K: 11.3e9, Q4_K_M: 18.6e9, Q5_K_M: 21.7e9, Q6_K: 25.1e9, Q8_0: 32.5e9, BF16: 61.1e9 },
  },
  {
    pipeline_tag: 'sentence-similarity',
    library_name: 'sentence-transformers',
    base: 'pebble-small-en-v1.5',
    parameters: 33_360_512,
    bytes: 133_466_304,
  },
  { pipeline_tag: 'text-to-image', library_name: 'diffusers', base: 'harbour-xl-turbo', bytes: 13_938_040_000 },
  { pipeline_tag: 'fill-mask', base: 'quill-base-uncased', parameters: 110_106_428, bytes: 440_449_768 },
];
const owners = ['acme-research', 'Northlight', 'tidepool', 'openshelf-community'];

/** Makes the rows of 120 listed models, of an unlisted model with few facts, and of a model with a very long id. */
export function madeUpRows(): ModelRow[] {
  const rows = Array.from({ length: 120 }, (_, at) => madeUpRow(at));
  rows.splice(3, 0, {
    ...bare(`${'long-owner-'.repeat(8)}name/${'a-very-long-model-name-'.repeat(4)}end`),
    likes: 0,
    downloads: 0,
  });
  rows.splice(5, 0, { ...bare('tidepool/fell-off-the-list'), hub: { ...bare('').hub, listed: false } });
  return rows;
}

function bare(id: string): ModelRow {
  return {
    ...{ id, modelId: id, sha: 'f'.repeat(40), private: false, gated: false, disabled: false },
    hub: { manifest: `blake3:${zeros}`, files: 1, sources: ['Source A'] },
  };
}

function madeUpRow(at: number): ModelRow {
  const kind = kinds[at % kinds.length]!;
  const owner = owners[at % owners.length]!;
  const { pipeline_tag, library_name, parameters, quants } = kind;
  const thin = bare(`${owner}/${kind.base}${at < kinds.length ? '' : `-${at}`}`);
  return {
    ...{ ...thin, author: owner, pipeline_tag, ...(library_name && { library_name }) },
    ...{ downloads: Math.round(250_000_000 / (at + 1) ** 2), likes: 5_000 - 40 * at, trendingScore: 130 - at },
    ...{
      createdAt: `2025-${String((at % 12) + 1).padStart(2, '0')}-14T09:30:00.000Z`,
      lastModified: '2026-06-01T06:29:13.000Z',
    },
    tags: [...(library_name ? [library_name] : []), pipeline_tag, 'en', `license:${at % 3 ? 'apache-2.0' : 'mit'}`],
    hub: {
      ...{
        ...thin.hub,
        files: 4 + (at % 20),
        weight_bytes: kind.bytes + at,
        ...(parameters && { parameters }),
        ...(quants && { quants }),
      },
      sources: ['Source A', ...(at % 2 ? [] : ['Source B']), ...(at % 5 ? [] : ['IPFS'])],
    },
  };
}

/** Says that the first three models have a file with this hash: the first at two sources, the other two at one. */
function madeUpHash(rows: readonly ModelRow[], sha256: string): KnownHash {
  const files = rows.slice(0, 3).map(({ id, sha }, at) => ({
    ...{ id, revision: sha, path: 'model.safetensors', size: 90_868_376, sources: ['source-a.example'] },
    ...(at === 0 && { sources: ['source-a.example', 'source-b.example'], first_seen: '2026-08-01' }),
  }));
  return { sha256, total: files.length, files };
}

/** Returns the page of a model in `hub`; throws if the model has none. */
export function pageOf(hub: SiteHub, id: string): ModelPage {
  const [owner = '', name = ''] = id.split('/');
  const found = atOnce(hub.model(owner, name));
  if ('why' in found) throw new Error(`${id} has no page`);
  return found;
}

/**
 * Makes a hub with these rows. `overrides` replace its members, so that the hub fails, is empty, or reports other
 * health.
 */
export function fakeHub(rows = madeUpRows(), overrides: Partial<SiteHub> = {}): SiteHub & Pick<IndexedRows, 'api'> {
  return {
    name: 'Model Hub',
    baseUrl,
    isExport: false,
    withdrawn: () => [],
    today: { snapshot: '2026-08-22', models: rows.length, catalog: `blake3:${'5f0c9a3e'.repeat(8)}` },
    health: () => ({
      sources: {
        'source-a.example': { ok: true, checked: '2026-08-22T12:03:21.000Z', reason: 'verified' },
        'source-b.example': { ok: false, checked: '2026-08-22T11:41:09.000Z', reason: 'timeout' },
        ipfs: { ok: true, checked: null, reason: 'unprobed' },
      },
      order: ['source-a.example', 'source-b.example', 'ipfs'],
    }),
    refuses: () => false,
    spells: () => madeUpSpells,
    hasSignIn: () => true,
    provider: () => undefined,
    ...indexed(rows, baseUrl),
    model: (owner, name) => madeUpModel(rows, `${owner}/${name}`),
    hash: async (sha256) => madeUpHash(rows, sha256),
    document: (row, { date } = {}) => documents[date === undefined ? row : `${row} ${date}`],
    ...overrides,
  };
}
