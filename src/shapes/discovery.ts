// The schemas of the documents that a newcomer reads first, such as the descriptor, the agent card, the archive and the
// pins.
import { type Static, Type } from 'typebox';
import { ARCHIVE_FORMAT, DESCRIPTOR_FORMAT, PINS_FORMAT } from './formats.ts';
import {
  ADDRESS_PATTERN,
  address,
  constant,
  countShape,
  dayShape,
  instant,
  listOf,
  mapOf,
  part,
  shape,
  textOrNull,
  textShape,
  url,
} from './notation.ts';

export const Descriptor = shape(
  'Descriptor',
  'What someone who knows only the address needs to find everything else.',
  {
    format: constant(DESCRIPTOR_FORMAT, 'The format of this document.'),
    name: Type.Optional(textShape('What the service is called.')),
    about: Type.Optional(textShape('One sentence.')),
    catalog: address('Today’s catalog object.'),
    snapshot: Type.Optional(dayShape('The day the catalog was built.')),
    fetch: textShape('Template: how to fetch an object by its address.'),
    find: Type.Optional(textShape('Template: how to find a model.')),
    publish: Type.Optional(textShape('Where objects are published.')),
    openapi: textShape('Where this description lies.'),
    capabilities: Type.Optional(textShape('Path of the capability manifest.')),
    registry: Type.Optional(textShape('Path of the registry.')),
    log: Type.Optional(
      textShape('Where the newest checkpoint of the transparency log lies; all else of it stands beside.'),
    ),
    log_keys: Type.Optional(textShape('Where the log’s verifier keys lie; absent where the log is not signed.')),
    proof: Type.Optional(textShape('Template: the proof of a model; absent where the log is not signed.')),
    guide: Type.Optional(textShape('Path of the guide.')),
    addresses: Type.Optional(mapOf(Type.String(), 'What each kind of address names.')),
    kinds: Type.Optional(mapOf(Type.String(), 'What each kind of published object holds.')),
  },
);
export type Descriptor = Static<typeof Descriptor>;

export const AgentSkill = shape('AgentSkill', 'One thing the service can do for an agent.', {
  id: textShape('A word that names the skill.'),
  name: textShape('What people call it.'),
  description: textShape('What it does.'),
  tags: listOf(Type.String(), 'Words to find it by.'),
  examples: Type.Optional(listOf(Type.String(), 'What someone might ask.')),
});
export type AgentSkill = Static<typeof AgentSkill>;

const modes = (description: string) => Type.Array(Type.String(), { description });

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
  documentationUrl: Type.Optional(url('The documentation.')),
  provider: Type.Optional(
    Type.Object(
      { organization: textShape('Who runs the service.'), url: url('Where to reach them.') },
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
  prev: textOrNull('The index of the day before; null on the first.', { pattern: ADDRESS_PATTERN }),
  archived: Type.Optional(instant('When the day was made, where that was written down.')),
  source: Type.Optional(textShape('Commit of the code that made the day, where that is known for sure.')),
});
export type ArchiveDay = Static<typeof ArchiveDay>;

export const Archive = shape('Archive', 'Every day of the index.', {
  format: constant(ARCHIVE_FORMAT, 'The format of this document.'),
  days: listOf(part(ArchiveDay), 'Newest first.'),
  gateway: Type.Optional(url('An IPFS gateway.')),
  mirror: Type.Optional(url('The service’s own copy elsewhere, where the operator names one.')),
  registry: textShape('The OCI repository that holds every day’s index.'),
});
export type Archive = Static<typeof Archive>;

export const Pin = shape('Pin', 'Where a model is kept on IPFS.', {
  root: textShape('The root CID on IPFS.'),
  revision: textShape('The indexed revision.'),
  pinned: Type.Optional(dayShape('The day it was pinned, where that is known.')),
  hidden: Type.Optional(Type.Boolean({ description: 'Kept out of the list that people are shown.' })),
});
export type Pin = Static<typeof Pin>;

export const Pins = shape('Pins', 'Models whose weights can be had when both hosting sites are out of reach.', {
  format: constant(PINS_FORMAT, 'The format of this document.'),
  gateway: url('The IPFS gateway.'),
  models: mapOf(part(Pin), 'By model id.'),
});
export type Pins = Static<typeof Pins>;
