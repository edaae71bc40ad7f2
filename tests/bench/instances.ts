// Measures redirects per second of two hubs behind nginx, against two bare node:http servers behind nginx.
import { type Front, type Kind, nginx, startFront } from '../fixtures/front.ts';
import { runNginx } from '../fixtures/nginx.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { contest, fetchRaw, requestsRow } from './http-rounds.ts';
import type { Bench } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
/** The number of models that the requests name in turn. */
const ASKED = 64;

export const instances: Bench = async (settings) => {
  if (nginx.missing !== undefined) return [];
  const folder = await builtHub(settings, MODELS);
  const paths = modelIds(folder, ASKED).map((id) => `/${id}/resolve/main/${A_FILE}`);
  // With `off`, the hubs have no limit of connections per address, because all connections come from nginx.
  const hubs = [1, 2].map(() => startChild('hub-server.ts', [folder, JSON.stringify({ HUB_EDGE: 'off' })]));
  const bare = [1, 2].map(() => startChild('yardsticks/constant-server.ts'));
  const fronts: Front[] = [];
  try {
    const ours = await Promise.all(hubs.map((child) => nextMessage<string>(child)));
    const answer = await fetchRaw(ours[0]! + paths[0]);
    for (const child of bare) child.send({ ...answer, body: '' });
    const yardstick = await Promise.all(bare.map((child) => nextMessage<string>(child)));
    fronts.push(await startFront(nginx, { hubPorts: ours.map(portOf) }));
    fronts.push(await startFront(plainNginx, { hubPorts: yardstick.map(portOf) }));
    const [front, plain] = fronts;
    const outcome = await contest(settings, { ours: front!.url, yardstick: plain!.url, paths, status: 302 });
    const row = requestsRow(
      settings,
      'redirect, two instances behind nginx',
      outcome,
      0.8,
      `by deploy/nginx.conf, access log of the hubs on; ${ASKED} files in turn; yardstick nginx ` +
        `with proxy_pass alone, two bare node:http, constant 302, same headers; ` +
        `1 worker each, pcre_jit`,
    );
    return [row];
  } finally {
    await Promise.all(fronts.map((one) => one.stop()));
    await Promise.all([...hubs, ...bare].map(endChild));
  }
};

/** nginx with a usual configuration in front of servers: nothing but proxy_pass, with connections kept alive. */
export const plainNginx: Kind = {
  ...nginx,
  run({ hubPorts, port, home }, url) {
    const text = `access_log off;
  upstream bare { ${hubPorts.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join(' ')} keepalive 64; }
  server {
    listen 127.0.0.1:${port};
    # By which it is seen to be up.
    location = / { return 204; }
    location / { proxy_pass http://bare; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
`;
    return runNginx(home, text, url);
  },
};

export const portOf = (url: string) => Number(new URL(url).port);
