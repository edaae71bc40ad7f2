// What the API description shows of answers that no catalog decides: health, docs, apps, and this very description.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressFromHex } from '../../src/address.ts';
import type { HubFacts } from '../../src/dialects/discovery/hub-facts.ts';
import { tools } from '../../src/dialects/mcp/tools.ts';
import { capabilitiesOf, healthOf, modulesOf } from '../../src/dialects/objects/object-plane.ts';
import { DESCRIPTION_VERSION } from '../../src/openapi/document.ts';
import type { Exhibit, Shown } from '../../src/openapi/exhibit.ts';
import { treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { DayChanges } from '../../src/shapes/changes.ts';
import type { HubHealth } from '../../src/shapes/health.ts';
import type { ObjectMetadata } from '../../src/shapes/object-plane.ts';
import type { SearchFacets } from '../../src/shapes/search.ts';
import { SPACE_PAGE } from '../../src/space-files.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { blake3Hex } from '../blake3.ts';
import { packageFolder } from '../places.ts';
import type { ReadTree } from './tree-reader.ts';

/** Characters of a text that are shown. */
const MOST = 600;

const beginning = (type: string, text: string | undefined): Record<string, Shown> =>
  text === undefined ? {} : { [type]: { summary: 'Its beginning', value: text.slice(0, MOST) } };

const json = (value: unknown, summary?: string): Record<string, Shown> => ({
  'application/json': { value, ...(summary === undefined ? {} : { summary }) },
});

/** The page of the documentation that is shown: the first after the overview. */
const shownPage = ({ docs }: HubFacts) => docs.find(({ slug }) => slug !== 'index')?.slug ?? 'index';

/** Values of parameters that lead to a page and to an app. */
export function serviceParams(facts: HubFacts): Exhibit['params'] {
  const [app] = facts.spaces;
  const always = { page: shownPage(facts), date: facts.snapshot, treePath: CURRENT };
  return { ...always, ...(app ? { space: app.id, appPath: SPACE_PAGE } : {}) };
}

/** What the example publishes. */
const AN_OBJECT = 'an object';
const OBJECT_TYPE = 'application/octet-stream';

const TOOLS_LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Bodies of requests that need no model. */
export const serviceRequests: Exhibit['requests'] = {
  mcp: json(TOOLS_LIST, 'Which tools there are'),
  'objects POST': { [OBJECT_TYPE]: { value: AN_OBJECT } },
};

/** The object plane as it stands when an index is built, publishing and sign-in are open, and one small object is published. */
function objectAnswers({ version, baseUrl, snapshot }: HubFacts): Exhibit['answers'] {
  const ready = { objects: 'ready', publishing: 'ready', accounts: 'ready' } as const;
  const plane = { version, server: baseUrl.replace(/^https?:\/\//, ''), ...ready };
  const metadata: ObjectMetadata = {
    id: addressFromHex(blake3Hex(AN_OBJECT)),
    kind: 'file',
    media_type: OBJECT_TYPE,
    size: AN_OBJECT.length,
    created_at_millis: Date.parse(snapshot),
    filename: null,
  };
  return {
    healthz: json(healthOf(plane)),
    'healthz 503': json(healthOf({ ...plane, objects: 'unavailable' })),
    capabilities: json(capabilitiesOf(plane)),
    modules: json(modulesOf(plane)),
    objects: json({ objects: [metadata] }),
    'objects POST': json(metadata),
  };
}

/** The answers; health as it is told before the first probe. */
export function serviceAnswers(facts: HubFacts, read: ReadTree): Exhibit['answers'] {
  const { service, snapshot, spaces } = facts;
  const order = service.sources.map(({ host }) => host);
  const unprobed = { ok: true, checked: null, reason: 'unprobed' } as const;
  const health: HubHealth = { sources: Object.fromEntries(order.map((host) => [host, unprobed])), order };
  const head = { openapi: '3.1.0', info: { title: service.name, version: DESCRIPTION_VERSION }, paths: {} };
  const [app] = spaces;
  return {
    ...objectAnswers(facts),
    health: json(health, 'Before the first probe'),
    treeFile: { 'text/plain': { summary: 'What `current` says', value: `tree ${'0'.repeat(64)}\n` } },
    openapi: json(head, 'Its beginning'),
    openapiTwin: json(head, 'Its beginning'),
    archiveDay: dayExcerpt(read(treePath(routes.archiveDay, { date: snapshot }))),
    facets: facetsExcerpt(read(treePath(routes.facets, {}))),
    docsTwin: beginning('text/markdown', read(treePath(routes.docsTwin, { page: shownPage(facts) }))),
    mcp: json({ jsonrpc: '2.0', id: TOOLS_LIST.id, result: { tools } }),
    favicon: beginning('image/svg+xml', readFileSync(join(packageFolder, 'public/favicon.svg'), 'utf8')),
    ...(app
      ? { spaceFile: beginning('text/html', read(treePath(routes.spaceFile, { space: app.id, path: SPACE_PAGE }))) }
      : {}),
  };
}

/** A day's changes with the first item of each list. */
function dayExcerpt(text: string | undefined): Record<string, Shown> {
  if (text === undefined) return {};
  const changes = Object.entries(JSON.parse(text) as DayChanges);
  const cut = changes.map(([name, value]) => [name, Array.isArray(value) ? value.slice(0, 1) : value]);
  return json(Object.fromEntries(cut), 'Its lists cut to their first items');
}

/** The counts of every model with the first values of each group. */
function facetsExcerpt(text: string | undefined): Record<string, Shown> {
  if (text === undefined) return {};
  const { total, facets } = JSON.parse(text) as SearchFacets;
  const cut = Object.entries(facets).map(([group, values]) => [group, values.slice(0, 2)]);
  return json({ total, facets: Object.fromEntries(cut) }, 'Its groups cut to their first values');
}
