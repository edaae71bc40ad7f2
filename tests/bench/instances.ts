// Measures redirects per second of two hubs behind nginx, against two bare node:http servers behind nginx.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { nginxConfiguration } from '../../src/edge/nginx/nginx-configuration.ts';
import { freePort } from '../fixtures/free-port.ts';
import { installedNginx, runNginx } from '../fixtures/nginx.ts';
import type { RunningServer } from '../fixtures/running-server.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { contest, fetchRaw, httpPace } from './http-rounds.ts';
import { loadGenerator } from './load.ts';
import { formatSpread } from './rounds.ts';
import type { Bench, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
/** The number of models that the requests name in turn. */
const ASKED = 64;

export const instances: Bench = async (settings) => {
  const installed = installedNginx();
  if (!installed) return [];
  const folder = await builtHub(settings, MODELS);
  const paths = modelIds(folder, ASKED).map((id) => `/${id}/resolve/main/${A_FILE}`);
  // With `off`, the hubs have no limit of connections per address, because all connections come from nginx.
  const hubs = [1, 2].map(() => startChild('hub-server.ts', [folder, JSON.stringify({ HUB_EDGE: 'off' })]));
  const bare = [1, 2].map(() => startChild('yardsticks/constant-server.ts'));
  const fronts: (RunningServer & { url: string })[] = [];
  try {
    const ours = await Promise.all(hubs.map((child) => nextMessage<string>(child)));
    const answer = await fetchRaw(ours[0]! + paths[0]);
    for (const child of bare) child.send({ ...answer, body: '' });
    const yardstick = await Promise.all(bare.map((child) => nextMessage<string>(child)));
    const facts = { folder: join(settings.folder, 'instances/files'), serverName: '_', spacesUrl: undefined };
    fronts.push(
      await startFront(settings, 'ours', (listen) =>
        nginxConfiguration({ ...facts, hubs: ours.map(hostOf), listen, hasBrotli: false }, 'a bench'),
      ),
      await startFront(settings, 'bare', (listen) => passingOn(listen, yardstick.map(hostOf))),
    );
    const [front, plain] = fronts;
    const outcome = await contest(settings, { ours: front!.url, yardstick: plain!.url, paths, status: 302 });
    const row: Row = {
      name: 'redirect, two instances behind nginx',
      ours: { value: outcome.ours, unit: 'requests/s' },
      yardstick: { value: outcome.yardstick, unit: 'requests/s' },
      ratio: outcome.ratio,
      target: { at: 'least', ratio: 0.8 },
      note:
        `by the printed configuration, access log of the hubs on; ${ASKED} files in turn; yardstick nginx ` +
        `with proxy_pass alone, two bare node:http, constant 302, same headers; nginx ${installed.version}, ` +
        `1 worker each, pcre_jit; load by ${loadGenerator}; ${formatSpread(outcome, httpPace(settings).rounds)}`,
    };
    return [row];
  } finally {
    await Promise.all(fronts.map((one) => one.stop()));
    await Promise.all([...hubs, ...bare].map(endChild));
  }
};

const hostOf = (url: string) => new URL(url).host;

/**
 * Starts nginx with the configuration that `http` makes for a listening address. Its files are in the folder `name`.
 */
export async function startFront({ folder }: { folder: string }, name: string, http: (listen: string) => string) {
  const home = join(folder, 'instances', name);
  mkdirSync(home, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}`;
  return { ...(await runNginx(home, `keepalive_requests 100000000;\n${http(listen)}`, url)), url };
}

/** Returns a usual configuration of nginx in front of the servers `hosts`, with connections to them kept alive. */
export function passingOn(listen: string, hosts: readonly string[]): string {
  return `access_log off;
  upstream bare { ${hosts.map((host) => `server ${host} max_fails=0;`).join(' ')} keepalive 64; }
  server {
    listen ${listen};
    # By which it is seen to be up.
    location = / { return 204; }
    location / { proxy_pass http://bare; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
`;
}
