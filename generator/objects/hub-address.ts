// Chooses the hub that a command talks to: the one in its options, or the one configured here.
import process from 'node:process';
import type { Secret } from '../../src/basics/secret.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import { namedHub } from '../process/named-hub.ts';
import { readService } from '../process/read-service.ts';
import { ObjectClient } from './object-client.ts';

/**
 * Makes a client for the hub at `given`, by default for the configured hub. Warns if the token would be sent without
 * encryption.
 */
export function openClient(config: Config, given: string | undefined, token?: Secret): ObjectClient {
  const base = given === undefined ? publicBaseUrl(config, readService(config)) : namedHub(given);
  const { protocol, hostname } = new URL(base);
  if (token && protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname))
    process.stderr.write(`model-hub: ${base} is not https: anybody on the network path can read the token.\n`);
  return new ObjectClient({ base, token });
}
