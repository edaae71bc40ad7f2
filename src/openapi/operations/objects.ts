// The operations of objects: reading them by address, publishing them, and the capabilities of the object plane.

import type { RouteName } from '../../table/routes.ts';
import { type OperationWords, operation } from './operation.ts';

const publish = operation(
  'publishObject',
  'Call it with the publisher token to keep bytes for good under their BLAKE3. When it answers, they are on ' +
    'the disk and can be read by anyone. The same bytes again are 201 again, with the metadata of the first ' +
    'time. A file that is larger than one request may be is published as chunks joined by a source record, which ' +
    '`model-hub publish` does.',
  { 201: { is: 'Kept, and told under what address.', headers: ['Location'] } },
  {
    token: 'publisherToken',
    headers: ['x-hub-kind', 'x-hub-filename'],
    request: {
      description: 'The bytes. `Content-Type` is kept as their media type.',
      content: { 'application/octet-stream': {} },
      example: 'an object',
    },
    shape: 'ObjectMetadata',
    refusals: ['PublisherOnly', 'BadParameter', 'TooLarge', 'TreeAway'],
    links: {
      object: {
        operationId: 'getObject',
        description: 'The same bytes, read back.',
        parameters: { id: '$response.body#/id' },
      },
    },
  },
);

export const objects = {
  capabilities: operation(
    'getCapabilities',
    'Call it to learn what the object plane can be asked, which parts of the service are ready, and how large an object may be.',
    'The capability manifest.',
    { shape: 'CapabilityManifest' },
  ),
  modules: operation(
    'listModules',
    'Call it to see which parts of the service are ready: some wait for the first index, others for the operator to open them.',
    'Every module, those that others need first.',
    { shape: { type: 'array', items: { $ref: '#/components/schemas/ModuleInfo' } } },
  ),
  objects: operation(
    'listObjects',
    'Call it with the publisher token to see what was published, newest first. Objects of the index are not among them: the catalog lists those.',
    'A page of the list.',
    {
      token: 'publisherToken',
      query: ['objectLimit', 'objectCursor'],
      shape: 'ObjectList',
      refusals: ['PublisherOnly', 'BadParameter', 'TreeAway'],
      links: {
        object: {
          operationId: 'getObject',
          description: 'The newest one.',
          parameters: { id: '$response.body#/objects/0/id' },
        },
      },
      also: { POST: publish },
    },
  ),
  object: operation(
    'getObject',
    'Call it for the index itself, a day’s catalog, a model at one revision, or a place where its bytes are, and ' +
      'for what was published. The address is the BLAKE3 of the bytes, so hash them and trust no one; what lies at ' +
      'an address never changes. Go by the address and not by the media type.',
    {
      200: {
        is: 'The object’s bytes.',
        content: {
          'application/vnd.hub.model-hub.model.v1+json': 'ModelObject',
          'application/vnd.hub.model-hub.catalog.v1+json': 'CatalogObject',
          'application/vnd.hub.model-hub.source.v1+json': 'SourceObject',
          'application/vnd.hub.model-hub.card.v1+json': 'CardObject',
          'application/octet-stream': { description: 'An object that was published without a type.' },
          '*/*': { description: 'An object that was published with another type: its own.' },
        },
        headers: ['Content-Disposition', 'Content-Security-Policy', 'X-Content-Type-Options'],
      },
    },
    { refusals: ['BadAddress', 'ObjectNotFound'] },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
