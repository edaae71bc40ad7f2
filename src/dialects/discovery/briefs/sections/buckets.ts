// The buckets section: nothing is published there, and the descriptor says so in the shape that all sections have.
import { routes } from '../../../../table/routes.ts';
import { requestTemplate } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';

export function bucketsFacts(): SectionFacts {
  return {
    inventory: { described: 0, served_here: 0, note: 'there is no bucket' },
    catalog: null,
    catalog_note: 'no bucket is published, so there is nothing to take a snapshot of',
    list: [
      {
        method: 'GET',
        url: requestTemplate(routes.bucketsDescriptor),
        returns: 'this document, whose `inventory` counts the buckets',
        dialect: 'http',
      },
    ],
    item: {
      method: 'GET',
      url: requestTemplate(routes.object),
      returns: 'the bytes of an object of the index; no bucket names one',
      dialect: 'objects',
    },
    fetch: {
      method: 'GET',
      url: requestTemplate(routes.object),
      returns: 'the bytes of an object, by its address',
      dialect: 'objects',
    },
    verify: {
      algorithm: 'blake3',
      expected_from: 'the address itself: `blake3:` and the BLAKE3 of the object’s bytes',
      server_verifies_on_read: false,
    },
  };
}
