// The log of a hub that answers elsewhere, or of an exported folder that any web server hands out.
import { LOG_FOLDER, logBelow } from '../../src/log/log-paths.ts';
import type { LogFiles } from '../../src/log/log-proofs.ts';
import type { ObjectClient } from '../objects/object-client.ts';

/** Files below `/log/` of the hub that `client` talks to. */
export const remoteLog = (client: ObjectClient): LogFiles =>
  logBelow(`/${LOG_FOLDER}/`, (path, most) => client.bytes(path, most));
