// Probes sources as `probeSource` does, but follows no redirect to a private address that no source names.
import type { Source } from '../../../src/service/sources.ts';
import { probeSource } from '../../sources/probe.ts';
import { guardedFetch } from '../../stores/bytes/guarded-fetch.ts';

/** Makes a probe for `sources`; with `isOpen` redirects may lead anywhere. */
export function guardedProbe(sources: readonly Source[], isOpen: boolean): typeof probeSource {
  const get = guardedFetch(
    sources.map(({ base }) => base),
    isOpen,
  );
  return (source, userAgent) => probeSource(source, userAgent, get);
}
