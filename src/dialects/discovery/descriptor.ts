// The descriptor of the hub, which has the same bytes at `/` and at its well-known address (decision 0027).

import type { Descriptor } from '../../shapes/discovery.ts';
import { CATALOG_FORMAT, DESCRIPTOR_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../../shapes/formats.ts';
import { href } from '../../table/route.ts';
import { routes } from '../../table/routes.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';
import { requestTemplate } from './facts/request-template.ts';

export function descriptor({ service, catalog, snapshot, isSigned }: DocumentFacts): Descriptor {
  return {
    format: DESCRIPTOR_FORMAT,
    name: service.name,
    about: service.about,
    catalog,
    snapshot,
    fetch: requestTemplate(routes.object),
    find: `${requestTemplate(routes.models)}?search={text}`,
    publish: href(routes.objects, {}),
    capabilities: href(routes.capabilities, {}),
    openapi: href(routes.openapi, {}),
    registry: href(routes.registryBase, {}),
    log: href(routes.logCheckpoint, {}),
    // A hub that does not sign its log offers no proofs, since they would prove nothing.
    ...(isSigned && { log_keys: href(routes.logKeys, {}), proof: requestTemplate(routes.modelProof) }),
    guide: href(routes.llms, {}),
    addresses: {
      'blake3:<64 hex>': 'an object of the index, by the BLAKE3 of its bytes; put it in place of {id} in `fetch`',
      '<64 hex>': 'a model file, by the SHA-256 of its bytes; they come from a source, never from here',
    },
    kinds: {
      'model-hub.catalog': `${CATALOG_FORMAT}: browse rows, a map from model id to {model, sources}, and prev, the day before`,
      'model-hub.model': `${MODEL_FORMAT}: id, revision, license, files [{path, size, sha256}] and prev`,
      'model-hub.source': `${SOURCE_FORMAT}: one place where the bytes of one revision can be fetched; of kind chunks, the objects that make up each file`,
    },
  };
}
