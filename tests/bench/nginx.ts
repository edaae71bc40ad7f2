// Runs nginx as the yardstick of built answers: nginx sends the answers of the tree from plain files. It has one worker
// and logs to the null device, like the measured hub.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storedEntry } from '../../generator/packs/list-reader.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { modelKey } from '../../src/tree/static-tree.ts';
import { freePort } from '../fixtures/free-port.ts';
import { nginxMissing, runNginx } from '../fixtures/nginx.ts';
import { currentList } from '../fixtures/tree-contents.ts';

interface Nginx {
  url: string;
  /** The version, such as `1.22.1`. */
  version: string;
  stop(): Promise<void>;
}

/** Starts nginx over the ModelInfo of the models `ids` of the hub in `folder`; undefined if nginx is not installed. */
export async function startNginx(folder: string, ids: readonly string[], scratch: string): Promise<Nginx | undefined> {
  if (nginxMissing() !== undefined) return undefined;
  const prefix = join(scratch, 'nginx');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  writeOut(join(folder, 'dist'), ids, join(prefix, 'tree'));
  const running = await runNginx(prefix, httpText(port, join(prefix, 'tree')), url);
  const [, version = ''] = (await fetch(url)).headers.get('server')!.split('/');
  return { url, version, stop: running.stop };
}

/** Writes each answer and its compressed forms as separate files, as file servers expect them. */
function writeOut(dist: string, ids: readonly string[], to: string): void {
  for (const id of ids) {
    const path = fileOf(routes.model, parseModelId(id)!);
    const pack = currentList(dist).packOf(`${modelKey(id)}/`)!;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), currentList(dist).read(`${modelKey(id)}/${path}`)!);
    for (const ending of ['.br', '.gz']) {
      const bytes = storedEntry(pack, path + ending);
      if (bytes) writeFileSync(join(to, path + ending), bytes);
    }
  }
}

function httpText(port: number, tree: string): string {
  return `  log_format line escape=json '{"time":"$time_iso8601","method":"$request_method","status":$status,"ms":$request_time,"path":"$uri"}';
  access_log /dev/null line buffer=64k flush=200ms;
  sendfile on;
  tcp_nopush on;
  default_type application/json;
  gzip_static on;
  gzip_vary on;
  server {
    listen 127.0.0.1:${port};
    root ${tree};
    location ~ "^/api/models/([^/]+)/([^/]+)$" {
      add_header Access-Control-Allow-Origin *;
      add_header Cache-Control "public, max-age=60, stale-while-revalidate=600";
      try_files /api/models/$1/$2/index.json =404;
    }
  }
`;
}
