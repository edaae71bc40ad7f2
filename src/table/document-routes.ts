// The rows of the route table for discovery: the documents from which a client finds everything else (decision 0027).
import { built, chapter, live } from './route.ts';
import {
  described,
  document,
  IN_ALL_THREE,
  jsonDocument,
  OPENAPI,
  section,
  sectionBrief,
  sectionDescriptor,
  textDocument,
} from './row-facts.ts';

const DESCRIPTOR = '/.well-known/model-hub.json';
const AGENT_BRIEF = '/agent.md';
const API_CATALOG = '/.well-known/api-catalog';

/** The facts of feeds as Atom (RFC 4287). */
const feed = { dialect: 'hub', type: 'application/atom+xml; charset=utf-8' } as const;

const DESCRIPTION = { type: 'object', description: 'An API description of OpenAPI 3.1.' };

export const documentRoutes = chapter('Discovery', {
  home: live('/', {
    ...described(DESCRIPTOR, AGENT_BRIEF),
    file: { html: 'index.html', json: DESCRIPTOR.slice(1), markdown: 'index.md' },
    treeless: true,
    summary: 'The front page, the descriptor, or the brief for agents, as `Accept` says',
    why: `Call it when the address is all you have: it says what this is and where everything else lies. ${IN_ALL_THREE}`,
    shape: 'Descriptor',
  }),
  descriptor: built(DESCRIPTOR, {
    ...jsonDocument,
    summary: 'The descriptor: the address of today’s catalog, and where everything else lies',
    why:
      'Call it for the descriptor without negotiating: the address of today’s catalog, and the templates by which ' +
      'objects and models are found. The bytes are those of `/` for `application/json`.',
    shape: 'Descriptor',
  }),
  openapi: built(OPENAPI, {
    ...jsonDocument,
    summary: 'The API description, OpenAPI 3.1',
    id: 'getDescription',
    why:
      'Call it for this description: every path with its parameters, answers and refusals. Generators and testers ' +
      'take it as it is.',
    shape: DESCRIPTION,
  }),
  openapiTwin: built('/.well-known/openapi.json', {
    ...jsonDocument,
    file: OPENAPI.slice(1),
    summary: 'The API description at its well-known address',
    id: 'getWellKnownDescription',
    why: 'Call it when you look for descriptions where well-known addresses are. The bytes are those of `/openapi.json`.',
    shape: DESCRIPTION,
  }),
  agentCard: built('/.well-known/agent-card.json', {
    ...jsonDocument,
    summary: 'The A2A agent card: what an agent can get done here',
    why: 'Call it to register the service with an agent: what it can get done here, and over which interfaces. The service is no A2A agent itself.',
    shape: 'AgentCard',
  }),
  agentBrief: built(AGENT_BRIEF, {
    ...document,
    as: ['markdown'],
    summary: 'The whole brief for agents',
    why:
      'Call it when an agent is to work with the index by itself: the whole brief, from finding a model to ' +
      'checking what arrived. The last line is a canary: a model that repeats it was trained on this text.',
  }),
  llms: built('/llms.txt', {
    ...textDocument,
    summary: 'The service explained, and every page of its documentation',
    id: 'getGuide',
    why:
      'Call it for the service explained in a page of plain text, and for the list of every page of the ' +
      'documentation. It is the form that llmstxt.org describes.',
  }),
  robots: built('/robots.txt', {
    ...textDocument,
    summary: 'What crawlers may ask for',
    id: 'getCrawlingPolicy',
    why: 'Call it before crawling: the website and the discovery documents may be read, redirects and blobs are to be left alone (RFC 9309).',
  }),
  sitemap: built('/sitemap.xml', {
    ...document,
    as: ['xml'],
    summary: 'Every page for search engines, or the parts of that list when it is long',
    why: 'Call it for the address of every page, as search engines read it. Above 50,000 pages it lists its parts instead.',
  }),
  sitemapPart: built('/sitemap-{part}.xml', {
    ...document,
    as: ['xml'],
    summary: 'A part of the sitemap',
    why: 'Call it for one part of a sitemap that is too long for one document; `/sitemap.xml` lists the parts. A short list has no parts.',
  }),
  apiCatalog: built(API_CATALOG, {
    ...jsonDocument,
    type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    headers: ['Link', `<${API_CATALOG}>; rel="api-catalog"`],
    summary: 'The API catalog of RFC 9727: where the description, the documentation and the status lie',
    why: 'Call it to find the description, the documentation and the status of this API where RFC 9727 has them.',
    shape: { type: 'object', description: 'A linkset (RFC 9264).' },
  }),
  security: built('/.well-known/security.txt', {
    ...textDocument,
    summary: 'Whom to tell of a weakness (RFC 9116); absent while the operator names no contact',
    id: 'getSecurityContact',
    why: 'Call it to learn whom to tell of a weakness (RFC 9116). It is absent while the operator names no contact.',
  }),
  archive: built('/archive.json', {
    ...jsonDocument,
    summary: 'Every day of the index, newest first, each readable for good by its address',
    why: 'Call it to go back in time: every day of the index, newest first, each of them readable for good under its own address.',
    shape: 'Archive',
  }),
  archiveChanges: built('/archive/changes.json', {
    ...jsonDocument,
    summary: 'How much changed on each day, newest first',
    id: 'getChangeCounts',
    why:
      'Call it to see how the index grows: for each day of the archive, how many models came, went, left the ' +
      'browse list or moved on to another revision, and how many files have changed bytes.',
    shape: 'ChangeCountsOfDays',
  }),
  archiveDay: built('/archive/{date}.json', {
    ...jsonDocument,
    summary: 'What changed on a day against the day before it',
    id: 'getDayChanges',
    why:
      'Call it to learn what changed on a day against the day before it: models by name with their task and what ' +
      'one copy weighs; old and new revisions, with how many files changed; and every file whose bytes changed, ' +
      'with both hashes and sizes. Long lists are cut at `list_limit`; the counts are whole.',
    shape: 'DayChanges',
    refusals: ['NotFound'],
  }),
  newAtom: built('/archive/feeds/new.xml', {
    ...document,
    ...feed,
    as: ['xml'],
    summary: 'Models that are new in the index, the newest days first, as an Atom feed',
    id: 'getNewModelsAtom',
    why: 'Subscribe to it to hear of models that come into the index or are at a new revision: the newest days, at most 200 models.',
  }),
  bytesAtom: built('/archive/feeds/bytes.xml', {
    ...document,
    ...feed,
    as: ['xml'],
    summary: 'Files whose bytes changed at the same path, the newest days first, as an Atom feed',
    id: 'getNewBytesAtom',
    why: 'Subscribe to it to hear of files whose bytes changed at the same path. Those whose model kept its revision come first.',
  }),
  // Only a model's page links this feed. No export has it, because it would be a file for each model, and most would
  // never change.
  modelAtom: live('/archive/feeds/models/{owner}/{name}.xml', {
    ...feed,
    cache: 'revalidate',
    compressed: true,
    summary: 'The revisions of a model that the index had, as an Atom feed',
    why: 'Subscribe to it to hear of new revisions of a model: the last ten that the index had, each on the day on which it came, with what changed.',
  }),
  pins: built('/pins.json', {
    ...jsonDocument,
    summary: 'The models whose weights can be had when both hosting sites are out of reach',
    why: 'Call it to know which models can be had when both hosting sites are out of reach: their IPFS roots and the gateway to ask.',
    shape: 'Pins',
  }),
  modelsSection: live('/models', {
    ...section('models', 'Call it to learn how models are listed, reached and checked.'),
    summary: 'The models: page, descriptor or brief',
  }),
  modelsDescriptor: sectionDescriptor('models'),
  modelsBrief: sectionBrief('models'),
  registrySection: live('/registry', {
    ...section('registry', 'Call it to learn how models are pulled as OCI artifacts.'),
    summary: 'The registry: page, descriptor or brief',
  }),
  registryDescriptor: sectionDescriptor('registry'),
  registryBrief: sectionBrief('registry'),
  spacesSection: live('/spaces', {
    ...section('spaces', 'Call it to learn which apps there are and how they are published.'),
    summary: 'The spaces: page, descriptor or brief',
  }),
  spacesDescriptor: sectionDescriptor('spaces'),
  spacesBrief: sectionBrief('spaces'),
  spacesCatalog: built('/spaces/spaces.json', {
    ...jsonDocument,
    summary: 'The apps that run in the browser, with the root that names the files of each',
    id: 'listSpaces',
    why: 'Call it for the apps that this service shows: what each is for, where it opens, and the root that names all of its files.',
    shape: 'SpacesCatalog',
  }),
  bucketsSection: live('/buckets', {
    ...section('buckets', 'Call it to learn what this service says of buckets: none are served here.'),
    treeless: true,
    summary: 'The buckets: page, descriptor or brief',
  }),
  bucketsDescriptor: sectionDescriptor('buckets'),
  bucketsBrief: sectionBrief('buckets'),
});
