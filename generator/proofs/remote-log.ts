// The log of a hub that answers elsewhere, or of an exported folder that any web server hands out.
import type { LogFiles } from '../../src/log/log-proofs.ts';
import type { ObjectClient } from '../objects/object-client.ts';

/** No file of a log is longer: 256 entries of 65,535 bytes. */
const MOST_BYTES = 17 * 1024 * 1024;

/** Files below `/log/` of the hub that `client` talks to. */
export function remoteLog(client: ObjectClient): LogFiles {
  return (path) => client.bytes(`/log/${path}`, MOST_BYTES);
}
