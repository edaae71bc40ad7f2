// Discovery: what a stranger reads first. The descriptor, the sections, the agent card, the archive, the pins.
import { type Static, Type } from 'typebox';
import {
  ARCHIVE_FORMAT,
  DESCRIPTOR_FORMAT,
  PINS_FORMAT,
  SECTION_FORMAT,
  SECTIONS,
  type SectionName,
} from '../formats.ts';
import {
  ADDRESS_PATTERN,
  address,
  constant,
  count,
  countOrNull,
  day,
  instant,
  mapOf,
  never,
  part,
  text,
  textOrNull,
  url,
} from '../notation.ts';

export const Descriptor = Type.Object(
  {
    format: constant(DESCRIPTOR_FORMAT, 'The format of this document.'),
    name: Type.Optional(text('What the service is called.')),
    about: Type.Optional(text('One sentence.')),
    catalog: address('Today’s catalog object.'),
    snapshot: Type.Optional(day('The day the catalog was built.')),
    fetch: text('Template: how to fetch an object by its address.'),
    find: Type.Optional(text('Template: how to find a model.')),
    publish: Type.Optional(text('Where objects are published.')),
    openapi: text('Where this description lies.'),
    capabilities: Type.Optional(text('Path of the capability manifest.')),
    registry: Type.Optional(text('Path of the registry.')),
    guide: Type.Optional(text('Path of the guide.')),
    addresses: Type.Optional(mapOf(Type.String(), 'What each kind of address names.')),
    kinds: Type.Optional(mapOf(Type.String(), 'What each kind of published object holds.')),
  },
  { title: 'Descriptor', description: 'What someone who knows only the address needs to find everything else.' },
);

export const RequestDescriptor = Type.Object(
  {
    method: constant('GET', 'Everything is read with GET.'),
    url: text(
      'A path on this host; `{catalog.address}` is that field of the same document, other braces are yours to fill.',
    ),
    returns: text('What the answer holds.'),
    dialect: Type.Optional(
      Type.Unsafe<'objects' | 'huggingface' | 'oci' | 'http'>({
        type: 'string',
        enum: ['objects', 'huggingface', 'oci', 'http'],
        description: 'In whose words it answers.',
      }),
    ),
    caps_at: Type.Optional(count('The most the route returns in one call.')),
    note: Type.Optional(text('What else to know.')),
    artifact_type: Type.Optional(text('The OCI artifact type of what is fetched.')),
  },
  { title: 'RequestDescriptor', description: 'How to ask for one thing.' },
);

const SectionCatalog = Type.Object({
  address: textOrNull('A content address of the whole section; null when what `fetch` gives has none.', {
    pattern: ADDRESS_PATTERN,
  }),
  fetch: text('Template or path: how to get it.'),
  format: text('The format of what comes back.'),
  media_type: Type.Optional(text('Its media type.')),
  note: Type.Optional(text('What else to know.')),
});

export const SectionPage = Type.Object(
  {
    slug: text('The page’s name in URLs.'),
    title: text('The page’s title.'),
    about: text('One sentence.'),
    page: text('Path of the page.'),
    markdown: text('Path of its Markdown twin.'),
  },
  { title: 'SectionPage', description: 'A page of the documentation and its Markdown twin.' },
);

export const SectionDescriptor = Type.Object(
  {
    format: constant(SECTION_FORMAT, 'The format of this document.'),
    section: Type.Unsafe<SectionName>({ type: 'string', enum: [...SECTIONS], description: 'Which section.' }),
    title: Type.Optional(text('Its title.')),
    about: text('One sentence.'),
    self: text('The address of this document that needs no `Accept`.'),
    inventory: Type.Object(
      {
        described: countOrNull('Things described; null when only a live route can say.'),
        served_here: countOrNull('Things whose bytes this host serves; null when only a live route can say.'),
        note: text('What is counted.'),
      },
      { description: 'How much there is.' },
    ),
    catalog: Type.Unsafe<Static<typeof SectionCatalog> | null>({
      ...SectionCatalog,
      type: ['object', 'null'],
      description: 'The whole section as one thing to fetch; null when it has no snapshot.',
    }),
    catalog_note: Type.Optional(text('Why there is no catalog.')),
    list: Type.Array(part(RequestDescriptor), { description: 'Every way to enumerate, most useful first.' }),
    item: part(RequestDescriptor),
    files: Type.Optional(part(RequestDescriptor)),
    fetch: part(RequestDescriptor),
    verify: Type.Object(
      {
        algorithm: Type.Unsafe<'sha256' | 'blake3' | 'none'>({
          type: 'string',
          enum: ['sha256', 'blake3', 'none'],
          description: 'With what to hash the bytes that arrive.',
        }),
        expected_from: text('Where the expected hash stands.'),
        server_verifies_on_read: never('The client hashes what arrives; the service does not.'),
        root: Type.Optional(text('What all expected hashes hang from.')),
        privacy: Type.Optional(text('What a download tells this host.')),
      },
      { description: 'How to check what arrives.' },
    ),
    one_line: Type.Optional(text('One command that makes an existing tool use the section.')),
    pages: Type.Optional(
      Type.Array(part(SectionPage), { description: 'Of the docs: every page and its Markdown twin.' }),
    ),
    brief: text('Path of the brief.'),
    page: text('Path of the page for people.'),
    openapi: text('Path of this description.'),
  },
  { title: 'SectionDescriptor', description: 'One part of the site, told in one fixed shape.' },
);

export const AgentSkill = Type.Object(
  {
    id: text('A word that names the skill.'),
    name: text('What people call it.'),
    description: text('What it does.'),
    tags: Type.Array(Type.String(), { description: 'Words to find it by.' }),
    examples: Type.Optional(Type.Array(Type.String(), { description: 'What someone might ask.' })),
  },
  { title: 'AgentSkill', description: 'One thing the service can do for an agent.' },
);

const modes = (description: string) => Type.Array(Type.String(), { description });

export const AgentCard = Type.Object(
  {
    protocolVersion: text('Of the A2A agent card.'),
    name: text('What the service is called.'),
    description: text('What it is.'),
    url: url('Where the preferred interface answers.'),
    preferredTransport: text('The URI of what is spoken there; the service is no A2A agent.'),
    supportedInterfaces: Type.Array(
      Type.Object({
        url: url('Where it answers.'),
        protocolBinding: text('The URI of what is spoken there.'),
        protocolVersion: text('Its version.'),
      }),
      { description: 'Every way in.' },
    ),
    version: text('Of the software.'),
    documentationUrl: Type.Optional(url('The documentation.')),
    provider: Type.Optional(
      Type.Object(
        { organization: text('Who runs the service.'), url: url('Where to reach them.') },
        { description: 'Who runs the service.' },
      ),
    ),
    capabilities: Type.Object(
      {
        streaming: Type.Boolean({ description: 'Whether answers stream.' }),
        pushNotifications: Type.Boolean({ description: 'Whether the service calls back.' }),
      },
      { description: 'What the interface can do.' },
    ),
    defaultInputModes: modes('Media types taken.'),
    defaultOutputModes: modes('Media types given.'),
    skills: Type.Array(part(AgentSkill), { description: 'What the service can do for an agent.' }),
  },
  { title: 'AgentCard', description: 'The service as agents read it.' },
);

export const ArchiveDay = Type.Object(
  {
    date: day('The day.'),
    index: address('The day’s index.'),
    catalog: address('The day’s catalog object, which is the index.'),
    models: count('Models of the day, those that fell off the browse list included.'),
    addressed: count('Those with a model object.'),
    files: count('Files of those models.'),
    bytes: count('Bytes of those files.'),
    prev: textOrNull('The index of the day before; null on the first.', { pattern: ADDRESS_PATTERN }),
    archived: Type.Optional(instant('When the day was made, where that was written down.')),
    cid: Type.Optional(text('The index on IPFS.')),
    prev_ledger: Type.Optional(textOrNull('The ledger of the day before.')),
    source: Type.Optional(text('Commit of the code that made the day, where that is known for sure.')),
  },
  { title: 'ArchiveDay', description: 'A day of the index, readable for good by its object address.' },
);

export const Archive = Type.Object(
  {
    format: constant(ARCHIVE_FORMAT, 'The format of this document.'),
    days: Type.Array(part(ArchiveDay), { description: 'Newest first.' }),
    gateway: Type.Optional(url('An IPFS gateway.')),
    mirror: Type.Optional(url('The service’s own copy.')),
    registry: text('The OCI repository that holds every day’s index.'),
  },
  { title: 'Archive', description: 'Every day of the index.' },
);

export const Pin = Type.Object(
  {
    root: text('The root CID on IPFS.'),
    revision: text('The indexed revision.'),
    pinned: Type.Optional(day('The day it was pinned, where that is known.')),
    hidden: Type.Optional(Type.Boolean({ description: 'Kept out of the list that people are shown.' })),
  },
  { title: 'Pin', description: 'Where a model is kept on IPFS.' },
);

export const Pins = Type.Object(
  {
    format: constant(PINS_FORMAT, 'The format of this document.'),
    gateway: url('The IPFS gateway.'),
    models: mapOf(part(Pin), 'By model id.'),
  },
  { title: 'Pins', description: 'Models whose weights can be had when both hosting sites are out of reach.' },
);
