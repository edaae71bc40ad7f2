// Finds out who uses the hub's port.
import { type Check, whyNot } from './check.ts';
import { healthAt } from './served-health.ts';

export const portCheck: Check = {
  name: 'port',
  advice: 'Set HOST and PORT to a free address of this machine, or stop what listens there.',
  docs: 'settings.md#variables',
  async run({ config: { host, port }, signal }) {
    if (port === 0) return ['skip', 'PORT is 0: the hub takes any free port.'];
    const base = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
    try {
      const health = await healthAt(base, signal);
      if ('fault' in health) return ['fail', `${base} is taken: it ${health.fault}.`];
      return ['ok', `A hub answers at ${base}.`];
    } catch (error) {
      const why = whyNot(error);
      if (why === 'ECONNREFUSED') return ['ok', `${base} is free: no hub is served here now.`];
      return ['fail', `${base} gives no answer: ${why}.`];
    }
  },
};
