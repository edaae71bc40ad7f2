// The facts of the buckets section. The hub publishes no bucket, and the section's descriptor says so in the usual
// form.

import { routes } from '../../../../table/routes.ts';
import { describedGet } from '../../facts/request-template.ts';
import type { SectionFacts } from '../../facts/section-facts.ts';

export function bucketsFacts(): SectionFacts {
  return {
    inventory: { described: 0, served_here: 0, note: 'there is no bucket' },
    catalog: null,
    catalog_note: 'no bucket is published, so there is nothing to take a snapshot of',
    list: [describedGet('http', routes.bucketsDescriptor, 'this document, whose `inventory` counts the buckets')],
    item: describedGet('objects', routes.object, 'the bytes of an object of the index; no bucket names one'),
    fetch: describedGet('objects', routes.object, 'the bytes of an object, by its address'),
    verify: {
      algorithm: 'blake3',
      expected_from: 'the address itself: `blake3:` and the BLAKE3 of the object’s bytes',
      server_verifies_on_read: false,
    },
  };
}
