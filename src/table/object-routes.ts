// The rows of the route table for the object plane, and for the index's own files (decision 0023).
import { OBJECT_MEDIA_TYPES } from '../nouns/media-types.ts';
import { built, chapter, live } from './route.ts';
import { json } from './row-facts.ts';
import { searchQuery } from './search-query.ts';

/** The form of a cursor, to be used in a regular expression. */
export const PLACE = '([0-9a-z]{1,11})-([0-9a-f]{64})';

const plane = { dialect: 'objects', hidesMethods: true } as const;

const toObject = (description: string, id: string) => ({
  object: { operationId: 'getObject', description, parameters: { id } },
});

export const objectRoutes = chapter(
  { chapter: 'Objects', docs: 'objects' },
  {
    capabilities: live('/api/v1/capabilities', {
      ...plane,
      cache: 'no-store',
      type: json,
      treeless: true,
      summary: 'What the object plane can do, and how much fits into one request',
      why: 'Call it to learn what the object plane can be asked, which parts of the service are ready, and how large an object may be.',
      shape: 'CapabilityManifest',
    }),
    modules: live('/api/v1/modules', {
      ...plane,
      cache: 'no-store',
      type: json,
      treeless: true,
      summary: 'Every module of the service with its operations and its readiness',
      id: 'listModules',
      why: 'Call it to see which parts of the service are ready: some wait for the first index, others for the operator to open them.',
      shape: { type: 'array', items: { $ref: '#/components/schemas/ModuleInfo' } },
    }),
    objects: live('/api/v1/objects', {
      ...plane,
      cache: 'no-store',
      type: json,
      methods: ['GET', 'HEAD', 'POST'],
      treeless: true,
      summary: 'The published objects: listed and added to with the publisher token',
      id: 'listObjects',
      why: 'Call it with the publisher token to see what was published, newest first. Objects of the index are not among them: the catalog lists those.',
      token: 'publisherToken',
      query: {
        limit: { ...searchQuery.limit, description: 'How many objects at most.' },
        cursor: {
          type: 'string',
          pattern: `^(${PLACE})?$`,
          description: 'Where the page before ended: its `cursor`. Empty: the first page.',
        },
      },
      shape: 'ObjectList',
      refusals: ['PublisherOnly', 'BadParameter', 'TreeAway'],
      links: toObject('The newest one.', '$response.body#/objects/0/id'),
      also: {
        POST: {
          id: 'publishObject',
          why:
            'Call it with the publisher token to keep bytes for good under their BLAKE3. When it answers, they are on ' +
            'the disk and can be read by anyone. The same bytes again are 201 again, with the metadata of the first ' +
            'time. A file that is larger than one request may be is published as chunks joined by a source record, which ' +
            '`model-hub publish` does.',
          answers: { 201: { is: 'Kept, and told under what address.', headers: ['Location'] } },
          token: 'publisherToken',
          sent: {
            'x-hub-kind': {
              ...{ type: 'string', pattern: '^([A-Za-z0-9][A-Za-z0-9._:/+-]{0,127})?$', default: 'file' },
              description: 'What kind of object it is; kept, and shown in the list. Empty: as if it were left out.',
              examples: ['model-hub.source'],
            },
            'x-hub-filename': {
              ...{ type: 'string', maxLength: 1024, examples: ['source.json'] },
              description:
                'The name the bytes had as a file, at most 1,024 bytes of UTF-8; kept, and told to whoever fetches them.',
            },
          },
          request: {
            description: 'The bytes. `Content-Type` is kept as their media type.',
            content: { 'application/octet-stream': {} },
            example: 'an object',
          },
          shape: 'ObjectMetadata',
          refusals: ['PublisherOnly', 'BadParameter', 'TooLarge', 'TreeAway'],
          links: toObject('The same bytes, read back.', '$response.body#/id'),
        },
      },
    }),
    object: built('/api/v1/objects/{id}', {
      ...plane,
      cache: 'immutable',
      kinds: OBJECT_MEDIA_TYPES,
      ranges: true,
      summary: 'The bytes of an object by its BLAKE3 address',
      why:
        'Call it for the index itself, a day’s catalog, a model at one revision, or a place where its bytes are, and ' +
        'for what was published. The address is the BLAKE3 of the bytes, so hash them and trust no one; what lies at ' +
        'an address never changes. Go by the address and not by the media type.',
      answers: {
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
      refusals: ['BadAddress', 'ObjectNotFound'],
    }),
  },
);
