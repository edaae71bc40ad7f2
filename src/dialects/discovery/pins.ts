// The pins: the models that are kept on IPFS for good, and the gateway to have them from.

import { sourceKind } from '../../nouns/source-kinds.ts';
import type { Pins } from '../../shapes/discovery.ts';
import { PINS_FORMAT } from '../../shapes/formats.ts';
import type { DocumentFacts } from './facts/hub-facts.ts';

/** The document; undefined where no gateway is known, since it has to name one. */
export function pins({ service, pins: models }: DocumentFacts): Pins | undefined {
  const gateway = service.gateway ?? service.sources.find((source) => sourceKind(source) === 'ipfs')?.base;
  return gateway === undefined ? undefined : { format: PINS_FORMAT, gateway, models };
}
