// Probes sources as `probeSource` does, but follows a redirect to a private address only if a source names that
// address.
import type { Source } from '../../../src/service/sources.ts';
import { createClient } from '../../client/http-client.ts';
import { probeSource } from '../../sources/probe.ts';

/** Makes a probe for `sources`. If `isOpen` is true, redirects may lead to any address. */
export function guardedProbe(sources: readonly Source[], isOpen: boolean): typeof probeSource {
  const get = createClient({ named: isOpen ? undefined : sources.map(({ base }) => base) });
  return (source, userAgent) => probeSource(source, userAgent, get);
}
