// The operations of discovery, which are the documents from which a client finds everything else.
import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

const IN_ALL_THREE =
  'The answer goes by `Accept`: a browser gets the page, `application/json` the descriptor, anyone else the ' +
  'brief in Markdown. `Link` names the descriptor and the brief at addresses that need no `Accept`.';

/** A schema for the API description itself, with just enough members to recognise one. */
const DESCRIPTION = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.', description: 'The version of OpenAPI.' },
    info: { type: 'object', description: 'What is described.' },
    paths: { type: 'object', description: 'Every path.' },
  },
  additionalProperties: true,
};

/** Describes the path of a section, which answers in three forms. */
const section = (id: string, why: string, docs: string) =>
  operation(id, `${why} ${IN_ALL_THREE}`, 'The page, the descriptor or the brief.', {
    docs,
    shape: 'SectionDescriptor',
  });

const descriptor = (id: string, of: string, docs: string) =>
  operation(
    id,
    `Call it to learn, in one fixed shape and without sending an \`Accept\`, how ${of} enumerated, reached, ` +
      'fetched and checked. Each request that it describes can be sent as it stands.',
    'The section’s descriptor.',
    { docs, shape: 'SectionDescriptor' },
  );

const brief = (id: string, of: string, docs: string) =>
  operation(
    id,
    `Call it to read, in a page of Markdown, what someone without a browser needs to use ${of}. The bytes are ` +
      'those that the section’s own path answers to a caller who names no form.',
    'The section’s brief.',
    { docs },
  );

/** The link from a descriptor to the catalog whose address it contains. */
const toCatalog = {
  catalog: {
    operationId: 'getObject',
    description: 'Today’s catalog, whole.',
    parameters: { id: '$response.body#/catalog' },
  },
};

export const discovery = {
  home: operation(
    'getHome',
    `Call it when the address is all you have: it says what this is and where everything else lies. ${IN_ALL_THREE}`,
    'The front page, the descriptor, or the brief for agents.',
    { docs: 'quickstart', shape: 'Descriptor', links: toCatalog },
  ),
  descriptor: operation(
    'getDescriptor',
    'Call it for the descriptor without negotiating: the address of today’s catalog, and the templates by which ' +
      'objects and models are found. The bytes are those of `/` for `application/json`.',
    'The descriptor.',
    {
      shape: 'Descriptor',
      docs: 'addresses',
      links: toCatalog,
    },
  ),
  openapi: operation(
    'getDescription',
    'Call it for this description: every path, parameter, header, status and refusal, with answers of this very ' +
      'service as examples. Generators and testers take it as it is.',
    'This description.',
    { shape: DESCRIPTION, docs: 'api' },
  ),
  openapiTwin: operation(
    'getWellKnownDescription',
    'Call it when you look for descriptions where well-known addresses are. The bytes are those of `/openapi.json`.',
    'This description.',
    { shape: DESCRIPTION, docs: 'api' },
  ),
  agentCard: operation(
    'getAgentCard',
    'Call it to register the service with an agent: what it can get done here, and over which interfaces. The service is no A2A agent itself.',
    'The agent card.',
    { shape: 'AgentCard', docs: 'mcp' },
  ),
  agentBrief: operation(
    'getAgentBrief',
    'Call it when an agent is to work with the index by itself: the whole brief, from finding a model to ' +
      'checking what arrived. The last line is a canary: a model that repeats it was trained on this text.',
    'The whole brief for agents.',
    { docs: 'quickstart' },
  ),
  llms: operation(
    'getGuide',
    'Call it for the service explained in a page of plain text, and for the list of every page of the ' +
      'documentation. It is the form that llmstxt.org describes.',
    'The guide.',
    { docs: 'index' },
  ),
  robots: operation(
    'getCrawlingPolicy',
    'Call it before crawling: the website and the discovery documents may be read, redirects and blobs are to be left alone (RFC 9309).',
    'What crawlers may ask for.',
  ),
  sitemap: operation(
    'getSitemap',
    'Call it for the address of every page, as search engines read it. Above 50,000 pages it lists its parts instead.',
    'The sitemap, or the list of its parts.',
  ),
  sitemapPart: operation(
    'getSitemapPart',
    'Call it for one part of a sitemap that is too long for one document; `/sitemap.xml` lists the parts. A short list has no parts.',
    'A part of the sitemap.',
  ),
  apiCatalog: operation(
    'getApiCatalog',
    'Call it to find the description, the documentation and the status of this API where RFC 9727 has them.',
    'The API catalog, a link set.',
    {
      shape: {
        type: 'object',
        required: ['linkset'],
        properties: { linkset: { type: 'array', items: { type: 'object' }, description: 'Links by their anchor.' } },
      },
      docs: 'api',
    },
  ),
  security: operation(
    'getSecurityContact',
    'Call it to learn whom to tell of a weakness (RFC 9116). It is absent while the operator names no contact.',
    'Whom to tell.',
  ),
  archive: operation(
    'getArchive',
    'Call it to go back in time: every day of the index, newest first, each of them readable for good under its own address.',
    'Every day of the index.',
    {
      shape: 'Archive',
      docs: 'objects',
      links: {
        newest: {
          operationId: 'getObject',
          description: 'The newest day’s catalog.',
          parameters: { id: '$response.body#/days/0/catalog' },
        },
      },
    },
  ),
  archiveChanges: operation(
    'getChangeCounts',
    'Call it to see how the index grows: for each day of the archive, how many models came, went, left the ' +
      'browse list or moved on to another revision, and how many files have changed bytes.',
    'The counts, newest day first.',
    { shape: 'ChangeCountsOfDays', docs: 'objects' },
  ),
  archiveDay: operation(
    'getDayChanges',
    'Call it to learn what changed on a day against the day before it: models by name with their task and what ' +
      'one copy weighs; old and new revisions, with how many files changed; and every file whose bytes changed, ' +
      'with both hashes and sizes. Long lists are cut at `list_limit`; the counts are whole.',
    'What changed.',
    { shape: 'DayChanges', docs: 'objects', refusals: ['NotFound'] },
  ),
  newAtom: operation(
    'getNewModelsAtom',
    'Subscribe to it to hear of models that come into the index or are at a new revision: the newest days, at most 200 models.',
    'The feed.',
    { docs: 'api' },
  ),
  bytesAtom: operation(
    'getNewBytesAtom',
    'Subscribe to it to hear of files whose bytes changed at the same path. Those whose model kept its revision come first.',
    'The feed.',
    { docs: 'api' },
  ),
  modelAtom: operation(
    'getModelAtom',
    'Subscribe to it to hear of new revisions of a model: the last ten that the index had, each on the day on which it came, with what changed.',
    'The feed.',
    { docs: 'api', tagged: true, refusals: ['RepoNotFound', 'GatedRepo', 'Withdrawn'] },
  ),
  pins: operation(
    'getPins',
    'Call it to know which models can be had when both hosting sites are out of reach: their IPFS roots and the gateway to ask.',
    'Every pinned model.',
    { shape: 'Pins', docs: 'sources' },
  ),

  modelsSection: section('getModelsSection', 'Call it to learn how models are listed, reached and checked.', 'api'),
  modelsDescriptor: descriptor('getModelsDescriptor', 'models are', 'api'),
  modelsBrief: brief('getModelsBrief', 'the models', 'api'),
  registrySection: section('getRegistrySection', 'Call it to learn how models are pulled as OCI artifacts.', 'oci'),
  registryDescriptor: descriptor('getRegistryDescriptor', 'repositories are', 'oci'),
  registryBrief: brief('getRegistryBrief', 'the registry', 'oci'),
  spacesSection: section(
    'getSpacesSection',
    'Call it to learn which apps there are and how they are published.',
    'oci',
  ),
  spacesDescriptor: descriptor('getSpacesDescriptor', 'apps are', 'oci'),
  spacesBrief: brief('getSpacesBrief', 'the spaces', 'oci'),
  bucketsSection: section(
    'getBucketsSection',
    'Call it to learn what this service says of buckets: none are served here.',
    'objects',
  ),
  bucketsDescriptor: descriptor('getBucketsDescriptor', 'buckets would be', 'objects'),
  bucketsBrief: brief('getBucketsBrief', 'the buckets', 'objects'),
  spacesCatalog: operation(
    'listSpaces',
    'Call it for the apps that this service shows: what each is for, where it opens, and the root that names all of its files.',
    'Every app.',
    { shape: 'SpacesCatalog', docs: 'oci' },
  ),
} satisfies Partial<Record<RouteName | 'openapi' | 'openapiTwin', OperationWords>>;
