// The object plane: capabilities, modules, and the metadata of published objects.
import { type Static, Type } from 'typebox';
import { countShape, parsedAddress, part, textOrNull, textShape } from './notation.ts';

const MOST = 2 ** 31 - 1;
const int32 = (description: string) => Type.Integer({ minimum: 0, maximum: MOST, description });

/** `starting`: no index is built yet. `closed`: the operator has not opened it. `unavailable`: its store does not answer. */
const STATES = ['ready', 'starting', 'closed', 'unavailable'] as const;
export type ModuleState = (typeof STATES)[number];

export const OperationInfo = Type.Object(
  {
    id: textShape('Module and verb: `objects.publish`.'),
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
    id: textShape('As dependencies name it.'),
    name: textShape('For people.'),
    version: textShape('The version of the software.'),
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
    server_version: textShape('The version of the software.'),
    server_id: textShape('The host of the public address.'),
    role: textShape('What this process is.'),
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
    version: textShape('The version of the software.'),
    role: textShape('What this process is.'),
    modules_ready: countShape('How many modules answer.'),
  },
  { title: 'HealthResponse', description: 'Whether the service itself answers.' },
);
export type HealthResponse = Static<typeof HealthResponse>;

export const ObjectMetadata = Type.Object(
  {
    id: parsedAddress('The BLAKE3 of the bytes.'),
    kind: textShape('What kind of object it is: what `x-hub-kind` said, `file` without it.'),
    media_type: textShape('What `Content-Type` said, `application/octet-stream` without it.'),
    size: countShape('Bytes.'),
    created_at_millis: countShape('When it was first published, in milliseconds since 1970.'),
    filename: textOrNull('What `x-hub-filename` said.'),
  },
  { title: 'ObjectMetadata', description: 'The facts of a published object.' },
);
export type ObjectMetadata = Static<typeof ObjectMetadata>;

export const ObjectList = Type.Object(
  {
    objects: Type.Array(part(ObjectMetadata), { description: 'Newest first.' }),
    cursor: Type.Optional(textShape('What to send as `cursor` for the next page; absent on the last one.')),
  },
  { title: 'ObjectList', description: 'A page of the published objects.' },
);
export type ObjectList = Static<typeof ObjectList>;
