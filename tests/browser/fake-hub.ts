// A hub of made-up models for looking at pages: every optional fact present, absent and extreme somewhere.
import { readDocsPages } from '../../generator/documents/docs-pages.ts';
import { indexDocs } from '../../src/docs-search.ts';
import type { SiteHub } from '../../src/site-hub.ts';
import type { ModelRow } from '../../src/wire/model-row.ts';
import { SPACES_FORMAT, type SpaceEntry, type SpacesCatalog } from '../../src/wire/spaces.ts';

const baseUrl = 'http://hub.example:4321';
const docsIndex = indexDocs(readDocsPages(baseUrl));
const zeros = '0'.repeat(64);

const space: SpaceEntry = {
  ...{ id: 'verify', name: 'Verify', task: 'verification', tagline: 'Drop model files, and see what each one is.' },
  ...{ root: zeros, bytes: 47_000, files: 4, models: [], modelHost: null, modelBytes: 0, requires: [] },
  ...{ source: 'content/spaces/verify', entry: '/spaces/verify/' },
};

/** An app that runs a model and asks much of the browser, beside one that does neither. */
const painter: SpaceEntry = {
  ...{ ...space, id: 'painter', name: 'Painter', entry: '/spaces/painter/', models: ['Northlight/harbour-xl-turbo'] },
  ...{ modelHost: 'hub.example', modelBytes: 1_200_000_000, requires: ['webgpu', 'shared-array-buffer'] },
};

const documents: Record<string, string> = {
  'docs/search': docsIndex,
  'spaces/catalog': JSON.stringify({ format: SPACES_FORMAT, spaces: [painter, space] } satisfies SpacesCatalog),
};

/** Tasks, libraries and sizes in turn, so that lists look as mixed as real ones. */
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

/** 120 listed models, one thin one, and one whose id is as long as an id may be. */
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
  const { pipeline_tag, library_name, parameters } = kind;
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
      ...{ ...thin.hub, files: 4 + (at % 20), weight_bytes: kind.bytes + at, ...(parameters && { parameters }) },
      sources: ['Source A', ...(at % 2 ? [] : ['Source B']), ...(at % 5 ? [] : ['IPFS'])],
    },
  };
}

/** A hub over these rows. Give `overrides` to make it fail, be empty, or report other health. */
export function fakeHub(rows = madeUpRows(), overrides: Partial<SiteHub> = {}): SiteHub {
  return {
    baseUrl,
    today: { snapshot: '2026-08-22', models: rows.length, catalog: `blake3:${'5f0c9a3e'.repeat(8)}` },
    health: () => ({
      sources: {
        'source-a.example': { ok: true, checked: '2026-08-22T12:03:21.000Z', reason: 'verified' },
        'source-b.example': { ok: false, checked: '2026-08-22T11:41:09.000Z', reason: 'timeout' },
        ipfs: { ok: true, checked: null, reason: 'unprobed' },
      },
      order: ['source-a.example', 'source-b.example', 'ipfs'],
    }),
    search: async (query) => search(rows, query),
    facets: () => ({ pipeline_tag: tally(rows, 'pipeline_tag'), library: tally(rows, 'library_name') }),
    document: (name) => documents[name],
    ...overrides,
  };
}

function search(rows: ModelRow[], query: URLSearchParams): Awaited<ReturnType<SiteHub['search']>> {
  const sort = query.get('sort') ?? 'trendingScore';
  if (sort !== 'trendingScore' && sort !== 'downloads' && sort !== 'likes' && sort !== 'createdAt') {
    return { error: 'Bad "sort": give it once, one of downloads, likes, trendingScore, createdAt.' };
  }
  const text = query.get('search')?.toLowerCase() ?? '';
  const wanted = (name: string, value: string | undefined) => !query.has(name) || query.get(name) === value;
  const found = rows
    .filter(
      (row) => row.id.toLowerCase().includes(text) && query.getAll('filter').every((tag) => row.tags?.includes(tag)),
    )
    .filter(
      (row) =>
        wanted('author', row.author) && wanted('pipeline_tag', row.pipeline_tag) && wanted('library', row.library_name),
    );
  const [ranked, rest] = [
    found.filter((row) => row[sort] !== undefined),
    found.filter((row) => row[sort] === undefined),
  ];
  if (sort !== 'trendingScore') ranked.sort((one, other) => (other[sort]! > one[sort]! ? 1 : -1));
  const sorted = [...ranked, ...rest];
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 100);
  return { rows: sorted.slice(start, end), total: found.length, ...(end < found.length && { next: String(end) }) };
}

function tally(rows: ModelRow[], fact: 'pipeline_tag' | 'library_name'): [string, number][] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = row[fact];
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]);
}
