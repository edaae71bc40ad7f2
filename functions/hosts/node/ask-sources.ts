// Asks every source once for its probe file, as the hub's probes do.
import { type Config, publicBaseUrl } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import { createClient } from '../../client/http-client.ts';
import { type ProbeResult, probeSource } from '../../sources/probe.ts';
import { userAgent } from '../../sources/user-agent.ts';
import { version } from './node-hub.ts';

/** The result of asking a source once. */
export interface ProbedSource extends ProbeResult {
  host: string;
}

/** Probes each source that has a probe file, one time, and stores nothing. `signal` ends the requests early. */
export async function askSources(config: Config, service: Service, signal: AbortSignal): Promise<ProbedSource[]> {
  const agent = userAgent(service, publicBaseUrl(config, service), version);
  const bases = service.sources.map(({ base }) => base);
  const guarded = createClient({ named: config.upstreamPrivate ? undefined : bases });
  const get: typeof fetch = (url, init) =>
    guarded(url, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  const probed = service.sources.map(async ({ probe, ...source }) =>
    probe ? [{ host: source.host, ...(await probeSource({ ...source, probe }, agent, get)) }] : [],
  );
  return (await Promise.all(probed)).flat();
}
