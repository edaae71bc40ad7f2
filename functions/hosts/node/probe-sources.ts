// Probes every source once, and stores the results for the hub.
import { type Config, publicBaseUrl } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import type { HubHealth } from '../../../src/shapes/health.ts';
import { heldFilesIn } from '../../sources/held-files.ts';
import { type ProbeResult, probeSource } from '../../sources/probe.ts';
import { Prober } from '../../sources/prober.ts';
import { userAgent } from '../../sources/user-agent.ts';
import { guardedFetch } from '../../stores/bytes/guarded-fetch.ts';
import { openStores } from '../../stores/open-stores.ts';
import { missingTree, openTree } from '../../stores/tree/node-tree.ts';
import { guardedProbe } from './guarded-probe.ts';
import { version } from './node-hub.ts';

/**
 * Asks every source for its probe file, and stores the results. `lost` is the number of results that the database did
 * not store.
 */
export async function probeSources(config: Config, service: Service): Promise<{ health: HubHealth; lost: number }> {
  const stores = openStores({ config, notice() {}, onFault() {} });
  const tree =
    'folder' in config.tree && missingTree(config.tree) === undefined ? openTree(config.tree.folder) : undefined;
  const prober = new Prober({
    sources: service.sources,
    every: undefined,
    held: heldFilesIn(() => tree),
    probe: guardedProbe(service.sources, config.upstreamPrivate),
    userAgent: userAgent(service, publicBaseUrl(config, service), version),
    store: stores.health,
  });
  let lost = 0;
  const health = await restoredAndProbed(prober).finally(async () => {
    lost = await stores.close();
  });
  return { health, lost };
}

/** The result of asking a source once. */
export interface ProbedSource extends ProbeResult {
  host: string;
}

/** Probes each source that has a probe file, one time, and stores nothing. `signal` ends the requests early. */
export async function askSources(config: Config, service: Service, signal: AbortSignal): Promise<ProbedSource[]> {
  const agent = userAgent(service, publicBaseUrl(config, service), version);
  const bases = service.sources.map(({ base }) => base);
  const guarded = guardedFetch(bases, config.upstreamPrivate);
  const get: typeof fetch = (url, init) =>
    guarded(url, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) });
  const probed = service.sources.map(async ({ probe, ...source }) =>
    probe ? [{ host: source.host, ...(await probeSource({ ...source, probe }, agent, get)) }] : [],
  );
  return (await Promise.all(probed)).flat();
}

async function restoredAndProbed(prober: Prober): Promise<HubHealth> {
  await prober.restore();
  return prober.probeAll();
}
