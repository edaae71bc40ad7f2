// Looks at the certificate that the public address shows to clients.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { counted } from '../../../src/model/figures.ts';
import { publicBaseUrl } from '../../../src/service/config.ts';
import { type Check, type CheckResult, whyNot } from './check.ts';

const DAY_MS = 86_400_000;
/**
 * A certificate that ends within this number of days gets a warning: a proxy that renews certificates would have
 * renewed it.
 */
const FEW_DAYS = 14;

export const certificateCheck: Check = {
  name: 'certificate',
  advice: 'Renew the certificate that the proxy in front uses, together with its intermediate certificates.',
  docs: 'edge.md#a-proxy-alone',
  async run({ config, service, signal }) {
    const { protocol, hostname, port, host } = new URL(publicBaseUrl(config, service));
    if (protocol !== 'https:') return withoutTls(hostname);
    const name = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({
      ...{ host: name, port: Number(port || 443), rejectUnauthorized: false },
      ...(isIP(name) === 0 && { servername: name }),
    });
    try {
      await once(socket, 'secureConnect', { signal });
      const { valid_to } = socket.getPeerCertificate();
      const days = Math.floor((Date.parse(valid_to) - Date.now()) / DAY_MS);
      if (!socket.authorized)
        return [
          'fail',
          `Clients refuse the certificate of ${host} (${socket.authorizationError}), which ends on ${valid_to}.`,
        ];
      return [days < FEW_DAYS ? 'warn' : 'ok', `The certificate of ${host} is good for ${counted(days, 'day')} more.`];
    } catch (error) {
      return ['fail', `${host} shows no certificate: ${(error as NodeJS.ErrnoException).code ?? whyNot(error)}.`];
    } finally {
      socket.destroy();
    }
  },
};

function withoutTls(host: string): CheckResult {
  if (/^(localhost$|127\.|\[::1\]$)/.test(host)) return ['skip', 'The public address reaches only this machine.'];
  return [
    'warn',
    'The public address is http: clients of registries refuse it, and anybody on the network path can change an answer.',
  ];
}
