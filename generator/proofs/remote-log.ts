// Reads the log of a remote hub, or of an exported folder on any web server.
import { LOG_FOLDER, logBelow } from '../../src/log/log-paths.ts';
import type { LogFiles } from '../../src/log/log-proofs.ts';
import type { ObjectClient } from '../objects/object-client.ts';

/** Reads files below `/log/` of the hub that `client` talks to. */
export const remoteLog = (client: ObjectClient): LogFiles =>
  logBelow(`/${LOG_FOLDER}/`, (path, most) => client.bytes(path, most));
