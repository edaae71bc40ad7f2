// Probes every source once and keeps the results for the hub.
import { type Config, publicBaseUrl } from '../../../src/service/config.ts';
import type { Service } from '../../../src/service/service.ts';
import type { HubHealth } from '../../../src/shapes/health.ts';
import { heldFilesIn } from '../../sources/held-files.ts';
import { Prober } from '../../sources/prober.ts';
import { userAgent } from '../../sources/user-agent.ts';
import { openStores } from '../../stores/open-stores.ts';
import { missingTree, openTree } from '../../stores/tree/node-tree.ts';
import { guardedProbe } from './guarded-probe.ts';
import { version } from './node-hub.ts';

/** Asks every source for its probe file. `lost` counts the results that the database did not take. */
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

async function restoredAndProbed(prober: Prober): Promise<HubHealth> {
  await prober.restore();
  return prober.probeAll();
}
