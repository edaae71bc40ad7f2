// Builds and serves a hub of the shipped catalog, with the commands of the README, for tests of its pages.
import { join } from 'node:path';
import { freePort } from '../fixtures/free-port.ts';
import { runCommand, type ServedHub, serveHub } from './product.ts';

/**
 * Builds a hub below `home` and serves it, by default on a free port. The hub does not probe the sources, whose
 * names do not resolve on a test machine. The caller must stop the hub.
 */
export async function serveShipped(home: string, wanted?: number): Promise<ServedHub> {
  const port = String(wanted ?? (await freePort()));
  const environment = {
    HOST: '127.0.0.1',
    PORT: port,
    HUB_BASE_URL: `http://127.0.0.1:${port}`,
    HUB_PROBE: 'off',
    HUB_DATA: join(home, 'data'),
    HUB_DIST: join(home, 'dist'),
    HUB_SERVICE: '',
    HUB_PUBLISHER_TOKEN: '',
    HUB_SOURCE_SRCA: '',
    HUB_SOURCE_SRCB: '',
    HUB_SOURCE_IPFS: '',
  };
  await runCommand(['build'], environment);
  return serveHub(environment);
}
