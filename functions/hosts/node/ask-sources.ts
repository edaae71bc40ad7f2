// Asks every source once for its probe file, as the hub's probes do.
import { type Config, publicBaseUrl } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { createClient } from '../../client/http-client.ts';
import { type ProbeResult, probedOf, probeSource, userAgent } from '../../sources/probe.ts';
import { version } from './node-hub.ts';

/** The result of asking a source once. */
export interface SourceProbe extends ProbeResult {
  host: string;
}

/** Probes each source that has a probe file, one time, and stores nothing. `signal` ends the requests early. */
export async function askSources(config: Config, service: Service, signal: AbortSignal): Promise<SourceProbe[]> {
  const { sources } = service;
  const ask = createClient({ named: config.upstreamPrivate ? undefined : sources.map(({ base }) => base) });
  const get: typeof fetch = (url, init) => ask(url, { ...init, signal: AbortSignal.any([signal, init!.signal!]) });
  const client = { userAgent: userAgent(service, publicBaseUrl(config, service), version), get };
  return Promise.all(
    probedOf(sources).map(async (source) => ({ host: source.host, ...(await probeSource(source, client)) })),
  );
}
