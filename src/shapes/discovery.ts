// The schemas of the documents that a newcomer reads first: the descriptor, the agent card, the archive, the pins, the
// descriptors of sections and the list of apps.
import { type Static, Type } from 'typebox';
import { ARCHIVE_FORMAT, DESCRIPTOR_FORMAT, PINS_FORMAT, SECTION_FORMAT, SECTIONS, SPACES_FORMAT } from './formats.ts';
import {
  address,
  addressOrNull,
  booleanShape,
  choice,
  constant,
  countOrNull,
  countShape,
  dayShape,
  instant,
  listOf,
  mapOf,
  modelId,
  never,
  optional,
  part,
  sha256Shape,
  shape,
  textOrNull,
  textShape,
  texts,
  url,
} from './notation.ts';

export const Descriptor = shape(
  'Descriptor',
  'What someone who knows only the address needs to find everything else.',
  {
    format: constant(DESCRIPTOR_FORMAT, 'The format of this document.'),
    name: optional(textShape('What the service is called.')),
    about: optional(textShape('One sentence.')),
    catalog: address('Today’s catalog object.'),
    snapshot: optional(dayShape('The day the catalog was built.')),
    fetch: textShape('Template: how to fetch an object by its address.'),
    find: optional(textShape('Template: how to find a model.')),
    publish: optional(textShape('Where objects are published.')),
    openapi: textShape('Where this description lies.'),
    capabilities: optional(textShape('Path of the capability manifest.')),
    registry: optional(textShape('Path of the registry.')),
    log: optional(textShape('Where the newest checkpoint of the transparency log lies; all else of it stands beside.')),
    log_keys: optional(textShape('Where the log’s verifier keys lie; absent where the log is not signed.')),
    proof: optional(textShape('Template: the proof of a model; absent where the log is not signed.')),
    guide: optional(textShape('Path of the guide.')),
    addresses: optional(mapOf(Type.String(), 'What each kind of address names.')),
    kinds: optional(mapOf(Type.String(), 'What each kind of published object holds.')),
  },
);
export type Descriptor = Static<typeof Descriptor>;

export const AgentSkill = shape('AgentSkill', 'One thing the service can do for an agent.', {
  id: textShape('A word that names the skill.'),
  name: textShape('What people call it.'),
  description: textShape('What it does.'),
  tags: texts('Words to find it by.'),
  examples: optional(texts('What someone might ask.')),
});
export type AgentSkill = Static<typeof AgentSkill>;

export const AgentCard = shape('AgentCard', 'The service as agents read it.', {
  protocolVersion: textShape('The version of the A2A agent card.'),
  name: textShape('What the service is called.'),
  description: textShape('What it is.'),
  url: url('Where the preferred interface answers.'),
  preferredTransport: textShape('The URI of what is spoken there; the service is no A2A agent.'),
  supportedInterfaces: listOf(
    Type.Object({
      url: url('Where it answers.'),
      protocolBinding: textShape('The URI of what is spoken there.'),
      protocolVersion: textShape('Its version.'),
    }),
    'Every way in.',
  ),
  version: textShape('The version of the software.'),
  documentationUrl: optional(url('The documentation.')),
  provider: optional(
    Type.Object(
      { organization: textShape('Who runs the service.'), url: url('Where to reach them.') },
      { description: 'Who runs the service.' },
    ),
  ),
  capabilities: Type.Object(
    {
      streaming: booleanShape('Whether answers stream.'),
      pushNotifications: booleanShape('Whether the service calls back.'),
    },
    { description: 'What the interface can do.' },
  ),
  defaultInputModes: texts('Media types taken.'),
  defaultOutputModes: texts('Media types given.'),
  skills: listOf(part(AgentSkill), 'What the service can do for an agent.'),
});
export type AgentCard = Static<typeof AgentCard>;

export const ArchiveDay = shape('ArchiveDay', 'A day of the index, readable for good by its object address.', {
  date: dayShape('The day.'),
  index: address('The day’s index.'),
  catalog: address('The day’s catalog object, which is the index.'),
  models: countShape('Models of the day, those that fell off the browse list included.'),
  addressed: countShape('Those with a model object.'),
  files: countShape('Files of those models.'),
  bytes: countShape('Bytes of those files.'),
  prev: addressOrNull('The index of the day before; null on the first.'),
  archived: optional(instant('When the day was made, where that was written down.')),
  source: optional(textShape('Commit of the code that made the day, where that is known for sure.')),
});
export type ArchiveDay = Static<typeof ArchiveDay>;

export const Archive = shape('Archive', 'Every day of the index.', {
  format: constant(ARCHIVE_FORMAT, 'The format of this document.'),
  days: listOf(part(ArchiveDay), 'Newest first.'),
  gateway: optional(url('An IPFS gateway.')),
  mirror: optional(url('The service’s own copy elsewhere, where the operator names one.')),
  registry: textShape('The OCI repository that holds every day’s index.'),
});
export type Archive = Static<typeof Archive>;

export const Pin = shape('Pin', 'Where a model is kept on IPFS.', {
  root: textShape('The root CID on IPFS.'),
  revision: textShape('The indexed revision.'),
  pinned: optional(dayShape('The day it was pinned, where that is known.')),
  hidden: optional(booleanShape('Kept out of the list that people are shown.')),
});
export type Pin = Static<typeof Pin>;

export const Pins = shape('Pins', 'Models whose weights can be had when both hosting sites are out of reach.', {
  format: constant(PINS_FORMAT, 'The format of this document.'),
  gateway: url('The IPFS gateway.'),
  models: mapOf(part(Pin), 'By model id.'),
});
export type Pins = Static<typeof Pins>;

export const RequestDescriptor = shape('RequestDescriptor', 'How to ask for one thing.', {
  method: constant('GET', 'Everything is read with GET.'),
  url: textShape(
    'A path on this host; `{catalog.address}` is that field of the same document, other braces are yours to fill.',
  ),
  returns: textShape('What the answer holds.'),
  dialect: optional(choice(['objects', 'huggingface', 'oci', 'http'], 'In whose words it answers.')),
  caps_at: optional(countShape('The most the route returns in one call.')),
  note: optional(textShape('What else to know.')),
  artifact_type: optional(textShape('The OCI artifact type of what is fetched.')),
});
export type RequestDescriptor = Static<typeof RequestDescriptor>;

const sectionCatalog = Type.Object({
  address: addressOrNull('The content address of what `fetch` gives; null when that has none.'),
  fetch: textShape('Template or path: how to get it.'),
  format: textShape('The format of what comes back.'),
  media_type: optional(textShape('Its media type.')),
  note: optional(textShape('What else to know.')),
});

export const SectionPage = shape('SectionPage', 'A page of the documentation and its Markdown twin.', {
  slug: textShape('The page’s name in URLs.'),
  title: textShape('The page’s title.'),
  about: textShape('One sentence.'),
  page: textShape('Path of the page.'),
  markdown: textShape('Path of its Markdown twin.'),
});
export type SectionPage = Static<typeof SectionPage>;

export const SectionDescriptor = shape('SectionDescriptor', 'One part of the site, described in one fixed shape.', {
  format: constant(SECTION_FORMAT, 'The format of this document.'),
  section: choice(SECTIONS, 'Which section.'),
  title: optional(textShape('Its title.')),
  about: textShape('One sentence.'),
  self: textShape('The address that answered.'),
  inventory: Type.Object(
    {
      described: countOrNull('Things described; null when only a live route can say.'),
      served_here: countOrNull('Things whose bytes this host serves; null when only a live route can say.'),
      note: textShape('What is counted.'),
    },
    { description: 'How much there is.' },
  ),
  catalog: Type.Unsafe<Static<typeof sectionCatalog> | null>({
    ...sectionCatalog,
    type: ['object', 'null'],
    description: 'The whole section as one thing to fetch; null when it has no snapshot.',
  }),
  catalog_note: optional(textShape('Why there is no catalog.')),
  list: listOf(part(RequestDescriptor), 'Every way to enumerate, most useful first.'),
  item: part(RequestDescriptor),
  files: optional(part(RequestDescriptor)),
  fetch: part(RequestDescriptor),
  verify: Type.Object(
    {
      algorithm: choice(['sha256', 'blake3', 'none'], 'The hash to check arriving bytes by.'),
      expected_from: textShape('Where the expected hash stands.'),
      server_verifies_on_read: never('The client hashes what arrives; the service does not.'),
      root: optional(textShape('What all expected hashes hang from.')),
      privacy: optional(textShape('What a download tells this host.')),
    },
    { description: 'How to check what arrives.' },
  ),
  one_line: optional(textShape('One command that makes an existing tool use the section.')),
  pages: optional(listOf(part(SectionPage), 'In the docs section: every page and its Markdown twin.')),
  brief: textShape('Path of the brief.'),
  page: textShape('Path of the page for people.'),
  openapi: textShape('Path of this description.'),
});
export type SectionDescriptor = Static<typeof SectionDescriptor>;

export const SpaceEntry = shape('SpaceEntry', 'One app.', {
  id: textShape('The app stands at `/spaces/<id>/` and is published as the repository `spaces/<id>`.'),
  name: textShape('What it is called.'),
  task: textShape('What it is for, in a word.'),
  tagline: textShape('One sentence.'),
  root: sha256Shape('SHA-256 over the app’s sorted lines `path NUL sha256 LF`.'),
  bytes: countShape('Bytes of all files.'),
  files: countShape('How many files.'),
  models: listOf(modelId('A model’s id.'), 'Models that it runs.'),
  modelHost: textOrNull('Where those models come from; null without models.'),
  modelBytes: countShape('Bytes of those models that a browser loads.'),
  source: textShape('Where its source text lies.'),
  requires: texts('What the browser must be able to do beyond the usual.'),
  entry: textShape('The page to open.'),
});
export type SpaceEntry = Static<typeof SpaceEntry>;

export const SpacesCatalog = shape('SpacesCatalog', 'The apps that run in a browser.', {
  format: constant(SPACES_FORMAT, 'The format of this document.'),
  spaces: listOf(part(SpaceEntry), 'Every app.'),
});
export type SpacesCatalog = Static<typeof SpacesCatalog>;
