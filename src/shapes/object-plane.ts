// The object plane: capabilities, modules, and the metadata of published objects.
import { type Static, Type } from 'typebox';
import { count, parsedAddress, part, text, textOrNull } from './notation.ts';

const MOST = 2 ** 31 - 1;
const int32 = (description: string) => Type.Integer({ minimum: 0, maximum: MOST, description });

/** `starting`: no index is built yet. `closed`: the operator has not opened it. `unavailable`: its store does not answer. */
const STATES = ['ready', 'starting', 'closed', 'unavailable'] as const;
export type ModuleState = (typeof STATES)[number];

export const OperationInfo = Type.Object(
  {
    id: text('Module and verb: `objects.publish`.'),
    kind: Type.Unsafe<'read' | 'mutation' | 'stream'>({
      type: 'string',
      enum: ['read', 'mutation', 'stream'],
      description: 'Whether it changes anything.',
    }),
    fallback_safe_before_dispatch: Type.Boolean({
      description: 'Nothing is lost when a client that could not send it asks another server instead.',
    }),
  },
  { title: 'OperationInfo', description: 'Something that can be asked of this server.' },
);
export type OperationInfo = Static<typeof OperationInfo>;

export const ModuleInfo = Type.Object(
  {
    id: text('As dependencies name it.'),
    name: text('For people.'),
    version: text('The version of the software.'),
    state: Type.Unsafe<ModuleState>({
      type: 'string',
      enum: [...STATES],
      description: '`ready`; `starting`: no index is built yet; `closed`: the operator has not opened it.',
    }),
    dependencies: Type.Array(Type.String(), { description: 'The modules it needs.' }),
    operations: Type.Array(Type.String(), { description: 'What it can be asked.' }),
  },
  { title: 'ModuleInfo', description: 'A part of the service, with its operations and its readiness.' },
);
export type ModuleInfo = Static<typeof ModuleInfo>;

export const CapabilityManifest = Type.Object(
  {
    protocol_version: int32('The version of the object plane.'),
    server_version: text('The version of the software.'),
    server_id: text('The host of the public address.'),
    role: text('What this process is.'),
    operations: Type.Array(part(OperationInfo), { description: 'Everything that can be asked.' }),
    modules: Type.Array(part(ModuleInfo), { description: 'The parts of the service.' }),
    maximum_message_bytes: int32('Bytes of one object at the server; its edge may let less through.'),
  },
  { title: 'CapabilityManifest', description: 'What the object plane can do.' },
);
export type CapabilityManifest = Static<typeof CapabilityManifest>;

export const HealthResponse = Type.Object(
  {
    status: Type.Unsafe<'ready' | 'starting' | 'unavailable'>({
      type: 'string',
      enum: ['ready', 'starting', 'unavailable'],
      description:
        '`ready`: the object plane answers. `starting`: no index is built yet. `unavailable`: today’s ' +
        'catalog object or the published objects can’t be read. Says nothing of byte sources.',
    }),
    version: text('The version of the software.'),
    role: text('What this process is.'),
    modules_ready: count('How many modules answer.'),
  },
  { title: 'HealthResponse', description: 'Whether the service itself answers.' },
);
export type HealthResponse = Static<typeof HealthResponse>;

export const ObjectMetadata = Type.Object(
  {
    id: parsedAddress('The BLAKE3 of the bytes.'),
    kind: text('What kind of object it is: what `x-hub-kind` said, `file` without it.'),
    media_type: text('What `Content-Type` said, `application/octet-stream` without it.'),
    size: count('Bytes.'),
    created_at_millis: count('When it was first published, in milliseconds since 1970.'),
    filename: textOrNull('What `x-hub-filename` said.'),
  },
  { title: 'ObjectMetadata', description: 'The facts of a published object.' },
);
export type ObjectMetadata = Static<typeof ObjectMetadata>;

export const ObjectList = Type.Object(
  {
    objects: Type.Array(part(ObjectMetadata), { description: 'Newest first.' }),
    cursor: Type.Optional(text('What to send as `cursor` for the next page; absent on the last one.')),
  },
  { title: 'ObjectList', description: 'A page of the published objects.' },
);
export type ObjectList = Static<typeof ObjectList>;
