// nginx over answers of the tree, written out as files, as the yardstick of built answers: one worker, its log written to the null device like ours.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { storedEntry } from '../../generator/packs/list-reader.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { modelKey } from '../../src/tree/static-tree.ts';
import { freePort } from '../fixtures/free-port.ts';
import { currentList } from '../fixtures/tree-contents.ts';

export interface Nginx {
  url: string;
  /** `1.22.1`. */
  version: string;
  stop(): Promise<void>;
}

/** Starts nginx over the ModelInfo of these models of the hub in `folder`; undefined where it is not installed. */
export async function startNginx(folder: string, ids: readonly string[], scratch: string): Promise<Nginx | undefined> {
  const version = installedVersion();
  if (version === undefined) return undefined;
  const prefix = join(scratch, 'nginx');
  mkdirSync(join(prefix, 'temp'), { recursive: true });
  const port = await freePort();
  const configuration = join(prefix, 'nginx.conf');
  writeOut(join(folder, 'dist'), ids, join(prefix, 'tree'));
  writeFileSync(configuration, configurationText(port, prefix, join(prefix, 'tree')));
  const child = spawn('nginx', ['-p', prefix, '-c', configuration, '-e', '/dev/null'], { stdio: 'inherit' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  await answering(url);
  return {
    url,
    version,
    stop() {
      child.kill('SIGTERM');
      return gone;
    },
  };
}

/** Each answer with its compressed forms, as a file server has them. */
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

function installedVersion(): string | undefined {
  try {
    // It prints its version on standard error.
    const shown = execFileSync('sh', ['-c', 'nginx -v 2>&1'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return /nginx\/([\d.]+)/.exec(shown)?.[1];
  } catch {
    return undefined;
  }
}

function configurationText(port: number, prefix: string, tree: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `user root;
worker_processes 1;
daemon off;
pid ${prefix}/nginx.pid;
events { worker_connections 1024; }
http {
  ${temporary.map((name) => `${name}_temp_path ${prefix}/temp/${name};`).join(' ')}
  log_format line escape=json '{"time":"$time_iso8601","method":"$request_method","status":$status,"ms":$request_time,"path":"$uri"}';
  access_log /dev/null line buffer=64k flush=200ms;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
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
}
`;
}

/** Waits until something answers, five seconds at most. */
async function answering(url: string): Promise<void> {
  const end = Date.now() + 5000;
  while (Date.now() < end) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`nginx does not answer at ${url}`);
}
