// Probes sources as `probeSource` does, but follows a redirect to a private address only if a source names that
// address.
import type { Source } from '../../../src/service/sources.ts';
import { probeSource } from '../../sources/probe.ts';
import { guardedFetch } from '../../stores/bytes/guarded-fetch.ts';

/** Makes a probe for `sources`. If `isOpen` is true, redirects may lead to any address. */
export function guardedProbe(sources: readonly Source[], isOpen: boolean): typeof probeSource {
  const get = guardedFetch(
    sources.map(({ base }) => base),
    isOpen,
  );
  return (source, userAgent) => probeSource(source, userAgent, get);
}
