// Probes the byte sources, as the hub does.
import { askLocalSources } from '../../../functions/hosts/local-hub.ts';
import type { Check } from './check.ts';

export const sourcesCheck: Check = {
  name: 'sources',
  advice: 'See whether it is down for all, or for this machine alone: name server, firewall, proxy.',
  docs: 'sources.md#health',
  async run({ config, service, signal }) {
    const asked = await askLocalSources(config, service, signal);
    if (asked.length === 0) return ['skip', 'No source has a probe file in service.yaml.'];
    const down = asked.filter(({ ok }) => !ok);
    const words = asked.map(({ host, reason }) => `${host} ${reason}`).join(', ');
    return [down.length === asked.length ? 'fail' : down.length > 0 ? 'warn' : 'ok', `${words}.`];
  },
};
