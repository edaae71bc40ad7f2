// Reads the log of a remote hub, or of an exported folder on any web server.
import { LOG_FOLDER, type LogFiles, mostOfLog } from '../../src/log/log-paths.ts';
import type { ObjectClient } from '../objects/object-client.ts';

/** Reads files below `/log/` of the hub that `client` talks to, each up to the limit of its kind. */
export function remoteLog(client: ObjectClient): LogFiles {
  return (path) => {
    const most = mostOfLog(path);
    // Only a wrong checkpoint leads to a path that no log has.
    return most === 0 ? undefined : client.bytes(`/${LOG_FOLDER}/${path}`, most);
  };
}
