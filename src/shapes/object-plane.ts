// The schemas of the object plane, which is the part of the API for objects: capabilities, modules, and the metadata of
// published objects.
import { type Static, Type } from 'typebox';
import { choice, countShape, listOf, parsedAddress, part, shape, textOrNull, textShape } from './notation.ts';

const MOST = 2 ** 31 - 1;
const int32 = (description: string) => Type.Integer({ minimum: 0, maximum: MOST, description });

/**
 * The states of a module. `starting`: no index is built yet. `closed`: the operator has not opened the module.
 * `unavailable`: the module's store does not answer.
 */
const STATES = ['ready', 'starting', 'closed', 'unavailable'] as const;
export type ModuleState = (typeof STATES)[number];

export const OperationInfo = shape('OperationInfo', 'Something that can be asked of this server.', {
  id: textShape('Module and verb: `objects.publish`.'),
  kind: choice(['read', 'mutation', 'stream'], 'Whether it changes anything.'),
  fallback_safe_before_dispatch: Type.Boolean({
    description: 'A client that can’t send it may ask another server: nothing is lost.',
  }),
});
export type OperationInfo = Static<typeof OperationInfo>;

export const ModuleInfo = shape('ModuleInfo', 'A part of the service, with its operations and its readiness.', {
  id: textShape('As dependencies name it.'),
  name: textShape('For people.'),
  version: textShape('The version of the software.'),
  state: choice(STATES, '`ready`; `starting`: no index is built yet; `closed`: the operator has not opened it.'),
  dependencies: listOf(Type.String(), 'The modules it needs.'),
  operations: listOf(Type.String(), 'What it can be asked.'),
});
export type ModuleInfo = Static<typeof ModuleInfo>;

export const CapabilityManifest = shape('CapabilityManifest', 'What the object plane can do.', {
  protocol_version: int32('The version of the object plane.'),
  server_version: textShape('The version of the software.'),
  server_id: textShape('The host of the public address.'),
  role: textShape('What this process is.'),
  operations: listOf(part(OperationInfo), 'Everything that can be asked.'),
  modules: listOf(part(ModuleInfo), 'The parts of the service.'),
  maximum_message_bytes: int32('Most bytes of one object at the server; its edge may allow less.'),
});
export type CapabilityManifest = Static<typeof CapabilityManifest>;

export const HealthResponse = shape('HealthResponse', 'Whether the service itself answers.', {
  status: choice(
    ['ready', 'starting', 'unavailable'],
    '`ready`: the object plane answers. `starting`: no index is built yet. `unavailable`: today’s ' +
      'catalog object or the published objects can’t be read. Says nothing of byte sources.',
  ),
  version: textShape('The version of the software.'),
  role: textShape('What this process is.'),
  modules_ready: countShape('How many modules answer.'),
});
export type HealthResponse = Static<typeof HealthResponse>;

export const ObjectMetadata = shape('ObjectMetadata', 'The facts of a published object.', {
  id: parsedAddress('The BLAKE3 of the bytes.'),
  kind: textShape('What kind of object it is: what `x-hub-kind` said, `file` without it.'),
  media_type: textShape('What `Content-Type` said, `application/octet-stream` without it.'),
  size: countShape('Bytes.'),
  created_at_millis: countShape('When it was first published, in milliseconds since 1970.'),
  filename: textOrNull('What `x-hub-filename` said.'),
});
export type ObjectMetadata = Static<typeof ObjectMetadata>;

export const ObjectList = shape('ObjectList', 'A page of the published objects.', {
  objects: listOf(part(ObjectMetadata), 'Newest first.'),
  cursor: Type.Optional(textShape('What to send as `cursor` for the next page; absent on the last one.')),
});
export type ObjectList = Static<typeof ObjectList>;
