// Chooses the hub that a command talks to: the one named in the command's options, or else the configured one.
import process from 'node:process';
import type { Secret } from '../../src/basics/secret.ts';
import { type Config, publicBaseUrl } from '../../src/service/config.ts';
import { namedHub } from '../process/named-hub.ts';
import { readService } from '../process/read-service.ts';
import { ObjectClient } from './object-client.ts';

/**
 * Makes a client for the hub at `given`, or for the configured hub if `given` is undefined. Warns on standard error if
 * the token would be sent without encryption.
 */
export function openClient(config: Config, given: string | undefined, token?: Secret): ObjectClient {
  const base = given === undefined ? publicBaseUrl(config, readService(config)) : namedHub(given);
  const { protocol, hostname } = new URL(base);
  if (token && protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname))
    process.stderr.write(`model-hub: ${base} is not https: anybody on the network path can read the token.\n`);
  return new ObjectClient({ base, token });
}
