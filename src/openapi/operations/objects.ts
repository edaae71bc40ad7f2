// Objects: the index's own bytes, by their address.
import type { RouteName } from '../../routes.ts';
import type { Operation } from '../operation.ts';

export const objects = {
  object: {
    id: 'getObject',
    tag: 'Objects',
    why: 'Call it for the index itself: a day’s catalog, a model at one revision, or a place where its bytes are. The address is the BLAKE3 of the bytes, so hash them and trust no one; what lies at an address never changes. Go by the address and not by the media type.',
    docs: 'objects',
    answers: {
      200: {
        is: 'The object’s bytes.',
        content: {
          'application/vnd.hub.model-hub.model.v1+json': 'ModelObject',
          'application/vnd.hub.model-hub.catalog.v1+json': 'CatalogObject',
          'application/vnd.hub.model-hub.source.v1+json': 'SourceObject',
          'application/octet-stream': { description: 'An object that was published without a type.' },
        },
      },
    },
    refusals: ['BadAddress', 'ObjectNotFound'],
  },
} satisfies Partial<Record<RouteName, Operation>>;
