// Measures what the hub's headers and conditions cost in nginx: the configuration that `model-hub edge` prints, against
// an empty one over the same folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { exportHub } from '../../generator/export/export-hub.ts';
import { silent } from '../../generator/process/progress.ts';
import { readService } from '../../generator/process/read-service.ts';
import { nginxConfiguration } from '../../src/edge/nginx/nginx-configuration.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readConfig } from '../../src/service/config.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { fileOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { freePort } from '../fixtures/free-port.ts';
import { installedNginx, runNginx } from '../fixtures/nginx.ts';
import type { RunningServer } from '../fixtures/running-server.ts';
import { contest, httpPace } from './http-rounds.ts';
import { CLIENT_HEADERS, loadGenerator } from './load.ts';
import { formatSpread } from './rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { modelIds } from './tree-models.ts';

const MODELS = 500;
const ASKED = 64;

/** Renders every page as an empty document, because the hub of this benchmark has no website. */
const pages: PagePort = {
  render: async ({ status }) => ({ status, html: new TextEncoder().encode('<!doctype html>') }),
};

export const edge: Bench = async (settings) => {
  const installed = installedNginx();
  if (!installed) return [];
  const hub = await builtHub(settings, MODELS);
  const folder = join(settings.folder, 'edge/files');
  const service = readService(readConfig({}));
  await exportHub(
    { dist: join(hub, 'dist'), to: folder, service, pages, hasHub: true, isCompressed: true, isDry: false },
    silent,
  );
  // The address of the hub leads nowhere: every answer is a file, so no request reaches it.
  const own = await start(settings, 'own', (listen) => {
    const facts = { folder, hubs: ['127.0.0.1:9'], listen, serverName: '_', spacesUrl: undefined };
    return nginxConfiguration({ ...facts, hasBrotli: installed.hasBrotli }, 'a bench');
  });
  const empty = await start(
    settings,
    'empty',
    (listen) => `access_log off; server { listen ${listen}; root ${folder}; }`,
  );
  try {
    const models = modelIds(hub, ASKED).map((id) => parseModelId(id)!);
    const asked = {
      ...{ ours: own.url, yardstick: empty.url, status: 200 },
      paths: models.map((id) => href(routes.model, id)),
      yardstickPaths: models.map((id) => `/${fileOf(routes.model, id)}`),
    };
    const how = `nginx ${installed.version}, 1 worker, no log, pcre_jit`;
    const { 'Accept-Encoding': _, ...plain } = CLIENT_HEADERS;
    return [
      await row(settings, 'ModelInfo from nginx, plain', { ...asked, headers: plain }, `${how}; neither compresses`),
      await row(settings, 'ModelInfo from nginx', asked, `${how}; ours sends the .gz file, as clients ask`),
    ];
  } finally {
    await Promise.all([own.stop(), empty.stop()]);
  }
};

async function start(
  settings: BenchSettings,
  name: string,
  http: (listen: string) => string,
): Promise<RunningServer & { url: string }> {
  const home = join(settings.folder, 'edge', name);
  mkdirSync(home, { recursive: true });
  const listen = `127.0.0.1:${await freePort()}`;
  const url = `http://${listen}`;
  return { ...(await runNginx(home, `keepalive_requests 100000000;\n${http(listen)}`, url)), url };
}

async function row(
  settings: BenchSettings,
  name: string,
  asked: Parameters<typeof contest>[1],
  how: string,
): Promise<Row> {
  const outcome = await contest(settings, asked);
  return {
    name,
    ours: { value: outcome.ours, unit: 'requests/s' },
    yardstick: { value: outcome.yardstick, unit: 'requests/s' },
    ratio: outcome.ratio,
    target: { at: 'least', ratio: 0.9 },
    note:
      `by the printed configuration, and by one with nothing but root; ${ASKED} models in turn; ${how}; ` +
      `load by ${loadGenerator}; ${formatSpread(outcome, httpPace(settings).rounds)}`,
  };
}
